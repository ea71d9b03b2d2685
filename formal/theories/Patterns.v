(** Patterns: what stands on a part of the board, and what a move there leads to whatever stands elsewhere.
    docs/certificates.md, "Patterns". *)

Require Import List NArith ZArith Lia Bool.
Require Import Cycles Sets Board Rules Claims Grid Exec Measures Judging Walls Life Statics Finite Breath Regions.
Import ListNotations.

(** The stones of a zone, with the side to move, a ban and threats; and points outside it on which the winner has no
    stone. *)
Record pattern := Pattern { zone : pset; eye_points : pset; face : position }.

Section Check.
Context (f : frame) (a : arena) (x : colour).

Definition blank (v : pattern) : pset := N.ldiff (zone v) (N.lor (black (face v)) (white (face v))).
Definition unknown (v : pattern) : pset := N.ldiff (locale a) (zone v).

Definition form_b (v : pattern) : bool :=
  subset (zone v) (locale a) && subset (N.lor (black (face v)) (white (face v))) (zone v) &&
  (N.land (black (face v)) (white (face v)) =? 0)%N && subset (eye_points v) (N.ldiff (locale a) (zone v)).

(** An eye: the winner's stones and walls are around it. *)
Definition sealed_b (v : pattern) (K : pset) : bool :=
  some K && subset K (eye_points v) &&
  (N.land (N.ldiff (near f K) K) (N.lor (wall a (other x)) (N.ldiff (locale a) (stones (face v) x))) =? 0)%N.
Definition eyes_of (v : pattern) : list pset := filter (sealed_b v) (components f (eye_points v)).

(** The stones of the winner whose chain is next to all points of an eye, or of two. *)
Definition enough_eyes (both : bool) (l : list pset) : bool :=
  match l with
  | [] => false
  | [_] => negb both
  | K :: K' :: _ => negb both || (N.land K K' =? 0)%N
  end.
Definition with_eyes (v : pattern) (both : bool) (es : list pset) (C : pset) : pset :=
  match elements C with
  | [] => 0%N
  | y :: _ =>
    let D := chain_of f (stones (face v) x) y in
    if enough_eyes both (filter (fun K => subset K (near f D)) es) then D else 0%N
  end.
Definition eyed (v : pattern) (both : bool) : pset :=
  match eyes_of v with
  | [] => 0%N
  | es => fold_right N.lor 0%N (map (with_eyes v both es) (components f (stones (face v) x)))
  end.

(** No play outside the zone takes a stone of the winner in it. *)
Definition supported_b (v : pattern) : bool :=
  let M := stones (face v) x in
  subset M (N.lor (reach f M (N.lor (blank v) (wall a x))) (eyed v true)).

(** A play of the side to move on [p], which is blank: the stones that it takes for certain, and those of which it is
    not known.  [ey] are stones that have an eye. *)
Definition with_eye (v : pattern) : pset := if same_colour (other (mover (face v))) x then eyed v false else 0%N.
Definition saved_from (v : pattern) (ey : pset) (p : point) : pset :=
  let o := other (mover (face v)) in
  N.lor (reach f (stones (face v) o) (N.lor (N.clearbit (blank v) p) (wall a o))) ey.
Definition effect_from (v : pattern) (ey : pset) (p : point) : pset * pset :=
  let T := stones (face v) (other (mover (face v))) in
  let danger := N.ldiff T (saved_from v ey p) in
  if (danger =? 0)%N then (0%N, 0%N) else
  let touched := N.land danger (reach f T (N.setbit 0 p)) in
  let loose := N.land danger (reach f T (unknown v)) in
  let lost := if (N.land (near f (N.setbit 0 p)) (unknown v) =? 0)%N && (N.land loose touched =? 0)%N then 0%N else loose in
  (N.ldiff touched loose, lost).
Definition saved (v : pattern) (p : point) : pset := saved_from v (with_eye v) p.
Definition effect (v : pattern) (p : point) : pset * pset := effect_from v (with_eye v) p.

Definition colours (c : colour) (own opp : pset) (k : option point) (m : colour) (b w : N) (g : pset) : position :=
  match c with Black => Position own opp k m false b w g | White => Position opp own k m false b w g end.

(** The units that are taken then for certain, where that counts. *)
Definition once : bool := match dead_means (rules a) with CapturedOnce => true | FinallyOwned => false end.
Definition gone_e (v : pattern) (e : pset * pset) : pset :=
  let g := gone (face v) in
  if once && same_colour (mover (face v)) (attacker a)
  then fold_right (fun U B => if some (N.land U (fst e)) then N.lor U B else B) g (units a) else g.

(** What is known after a play with that effect. *)
Definition outcome_e (v : pattern) (p : point) (e : pset * pset) : pattern :=
  let s := face v in
  let c := mover s in
  let '(sure, lost) := e in
  Pattern (N.ldiff (zone v) lost) (eye_points v)
    (colours c (N.setbit (stones s c) p) (N.ldiff (N.ldiff (stones s (other c)) sure) lost) None (other c)
      (spend s p Black) (spend s p White) (gone_e v e)).

