(** Who has secured regions wins: the measure of the play that keeps them, and the rule in certificates. *)

Require Import List NArith ZArith Lia Bool.
Require Import Cycles Sets Board Rules Claims Grid Exec Measures Judging Walls Life Statics Finite Breath Regions.
Import ListNotations.
Open Scope Z_scope.

Definition total (g : pset -> Z) (l : list pset) : Z := fold_right (fun R n => g R + n) 0 l.

Lemma total_le g k l : (forall R, In R l -> g R <= k R) -> total g l <= total k l.
Proof.
  induction l as [| R l IH]; simpl; intros H; [lia |]. pose proof (H R (or_introl eq_refl)).
  assert (total g l <= total k l) by auto. lia.
Qed.
Lemma total_less g k l R : (forall R, In R l -> g R <= k R) -> In R l -> g R < k R -> total g l < total k l.
Proof.
  induction l as [| S l IH]; simpl; intros H I L; [destruct I |]. pose proof (H S (or_introl eq_refl)).
  destruct I as [-> | I].
  - pose proof (total_le g k l (fun R J => H R (or_intror J))). lia.
  - assert (total g l < total k l) by auto. lia.
Qed.
Lemma total_range g l m : 0 <= m -> (forall R, In R l -> - m <= g R <= m) -> - (Z.of_nat (length l) * m) <= total g l <= Z.of_nat (length l) * m.
Proof.
  intros M. induction l as [| R l IH]; intros H; [simpl; lia |]. pose proof (H R (or_introl eq_refl)).
  assert (forall R, In R l -> - m <= g R <= m) as H' by (intros S I; apply H; right; exact I). specialize (IH H').
  change (total g (R :: l)) with (g R + total g l). change (length (R :: l)) with (S (length l)). lia.
Qed.

Section Filling.
Context (a : arena) (c : colour) (h : hint) (rooms : list pset) (draw_wins : bool).
Notation f := (frame_of (grid a)).
Hypothesis walls_apart : forall k q, mem q (wall a k) -> ~ mem q (locale a).
Hypothesis ends_well : end_of_play (rules a) = Never ->
  cycles (rules a) = PrisonersThenOwnership \/ (dead_means (rules a) = CapturedOnce /\ cycles (rules a) <> Draw).
Notation own := (owners a c).
Notation bad := (fun s => bad_b f a c draw_wins s = true).
Notation secure := (secure a c h rooms).
Notation clean := (clean c rooms).
Notation clean_b := (clean_b c rooms).
Notation worth := (worth a c h).
Notation loose := (loose a c h).
Notation anchored := (anchored a c h).
Notation weighs := (prisoners_count a).

Definition share (s : position) (R : pset) : Z := worth s R - (if weighs then size (loose s R) else 0).
Definition stones_size (s : position) : Z := if weighs then size (stones s c) else 0.
Definition most : Z := size (locale a) + 5.
Definition big : Z := 2 * (Z.of_nat (length rooms) * (2 * most)) + 2 * most + 1.
Definition credit (s : position) : Z := stones_size s + total (share s) rooms - big * size (anchored s).

Definition stage (s : position) : Z :=
  match end_of_play (rules a) with
  | TwoPasses => passes_left s
  | Never =>
    if same_colour (mover s) c then match ban s with Some _ => 3 | None => if clean_b s then 0 else 1 end
    else match ban s with Some _ => 2 | None => if clean_b s then 0 else 2 end
  end.
Definition rank (s : position) : Z := stage s - 4 * size (stones s (other c)).

Notation falls := (falls (play a) weighs own bad credit rank).

Lemma stage_range s : 0 <= stage s <= 3.
Proof.
  unfold stage. pose proof (passes_left_range s). destruct (end_of_play (rules a)); [| lia].
  destruct (same_colour (mover s) c), (ban s), (clean_b s); lia.
Qed.

