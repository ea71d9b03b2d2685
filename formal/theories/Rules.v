(** Hypothetical play for one unit or several together, in the games whose states remember no more than one ban, a pass
    and the threats left: sections 3, 3.1 and 3.2 of docs/semantics.md.  Nothing is proved here.  With [Cycles.v],
    [Board.v] and [Claims.v] this is what a reader has to compare with the rules. *)

Require Import List NArith ZArith.
Require Import Cycles Sets Board.
Open Scope N_scope.

(** *** The axes of a ruleset that play depends on.  Suicide is forbidden. *)
Inductive ko_rule := Basic | NoKo.
Inductive mover_rule := OwnerFirst | AttackerFirst.
Inductive end_rule := Never | TwoPasses.
Inductive aim := FinallyOwned | CapturedOnce.
Inductive cycle_rule := PrisonersThenOwnership | Prisoners | OwnersAlways | Draw.   (* the third is the value "alive" *)
Inductive wall_rule := Assumed | Unconditional | Independent | Everywhere.  (* the last one is the value "board" *)

Record ruleset := Ruleset {
  ko : ko_rule;
  owner_threats : option N;        (* None: unlimited *)
  attacker_threats : option N;
  first_move : mover_rule;
  end_of_play : end_rule;
  dead_means : aim;
  cycles : cycle_rule;
  walls : wall_rule
}.

(** *** Where play takes place.  [Claims.v] says what the walls, the locale and the units of a claim are. *)
Record arena := Arena {
  grid : board;
  rules : ruleset;
  black_wall : pset;               (* stones that never leave the board *)
  white_wall : pset;
  locale : pset;                   (* where stones may be played *)
  units : list pset;               (* mostly one *)
  owner : colour                   (* of the units *)
}.
Definition attacker (a : arena) : colour := other (owner a).
Definition wall (a : arena) (c : colour) : pset := match c with Black => black_wall a | White => white_wall a end.

(** A state.  Stones are those in the locale. *)
Record position := Position {
  black : pset;
  white : pset;
  ban : option point;              (* where the side to move may not retake *)
  mover : colour;
  passed : bool;                   (* the last move was a pass that counts towards the end *)
  black_threats : N;               (* left; 0 if there is no limit *)
  white_threats : N;
  gone : pset                      (* the units that were taken, where that counts *)
}.
Definition stones (s : position) (c : colour) : pset := match c with Black => black s | White => white s end.
Definition threats (s : position) (c : colour) : N :=
  match c with Black => black_threats s | White => white_threats s end.

Section Rules.
Context (a : arena).
Notation adj := (adj (grid a)).
Notation linked := (linked (grid a)).

Definition stone (s : position) (c : colour) (p : point) : Prop := mem p (stones s c).
Definition empty (s : position) (p : point) : Prop := mem p (locale a) /\ ~ stone s Black p /\ ~ stone s White p.

(** The chain of the stone on [p] has a liberty other than [x], or is connected to a wall. *)
Definition breathes_without (x : point -> Prop) (s : position) (c : colour) (p : point) : Prop :=
  exists q r, linked (stone s c) p q /\ adj q r /\ ((empty s r /\ ~ x r) \/ mem r (wall a c)).
Definition breathes := breathes_without (fun _ => False).

(** A play on [p] takes the stone on [q]: the chain of the stone is next to [p] and has no other liberty. *)
Definition taken (s : position) (p q : point) : Prop :=
  let c := other (mover s) in
  (exists r, linked (stone s c) q r /\ adj r p) /\ ~ breathes_without (eq p) s c q.

(** Article 5: one stone, on [q], is taken; the stone on [p] stands alone then, with one liberty. *)
Definition takes_ko (s : position) (p q : point) (t : position) : Prop :=
  let c := mover s in
  (taken s p q /\ forall r, taken s p r -> r = q) /\
  (forall r, adj p r -> ~ stone t c r /\ ~ mem r (wall a c)) /\
  (exists r, (adj p r /\ empty t r) /\ forall r', adj p r' /\ empty t r' -> r' = r).

Definition threats_of (c : colour) : option N :=
  match c, owner a with
  | Black, Black | White, White => owner_threats (rules a)
  | _, _ => attacker_threats (rules a)
  end.

(** Bans bind a side unless it has threats without limit. *)
Definition bound (c : colour) : Prop := ko (rules a) = Basic /\ threats_of c <> None.

(** A play on [p] takes a stone of the unit [U], and that counts. *)
Definition takes_of (U : pset) (s : position) (p : point) : Prop :=
  dead_means (rules a) = CapturedOnce /\ mover s = attacker a /\ exists q, mem q U /\ taken s p q.