(** The play is legal in all states of the pattern, as far as bans go; or in none. *)
Definition legal_e (v : pattern) (p : point) (e : pset * pset) : bool :=
  let c := mover (face v) in
  let around := near f (N.setbit 0 p) in
  some (fst e) || some (N.land around (N.lor (blank v) (wall a c))) ||
  some (N.land around (reach f (stones (face v) c) (N.lor (N.clearbit (blank v) p) (wall a c)))).
Definition illegal_e (v : pattern) (p : point) (e : pset * pset) : bool :=
  let c := mover (face v) in
  let around := near f (N.setbit 0 p) in
  (N.lor (fst e) (snd e) =? 0)%N &&
  (N.land around (N.lor (unknown v) (N.lor (blank v) (wall a c))) =? 0)%N &&
  (N.land around (reach f (stones (face v) c) (N.lor (N.clearbit (blank v) p) (N.lor (wall a c) (unknown v)))) =? 0)%N.

(** The point where a retake is forbidden after the play for certain, or may be. *)
Definition sure_ban_e (v : pattern) (p : point) (e : pset * pset) : option point :=
  let c := mover (face v) in
  let '(sure, lost) := e in
  if bound_b a (other c) && one sure && (lost =? 0)%N &&
    (N.land (near f (N.setbit 0 p)) (N.lor (unknown v) (N.lor (blank v) (N.lor (stones (face v) c) (wall a c)))) =? 0)%N
  then hd_error (elements sure) else None.
Definition may_ban_e (v : pattern) (p : point) (e : pset * pset) : option point :=
  let c := mover (face v) in
  let '(sure, lost) := e in
  if bound_b a (other c) && one sure &&
    (N.land (near f (N.setbit 0 p)) (N.lor (blank v) (N.lor (stones (face v) c) (wall a c))) =? 0)%N
  then hd_error (elements sure) else None.

Definition outcome (v : pattern) (p : point) : pattern := outcome_e v p (effect v p).
Definition legal_b (v : pattern) (p : point) : bool := legal_e v p (effect v p).
Definition illegal_b (v : pattern) (p : point) : bool := illegal_e v p (effect v p).
Definition sure_ban (v : pattern) (p : point) : option point := sure_ban_e v p (effect v p).
Definition may_ban (v : pattern) (p : point) : option point := may_ban_e v p (effect v p).
End Check.

Section Proofs.
Context (a : arena) (x : colour).
Notation f := (frame_of (grid a)).
Notation adj := (adj (grid a)).
Notation linked := (linked (grid a)).
Hypothesis walls_apart : forall k q, mem q (wall a k) -> ~ mem q (locale a).

Record form (v : pattern) : Prop := Form {
  zone_in : forall q, mem q (zone v) -> mem q (locale a);
  stones_in : forall k q, stone (face v) k q -> mem q (zone v);
  one_colour : forall q, stone (face v) Black q -> ~ stone (face v) White q;
  eyes_in : forall q, mem q (eye_points v) -> mem q (locale a) /\ ~ mem q (zone v)
}.

Lemma form_b_spec v : form_b a v = true -> form v.
Proof.
  unfold form_b. rewrite !andb_true_iff, !mem_subset, empty_iff. intros [[[A B] C] D]. split.
  - exact A.
  - intros k q Q. apply B, mem_lor. destruct k; auto.
  - intros q P Q. apply (C q), mem_land. auto.
  - intros q Q. apply mem_ldiff, D, Q.
Qed.

(** A state has the stones of the pattern, and none of the winner on the eyes. *)
Definition agrees (v : pattern) (s : position) : Prop :=
  (forall k q, mem q (zone v) -> (stone s k q <-> stone (face v) k q)) /\
  (forall q, mem q (eye_points v) -> ~ stone s x q).

Lemma blank_spec v q : mem q (blank v) <-> mem q (zone v) /\ forall k, ~ stone (face v) k q.
Proof.
  unfold blank. rewrite mem_ldiff, mem_lor. split; intros [A B]; (split; [exact A |]).
  - intros [] K; apply B; auto.
  - intros [K | K]; [exact (B Black K) | exact (B White K)].
Qed.

Lemma unknown_spec v q : mem q (unknown a v) <-> mem q (locale a) /\ ~ mem q (zone v).
Proof. apply mem_ldiff. Qed.

Section State.
Context (v : pattern) (s : position).
Hypothesis F : form v.
Hypothesis A : agrees v s.
Hypothesis B : breathing a s.

Lemma in_locale k q : stone s k q -> mem q (locale a).
Proof. destruct B as [[I _] _]. apply I. Qed.

Lemma lift k q r : linked (stone (face v) k) q r -> linked (stone s k) q r.
Proof. apply linked_sub. intros z Z. apply (proj1 A); [eapply stones_in; eauto | exact Z]. Qed.

Lemma blank_empty q : mem q (blank v) -> empty a s q.
Proof.
  intros Q. apply blank_spec in Q as [Z N]. split; [apply (zone_in _ F), Z |].
  split; intros K; apply (proj1 A) in K; auto; exact (N _ K).
