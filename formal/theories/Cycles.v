(** A game of two players on states, decided at the latest by the first state that comes back.  Nothing here knows of
    Go, and nothing is proved: these are the words in which verdicts are stated. *)

Require Import List ZArith.
Import ListNotations.

Inductive colour := Black | White.
Definition other (c : colour) : colour := match c with Black => White | White => Black end.

(** What a move leads to: a state, or the end of play with a winner.  A move to a state has a weight. *)
Inductive next (S : Type) := To (weight : Z) (s : S) | Over (winner : colour).
Arguments To {S}. Arguments Over {S}.

(** What was played: the states before the present one, the latest first, each with the weight of the move made there.
    A cycle is of the same kind. *)
Definition past (S : Type) := list (S * Z).
Definition states {S} (h : past S) : list S := map fst h.
Definition sum {S} (h : past S) : Z := fold_right (fun e n => snd e + n)%Z 0%Z h.

Record game := Game {
  state : Type;
  turn : state -> colour;                  (* who is to move *)
  move : state -> next state -> Prop;      (* the legal moves *)
  wins : colour -> past state -> Prop      (* who wins a cycle; perhaps nobody does *)
}.

Section Play.
Context (g : game).

(** The cycle that is closed when play comes to [s]: all since [s] stood last. *)
Definition closes (h : past (state g)) (s : state g) (c : past (state g)) : Prop :=
  exists c' w rest, h = c' ++ (s, w) :: rest /\ ~ In s (states c') /\ c = c' ++ [(s, w)].

(** After [h] the state is [s].  The side [x] can force that play ends with its win, or with a cycle that is [fine]. *)
Inductive forces (x : colour) (fine : past (state g) -> Prop) : past (state g) -> state g -> Prop :=
| stopped h s c : closes h s c -> fine c -> forces x fine h s
| ends h s : ~ In s (states h) -> turn g s = x -> move g s (Over x) -> forces x fine h s
| plays h s w t : ~ In s (states h) -> turn g s = x ->
    move g s (To w t) -> forces x fine ((s, w) :: h) t -> forces x fine h s
| replies h s : ~ In s (states h) -> turn g s = other x ->
    (forall c, move g s (Over c) -> c = x) ->
    (forall w t, move g s (To w t) -> forces x fine ((s, w) :: h) t) -> forces x fine h s.

(** The side [x] can force a win. *)
Definition can_win (x : colour) (s : state g) : Prop := forces x (wins g x) [] s.
(** The side [x] can force that it does not lose. *)
Definition can_hold (x : colour) (s : state g) : Prop := forces x (fun c => ~ wins g (other x) c) [] s.
End Play.
