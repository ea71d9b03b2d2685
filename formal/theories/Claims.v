(** What a certificate claims, and when it is true: sections 1 and 2 of docs/semantics.md.  Nothing is proved here. *)

Require Import List NArith.
Require Import Cycles Sets Board Rules.
Open Scope N_scope.

Inductive verdict := IsAlive | IsDead | IsDrawn.

(** A diagram.  At an open side the board goes on. *)
Record diagram := Diagram {
  size_of : board;
  blacks : pset;
  whites : pset;
  open_top : bool;
  open_bottom : bool;
  open_left : bool;
  open_right : bool
}.

(** A claim about the units of [side] that have stones on the points [named].  Under [Independent] it may rely on chains
    that are walls by proof, one stone of each. *)
Record claim := Claim {
  shown : diagram;
  side : colour;
  named : list point;
  relied : list point;
  ruled : ruleset;
  said : verdict
}.

(** *** Keeping chains, the unit of a game, by answers in an area [A].  In the states [K] the attacker is to move.  No play
    of his takes a stone of the unit.  To each there is an answer in the area, or a pass; and after a play elsewhere, or a
    pass, the owner may also pass or play elsewhere as he likes. *)
Record keeping (a : arena) (A : pset) (K : position -> Prop) : Prop := Keeping {
  attackers_turn : forall s, K s -> mover s = attacker a;
  nothing_lost : forall s p t U q, K s -> played a s p t -> In U (units a) -> mem q U -> ~ taken a s p q;
  answered : forall s p t, K s -> played a s p t -> K (pass a t) \/ exists m u, mem m A /\ played a t m u /\ K u;
  far_off : forall s p t, K s -> played a s p t -> ~ mem p A ->
    K (pass a t) /\ forall m u, ~ mem m A -> played a t m u -> K u;
  passed_by : forall s, K s -> K (pass a (pass a s)) /\ forall m u, ~ mem m A -> played a (pass a s) m u -> K u
}.
Definition kept_in_area (a : arena) (A : pset) (s : position) : Prop := exists K, keeping a A K /\ K s.

Section Claims.
Context (c : claim).
Notation b := (size_of (shown c)).
Notation adj := (adj b).
Notation linked := (linked b).

Definition in_colour (k : colour) (p : point) : Prop :=
  mem p match k with Black => blacks (shown c) | White => whites (shown c) end.
Definition no_stone (p : point) : Prop := on_board b p /\ ~ in_colour Black p /\ ~ in_colour White p.

(** The points on open sides, the outside, and the stones that are assumed alive. *)
Definition cut (p : point) : Prop :=
  on_board b p /\
  ((open_top (shown c) = true /\ row b p = 0) \/ (open_bottom (shown c) = true /\ row b p + 1 = rows b) \/
   (open_left (shown c) = true /\ col b p = 0) \/ (open_right (shown c) = true /\ col b p + 1 = cols b)).
Definition outside (p : point) : Prop := exists q, cut q /\ linked no_stone q p.
Definition assumed (k : colour) (p : point) : Prop :=
  exists q, linked (in_colour k) p q /\ (cut q \/ exists r, adj q r /\ outside r).

(** *** Unconditional life (Benson 1976), with the stones assumed alive as walls.  A region of [k] is a maximal connected
    set of points, without those, on which no stone of [k] stands. *)
Definition area (p : point) : Prop := on_board b p /\ ~ assumed Black p /\ ~ assumed White p /\ ~ outside p.
Definition free_stone (k : colour) (p : point) : Prop := in_colour k p /\ area p.
Definition no_own (k : colour) (p : point) : Prop := area p /\ ~ in_colour k p.

(** The region of [p] is vital to the chain of [x], and there are only stones of [Y] around it. *)
Record vital (k : colour) (Y : point -> Prop) (x p : point) : Prop := Vital {
  in_region : no_own k p;
  room : exists q, linked (no_own k) p q /\ ~ in_colour (other k) q;
  liberties : forall q, linked (no_own k) p q -> ~ in_colour (other k) q ->
    exists y, linked (free_stone k) x y /\ adj y q;
  border : forall q y, linked (no_own k) p q -> adj q y -> free_stone k y -> Y y;
  no_foreign_wall : forall q y, linked (no_own k) p q -> adj q y -> ~ assumed (other k) y
}.

(** [Y] are chains, each next to a stone of its colour assumed alive, or with two vital regions. *)
Record keeps (k : colour) (Y : point -> Prop) : Prop := Keeps {
  stones_only : forall x, Y x -> free_stone k x;
  whole_chains : forall x y, Y x -> linked (free_stone k) x y -> Y y;
  two_regions : forall x, Y x ->
    (exists y r, linked (free_stone k) x y /\ adj y r /\ assumed k r) \/
    (exists p q, vital k Y x p /\ vital k Y x q /\ ~ linked (no_own k) p q)
}.
Definition unconditional (k : colour) (x : point) : Prop := exists Y, keeps k Y /\ Y x.