Qed.

Lemma empty_blank q : empty a s q -> mem q (zone v) -> mem q (blank v).
Proof.
  intros (_ & N1 & N2) Z. apply blank_spec. split; [exact Z |]. intros [] K; apply (proj1 A) in K; auto.
Qed.

Lemma known_or q : mem q (locale a) -> mem q (zone v) \/ mem q (unknown a v).
Proof. intros L. destruct (mem_dec q (zone v)); [auto | right; apply unknown_spec; auto]. Qed.

(** An eye holds an empty point. *)
Lemma eye_empty K : sealed_b f a x v K = true -> exists q, mem q K /\ empty a s q.
Proof.
  unfold sealed_b. rewrite !andb_true_iff, some_spec, mem_subset, empty_iff. intros [[(q & Q) E] Bd].
  assert (forall r, mem r K -> mem r (locale a) /\ ~ stone s x r) as KL.
  { intros r R. specialize (E r R). split; [apply (eyes_in _ F), E | apply (proj2 A), E]. }
  destruct (mem_dec q (stones s (other x))) as [St | St].
  2: { exists q. split; [exact Q |]. apply (empty_split a x). destruct (KL q Q). auto. }
  assert (forall r z, mem r K -> adj r z -> (mem z (locale a) \/ mem z (wall a (other x))) -> mem z K \/ stone s x z) as Out.
  { intros r z R J Z. destruct (mem_dec z K) as [I | I]; [auto | right].
    destruct (mem_dec z (stones (face v) x)) as [M | M].
    - apply (proj1 A); [eapply stones_in; eauto | exact M].
    - destruct (Bd z). apply mem_land. split; [apply mem_ldiff; split; [apply near_spec; exists r; auto | exact I] |].
      apply mem_lor. destruct Z as [Z | Z]; [right; apply mem_ldiff; auto | auto]. }
  pose proof B as [Ins Br]. pose proof (inside_any a x s Ins) as [_ Dis].
  assert (forall r, linked (stone s (other x)) q r -> mem r K) as In_.
  { intros r L. induction L as [z Z | z y r L IH J R]; [exact Q |]. specialize (IH Q St).
    destruct (Out y r IH J (or_introl (in_locale _ _ R))) as [O | O]; [exact O |]. destruct (Dis r O R). }
  destruct (Br (other x) q St) as (u & w & L & J & W). exists w.
  assert (mem w K \/ stone s x w) as [O | O].
  { apply (Out u w); auto. destruct W as [[W _] | W]; [left; apply W | auto]. }
  - split; [exact O |]. destruct W as [[W _] | W]; [exact W |]. destruct (KL w O) as [Lw _]. destruct (walls_apart _ _ W Lw).
  - exfalso. destruct W as [[W _] | W]; [apply (empty_split a x) in W; tauto |]. exact (walls_apart _ _ W (in_locale _ _ O)).
Qed.

