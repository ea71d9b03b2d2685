(** Statics in certificates: unconditionally alive stones, secured regions, points at hand.  "Statics" in
    docs/certificates.md says what is asked for. *)

Require Import List NArith ZArith Lia Bool.
Require Import Cycles Sets Board Rules Claims Grid Exec Measures Judging Walls Life Statics Finite Breath Regions Filling.
Import ListNotations.

Section Check.
Context (f : frame) (a : arena) (c : colour).

Definition final_b : bool := match dead_means (rules a) with FinallyOwned => true | CapturedOnce => false end.

(** The regions of the locale around the firm stones of a hint that hold points of [A] and obey the conditions. *)
Definition rooms_for (A : pset) (h : hint) : list pset :=
  filter (fun R => some (N.land R A) && room_in f a c h R) (components f (N.ldiff (locale a) (kept h))).

Definition with_rooms (A : pset) (s : position) : hint * list pset :=
  let h := hint_without f a c (N.ldiff A (stones s c)) s in (h, rooms_for A h).

(** The owner needs all points of one unit, the attacker a point of each. *)
Definition candidates (s : position) : list (hint * list pset) :=
  if same_colour c (owner a) then map (fun U => with_rooms U s) (units a) else [with_rooms (all_units a) s].

(** The points of the unit where a stone can be played that is never lost. *)
Definition at_hand (h : hint) : pset :=
  N.ldiff (N.land (all_units a) (near f (N.lor (kept h) (wall a c))))
    (fold_right (fun e A => N.lor (N.lor (fst (snd e)) (snd (snd e))) A) 0%N (pairs h)).
Definition single_b : bool := match units a with [_] => true | _ => false end.
Definition may_seize : bool := final_b && negb (same_colour c (owner a)) && single_b.

Definition seizes_b (h : hint) (s : position) : bool :=
  let A := N.land (free a s) (at_hand h) in
  may_seize && firm_b f a c s h && same_colour (mover s) c &&
  some (match ban s with Some q => N.clearbit A q | None => A end).
Definition seizes_next_b (h : hint) (s : position) : bool :=
  may_seize && firm_b f a c s h && same_colour (mover s) (other c) && negb (passed s) &&
  two (N.land (free a s) (at_hand h)).

Definition hand_hint (s : position) : hint := hint_without f a c (N.ldiff (all_units a) (stones s c)) s.

(** The side [c] has won already.  Not said where the other side could end play by a pass. *)
Definition statics_b (s : position) : bool :=
  negb (passed s && negb (same_colour (mover s) c)) &&
  (held_b f a c s (hint_of f a c s) ||
   (final_b && (existsb (fun e => kept_in f a c (fst e) (snd e) s) (candidates s) ||
     seizes_b (hand_hint s) s || seizes_next_b (hand_hint s) s))).

Definition with_point (h : hint) (p : point) : hint := Hint (N.setbit (kept h) p) (pairs h).

(** All states about which the same can be said as about some of [l], and those that it leads to. *)
Definition living_hints (l : list position) : list hint :=
  map (hint_of f a c) l ++ flat_map (fun s => map (with_point (hand_hint s)) (elements (all_units a))) l.
Definition over_living (l : list position) (s : position) : bool := existsb (held_b f a c s) (living_hints l).
Definition over_rooms (l : list (hint * list pset)) (s : position) : bool := existsb (fun e => kept_in f a c (fst e) (snd e) s) l.
Definition over_seizes (l : list hint) (s : position) : bool := existsb (fun h => seizes_b h s) l.
Definition over_next (l : list hint) (s : position) : bool := existsb (fun h => seizes_next_b h s) l.
Definition over_b (l : list position) (s : position) : bool :=
  over_living l s || over_rooms (flat_map candidates l) s || over_seizes (map hand_hint l) s || over_next (map hand_hint l) s.