Lemma locale_sub s k : secure s -> size (stones s k) <= size (locale a).
Proof. intros S. apply size_le. intros q Q. exact (within_locale a c h rooms s S k q Q). Qed.

Lemma share_range s R : secure s -> In R rooms -> - (2 * most) <= share s R <= 2 * most.
Proof.
  intros S I. pose proof (s_rooms a c h rooms s R S I) as Ro. unfold share.
  pose proof (worth_range a c h s R Ro). pose proof (size_nonneg (loose s R)). unfold most.
  assert (size (loose s R) <= size (locale a)).
  { apply size_le. intros p P. apply loose_spec in P as (P & _). exact (r_in _ _ _ _ Ro p P). }
  pose proof (size_nonneg (locale a)). destruct weighs; lia.
Qed.

(** What a move takes, as the winner sees it: his stones minus those of the other side. *)
Definition loss (s t : position) : Z :=
  if weighs then size (stones s (other (mover s))) - size (stones t (other (mover s))) else 0.

Lemma falls_strictly s w t (k : Z) : weight weighs w = (if own then k else - k) -> credit t < credit s - k -> falls s w t.
Proof. intros W L. unfold Measures.falls. rewrite W. destruct own; left; lia. Qed.
Lemma falls_rank s w t (k : Z) : weight weighs w = (if own then k else - k) -> credit t <= credit s - k -> rank t < rank s -> falls s w t.
Proof.
  intros W L R. unfold Measures.falls. rewrite W.
  destruct own; (destruct (Z.eq_dec (credit t) (credit s - k)); [right; split; [lia | auto] | left; lia]).
Qed.

Lemma weight_theirs s t : mover s = other c -> weight weighs (lost a s t) = (if own then loss s t else - loss s t).
Proof.
  intros T. unfold loss, weight, lost, owners. rewrite T, other_other. destruct weighs; [| destruct (same_colour c (owner a)); reflexivity].
  destruct c, (owner a); simpl; lia.
Qed.
Lemma weight_mine s t : mover s = c -> weight weighs (lost a s t) = (if own then - loss s t else loss s t).
Proof.
  intros T. unfold loss, weight, lost, owners. rewrite T. destruct weighs; [| destruct (same_colour c (owner a)); reflexivity].
  destruct c, (owner a); simpl; lia.
Qed.

(** *** A play of the other side. *)
Lemma falls_theirs s p t : mover s = other c -> played a s p t -> secure s -> falls s (lost a s t) t.
Proof.
  intros T P S. apply (falls_rank s _ t (loss s t)); [apply weight_theirs, T | |].
  - unfold credit. rewrite (anch_same a c h rooms s t p T P S).
    enough (stones_size t + total (share t) rooms <= stones_size s + total (share s) rooms - loss s t) by lia.
    assert (stones_size t = stones_size s - loss s t) as ->.
    { unfold stones_size, loss. rewrite T, other_other. destruct weighs; lia. }
    enough (total (share t) rooms <= total (share s) rooms) by lia. apply total_le. intros R I. unfold share.
    destruct (worth_after a c h rooms walls_apart s t p T P S R (s_rooms a c h rooms s R S I)) as [A B].
    destruct weighs; lia.
  - unfold rank. pose proof (stage_range s). pose proof (stage_range t).
    enough (size (stones s (other c)) < size (stones t (other c))) by lia.
    apply size_less with p.
    + intros q Q. apply (opp_after a c s t p T P). auto.
    + apply (opp_after a c s t p T P). auto.
    + pose proof (on_empty _ _ _ _ P) as E. apply (empty_split a c) in E. tauto.
Qed.

(** *** A pass. *)
Lemma clean_pass s : clean_b (pass a s) = clean_b s.
Proof. unfold Regions.clean_b, clean_in, pass. destruct (other c); reflexivity. Qed.