(** A play on [p] leads from [s] to [t]. *)
Record played (s : position) (p : point) (t : position) : Prop := Played {
  on_empty : empty s p;
  retaken : ban s = Some p -> 0 < threats s (mover s);
  own_stones : forall q, stone t (mover s) q <-> stone s (mover s) q \/ q = p;
  their_stones : forall q, stone t (other (mover s)) q <-> stone s (other (mover s)) q /\ ~ taken s p q;
  no_suicide : breathes t (mover s) p;                                                     (* article 4 *)
  ban_after : forall q, ban t = Some q <-> bound (other (mover s)) /\ takes_ko s p q t;    (* article 5 *)
  mover_after : mover t = other (mover s);
  passed_after : passed t = false;
  own_threats : ban s <> Some p -> threats t (mover s) = threats s (mover s);
  threat_spent : ban s = Some p -> threats t (mover s) = threats s (mover s) - 1;
  their_threats : threats t (other (mover s)) = threats s (other (mover s));
  gone_after : forall q, mem q (gone t) <-> mem q (gone s) \/ exists U, In U (units a) /\ mem q U /\ takes_of U s p
}.

(** The attacker takes the last unit. *)
Definition takes_last (s : position) (p : point) (t : position) : Prop :=
  (exists U, In U (units a) /\ takes_of U s p) /\ forall U q, In U (units a) -> mem q U -> mem q (gone t).

(** A pass counts towards the end, unless it lifts a ban. *)
Definition pass_counts (s : position) : bool :=
  match end_of_play (rules a), ban s with TwoPasses, None => true | _, _ => false end.
Definition pass (s : position) : position :=
  Position (black s) (white s) None (other (mover s)) (pass_counts s) (black_threats s) (white_threats s) (gone s).
Definition second_pass (s : position) : Prop := pass_counts s = true /\ passed s = true.

(** *** Ownership.  A point belongs to a side if its stone is there, or if it is empty and its empty region touches
    that side alone. *)
Definition touches (s : position) (c : colour) (p : point) : Prop :=
  exists q r, linked (empty s) p q /\ adj q r /\ (stone s c r \/ mem r (wall a c)).
Definition belongs (s : position) (c : colour) (p : point) : Prop :=
  stone s c p \/ (empty s p /\ touches s c p /\ ~ touches s (other c) p).
Definition attacker_owns (s : position) : Prop :=
  forall U, In U (units a) -> exists p, mem p U /\ belongs s (attacker a) p.

(** The owner's prisoners minus the attacker's, in one play. *)
Definition lost (s t : position) : Z :=
  let n := (size (stones s (other (mover s))) - size (stones t (other (mover s))))%Z in
  match mover s, owner a with Black, Black | White, White => - n | _, _ => n end.

(** *** The moves. *)
Inductive moves (s : position) : next position -> Prop :=
| a_play p t : played s p t -> ~ takes_last s p t -> moves s (To (lost s t) t)
| last_play p t : played s p t -> takes_last s p t -> moves s (Over (attacker a))
| a_pass : ~ second_pass s -> moves s (To 0%Z (pass s))
| kept_to_the_end : second_pass s -> dead_means (rules a) = CapturedOnce \/ ~ attacker_owns s ->
    moves s (Over (owner a))
| owned_in_the_end : second_pass s -> dead_means (rules a) = FinallyOwned -> attacker_owns s ->
    moves s (Over (attacker a)).

(** *** The cycles. *)
Definition owner_wins (c : past position) : Prop :=
  match cycles (rules a) with
  | PrisonersThenOwnership => (sum c < 0)%Z \/ (sum c = 0%Z /\ exists s, In s (states c) /\ ~ attacker_owns s)
  | Prisoners => (sum c <= 0)%Z
  | OwnersAlways => True
  | Draw => False
  end.
Definition attacker_wins (c : past position) : Prop :=
  match cycles (rules a) with
  | PrisonersThenOwnership => (sum c > 0)%Z \/ (sum c = 0%Z /\ forall s, In s (states c) -> attacker_owns s)
  | Prisoners => (sum c > 0)%Z
  | OwnersAlways => False
  | Draw => False
  end.
Definition cycle_won (x : colour) : past position -> Prop :=
  match x, owner a with Black, Black | White, White => owner_wins | _, _ => attacker_wins end.

Definition play : game := Game position mover moves cycle_won.

(** *** The verdicts on a state. *)
Definition alive (s : position) : Prop := can_win play (owner a) s.
Definition dead (s : position) : Prop := can_win play (attacker a) s.
Definition drawn (s : position) : Prop := ~ alive s /\ ~ dead s.
End Rules.