(** *** Walls and locale. *)
Definition by_proof (k : colour) (p : point) : Prop :=
  walls (ruled c) = Independent /\ exists u, In u (relied c) /\ linked (in_colour k) u p.
Definition a_wall (k : colour) (p : point) : Prop :=
  assumed k p \/ match walls (ruled c) with Unconditional | Independent => unconditional k p | _ => False end \/ by_proof k p.
Definition free (p : point) : Prop := on_board b p /\ ~ a_wall Black p /\ ~ a_wall White p /\ ~ outside p.
Definition in_locale (p : point) : Prop :=
  free p /\ (walls (ruled c) = Everywhere \/ exists u, In u (named c) /\ linked free u p).

(** *** What may be claimed. *)
Record proper : Prop := Proper {
  stones_on_board : forall k p, in_colour k p -> on_board b p;
  one_stone : forall p, in_colour Black p -> ~ in_colour White p;
  can_breathe : forall k p, in_colour k p -> exists q, linked (in_colour k) p q /\ (cut q \/ exists r, adj q r /\ no_stone r);
  some_unit : named c <> nil;
  all_stones : forall u, In u (named c) -> in_colour (side c) u /\ ~ assumed (side c) u;
  different : ForallOrdPairs (fun u v => ~ linked (in_colour (side c)) u v) (named c)
}.

(** Some unit is a wall. *)
Definition walled : Prop := exists u, In u (named c) /\ a_wall (side c) u.

(** *** The game that a claim is about. *)
Record meant (a : arena) : Prop := Meant {
  same_grid : grid a = b;
  same_rules : rules a = ruled c;
  same_owner : owner a = side c;
  the_walls : forall k p, mem p (wall a k) <-> a_wall k p;
  the_locale : forall p, mem p (locale a) <-> in_locale p;
  the_units : Forall2 (fun u U => forall p, mem p U <-> linked (in_colour (side c)) u p) (named c) (units a)
}.

Definition left_to (a : arena) (k : colour) : N := match threats_of a k with Some n => n | None => 0 end.

Definition start (a : arena) : position :=
  Position (N.land (blacks (shown c)) (locale a)) (N.land (whites (shown c)) (locale a)) None
    (match first_move (ruled c) with OwnerFirst => side c | AttackerFirst => other (side c) end)
    false (left_to a Black) (left_to a White) 0.

(** *** Walls by proof.  Chains of one side, and the area in which it answers for them. *)
Record wall_proof := WallProof { of_side : colour; chains : list point; its_area : pset }.
Definition stone_of (e : wall_proof) (p : point) : Prop := exists u, In u (chains e) /\ linked (in_colour (of_side e)) u p.

Definition keeping_rules : ruleset := Ruleset Basic (Some 0) None AttackerFirst Never CapturedOnce OwnersAlways Independent.

(** The game for them.  Walls of their side are also unconditionally alive chains, and those proved [earlier]. *)
Record keeping_game (e : wall_proof) (earlier : point -> Prop) (a : arena) : Prop := KeepingGame {
  k_grid : grid a = b;
  k_rules : rules a = keeping_rules;
  k_owner : owner a = of_side e;
  own_walls : forall p, mem p (wall a (of_side e)) <-> assumed (of_side e) p \/ unconditional (of_side e) p \/ earlier p;
  other_walls : forall p, mem p (wall a (other (of_side e))) <-> assumed (other (of_side e)) p;
  k_locale : forall p, mem p (locale a) <-> exists u, In u (chains e) /\
    linked (fun q => on_board b q /\ ~ mem q (black_wall a) /\ ~ mem q (white_wall a) /\ ~ outside q) u p;
  k_units : exists T, units a = (T :: nil)%list /\ forall p, mem p T <-> stone_of e p
}.
Definition keeping_start (a : arena) : position :=
  Position (N.land (blacks (shown c)) (locale a)) (N.land (whites (shown c)) (locale a)) None (attacker a) false 0 0 0.

(** Proofs of walls, the latest first. *)
Inductive proofs : list wall_proof -> Prop :=
| no_proof : proofs nil
| one_more e l a : proofs l ->
    (forall u, In u (chains e) -> in_colour (of_side e) u) ->
    keeping_game e (fun p => exists e', In e' l /\ of_side e' = of_side e /\ stone_of e' p) a ->
    kept_in_area a (its_area e) (keeping_start a) ->
    (forall e' p, In e' l -> of_side e' = of_side e -> mem p (its_area e) -> ~ mem p (its_area e')) ->
    (forall p, mem p (its_area e) -> ~ in_locale p) ->
    proofs (e :: l).
Definition walls_are_proved : Prop :=
  exists l, proofs l /\ forall k p, by_proof k p <-> exists e, In e l /\ of_side e = k /\ stone_of e p.

(** *** When a claim is true. *)
Definition holds : Prop :=
  proper /\ walls_are_proved /\ exists a, meant a /\
  match said c with
  | IsAlive => walled \/ alive a (start a)
  | IsDead => ~ walled /\ dead a (start a)
  | IsDrawn => ~ walled /\ drawn a (start a)
  end.
End Claims.