Lemma secure_pass s : secure s -> (mover s = c -> ban s = None -> clean s) -> secure (pass a s).
Proof.
  intros S H. split.
  - apply (s_final _ _ _ _ _ S).
  - exact (firm_pass a c h s (s_firm _ _ _ _ _ S)).
  - apply (s_static _ _ _ _ _ S).
  - apply (s_enough _ _ _ _ _ S).
  - intros P M. assert (mover s = c) as T by (simpl in M; destruct (mover s), c; simpl in M; congruence).
    assert (ban s = None) as B.
    { simpl in P. unfold pass_counts in P. destruct (end_of_play (rules a)), (ban s); congruence. }
    apply (clean_b_spec c rooms). rewrite clean_pass. apply (clean_b_spec c rooms). auto.
  - exact (breathing_pass a s (s_breath _ _ _ _ _ S)).
Qed.

Lemma anchored_pass s : anchored (pass a s) = anchored s.
Proof. unfold Regions.anchored, pass. destruct c; reflexivity. Qed.

Lemma credit_pass s : secure s -> (mover s = c -> ban s = None -> clean s) -> credit (pass a s) <= credit s.
Proof.
  intros S H. unfold credit. rewrite anchored_pass.
  assert (stones_size (pass a s) = stones_size s) as -> by (unfold stones_size, pass; destruct c; reflexivity).
  enough (total (share (pass a s)) rooms <= total (share s) rooms) by lia. apply total_le. intros R I.
  pose proof (s_rooms a c h rooms s R S I) as Ro.
  destruct (same_worth a c h rooms s (pass a s) R S (secure_pass s S H) Ro) as (L & _ & _ & W).
  - intros q _. apply stone_pass.
  - intros q _. apply stone_pass.
  - apply anchored_pass.
  - unfold share. rewrite L, W. enough (value (some (foes c s R)) (some (doors a c h s R)) (some (deep a c h s R)) (size (loose s R))
      (two (libs a c h s R)) (waits c (pass a s)) <= worth s R) by lia. unfold Regions.worth.
    destruct (colour_dec (mover s) c) as [T | T].
    + destruct (ban s) as [q |] eqn:B.
      * replace (waits c s) with true; [apply value_wait, size_nonneg |]. unfold waits. rewrite B, orb_true_r. reflexivity.
      * erewrite value_calm; [apply Z.le_refl |]. left. apply some_not. intros q Q. apply foes_spec in Q as [Q K].
        exact (H T eq_refl R q I Q K).
    + replace (waits c s) with true; [apply value_wait, size_nonneg |]. unfold waits.
      rewrite (proj2 (same_colour_spec _ _) (ne_other _ _ T)). reflexivity.
Qed.

Lemma bad_clean s : secure s -> clean s -> end_of_play (rules a) = Never ->
  if own then bad s else ~ bad s.
Proof.
  intros S Cl E. pose proof (owns_clean a c h rooms walls_apart s S Cl) as O. pose proof (owner_not_attacker a) as NA.
  destruct (ends_well E) as [C | [C _]]; [| pose proof (s_final _ _ _ _ _ S); congruence].
  pose proof (bad_spec a c draw_wins s C) as B. destruct own eqn:Ow.
  - apply same_colour_spec in Ow. apply B. intros K. apply O in K. congruence.
  - intros K. apply B in K. apply K, O, ne_other. intros Q. apply same_colour_spec in Q. unfold owners in Ow. congruence.
Qed.

