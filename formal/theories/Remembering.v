(** Games that remember: kos that wait for a pass, and new stones that a capture may enable.  docs/games.md, sections 1
    and 2.  Nothing is proved here.  With [Cycles.v], [Board.v], [Rules.v] and [Claims.v] this is what a reader has to
    compare with the rules.  [after] and [take] are functions of [Exec.v], proved to be the plays of [Rules.v]. *)

Require Import List NArith ZArith Bool.
Require Import Cycles Sets Board Rules Claims Grid Exec Walls Finite.
Import ListNotations.

(** What lifts a ban (axis ko).  The first two are the values "none" and "basic". *)
Inductive lifting := NoBan | ForATurn | EachRetake | OnceForEachKo | AllKos | BothSides | EachCapture.

(** What the attacker must achieve (axis dead_means), and who wins cycles.  New stones count on the points of a scope; with
    [appeal] prisoners come first. *)
Inductive purpose := ToOwn | ToCapture (by_cycles : cycle_rule) | NoNewStone (scope : pset) (appeal : bool).

(** Sets of both sides. *)
Record by_side := BySide { of_black : pset; of_white : pset }.
Definition part (t : by_side) (c : colour) : pset := match c with Black => of_black t | White => of_white t end.
Definition pair_of (c : colour) (own others : pset) : by_side := match c with Black => BySide own others | White => BySide others own end.

(** A state is the stones, the side to move and the units that were taken, where that counts; and *)
Record memory := Memory {
  bans : by_side;        (* the points where a side may not retake *)
  freed : by_side;       (* those for which a side has passed once for good *)
  old : pset;        (* the stones of the owner in the scope that stand since the beginning *)
  staying : pset        (* the new ones that have stayed since the last review *)
}.
Definition remembered := (position * memory)%type.

Section Remembering.
(** In the rules of the arena a ban is for the next turn (there is none where there is no ko rule), threats are none,
    passes never end play, and it counts which units were taken: so [ban] names the stone that a play took in a ko, if it
    was such a take.  Its rule for cycles is not looked at. *)
Context (a : arena) (w : lifting) (o : purpose).
Notation f := (frame_of (grid a)).

Definition keep_if (P : point -> bool) (A : pset) : pset :=
  fold_right (fun q B => if P q then N.setbit B q else B) 0%N (elements A).
Definition the_point (k : option point) : pset := match k with Some q => N.setbit 0 q | None => 0%N end.

(** *** Kos. *)
Definition with_turn (s : position) (c : colour) : position :=
  Position (black s) (white s) None c false (black_threats s) (white_threats s) (gone s).

(** A play of [c] on [q] would be a take in a ko. *)
Definition takes_in_ko (s : position) (c : colour) (q : point) : bool :=
  let u := with_turn s c in
  let t := after f a u q (take f a u q) in
  allowed a u q && breathes_b f a t c q && match ban t with Some _ => true | None => false end.

(** The point is empty, and next to it is neither an empty point nor a stone or wall of [c]. *)
Definition shut_in (s : position) (c : colour) (q : point) : bool :=
  N.testbit (free a s) q &&
  (N.land (near f (N.setbit 0 q)) (N.lor (free a s) (N.lor (stones s c) (wall a c))) =? 0)%N.

(** A ban of [c] on [q] has not lapsed. *)
Definition stays (s : position) (c : colour) (q : point) : bool :=
  match w with EachCapture => shut_in s c q | _ => takes_in_ko s c q end.

(** A play from [s] to [t] on [p] is forbidden by a ban. *)
Definition forbidden (s : remembered) (p : point) (t : position) : bool :=
  let c := mover (fst s) in
  N.testbit (part (bans (snd s)) c) p &&
  match w with
  | ForATurn => true
  | EachCapture => negb (stones t (other c) =? stones (fst s) (other c))%N
  | _ => match ban t with Some _ => true | None => false end
  end.

(** The bans on the side to move that outlast its turn. *)
Definition outlast (m : memory) (c : colour) : pset :=
  match w with
  | NoBan | ForATurn => 0%N
  | OnceForEachKo => N.ldiff (part (bans m) c) (part (freed m) c)
  | _ => part (bans m) c
  end.