Lemma eyed_spec both y : mem y (eyed f a x v both) ->
  exists K, sealed_b f a x v K = true /\ (forall q, mem q K -> exists z, linked (stone (face v) x) y z /\ adj z q) /\
  (both = true -> exists K', sealed_b f a x v K' = true /\
    (forall q, mem q K' -> exists z, linked (stone (face v) x) y z /\ adj z q) /\ forall q, mem q K -> ~ mem q K').
Proof.
  unfold eyed. destruct (eyes_of f a x v) as [| K0 l] eqn:Ee; [intros H; destruct (mem_0 _ H) |].
  rewrite mem_union. intros [H | (D & I & H)]; [destruct (mem_0 _ H) |].
  apply in_map_iff in I as (C & <- & _). unfold with_eyes in H. destruct (elements C) as [| z zs]; [destruct (mem_0 _ H) |].
  set (D := chain_of f (stones (face v) x) z) in *.
  remember (filter (fun K => subset K (near f D)) (K0 :: l)) as fl eqn:Efl.
  destruct (enough_eyes both fl) eqn:En; [| destruct (mem_0 _ H)].
  assert (forall K, In K fl -> sealed_b f a x v K = true /\
    forall q, mem q K -> exists z, linked (stone (face v) x) y z /\ adj z q) as G.
  { intros K I. rewrite Efl in I. apply filter_In in I as [I Sub]. split.
    - rewrite <- Ee in I. apply filter_In in I. tauto.
    - intros q Q. rewrite mem_subset in Sub. apply Sub, near_spec in Q as (u & U & J). exists u. split; [| exact J].
      apply chain_of_spec in U, H. apply linked_trans with z; [apply linked_sym, H | exact U]. }
  clear Efl. destruct fl as [| K [| K' fl']]; [discriminate | |].
  - destruct (G K (or_introl eq_refl)) as [G1 G2]. exists K. split; [exact G1 | split; [exact G2 |]].
    intros ->. discriminate.
  - destruct (G K (or_introl eq_refl)) as [G1 G2]. destruct (G K' (or_intror (or_introl eq_refl))) as [G3 G4].
    exists K. split; [exact G1 | split; [exact G2 |]]. intros ->. exists K'. split; [exact G3 | split; [exact G4 |]].
    simpl in En. rewrite empty_iff in En. intros q P Q. apply (En q), mem_land. auto.
Qed.

Lemma eye_breath K y p : sealed_b f a x v K = true -> (forall q, mem q K -> exists z, linked (stone (face v) x) y z /\ adj z q) ->
  ~ mem p K -> breathes_without a (eq p) s x y.
Proof.
  intros Se Ne Np. destruct (eye_empty K Se) as (q & Q & E). destruct (Ne q Q) as (z & L & J).
  exists z, q. split; [apply lift, L | split; [exact J | left]]. split; [exact E |]. intros ->. exact (Np Q).
Qed.

Lemma eyed_breath both y p : mem y (eyed f a x v both) -> both = true \/ mem p (zone v) -> breathes_without a (eq p) s x y.
Proof.
  intros Y H. apply eyed_spec in Y as (K & S1 & N1 & H2).
  destruct (mem_dec p K) as [I | I]; [| exact (eye_breath K y p S1 N1 I)].
  destruct H as [-> | Z].
  - destruct (H2 eq_refl) as (K' & S2 & N2 & D). exact (eye_breath K' y p S2 N2 (D p I)).
  - exfalso. unfold sealed_b in S1. rewrite !andb_true_iff, mem_subset in S1. destruct S1 as [[_ S1] _].
    apply S1, (eyes_in _ F) in I. tauto.
Qed.

(** *** A play outside the zone takes nothing of the winner in it. *)
Lemma far_play p q : supported_b f a x v = true -> mover s = other x -> ~ mem p (zone v) ->
  stone (face v) x q -> ~ taken a s p q.
Proof.
  unfold supported_b. rewrite mem_subset. intros Su T Np Q [_ Nb]. rewrite T, other_other in Nb. apply Nb.
  specialize (Su q Q). apply mem_lor in Su as [R | R].
  - apply reach_spec in R as (u & w & L & J & W). exists u, w. split; [apply lift, L | split; [exact J |]].
    apply mem_lor in W as [W | W]; [left | right; exact W]. split; [apply blank_empty, W |]. intros ->.
    apply blank_spec in W. tauto.
  - apply (eyed_breath true); auto.
Qed.

(** *** A play in the zone. *)
Section Play.
Context (p : point).
Hypothesis Bl : mem p (blank v).
Hypothesis Mo : mover s = mover (face v).
Notation c := (mover s).
Notation o := (other (mover s)).
Notation T := (stone (face v) o).
Notation sure := (fst (effect f a x v p)).
Notation lost := (snd (effect f a x v p)).

Lemma p_zone : mem p (zone v).
Proof. apply blank_spec in Bl. tauto. Qed.

Lemma saved_breathes q : mem q (saved f a x v p) -> breathes_without a (eq p) s o q.
Proof.
  unfold saved, saved_from, with_eye. rewrite <- Mo, mem_lor, reach_spec. intros [(u & w & L & J & W) | H].
  - exists u, w. split; [apply lift, L | split; [exact J |]]. apply mem_lor in W as [W | W]; [left | right; exact W].
    apply mem_clearbit in W as [W N]. split; [apply blank_empty, W | congruence].
  - destruct (same_colour o x) eqn:E; [| destruct (mem_0 _ H)]. apply same_colour_spec in E. rewrite E.
    apply (eyed_breath false); [exact H | right; exact p_zone].
Qed.

Lemma enclosed k q r : ~ mem q (reach f (stones (face v) k) (unknown a v)) -> stone (face v) k q ->
  linked (stone s k) q r -> linked (stone (face v) k) q r.
Proof.
  intros N Q L. induction L as [z Z | z y r L IH J R]; [apply here, Q |]. specialize (IH N Q).
  destruct (known_or r (in_locale _ _ R)) as [K | K].
  - apply further with y; auto. apply (proj1 A); auto.
  - destruct N. apply reach_spec. exists y, r. auto.
Qed.

Definition danger : pset := N.ldiff (stones (face v) o) (saved f a x v p).
Definition open : pset := reach f (stones (face v) o) (unknown a v).
Definition touched : pset := reach f (stones (face v) o) (N.setbit 0 p).

Lemma touched_spec q : mem q touched <-> exists r, linked T q r /\ adj r p.
Proof.
  unfold touched. rewrite reach_spec. split.
  - intros (r & z & L & J & Z). apply mem_single in Z as ->. eauto.
  - intros (r & L & J). exists r, p. split; [exact L | split; [exact J | apply mem_single; reflexivity]].
Qed.

Lemma effect_eq : effect f a x v p =
  if (danger =? 0)%N then (0%N, 0%N) else
  (N.ldiff (N.land danger touched) (N.land danger open),
    if (N.land (near f (N.setbit 0 p)) (unknown a v) =? 0)%N && (N.land (N.land danger open) (N.land danger touched) =? 0)%N
    then 0%N else N.land danger open).
Proof. unfold effect, effect_from. fold (saved f a x v p). rewrite <- Mo. reflexivity. Qed.

Lemma sure_spec q : mem q sure <-> mem q danger /\ mem q touched /\ ~ mem q open.
Proof.
  rewrite effect_eq. destruct (danger =? 0)%N eqn:E; cbn [fst].
  - rewrite empty_iff in E. split; [intros H; destruct (mem_0 _ H) | intros [H _]; destruct (E q H)].
  - rewrite mem_ldiff, !mem_land. tauto.
Qed.

Lemma lost_open q : mem q lost -> mem q danger /\ mem q open.
Proof.
  rewrite effect_eq. destruct (danger =? 0)%N; cbn [snd]; [intros H; destruct (mem_0 _ H) |].
  destruct (_ && _); [intros H; destruct (mem_0 _ H) |]. rewrite mem_land. tauto.
Qed.

Lemma lost_all q r : mem q danger -> mem q open ->
  (mem r (unknown a v) /\ adj p r) \/ (mem r danger /\ mem r open /\ mem r touched) -> mem q lost.
Proof.
  intros D O H. rewrite effect_eq. destruct (danger =? 0)%N eqn:Z; [rewrite empty_iff in Z; destruct (Z q D) |]. cbn [snd].
  destruct (_ && _) eqn:E; [| apply mem_land; auto]. exfalso.
  apply andb_true_iff in E as [E1 E2]. rewrite empty_iff in E1, E2. destruct H as [[R J] | (R1 & R2 & R3)].
  - apply (E1 r), mem_land. rewrite around_spec. auto.
  - apply (E2 r). rewrite !mem_land. auto.
Qed.

Lemma sure_T q : mem q sure -> T q.
Proof. intros H. apply sure_spec in H as (H & _). apply mem_ldiff in H. tauto. Qed.
Lemma lost_T q : mem q lost -> T q.
Proof. intros H. apply lost_open in H as (H & _). apply mem_ldiff in H. tauto. Qed.

Lemma sure_taken q : mem q sure -> taken a s p q.
Proof.
  intros Q. pose proof (sure_T q Q) as St. apply sure_spec in Q as (D & To & O). apply mem_ldiff in D as [_ D]. split.
  - apply touched_spec in To as (r & L & J). exists r. split; [apply lift, L | exact J].
  - intros (u & w & L & J & W). apply (enclosed _ _ _ O St) in L. apply D. unfold saved, saved_from, with_eye. rewrite <- Mo.
    apply mem_lor. left. apply reach_spec. exists u, w. split; [exact L | split; [exact J |]]. apply mem_lor.
    destruct W as [[W N] | W]; [left | right; exact W]. apply mem_clearbit. split; [| congruence].
    destruct (known_or w (proj1 W)) as [K | K]; [apply empty_blank; auto |].
    destruct O. apply reach_spec. exists u, w. auto.
Qed.

Lemma taken_danger q : T q -> taken a s p q -> mem q danger.
Proof.
  intros Q [_ N]. apply mem_ldiff. split; [exact Q |]. intros S. apply N, saved_breathes, S.
Qed.

Lemma taken_known q : T q -> taken a s p q -> mem q sure \/ mem q lost.
Proof.
  intros Q Tk. pose proof (taken_danger q Q Tk) as D. pose proof Tk as [(r & L & J) _].
  destruct (mem_dec q open) as [O | O].
  - right. destruct (known_or r) as [K | K].
    { pose proof (linked_ends _ _ _ _ L) as [_ E]. exact (in_locale _ _ E). }
    + assert (T r) as Tr by (apply (proj1 A); [exact K | apply linked_ends in L; tauto]).
      assert (taken a s p r) as Tkr by (apply (taken_chain a s p r q); [apply linked_sym, L | exact Tk]).
      pose proof (taken_danger r Tr Tkr) as Dr.
      assert (mem r touched) as To by (apply touched_spec; exists r; split; [apply here, Tr | exact J]).
      destruct (mem_dec r open) as [Or | Or]; [apply (lost_all q r); auto |]. exfalso. apply Or.
      pose proof (enclosed _ r q Or Tr (linked_sym _ _ _ _ L)) as Lq.
      unfold open in O |- *. apply reach_spec in O as (u & w & Lu & H). apply reach_spec. exists u, w. split; [| exact H].
      apply linked_trans with q; assumption.
    + apply (lost_all q r); auto. left. split; [exact K | apply adj_sym, J].
  - left. apply sure_spec. split; [exact D | split; [| exact O]]. apply touched_spec. exists r. split; [| exact J].
    apply enclosed; auto.
Qed.

(** What is known after the play is so. *)
Lemma outcome_zone q : mem q (zone (outcome f a x v p)) <-> mem q (zone v) /\ ~ mem q lost.
Proof. unfold outcome, outcome_e. destruct (effect f a x v p). simpl. apply mem_ldiff. Qed.
Lemma outcome_eyes : eye_points (outcome f a x v p) = eye_points v.
Proof. unfold outcome, outcome_e. destruct (effect f a x v p). reflexivity. Qed.
Lemma outcome_own q : stone (face (outcome f a x v p)) c q <-> stone (face v) c q \/ q = p.
Proof.
  unfold outcome, outcome_e. rewrite <- Mo. destruct (effect f a x v p). unfold colours, stone. destruct c; simpl; apply mem_setbit.
Qed.
Lemma outcome_opp q : stone (face (outcome f a x v p)) o q <-> (T q /\ ~ mem q sure) /\ ~ mem q lost.
Proof.
  unfold outcome, outcome_e. rewrite <- Mo. destruct (effect f a x v p). unfold colours, stone. destruct c; simpl; rewrite !mem_ldiff; reflexivity.
Qed.

Theorem outcome_agrees t : played a s p t -> agrees (outcome f a x v p) t.
Proof.
  intros P. split.
  - intros k q Q. apply outcome_zone in Q as [Z N]. destruct (either_colour c k) as [-> | ->].
    + rewrite (mine_after a s t p P), outcome_own, (proj1 A) by exact Z. reflexivity.
    + rewrite (theirs_after a s t p P), outcome_opp, (proj1 A) by exact Z. split.
      * intros [Q Nt]. split; [split; [exact Q |] | exact N]. intros S. apply Nt, sure_taken, S.
      * intros [[Q Ns] _]. split; [exact Q |]. intros Tk. destruct (taken_known q Q Tk); auto.
  - intros q Q. rewrite outcome_eyes in Q. pose proof (eyes_in _ F q Q) as [_ Nz]. intros K.
    apply (proj2 A q Q). destruct (either_colour c x) as [E | E]; rewrite E in *.
    + apply (mine_after a s t p P) in K as [K | ->]; [exact K |]. destruct (Nz p_zone).
    + apply (theirs_after a s t p P) in K. tauto.
Qed.

Lemma own_blank q : T q -> ~ stone (face v) c q.
Proof. intros H K. destruct c; simpl in *; exact (one_colour _ F q ltac:(assumption) ltac:(assumption)). Qed.

Lemma form_outcome : form (outcome f a x v p).
Proof.
  assert (forall k q, stone (face (outcome f a x v p)) k q -> mem q (zone v) /\ ~ mem q lost) as St.
  { intros k q Q. destruct (either_colour c k) as [-> | ->].
    - apply outcome_own in Q as [Q | ->]; [| split; [exact p_zone |]].
      + split; [eapply stones_in; eauto |]. intros L. exact (own_blank q (lost_T q L) Q).
      + intros L. apply lost_T in L. pose proof (proj1 (blank_spec v p) Bl) as [_ N]. exact (N _ L).
    - apply outcome_opp in Q as [[Q _] L]. split; [eapply stones_in; eauto | exact L]. }
  split.
  - intros q Q. apply outcome_zone in Q as [Q _]. exact (zone_in _ F q Q).
  - intros k q Q. apply outcome_zone. exact (St k q Q).
  - intros q B1 B2. assert (stone (face (outcome f a x v p)) c q /\ stone (face (outcome f a x v p)) o q) as [Q R].
    { destruct c; simpl; auto. }
    apply outcome_own in Q as [Q | ->]; apply outcome_opp in R as [[R _] _].
    + exact (own_blank q R Q).
    + pose proof (proj1 (blank_spec v p) Bl) as [_ N]. exact (N _ R).
  - intros q Q. rewrite outcome_eyes in Q. destruct (eyes_in _ F q Q) as [K N]. split; [exact K |]. intros Z. apply outcome_zone in Z. tauto.
Qed.

(** The play is legal. *)
Lemma legal_plays : (ban s = Some p -> (0 < threats s c)%N) -> legal_b f a x v p = true -> exists t, played a s p t.
Proof.
  unfold legal_b, legal_e. rewrite <- Mo, !orb_true_iff, !some_spec. intros Nb H. pose proof (proj1 B) as Ins.
  apply may_play; [exact Ins | apply blank_empty, Bl | exact Nb |].
  destruct H as [[(q & Q) | (q & Q)] | (q & Q)].
  - pose proof (sure_taken q Q) as Tk. pose proof Tk as [(r & L & J) _]. exists r. split; [apply adj_sym, J |].
    right; right; left. apply (taken_chain a s p r q); [apply linked_sym, L | exact Tk].
  - apply mem_land in Q as [J Q]. apply around_spec in J. exists q. split; [exact J |].
    apply mem_lor in Q as [Q | Q]; [left; apply blank_empty, Q | auto].
  - apply mem_land in Q as [J Q]. apply around_spec in J. exists q. split; [exact J |]. right; right; right.
    apply reach_spec in Q as (u & w & L & K & W). split.
    + pose proof (lift _ _ _ L) as L'. apply linked_ends in L'. tauto.
    + exists u, w. split; [apply lift, L | split; [exact K |]]. apply mem_lor in W as [W | W]; [left | auto].
      apply mem_clearbit in W as [W N]. split; [apply blank_empty, W | congruence].
Qed.

(** The play is illegal. *)
Lemma illegal_plays t : illegal_b f a x v p = true -> played a s p t -> False.
Proof.
  unfold illegal_b, illegal_e. rewrite <- Mo, !andb_true_iff, !empty_iff. intros [[Nt Na] Nr] P.
  set (R := reach f (stones (face v) c) (N.lor (N.clearbit (blank v) p) (N.lor (wall a c) (unknown a v)))) in *.
  assert (forall q, T q -> ~ taken a s p q) as No.
  { intros q Q Tk. apply (Nt q), mem_lor. exact (taken_known q Q Tk). }
  assert (forall q, adj p q -> ~ mem q (unknown a v) /\ ~ mem q (blank v) /\ ~ mem q (wall a c)) as Ar.
  { intros q J. assert (~ mem q (N.lor (unknown a v) (N.lor (blank v) (wall a c)))) as K.
    { intros K. apply (Na q), mem_land. rewrite around_spec. auto. }
    rewrite !mem_lor in K. tauto. }
  assert (forall q, linked (stone t c) p q -> q = p \/ (stone (face v) c q /\ ~ mem q R)) as I.
  { intros q L. remember p as p0 eqn:E in L. induction L as [z Z | z y r L IH J Rr]; [auto |].
    specialize (IH E). apply (mine_after a s t p P) in Rr as [Rr | ->]; [| auto]. right.
    assert (~ mem r (unknown a v)) as Nu.
    { destruct IH as [-> | [Sy Ny]]; [apply Ar, J |]. intros K. apply Ny, reach_spec. exists y, r.
      split; [apply here, Sy | split; [exact J |]]. rewrite !mem_lor. auto. }
    destruct (known_or r (in_locale _ _ Rr)) as [Z | Z]; [| destruct (Nu Z)]. apply (proj1 A) in Rr; [| exact Z].
    split; [exact Rr |]. destruct IH as [-> | [Sy Ny]].
    - intros K. apply (Nr r), mem_land. rewrite around_spec. auto.
    - intros K. apply Ny. unfold R in K |- *. apply reach_spec in K as (u & w & Lu & H). apply reach_spec. exists u, w.
      split; [| exact H]. apply linked_trans with r; [| exact Lu]. apply further with y; [apply here, Sy | exact J | exact Rr]. }
  destruct (no_suicide _ _ _ _ P) as (u & w & L & J & W). apply I in L.
  assert (~ mem w (unknown a v) /\ ~ (mem w (blank v) /\ w <> p) /\ ~ mem w (wall a c)) as (W1 & W2 & W3).
  { destruct L as [-> | [Su Nu]]; [destruct (Ar w J) as (? & ? & ?); tauto |].
    assert (~ mem w (N.lor (N.clearbit (blank v) p) (N.lor (wall a c) (unknown a v)))) as K.
    { intros K. apply Nu, reach_spec. exists u, w. split; [apply here, Su | auto]. }
    rewrite !mem_lor, mem_clearbit in K. tauto. }
  destruct W as [[W _] | W]; [| exact (W3 W)]. apply (empty_before a s t p P) in W as (Np & [W | [W Tk]]).
  - destruct (known_or w (proj1 W)) as [Z | Z]; [| exact (W1 Z)]. apply W2. split; [apply empty_blank; auto | exact Np].
  - destruct (known_or w (in_locale _ _ W)) as [Z | Z]; [| exact (W1 Z)]. apply (proj1 A) in W; [| exact Z]. exact (No w W Tk).
Qed.

(** *** Bans. *)
Lemma one_first W q : one W = true -> hd_error (elements W) = Some q -> mem q W /\ forall r, mem r W -> r = q.
Proof.
  intros O H. apply one_spec in O as (z & Z & U). assert (mem q W) as Q.
  { apply elements_spec. destruct (elements W); [discriminate | injection H as ->; left; reflexivity]. }
  split; [exact Q |]. intros r R. rewrite (U r R). symmetry. apply U, Q.
Qed.

Lemma not_adj_self q : ~ adj q q.
Proof. unfold Board.adj. lia. Qed.

Lemma taken_next q t : played a s p t -> (forall r, taken a s p r -> r = q) -> taken a s p q -> adj p q /\ empty a t q.
Proof.
  intros P U Tk. split; [| exact (taken_empty a s t p P q (proj1 B) Tk)]. pose proof Tk as [(r & L & J) _].
  assert (r = q) as -> by (apply U, (taken_chain a s p r q); [apply linked_sym, L | exact Tk]). apply adj_sym, J.
Qed.

Lemma sure_ban_spec q t : played a s p t -> sure_ban f a x v p = Some q -> ban t = Some q.
Proof.
  intros P. unfold sure_ban, sure_ban_e. rewrite <- Mo. pose proof sure_taken as St. pose proof taken_known as Tn. pose proof sure_spec as Ss.
  destruct (effect f a x v p) as [sr ls]. cbn [fst snd] in *.
  destruct (_ && _) eqn:E; [| discriminate]. rewrite !andb_true_iff, !empty_iff in E. destruct E as [[[Bo O] Ls] Ar]. intros H.
  apply (one_first _ _ O) in H as [Q U].
  assert (forall r, adj p r -> ~ mem r (unknown a v) /\ ~ mem r (blank v) /\ ~ stone (face v) c r /\ ~ mem r (wall a c)) as Near.
  { intros r J. assert (~ mem r (N.lor (unknown a v) (N.lor (blank v) (N.lor (stones (face v) c) (wall a c))))) as K.
    { intros K. apply (Ar r), mem_land. rewrite around_spec. auto. }
    rewrite !mem_lor in K. unfold stone. tauto. }
  assert (forall r, stone s o r -> adj r p -> taken a s p r -> r = q) as One.
  { intros r R J Tk. destruct (known_or r (in_locale _ _ R)) as [Z | Z]; [| destruct (Near r (adj_sym _ _ _ J)) as [N _]; destruct (N Z)].
    apply (proj1 A) in R; [| exact Z]. destruct (Tn r R Tk) as [K | K]; [apply U, K | destruct (Ls r K)]. }
  pose proof (sure_taken q) as _. assert (taken a s p q) as Tq by (apply St, Q).
  assert (forall r, taken a s p r -> r = q) as Uq.
  { intros r Tk. pose proof Tk as [(z & L & J) _].
    assert (z = q) as ->.
    { apply One; [apply linked_ends in L; tauto | exact J |]. apply (taken_chain a s p z r); [apply linked_sym, L | exact Tk]. }
    apply Ss in Q as Q'. destruct Q' as (D & _ & Op). apply mem_ldiff in D as [Dq _].
    pose proof (enclosed _ q r Op Dq (linked_sym _ _ _ _ L)) as Lr. apply linked_ends in Lr as [_ Lr].
    destruct (Tn r Lr Tk) as [K | K]; [apply U, K | destruct (Ls r K)]. }
  apply (ban_after _ _ _ _ P). split; [apply bound_spec, Bo |]. split; [split; [exact Tq | exact Uq] |]. split.
  - intros r J. destruct (Near r J) as (N1 & N2 & N3 & N4). split; [| exact N4]. intros K.
    apply (mine_after a s t p P) in K as [K | ->]; [| exact (not_adj_self _ J)].
    destruct (known_or r (in_locale _ _ K)) as [Z | Z]; [| exact (N1 Z)]. apply N3, (proj1 A); auto.
  - exists q. split; [exact (taken_next q t P Uq Tq) |]. intros r [J K].
    apply (empty_before a s t p P) in K as (Np & [K | [_ K]]); [| apply Uq, K].
    destruct (Near r J) as (N1 & N2 & _). exfalso.
    destruct (known_or r (proj1 K)) as [Z | Z]; [| exact (N1 Z)]. apply N2, empty_blank; auto.
Qed.

Lemma may_ban_spec q t : played a s p t -> ban t = Some q -> mem q (zone (outcome f a x v p)) -> may_ban f a x v p = Some q.
Proof.
  intros P H Z. apply (ban_after _ _ _ _ P) in H as [Bo ((Tq & Uq) & Al & (e & _ & Ue))].
  apply outcome_zone in Z as [Z Nl]. pose proof Tq as [(z & L & _) _]. apply linked_ends in L as [L _].
  apply (proj1 A) in L; [| exact Z]. destruct (taken_known q L Tq) as [Sq | Sq]; [| destruct (Nl Sq)].
  pose proof sure_taken as St. unfold may_ban, may_ban_e. rewrite <- Mo. destruct (effect f a x v p) as [sr ls]. cbn [fst snd] in *.
  assert (forall r, mem r sr -> r = q) as U by (intros r R; apply Uq, St, R).
  destruct (taken_next q t P Uq Tq) as [Jq Eq].
  assert (one sr = true) as -> by (apply one_spec; eauto).
  assert (bound_b a o = true) as -> by (apply bound_spec, Bo).
  assert ((N.land (near f (N.setbit 0 p)) (N.lor (blank v) (N.lor (stones (face v) c) (wall a c))) =? 0)%N = true) as ->.
  { apply empty_iff. intros r K. apply mem_land in K as [J K]. apply around_spec in J. destruct (Al r J) as [Al1 Al2].
    rewrite !mem_lor in K. destruct K as [K | [K | K]]; [| | exact (Al2 K)].
    - assert (empty a t r) as Er.
      { apply (empty_stays a s t p P); [apply blank_empty, K |]. intros ->. exact (not_adj_self _ J). }
      assert (r = q) as ->. { rewrite (Ue r), (Ue q); auto. }
      apply blank_spec in K as [_ K]. exact (K _ L).
    - apply Al1, (mine_after a s t p P). left. apply (proj1 A); [eapply stones_in; eauto | exact K]. }
  simpl. apply elements_spec in Sq. destruct (elements sr) as [| y l] eqn:E; [destruct Sq |]. simpl. f_equal. apply U, elements_spec.
  rewrite E. left. reflexivity.
Qed.
End Play.
End State.
End Proofs.