Lemma falls_pass s : secure s -> (mover s = c -> ban s = None -> clean s) -> ~ second_pass a s -> falls s 0 (pass a s).
Proof.
  intros S H N. assert (weight weighs 0 = if own then 0 else - 0) as W by (unfold weight; destruct weighs, own; reflexivity).
  pose proof (credit_pass s S H) as C. pose proof (bad_clean s S) as BC.
  assert (stones (pass a s) (other c) = stones s (other c)) as St by (destruct (other c); reflexivity).
  destruct (Z_lt_le_dec (rank (pass a s)) (rank s)) as [R | R].
  - apply (falls_rank s 0 (pass a s) 0 W); [lia | exact R].
  - unfold rank in R. rewrite St in R. assert (stage s <= stage (pass a s)) as G by lia. clear R.
    assert (rank (pass a s) = rank s <-> stage (pass a s) = stage s) as Rk by (unfold rank; rewrite St; lia).
    unfold stage in G, Rk. rewrite clean_pass in G, Rk. unfold second_pass, pass_counts in N. unfold passes_left in G.
    assert (same_colour (mover (pass a s)) c = negb (same_colour (mover s) c)) as M by (simpl; destruct (mover s), c; reflexivity).
    rewrite M in *. change (ban (pass a s)) with (@None point) in *.
    destruct (end_of_play (rules a)) eqn:E.
    + assert (clean s /\ rank (pass a s) = rank s) as [Cl Eq].
      { rewrite Rk, <- (clean_b_spec c rooms). destruct (same_colour (mover s) c) eqn:T; simpl in *.
        - apply same_colour_spec in T. destruct (ban s); destruct (clean_b s) eqn:Cb; try lia; auto.
          exfalso. specialize (H T eq_refl). apply (clean_b_spec c rooms) in H. congruence.
        - destruct (ban s), (clean_b s); try lia; auto. }
      specialize (BC Cl eq_refl). unfold Measures.falls. rewrite W.
      destruct own; (destruct (Z.eq_dec (credit (pass a s)) (credit s)); [right; split; [lia | auto] | left; lia]).
    + exfalso. simpl in G. unfold pass_counts in G. rewrite E in G. destruct (ban s), (passed s); try lia; simpl in *; lia.
Qed.

(** *** A play of the side itself. *)
Lemma falls_mine s p t R : mover s = c -> played a s p t -> secure s -> In R rooms -> mem p R ->
  (anchored t = anchored s ->
    worth t R < worth s R /\ forall R', In R' rooms -> some (foes c s R') = false \/ some (doors a c h s R') = false) ->
  falls s (lost a s t) t.