Definition bans_after_play (s : remembered) (t : position) : by_side :=
  let c := mover (fst s) in
  let m := snd s in
  let new := the_point (ban t) in
  match w with
  | NoBan | ForATurn => pair_of c 0%N new
  | _ => pair_of c (keep_if (stays t c) (outlast m c)) (keep_if (stays t (other c)) (N.lor (part (bans m) (other c)) new))
  end.

(** The passes: for one ko, the point of which is named, or for none. *)
Definition passes (s : remembered) : list (option point) :=
  let c := mover (fst s) in
  match w with
  | EachRetake | OnceForEachKo | EachCapture =>
    match elements (N.ldiff (part (bans (snd s)) c) (part (freed (snd s)) c)) with [] => [None] | l => map Some l end
  | _ => [None]
  end.
Definition bans_after_pass (s : remembered) (k : option point) : by_side :=
  let c := mover (fst s) in
  let m := snd s in
  let mine := part (bans m) c in
  let theirs := part (bans m) (other c) in
  match w with
  | NoBan | ForATurn => BySide 0%N 0%N
  | AllKos => pair_of c 0%N theirs
  | BothSides => if (mine =? 0)%N then bans m else BySide 0%N 0%N
  | _ => pair_of c (N.ldiff (outlast m c) (the_point k)) theirs
  end.
Definition freed_after_pass (s : remembered) (k : option point) : by_side :=
  let c := mover (fst s) in
  let m := snd s in
  match w with
  | OnceForEachKo => pair_of c (N.lor (part (freed m) c) (the_point k)) (part (freed m) (other c))
  | _ => freed m
  end.

(** *** New stones. *)
Definition scope_of : pset := match o with NoNewStone z _ => z | _ => 0%N end.
Definition captured (s : position) : bool :=
  match o with NoNewStone _ _ => subset (all_units a) (gone s) | _ => false end.
Definition old_after (s : remembered) (t : position) : pset :=
  N.ldiff (old (snd s)) (N.ldiff (stones (fst s) (owner a)) (stones t (owner a))).
Definition staying_after (s : remembered) (t : position) : pset :=
  let new := N.ldiff (N.land (stones t (owner a)) scope_of) (old_after s t) in
  if captured t then
    if captured (fst s) && negb (staying (snd s) =? 0)%N then N.land (staying (snd s)) new else new
  else 0%N.
(** No stone is staying: a review. *)
Definition marked (s : remembered) : bool := captured (fst s) && (staying (snd s) =? 0)%N.

(** *** The moves. *)
Definition settle (t : position) : position :=
  Position (black t) (white t) None (mover t) false (black_threats t) (white_threats t)
    match o with ToOwn => 0%N | _ => gone t end.
Definition to_state (s : remembered) (t : position) (b r : by_side) : remembered :=
  (settle t, Memory b r (old_after s t) (staying_after s t)).
Definition capture_ends : Prop := match o with ToCapture _ => True | _ => False end.

Inductive steps (s : remembered) : next remembered -> Prop :=
| one_play p t : played a (fst s) p t -> forbidden s p t = false -> ~ (capture_ends /\ takes_last a (fst s) p t) ->
    steps s (To (lost a (fst s) t) (to_state s t (bans_after_play s t) (freed (snd s))))
| last_capture p t : played a (fst s) p t -> forbidden s p t = false -> capture_ends -> takes_last a (fst s) p t ->
    steps s (Over (attacker a))
| one_pass k : In k (passes s) ->
    steps s (To 0%Z (to_state s (pass a (fst s)) (bans_after_pass s k) (freed_after_pass s k))).

(** *** The cycles. *)
Definition judged_by (r : cycle_rule) : arena :=
  let q := rules a in
  Arena (grid a)
    (Ruleset (ko q) (owner_threats q) (attacker_threats q) (first_move q) (end_of_play q) (dead_means q) r (walls q))
    (black_wall a) (white_wall a) (locale a) (units a) (owner a).
Definition without_memory (c : past remembered) : past position := map (fun e => (fst (fst e), snd e)) c.