Lemma statics_over l s : In s l -> statics_b s = true -> over_b l s = true.
Proof.
  unfold statics_b, over_b, over_living, over_rooms, over_seizes, over_next, living_hints.
  rewrite !andb_true_iff, !orb_true_iff, !andb_true_iff, !orb_true_iff, !existsb_exists. intros I [_ [H | [_ [[H | H] | H]]]].
  - left; left; left. exists (hint_of f a c s). split; [| exact H]. apply in_or_app. left. apply in_map, I.
  - left; left; right. destruct H as (e & E & H). exists e. split; [| exact H]. apply in_flat_map. eauto.
  - left; right. exists (hand_hint s). split; [apply in_map, I | exact H].
  - right. exists (hand_hint s). split; [apply in_map, I | exact H].
Qed.
End Check.

Section Sound.
Context (a : arena) (c : colour).
Notation f := (frame_of (grid a)).
Notation adj := (adj (grid a)).
Notation linked := (linked (grid a)).
Hypothesis walls_apart : forall k q, mem q (wall a k) -> ~ mem q (locale a).
Hypothesis units_apart : forall U V q, In U (units a) -> In V (units a) -> mem q U -> mem q V -> U = V.

Lemma weight_bound s w t : moves a s (To w t) -> (Z.abs w <= size (black s) + size (white s))%Z.
Proof.
  pose proof (size_nonneg (black s)). pose proof (size_nonneg (white s)). intros M.
  inversion M as [p t' P L | | P | |]; subst; [| lia].
  assert (size (stones t (other (mover s))) <= size (stones s (other (mover s))))%Z as Le.
  { apply size_le. intros q Q. apply (their_stones _ _ _ _ P) in Q as [Q _]. exact Q. }
  pose proof (size_nonneg (stones t (other (mover s)))).
  unfold lost. destruct (mover s), (owner a); simpl in *; lia.
Qed.

Context (draw_wins : bool).
Hypothesis ends_well : end_of_play (rules a) = Never ->
  cycles (rules a) = PrisonersThenOwnership \/ (dead_means (rules a) = CapturedOnce /\ cycles (rules a) <> Draw).
Notation measured := (measured (play a) (prisoners_count a) (owners a c) (fun s => bad_b f a c draw_wins s = true) c).

Definition done (D : position -> bool) : Prop :=
  exists k r, measured (fun _ => False) (fun s => D s = true) k r /\ exists b, forall s, D s = true -> (k s <= b)%Z.

Lemma done_add D E C k r b : done D -> (forall s, E s = D s || C s) ->
  measured (fun s => D s = true) (fun s => C s = true) k r ->
  (forall s, C s = true -> (Z.abs (k s) <= b)%Z) -> (forall s, C s = true -> inside a c s) -> done E.
Proof.
  intros (k' & r' & M' & b' & B') Eq M B Ins.
  destruct (joined_as (play a) (prisoners_count a) (owners a c) (fun s => bad_b f a c draw_wins s = true) c (fun s => D s = true) (fun s => C s = true) k r k' r' (b' + b + 2 * size (locale a) + 1)%Z
    (fun s => bool_dec _ _)) as (k'' & r'' & H & K).
  - intros s w t Cs Mv Dt. specialize (B s Cs). specialize (B' t Dt). pose proof (weight_bound s w t Mv).
    destruct (Ins s Cs) as [I _]. pose proof (size_le (black s) (locale a) (I Black)). pose proof (size_le (white s) (locale a) (I White)). lia.
  - exact M.
  - exact M'.
  - exists k'', r''. split.
    + destruct H as [H1 H2 H3]. assert (forall s, E s = true <-> D s = true \/ C s = true) as Iff by (intros s; rewrite Eq; apply orb_true_iff).
      split.
      * intros s S T. apply Iff in S. destruct (H1 s S T) as [O | (w & t & Mv & [[] | [X Y]])]; [auto |].
        right. exists w, t. split; [exact Mv | right]. split; [apply Iff, X | exact Y].
      * intros s S. apply Iff in S. exact (H2 s S).
      * intros s S T w t Mv. apply Iff in S. destruct (H3 s S T w t Mv) as [[] | [X Y]]. right. split; [apply Iff, X | exact Y].
    + exists (b' + Z.abs b + b + 2 * size (locale a) + 1)%Z. intros s S. rewrite Eq in S. destruct (K s) as [K1 K2].
      pose proof (size_nonneg (locale a)). destruct (bool_dec (D s) true) as [Ds | Ds].
      * rewrite (K1 Ds). specialize (B' s Ds). destruct (bool_dec (C s) true) as [Cs | Cs]; [specialize (B s Cs); lia |].
        destruct (Z_lt_le_dec b 0); lia.
      * rewrite (K2 Ds). assert (C s = true) as Cs by (apply orb_true_iff in S as [S | S]; [congruence | exact S]).
        specialize (B s Cs). lia.
Qed.

Lemma measured_more (D C : position -> Prop) k r : measured (fun _ => False) C k r -> measured D C k r.
Proof.
  intros [A B E]. split; [| exact B |].
  - intros s S T. destruct (A s S T) as [O | (w & t & M & [[] | H])]; [auto | right; exists w, t; auto].
  - intros s S T w t M. destruct (E s S T w t M) as [[] | H]. auto.
Qed.

(** *** Stones that are alive, and regions. *)
Lemma kept_in_spec h R s : kept_in f a c h R s = true <-> secure a c h R s.
Proof. exact (kept_b_spec a c h R s). Qed.

Lemma done_living l : done (over_living f a c l).
Proof.
  exists (own_size a c), (moves_left a c). split; [apply (hinted_measured a c walls_apart units_apart draw_wins); exact ends_well |].
  exists (size (locale a)). intros s S. apply (hinted_iff a c) in S as (h & _ & (_ & ((I & _) & _))).
  unfold own_size. pose proof (size_nonneg (locale a)). destruct (prisoners_count a); [| lia]. apply size_le, (I c).
Qed.

Lemma done_rooms D l : done D -> done (fun s => D s || over_rooms f a c l s).
Proof.
  intros H. induction l as [| [h R] l IH].
  - destruct H as (k & r & M & b & B). exists k, r. split.
    + destruct M as [A E F]. split; intros s S; unfold over_rooms in S; simpl in S; rewrite orb_false_r in S.
      * intros T. destruct (A s S T) as [O | (w & t & M & [[] | [X Y]])]; [auto |]. right. exists w, t. split; [exact M | right].
        split; [unfold over_rooms; simpl; rewrite orb_false_r; exact X | exact Y].
      * exact (E s S).
      * intros T w t M. destruct (F s S T w t M) as [[] | [X Y]]. right. split; [unfold over_rooms; simpl; rewrite orb_false_r; exact X | exact Y].
    + exists b. intros s S. unfold over_rooms in S. simpl in S. rewrite orb_false_r in S. auto.
  - refine (done_add _ _ (kept_in f a c h R) (credit a c h R) (rank a c R) _ IH _ _ _ _).
    + intros s. unfold over_rooms. simpl. destruct (D s), (kept_in f a c h R s), (existsb _ l); reflexivity.
    + apply measured_more. destruct (filling_measured a c h R draw_wins walls_apart ends_well) as [A B C]. split.
      * intros s S T. apply kept_in_spec in S. destruct (A s S T) as [O | (w & t & M & [[] | [X Y]])]; [auto |].
        right. exists w, t. split; [exact M | right]. split; [apply kept_in_spec, X | exact Y].
      * intros s S. apply kept_in_spec in S. exact (B s S).
      * intros s S T w t M. apply kept_in_spec in S. destruct (C s S T w t M) as [[] | [X Y]]. right. split; [apply kept_in_spec, X | exact Y].
    + intros s S. apply kept_in_spec in S. apply credit_bound, S.
    + intros s S. apply kept_in_spec in S. apply (s_firm _ _ _ _ _ S).
Qed.

(** *** Points at hand. *)
Lemma may_seize_spec : may_seize a c = true ->
  dead_means (rules a) = FinallyOwned /\ c = attacker a /\ exists U, units a = [U].
Proof.
  unfold may_seize, final_b, single_b. rewrite !andb_true_iff, negb_true_iff. intros [[A B] C]. split; [| split].
  - destruct (dead_means (rules a)); [reflexivity | discriminate].
  - apply ne_other. intros K. apply same_colour_spec in K. congruence.
  - destruct (units a) as [| U [| V l]]; try discriminate. eauto.
Qed.

Lemma at_hand_spec h p : mem p (at_hand f a c h) <->
  mem p (all_units a) /\ (exists y, adj p y /\ (mem y (kept h) \/ mem y (wall a c))) /\
  forall e, In e (pairs h) -> ~ mem p (fst (snd e)) /\ ~ mem p (snd (snd e)).
Proof.
  unfold at_hand. rewrite mem_ldiff, mem_land, near_spec.
  assert (forall l, mem p (fold_right (fun e A => N.lor (N.lor (fst (snd e)) (snd (snd e))) A) 0%N l) <->
    exists e : point * (pset * pset), In e l /\ (mem p (fst (snd e)) \/ mem p (snd (snd e)))) as E.
  { induction l as [| e l IH]; simpl; [split; [intros H; destruct (mem_0 _ H) | intros (e & [] & _)] |].
    rewrite !mem_lor, IH. split.
    - intros [H | (e' & I & H)]; eauto.
    - intros (e' & [<- | I] & H); eauto. }
  rewrite E. split.
  - intros [[A (y & Y & J)] B]. split; [exact A | split].
    + exists y. split; [apply adj_sym, J | apply mem_lor, Y].
    + intros e I. split; intros K; apply B; eauto.
  - intros (A & (y & J & Y) & B). split; [split; [exact A |] |].
    + exists y. split; [apply mem_lor, Y | apply adj_sym, J].
    + intros (e & I & K). specialize (B e I). tauto.
Qed.

Lemma firm_point h s t p : mover s = c -> played a s p t -> firm a c h s -> mem p (at_hand f a c h) -> firm a c (with_point h p) t.
Proof.
  intros T P F H. apply at_hand_spec in H as (_ & (y & J & Y) & Aw).
  pose proof (firm_own a c h s t p T P Aw F) as (Ins & St & Fi).
  assert (stone t c p) as Sp by (pose proof (mine_after a s t p P p) as O; rewrite T in O; apply O; auto).
  assert (forall q, mem q (kept h) -> mem q (kept (with_point h p))) as Sub by (intros q Q; simpl; apply mem_setbit; auto).
  assert (forall q r, linked (fun z => mem z (kept h)) q r -> linked (fun z => mem z (kept (with_point h p))) q r) as Ln.
  { intros q r. apply linked_sub, Sub. }
  assert (forall e, paired a c (kept h) t e -> paired a c (kept (with_point h p)) t e) as Pr.
  { intros e (V & V' & D). assert (forall R, vital a c (kept h) t (fst e) R -> vital a c (kept (with_point h p)) t (fst e) R) as W.
    { intros R [V1 V2 V3 V4 V5]. split; auto.
      - intros q r Q K. destruct (V3 q r Q K) as [A | [A | A]]; auto.
      - intros q Q N. destruct (V5 q Q N) as (z & L & K). eauto. }
    split; [| split]; auto. }
  assert (forall x, mem x (kept h) ->
    (exists z r, linked (fun q => mem q (kept (with_point h p))) x z /\ adj z r /\ mem r (wall a c)) \/
    (exists e, In e (pairs (with_point h p)) /\ paired a c (kept (with_point h p)) t e /\
      linked (fun q => mem q (kept (with_point h p))) (fst e) x)) as Old.
  { intros x X. destruct (Fi x X) as [(z & r & L & K & W) | (e & I & V & L)]; [left; exists z, r; auto | right; exists e; auto]. }
  assert (mem p (kept (with_point h p))) as Mp by (simpl; apply mem_setbit; auto).
  split; [exact Ins | split].
  - intros x X. simpl in X. apply mem_setbit in X as [X | ->]; auto.
  - intros x X. simpl in X. apply mem_setbit in X as [X | ->]; [apply Old, X |]. destruct Y as [Y | Y].
    + destruct (Old y Y) as [(z & r & L & K & W) | (e & I & V & L)]; [left | right].
      * exists z, r. split; [| auto]. apply linked_trans with y; [| exact L]. apply further with p; [apply here, Mp | exact J | apply Sub, Y].
      * exists e. split; [exact I | split; [exact V |]]. apply further with y; [exact L | apply adj_sym, J | exact Mp].
    + left. exists p, y. split; [apply here, Mp | auto].
Qed.

Lemma seize D l hs : done D -> (forall h s p, In h hs -> mem p (all_units a) -> held a c (with_point h p) s -> D s = true) ->
  (l = hs) -> done (fun s => D s || over_seizes f a c l s).
Proof.
  intros H Pt ->. refine (done_add _ _ (over_seizes f a c hs) (fun _ => 0%Z) (fun _ => 0%Z) 0%Z H (fun s => eq_refl) _ _ _).
  - assert (forall s, over_seizes f a c hs s = true -> mover s = c) as Tu.
    { intros s S. apply existsb_exists in S as (h & _ & S). unfold seizes_b in S. rewrite !andb_true_iff, same_colour_spec in S. tauto. }
    assert (forall s, over_seizes f a c hs s = true -> mover s = other c -> False) as No.
    { intros s S T. rewrite (Tu s S) in T. exact (other_ne c (eq_sym T)). }
    split; simpl.
    + intros s S _. right. apply existsb_exists in S as (h & I & S). unfold seizes_b in S.
      rewrite !andb_true_iff, same_colour_spec, firm_b_spec in S. destruct S as [[[Ms F] T] S].
      apply may_seize_spec in Ms as (Fo & Ea & U & Eu). apply some_spec in S as (p & Q).
      assert (mem p (free a s) /\ mem p (at_hand f a c h) /\ ban s <> Some p) as (Ep & Hp & Nb).
      { destruct (ban s) as [q |]; [apply mem_clearbit in Q as [Q N] |]; apply mem_land in Q as [Q1 Q2]; (split; [exact Q1 | split; [exact Q2 |]]); congruence. }
      apply free_spec in Ep. pose proof Hp as Hp'. apply at_hand_spec in Hp' as (Up & (y & J & Y) & _).
      pose proof F as (Ins & St & _). destruct (can_play a s p) as (t & P); auto.
      { destruct Ins as [A B]. split; [exact A |]. destruct c; [exact B |]. intros q K L. exact (B q L K). }
      { exists y. split; [exact J |]. rewrite T. destruct Y as [Y | Y]; [| auto]. right; right; right. split; [apply St, Y |].
        exact (firm_breath a c h s p y F Y). }
      exists (lost a s t), t. split.
      * apply (a_play a s p t P). intros [(V & _ & D' & _) _]. congruence.
      * left. apply (Pt h t p I Up). split; [| exact (firm_point h s t p T P F Hp)].
        right. split; [exact Ea | split; [exact Fo |]]. intros V Iv. exists p. simpl. rewrite mem_setbit. split; [| auto].
        apply all_units_spec in Up as (W & Iw & Wp). rewrite Eu in *. destruct Iv as [<- | []], Iw as [<- | []]. exact Wp.
    + intros s S T. destruct (No s S T).
    + intros s S T. destruct (No s S T).
  - intros; simpl; lia.
  - intros s S. apply existsb_exists in S as (h & _ & S). unfold seizes_b in S. rewrite !andb_true_iff, firm_b_spec in S. apply S.
Qed.

Lemma seize_next D hs : done D -> (forall s, over_seizes f a c hs s = true -> D s = true) ->
  done (fun s => D s || over_next f a c hs s).
Proof.
  intros H Sz. refine (done_add _ _ (over_next f a c hs) (fun _ => 0%Z) (fun _ => 0%Z) 0%Z H (fun s => eq_refl) _ _ _).
  - assert (forall s h, In h hs -> seizes_next_b f a c h s = true -> forall w t, moves a s (To w t) -> D t = true) as Next.
    { intros s h I S w t M. unfold seizes_next_b in S. rewrite !andb_true_iff, same_colour_spec, firm_b_spec in S.
      destruct S as [[[[Ms F] T] _] S]. apply two_spec in S as (p & q & N & Hp & Hq).
      apply mem_land in Hp as [Ep Hp], Hq as [Eq Hq]. apply free_spec in Ep, Eq.
      apply Sz, existsb_exists. exists h. split; [exact I |]. unfold seizes_b. rewrite !andb_true_iff, same_colour_spec, firm_b_spec.
      inversion M as [r t' P L | | P | |]; subst.
      - assert (forall z, empty a s z -> ban t <> Some z) as Nb.
        { intros z Z B. apply (ban_after _ _ _ _ P) in B as (_ & (((u & L1 & _) & _) & _) & _). rewrite T, other_other in L1.
          apply linked_ends in L1 as [L1 _]. apply (empty_split a c) in Z. tauto. }
        split; [split; [split; [exact Ms | exact (firm_after a c walls_apart h s r t T P F)] |] |].
        + rewrite (mover_after _ _ _ _ P), T. apply other_other.
        + apply some_spec. assert (exists z, empty a s z /\ empty a t z /\ mem z (at_hand f a c h)) as (z & Z1 & Z2 & Z3).
          { destruct (N.eq_dec p r) as [K | K]; [exists q | exists p]; (split; [assumption | split; [| assumption]]);
              apply (empty_stays a s t r P); congruence. }
          exists z. pose proof (Nb z Z1) as B. destruct (ban t) as [k |]; [apply mem_clearbit; split; [| congruence] |];
            apply mem_land; (split; [apply free_spec, Z2 | exact Z3]).
      - split; [split; [split; [exact Ms | exact (firm_pass a c h s F)] |] |].
        + simpl. rewrite T. apply other_other.
        + apply some_spec. exists p. simpl. apply mem_land. split; [exact (proj2 (free_spec a s p) Ep) | exact Hp]. }
    assert (forall s, over_next f a c hs s = true -> mover s = other c) as Tu.
    { intros s S. apply existsb_exists in S as (h & _ & S). unfold seizes_next_b in S. rewrite !andb_true_iff, same_colour_spec in S. tauto. }
    split; simpl.
    + intros s S T. rewrite (Tu s S) in T. destruct (other_ne c T).
    + intros s S T k M. exfalso. apply existsb_exists in S as (h & _ & S). unfold seizes_next_b in S.
      rewrite !andb_true_iff, negb_true_iff in S. destruct S as [[[[Ms _] _] Pa] _].
      apply may_seize_spec in Ms as (Fo & _). inversion M as [| p t P L | | P D' | P D' O]; subst.
      * destruct L as [(V & _ & D' & _) _]. congruence.
      * destruct P as [_ P]. congruence.
      * destruct P as [_ P]. congruence.
    + intros s S T w t M. left. apply existsb_exists in S as (h & I & S). exact (Next s h I S w t M).
  - intros; simpl; lia.
  - intros s S. apply existsb_exists in S as (h & _ & S). unfold seizes_next_b in S. rewrite !andb_true_iff, firm_b_spec in S. apply S.
Qed.

Theorem statics_measured l : exists k r, measured (fun _ => False) (fun s => over_b f a c l s = true) k r /\
  exists b, forall s, over_b f a c l s = true -> (k s <= b)%Z.
Proof.
  apply (seize_next (fun s => over_living f a c l s || over_rooms f a c (flat_map (candidates f a c) l) s ||
    over_seizes f a c (map (hand_hint f a c) l) s)).
  - apply (seize (fun s => over_living f a c l s || over_rooms f a c (flat_map (candidates f a c) l) s) _ (map (hand_hint f a c) l)); [| | reflexivity].
    + apply done_rooms, done_living.
    + intros h s p I U H. apply orb_true_iff. left. apply existsb_exists. exists (with_point h p). split; [| apply held_b_spec, H].
      apply in_or_app. right. apply in_map_iff in I as (u & <- & I). apply in_flat_map. exists u. split; [exact I |].
      apply in_map, elements_spec, U.
  - intros s S. rewrite S. apply orb_true_r.
Qed.
End Sound.