Proof.
  intros Tu P S I Rp H. pose proof (secure_own a c h rooms s t p R Tu P S I Rp) as T.
  pose proof (anch_grows a c h s t p Tu P) as G.
  assert (0 <= loss s t) as Lo.
  { unfold loss. destruct weighs; [| lia]. rewrite Tu. enough (size (stones t (other c)) <= size (stones s (other c))) by lia.
    apply size_le. intros q Q. apply (foe_stone a c s t p Tu P) in Q. tauto. }
  apply (falls_strictly s _ t (- loss s t)).
  { rewrite (weight_mine s t Tu). destruct own; lia. }
  enough (credit t < credit s) by lia. unfold credit.
  assert (stones_size t <= stones_size s + (if weighs then 1 else 0)) as Si.
  { unfold stones_size. destruct weighs; [| lia]. rewrite <- size_more with (q := p).
    - apply size_le. intros q Q. apply (own_stone a c s t p Tu P) in Q. apply mem_setbit. exact Q.
    - pose proof (on_empty _ _ _ _ P) as E. apply (empty_split a c) in E. tauto. }
  destruct (N.eq_dec (anchored t) (anchored s)) as [A | A].
  - destruct (H A) as [W Q]. rewrite A. enough (total (share t) rooms < total (share s) rooms - (if weighs then 1 else 0)) by lia.
    destruct (loose_one a c h s t p R Tu P Rp A) as [L _].
    set (k := fun R' => share s R' - (if N.eqb R' R then (if weighs then 1 else 0) else 0)).
    assert (total k rooms <= total (share s) rooms - (if weighs then 1 else 0)) as K.
    { clear - I. induction rooms as [| R' l IH]; [destruct I |]. simpl. assert (total k l <= total (share s) l) as B.
      { apply total_le. intros R0 _. unfold k. destruct (N.eqb R0 R), weighs; lia. }
      unfold k at 1. destruct I as [-> | I]; [rewrite N.eqb_refl; lia |].
      specialize (IH I). destruct (N.eqb R' R), weighs; lia. }
    enough (total (share t) rooms < total k rooms) by lia. apply total_less with R; [| exact I |].
    + intros R' I'. unfold k, share. destruct (N.eqb_spec R' R) as [-> | Ne].
      * rewrite L. destruct weighs; lia.
      * destruct (worth_elsewhere a c h rooms s t p R Tu P S I Rp R' I' Ne A (Q R' I')) as [-> ->]. destruct weighs; lia.
    + unfold k, share. rewrite N.eqb_refl, L. destruct weighs; lia.
  - assert (size (anchored s) < size (anchored t)) as Gr.
    { destruct (some (N.ldiff (anchored t) (anchored s))) eqn:D.
      - apply some_spec in D as (q & Q). apply mem_ldiff in Q. apply size_less with q; tauto.
      - exfalso. apply A, pset_ext. intros q. split; [| apply G]. intros Q. rewrite some_not in D. specialize (D q).
        rewrite mem_ldiff in D. destruct (mem_dec q (anchored s)); tauto. }
    assert (0 <= most) as Mo by (unfold most; pose proof (size_nonneg (locale a)); lia).
    pose proof (total_range (share s) rooms (2 * most) ltac:(lia) (fun R I => share_range s R S I)).
    pose proof (total_range (share t) rooms (2 * most) ltac:(lia) (fun R I => share_range t R T I)).
    assert (big * size (anchored s) + big <= big * size (anchored t)) as M.
    { assert (0 <= big) by (unfold big; lia). nia. }
    assert (big = 2 * (Z.of_nat (length rooms) * (2 * most)) + 2 * most + 1) as Eb by reflexivity.
    assert (5 <= most) by (unfold most; pose proof (size_nonneg (locale a)); lia).
    destruct weighs; lia.
Qed.

Lemma final_play s p t : secure s -> played a s p t -> moves a s (To (lost a s t) t).
Proof.
  intros S P. apply (a_play a s p t P). intros [(U & _ & D & _) _]. pose proof (s_final _ _ _ _ _ S). congruence.
Qed.

(** *** The measure. *)
Theorem filling_measured : measured (play a) weighs own bad c (fun _ => False) secure credit rank.
Proof.
  assert (forall s, {second_pass a s} + {~ second_pass a s}) as Dec.
  { intros s. unfold second_pass. destruct (pass_counts a s), (passed s); (left; tauto) || (right; intros []; discriminate). }
  assert (forall s, secure s -> clean s -> second_pass a s -> moves a s (Over c)) as End_.
  { intros s S Cl P. pose proof (owns_clean a c h rooms walls_apart s S Cl) as O. pose proof (owner_not_attacker a) as NA.
    destruct (s_enough _ _ _ _ _ S) as [(K & _) | (K & _)]; rewrite K in *.
    - apply kept_to_the_end; [exact P | right]. intros N. apply O in N. exact (NA N).
    - apply owned_in_the_end; [exact P | apply (s_final _ _ _ _ _ S) | apply O; reflexivity]. }
  assert (forall s, secure s -> (mover s = c -> ban s = None -> clean s) -> ~ second_pass a s ->
    exists w t, moves a s (To w t) /\ (False \/ (secure t /\ falls s w t))) as Pass_.
  { intros s S H N. exists 0, (pass a s). split; [apply a_pass, N |]. right. split; [apply secure_pass; auto | apply falls_pass; auto]. }
  split; simpl.
  - intros s S T. destruct (ban s) as [b |] eqn:B.
    + right. apply Pass_; [exact S | congruence |]. intros [C _]. unfold pass_counts in C. rewrite B in C. destruct (end_of_play (rules a)); discriminate.
    + destruct (clean_b s) eqn:Cl.
      * apply (clean_b_spec c rooms) in Cl. destruct (Dec s) as [P | P]; [left; apply End_; auto | right; apply Pass_; auto].
      * right. destruct (find (fun R => some (foes c s R) && some (doors a c h s R)) rooms) as [R |] eqn:F.
        -- apply find_some in F as [I F]. apply andb_true_iff in F as [_ F]. apply some_spec in F as (q & Q).
           destruct (enter a c h rooms s R q S I T B Q) as (t & P & Rq & N & A).
           exists (lost a s t), t. split; [apply (final_play s q); auto | right].
           split; [exact (secure_own a c h rooms s t q R T P S I Rq) |].
           apply (falls_mine s q t R); auto. intros E. rewrite E in A. contradiction.
        -- assert (exists R, In R rooms /\ some (foes c s R) = true) as (R & I & Fo).
           { unfold Regions.clean_b, clean_in in Cl.
             assert (some (N.land (all_rooms_of rooms) (stones s (other c))) = true) as So by (unfold some; rewrite Cl; reflexivity).
             apply some_spec in So as (q & Q). apply mem_land in Q as [Q K]. apply all_rooms_spec in Q as (R & I & Q).
             exists R. split; [exact I |]. apply some_spec. exists q. apply foes_spec. auto. }
           assert (forall R', In R' rooms -> some (foes c s R') = false \/ some (doors a c h s R') = false) as None_.
           { intros R' I'. pose proof (find_none _ _ F R' I') as N. simpl in N. apply andb_false_iff, N. }
           assert (some (doors a c h s R) = false) as Ds by (destruct (None_ R I); congruence).
           destruct (fill a c h rooms walls_apart s R S I T B Fo Ds) as (p & t & P & Rp & W).
           exists (lost a s t), t. split; [apply (final_play s p); auto | right].
           split; [exact (secure_own a c h rooms s t p R T P S I Rp) |].
           apply (falls_mine s p t R); auto.
  - intros s S T k M. inversion M as [| p t P L | | P D | P D At]; subst.
    + destruct L as [(U & _ & D & _) _]. pose proof (s_final _ _ _ _ _ S). congruence.
    + assert (clean s) as Cl by (apply (s_passed _ _ _ _ _ S); [apply P | exact T]).
      pose proof (owns_clean a c h rooms walls_apart s S Cl) as O.
      destruct (s_enough _ _ _ _ _ S) as [(K & _) | (K & _)]; [auto |]. exfalso.
      destruct D as [D | D]; [pose proof (s_final _ _ _ _ _ S); congruence | tauto].
    + assert (clean s) as Cl by (apply (s_passed _ _ _ _ _ S); [apply P | exact T]).
      symmetry. apply (owns_clean a c h rooms walls_apart s S Cl), At.
  - intros s S T w t M. right. assert (mover s = c -> ban s = None -> clean s) as H.
    { intros K. exfalso. rewrite T in K. exact (other_ne _ K). }
    inversion M as [p t' P L | | P | |]; subst.
    + split; [exact (secure_after a c h rooms walls_apart s t p T P S) | exact (falls_theirs s p t T P S)].
    + split; [apply secure_pass; auto | apply falls_pass; auto].
Qed.

Lemma credit_bound s : secure s -> Z.abs (credit s) <= Z.of_nat (length rooms) * (2 * most) + most + big * size (locale a).
Proof.
  intros S. unfold credit. assert (0 <= most) as Mo by (unfold most; pose proof (size_nonneg (locale a)); lia).
  pose proof (total_range (share s) rooms (2 * most) ltac:(lia) (fun R I => share_range s R S I)).
  assert (0 <= stones_size s <= most).
  { unfold stones_size, most. pose proof (locale_sub s c S). pose proof (size_nonneg (stones s c)). pose proof (size_nonneg (locale a)). destruct weighs; lia. }
  assert (size (anchored s) <= size (locale a)).
  { apply size_le. intros q Q. apply (anch_stone a c h) in Q. exact (within_locale a c h rooms s S c q Q). }
  pose proof (size_nonneg (anchored s)). assert (0 <= big) by (unfold big; lia). nia.
Qed.
End Filling.