Definition aimed (c : past remembered) (appeal : bool) (x : colour) : Prop :=
  let review := exists s, In s (states c) /\ marked s = true in
  if same_colour x (owner a)
  then (appeal = true /\ (sum c < 0)%Z) \/ ((appeal = true -> sum c = 0%Z) /\ ~ review)
  else (appeal = true /\ (sum c > 0)%Z) \/ ((appeal = true -> sum c = 0%Z) /\ review).
Definition wins_cycle (x : colour) (c : past remembered) : Prop :=
  match o with
  | ToOwn => cycle_won (judged_by PrisonersThenOwnership) x (without_memory c)
  | ToCapture r => cycle_won (judged_by r) x (without_memory c)
  | NoNewStone _ appeal => aimed c appeal x
  end.

Definition remembering : game := Game remembered (fun s => mover (fst s)) steps wins_cycle.

Definition from (s : position) : remembered :=
  (s, Memory (BySide 0%N 0%N) (BySide 0%N 0%N) (N.land (stones s (owner a)) scope_of) 0%N).
End Remembering.

(** *** Claims.  Where a new stone counts: on the points of the units, in what is connected to them without crossing other
    units of the owner that are alive in the first sense, or in the whole locale. *)
Inductive place := OnItsPoints | Nearby | Anywhere.
Inductive purpose_said := SayOwn | SayCapture (by_cycles : cycle_rule) | SayNoNewStone (at_ : place) (appeal : bool).

Record remembering_claim := RClaim { position_of : claim; lifts : lifting; wanted : purpose_said }.

Section Claims.
Context (k : remembering_claim).
Notation c := (position_of k).

(** The rules are those of [Remembering] above, and have a game. *)
Definition counts_prisoners : bool :=
  match wanted k with
  | SayOwn | SayCapture PrisonersThenOwnership | SayCapture Prisoners => true
  | SayCapture _ => false
  | SayNoNewStone _ appeal => appeal
  end.
Record rules_fit : Prop := RulesFit {
  fit_ko : ko (ruled c) = match lifts k with NoBan => NoKo | _ => Basic end;
  fit_threats : owner_threats (ruled c) = Some 0%N /\ attacker_threats (ruled c) = Some 0%N;
  fit_end : end_of_play (ruled c) = Never;
  fit_aim : dead_means (ruled c) = CapturedOnce;
  fit_cycles : cycles (ruled c) = if counts_prisoners then Prisoners else OwnersAlways;
  fit_walls : walls (ruled c) <> Independent;
  fit_draws : wanted k <> SayCapture Draw
}.

(** The other unit of the owner at [v] is alive if new stones count on its points alone. *)
Definition at_point (v : point) : claim :=
  Claim (shown c) (side c) [v] (relied c) (ruled c) IsAlive.
Definition alive_on_its_points (appeal : bool) (v : point) : Prop :=
  exists a, meant (at_point v) a /\
    can_win (remembering a (lifts k) (NoNewStone (all_units a) appeal)) (side c)
      (from a (NoNewStone (all_units a) appeal) (start (at_point v) a)).

Definition in_scope (a : arena) (at_ : place) (appeal : bool) (p : point) : Prop :=
  match at_ with
  | OnItsPoints => mem p (all_units a)
  | Anywhere => mem p (locale a)
  | Nearby => exists u, In u (named c) /\
      linked (size_of (shown c)) (fun q => mem q (locale a) /\
        ~ (in_colour c (side c) q /\ ~ mem q (all_units a) /\ alive_on_its_points appeal q)) u p
  end.
Definition purpose_in (a : arena) (o : purpose) : Prop :=
  match wanted k, o with
  | SayOwn, ToOwn => True
  | SayCapture r, ToCapture r' => r = r'
  | SayNoNewStone at_ appeal, NoNewStone z appeal' => appeal = appeal' /\ forall p, mem p z <-> in_scope a at_ appeal p
  | _, _ => False
  end.

Definition remembering_holds : Prop :=
  proper c /\ rules_fit /\ exists a, meant c a /\
  let wins x := forall o, purpose_in a o -> can_win (remembering a (lifts k) o) x (from a o (start c a)) in
  match said c with
  | IsAlive => walled c \/ wins (owner a)
  | IsDead => ~ walled c /\ wins (attacker a)
  | IsDrawn => False
  end.
End Claims.
