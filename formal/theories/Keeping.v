(** Walls that answer attacks: the owner keeps the stones of the unit by answering plays in an area, whatever he plays
    elsewhere meanwhile.  "Walls" in docs/certificates.md, "Why the owner keeps walls" in docs/certificates-why.md. *)

Require Import List NArith ZArith Lia Bool.
Require Import Cycles Sets Board Rules Claims Grid Exec Measures Judging Walls Life Statics Finite Breath Regions Secured Least Checker
  Patterns
  Owning Standing Covers Areas Patterned.
Import ListNotations.

Section Check.
Context (f : frame) (a : arena) (x : colour).

(** No play outside the zone takes a stone of the other side in it. *)
Definition secluded_b (v : pattern) : bool :=
  let T := stones (face v) (other x) in
  subset T (N.lor (reach f T (N.lor (blank v) (wall a (other x)))) (N.ldiff T (reach f T (unknown a v)))).
Definition secluded (l : list entry) : bool :=
  forallb (fun n => same_colour (mover (face (shape n))) x || secluded_b (shape n)) l.
Definition area_of (l : list entry) : pset :=
  fold_right N.lor 0%N (map (fun n => N.lor (zone (shape n)) (eye_points (shape n))) l).
End Check.

Section Sound.
Context (a : arena).
Notation x := (owner a).
Notation f := (frame_of (grid a)).
Notation adj := (adj (grid a)).
Notation linked := (linked (grid a)).
Hypothesis walls_apart : forall k q, mem q (wall a k) -> ~ mem q (locale a).
Hypothesis never : end_of_play (rules a) = Never.
Hypothesis once_only : dead_means (rules a) = CapturedOnce.
Hypothesis no_draw : cycles (rules a) <> Draw.
Hypothesis single : exists T, units a = [T].
Hypothesis free_to_retake : ~ bound a (attacker a).

Lemma units_apart U V q : In U (units a) -> In V (units a) -> mem q U -> mem q V -> U = V.
Proof. destruct single as [T ->]. intros [<- | []] [<- | []]. reflexivity. Qed.
Lemma ends_well : end_of_play (rules a) = Never ->
  cycles (rules a) = PrisonersThenOwnership \/ (dead_means (rules a) = CapturedOnce /\ cycles (rules a) <> Draw).
Proof. auto. Qed.
Lemma owns : owners a x = true.
Proof. apply same_colour_spec. reflexivity. Qed.

Lemma secluded_play v s p q : form a v -> agrees x v s -> breathing a s -> secluded_b f a x v = true -> mover s = x ->
  empty a s p -> ~ mem p (zone v) -> stone (face v) (other x) q -> ~ taken a s p q.
Proof.
  unfold secluded_b. rewrite mem_subset. intros F A B Se T E Np Q [(r & L & J) Nb]. rewrite T in L, Nb.
  specialize (Se q Q). apply mem_lor in Se as [R | R].
  - apply Nb. apply reach_spec in R as (u & w & Lu & Ju & W). exists u, w.
    split; [exact (lift a x v s F A _ _ _ Lu) | split; [exact Ju |]].
    apply mem_lor in W as [W | W]; [left | right; exact W]. split; [exact (blank_empty a x v s F A w W) |]. intros ->.
    apply blank_spec in W. tauto.
  - apply mem_ldiff in R as [_ R]. pose proof (enclosed a x v s A B _ q r R Q L) as L'. apply R, reach_spec. exists r, p.
    split; [exact L' | split; [exact J |]]. apply unknown_spec. split; [apply E | exact Np].
Qed.

Lemma threats_fall s p t c : played a s p t -> (threats t c <= threats s c)%N.
Proof.
  intros P. destruct (either_colour (mover s) c) as [-> | ->]; [| rewrite (their_threats _ _ _ _ P); lia].
  destruct (ban s) as [q |] eqn:B; [destruct (N.eq_dec q p) as [-> | Ne] |].
  - rewrite (threat_spent _ _ _ _ P B). lia.
  - rewrite (own_threats _ _ _ _ P); [lia | congruence].
  - rewrite (own_threats _ _ _ _ P); [lia | congruence].
Qed.

Lemma no_ban_left s p t : mover s = x -> played a s p t -> ban t = None.
Proof.
  intros T P. destruct (ban t) as [q |] eqn:E; [| reflexivity]. apply (ban_after _ _ _ _ P) in E as [Bo _]. rewrite T in Bo.
  destruct (free_to_retake Bo).
Qed.

Lemma gone_mine s p t q : mover s = x -> played a s p t -> mem q (gone t) -> mem q (gone s).
Proof.
  intros T P Q. apply (gone_after _ _ _ _ P) in Q as [Q | (U & _ & _ & (_ & M & _))]; [exact Q |].
  rewrite T in M. destruct (owner_not_attacker a M).
Qed.

Section Strategy.
Context (l : list entry).
Notation find := (nth_node l).
Notation A := (area_of l).
Hypothesis checked : forall n, In n l -> check_entry f a x false find (shut f a x) n = true.
Hypothesis apart : secluded f a x l = true.
Notation matches := (matches_b f a x).
Let all := flat_map (known_after a x) l.
Let hs := map (living_on f a x) (filter (fun r => firm_on f a x r (living_on f a x r)) all).
Let D s := existsb (held_b f a x s) hs.

Lemma D_spec s : D s = true <-> exists h, In h hs /\ held a x h s.
Proof. apply hinted_iff. Qed.

Lemma zone_area n q : In n l -> mem q (zone (shape n)) \/ mem q (eye_points (shape n)) -> mem q A.
Proof.
  intros I Q. apply mem_union. right. eexists. split; [apply in_map, I |]. apply mem_lor, Q.
Qed.

Lemma hint_area h e : In h hs -> In e (pairs h) -> forall q, mem q (fst (snd e)) \/ mem q (snd (snd e)) -> mem q A.
Proof.
  intros H E q Q. apply in_map_iff in H as (r & <- & R). apply filter_In in R as [R Fi].
  apply in_flat_map in R as (n & I & R). unfold firm_on in Fi. rewrite !andb_true_iff, forallb_forall in Fi.
  destruct Fi as [_ Ro]. specialize (Ro e E). unfold roomy_b in Ro. rewrite !andb_true_iff, !mem_subset in Ro.
  destruct Ro as [[Ro1 _] [Ro2 _]].
  assert (mem q (zone r) \/ mem q (eye_points r)) as K by (apply mem_lor; destruct Q; auto).
  destruct R as [<- | [<- | R]]; [exact (zone_area n q I K) | exact (zone_area n q I K) |].
  apply in_map_iff in R as (p & <- & _). apply (zone_area n q I). destruct K as [K | K]; [left | right].
  - apply outcome_zone in K. tauto.
  - rewrite outcome_eyes in K. exact K.
Qed.

Lemma shut_D r b s : In r all -> shut f a x r b = true -> stands a x r s ->
  (mover s = x -> forall q, ban s = Some q -> mem q (zone r) -> b = Some q) -> D s = true.
Proof.
  unfold shut. rewrite !andb_true_iff. intros I [[Fo _] H] [S1 S2 _ _ S5 _ _] _. apply form_b_spec in Fo.
  replace (final_b a) with false in H by (unfold final_b; rewrite once_only; reflexivity). simpl in H.
  apply andb_true_iff in H as [H E]. apply D_spec. exists (living_on f a x r). split.
  - apply in_map, filter_In. auto.
  - split; [| exact (firm_on_spec a x walls_apart r _ s Fo S1 S2 H)]. apply (enough_b_spec a x) in E.
    destruct E as [(E1 & U & E2 & E3 & q & Q & N) | E]; [left | right; exact E].
    split; [exact E1 |]. exists U. split; [exact E2 | split; [exact E3 |]]. exists q. split; [exact Q |]. intros K. apply N.
    unfold as_gone in S5. rewrite owns, mem_subset in S5. apply S5, K.
Qed.

Lemma D_measured : exists k r, measured (play a) (prisoners_count a) (owners a x) (fun s => bad_b f a x false s = true) x (fun _ => False)
  (fun s => D s = true) k r.
Proof. eexists _, _. apply (hinted_measured a x walls_apart units_apart false hs ends_well). Qed.

Let found := nth_node_in l.
Lemma in_all n r : In n l -> In r (known_after a x n) -> In r all.
Proof. intros I R. apply in_flat_map. eauto. Qed.
Lemma all_shape n : In n l -> In (shape n) all.
Proof. intros I. apply (in_all n _ I). left. reflexivity. Qed.
Lemma all_stay n : In n l -> In (stay (shape n)) all.
Proof. intros I. apply (in_all n _ I). right; left. reflexivity. Qed.
Lemma all_outcome n p : In n l -> mem p (blank (shape n)) -> In (outcome f a x (shape n) p) all.
Proof. intros I P. apply (in_all n _ I). right; right. apply in_map, elements_spec, P. Qed.

(** The attacker is to move, and the state matches a node, or its living stones are enough. *)
Definition K (s : position) : Prop :=
  mover s = attacker a /\ ban s = None /\ threats s x = 0%N /\
  (D s = true \/ exists n, In n l /\ matches n s = true).

Lemma never_last s p t : K s -> played a s p t -> ~ takes_last a s p t.
Proof.
  intros (T & _ & _ & C) P La. destruct C as [C | (n & I & M)].
  - destruct D_measured as (k & r & [_ Ed _]). exact (other_ne _ (Ed s C T _ (last_play a s p t P La))).
  - destruct (covers_measured a x false walls_apart never l find (shut f a x) D found (fun r => In r all) all_shape all_stay all_outcome
      shut_D D_measured checked) as (k & r & [_ Ed _] & _).
    apply (other_ne x). apply (Ed s); [apply existsb_exists; eauto | exact T | exact (last_play a s p t P La)].
Qed.

Lemma unit_stands s p t U q : K s -> played a s p t -> In U (units a) -> mem q U -> ~ taken a s p q.
Proof.
  intros H P I Q Tk. apply (never_last s p t H P). destruct H as (T & _).
  assert (takes_of a U s p) as TU by (split; [exact once_only | split; [exact T | eauto]]).
  split; [eauto |]. intros V r J R. apply (gone_after _ _ _ _ P). right. exists V. split; [exact J | split; [exact R |]].
  destruct single as [W E]. rewrite E in I, J. destruct I as [<- | []], J as [<- | []]. exact TU.
Qed.

(** The owner's turn, with a node or with living stones that his plays elsewhere leave as they are. *)
Definition waits (t : position) : Prop :=
  mover t = x /\ threats t x = 0%N /\
  ((exists h, In h hs /\ held a x h t) \/
   exists n, In n l /\ mover (face (shape n)) = attacker a /\ agrees x (shape n) t /\ breathing a t /\ ban (face (shape n)) = None /\
     as_gone a x (gone (face (shape n))) (gone t) = true /\ threats (face (shape n)) x = 0%N /\
     (threats t (attacker a) <= threats (face (shape n)) (attacker a))%N).

Lemma match_again n s : In n l -> mover (face (shape n)) = attacker a -> agrees x (shape n) s -> breathing a s ->
  ban (face (shape n)) = None -> as_gone a x (gone (face (shape n))) (gone s) = true -> threats (face (shape n)) x = 0%N ->
  (threats s (attacker a) <= threats (face (shape n)) (attacker a))%N -> mover s = attacker a -> passed s = false -> matches n s = true.
Proof.
  intros I Mo Ag Br Bn Go Th Th' T Pa. destruct (check_good a x false l find (shut f a x) checked n I) as [F _ _].
  apply (matches_spec a x n s F). split.
  - split; auto; [congruence | rewrite Th; lia].
  - unfold bans. replace (same_colour (mover (face (shape n))) x) with false.
    2:{ symmetry. apply not_true_iff_false. rewrite same_colour_spec, Mo. apply other_ne. }
    rewrite Bn. discriminate.
Qed.

Lemma waits_pass t : waits t -> K (pass a t).
Proof.
  intros (T & Th & [(h & I & H) | (n & I & Mo & Ag & Br & Bn & Go & Tn & Ta)]).
  - split; [simpl; rewrite T; reflexivity | split; [reflexivity | split; [exact Th |]]]. left. apply D_spec. exists h.
    split; [exact I | apply held_pass, H].
  - split; [simpl; rewrite T; reflexivity | split; [reflexivity | split; [exact Th |]]]. right. exists n. split; [exact I |].
    assert (mover (pass a t) = attacker a) as Mp by (simpl; rewrite T; reflexivity).
    assert (agrees x (shape n) (pass a t)) as Ap.
    { destruct Ag as [A1 A2]. split; [intros k q Q; rewrite stone_pass; exact (A1 k q Q) | intros q Q; rewrite stone_pass; exact (A2 q Q)]. }
    pose proof (breathing_pass a t Br) as Bp. apply match_again; auto.
    + simpl. unfold pass_counts. rewrite never. destruct (ban t); reflexivity.
Qed.

Lemma waits_play t m u : waits t -> ~ mem m A -> played a t m u -> K u.
Proof.
  intros (T & Th & C) Nm P. pose proof (threats_fall t m u x P). pose proof (threats_fall t m u (attacker a) P).
  assert (mover u = attacker a) as Mu by (rewrite (mover_after _ _ _ _ P), T; reflexivity).
  split; [exact Mu | split; [exact (no_ban_left t m u T P) | split; [lia |]]].
  destruct C as [(h & I & [En Fi]) | (n & I & Mo & Ag & Br & Bn & Go & Tn & Ta)].
  - left. apply D_spec. exists h. split; [exact I | split].
    + destruct En as [(E1 & U & E2 & E3 & q & Q & N) | (E & _)]; [left | destruct (owner_not_attacker a E)].
      split; [exact E1 |]. exists U. split; [exact E2 | split; [exact E3 |]]. exists q. split; [exact Q |].
      intros G. exact (N (gone_mine t m u q T P G)).
    + apply (firm_own a x h t u m T P); [| exact Fi]. intros e E. split; intros Q; apply Nm; apply (hint_area h e I E); auto.
  - right. exists n. split; [exact I |]. destruct (check_good a x false l find (shut f a x) checked n I) as [F _ _].
    assert (~ mem m (zone (shape n)) /\ ~ mem m (eye_points (shape n))) as [Nz Ne].
    { split; intros Q; apply Nm; apply (zone_area n m I); auto. }
    assert (secluded_b f a x (shape n) = true) as Se.
    { unfold secluded in apart. rewrite forallb_forall in apart. specialize (apart n I). apply orb_true_iff in apart as [K' | K']; [| exact K'].
      apply same_colour_spec in K'. rewrite Mo in K'. destruct (other_ne _ K'). }
    pose proof (mine_after a t u m P) as Mi. pose proof (theirs_after a t u m P) as Ti. rewrite T in Mi, Ti.
    apply match_again; auto.
    + destruct Ag as [A1 A2]. split.
      * intros k q Q. rewrite <- (A1 k q Q). destruct (either_colour x k) as [-> | ->].
        -- rewrite Mi. split; [intros [K' | ->]; [exact K' | destruct (Nz Q)] | auto].
        -- rewrite Ti. split; [tauto |]. intros K'. split; [exact K' |].
           apply (secluded_play (shape n) t m q F (conj A1 A2) Br Se T); [apply (on_empty _ _ _ _ P) | exact Nz | apply A1; auto].
      * intros q Q K'. apply Mi in K' as [K' | ->]; [exact (A2 q Q K') | exact (Ne Q)].
    + exact (breathing_after a t u m P Br).
    + unfold as_gone in *. rewrite owns, mem_subset in *. intros q Q. apply Go. exact (gone_mine t m u q T P Q).
    + lia.
    + exact (passed_after _ _ _ _ P).
Qed.

Lemma node_facts n s : In n l -> matches n s = true -> mover s = attacker a -> ban s = None -> threats s x = 0%N ->
  mover (face (shape n)) = attacker a /\ agrees x (shape n) s /\ breathing a s /\ ban (face (shape n)) = None /\
  as_gone a x (gone (face (shape n))) (gone s) = true /\ threats (face (shape n)) x = 0%N /\
  (threats s (attacker a) <= threats (face (shape n)) (attacker a))%N.
Proof.
  intros I M T Bn Th. destruct (check_good a x false l find (shut f a x) checked n I) as [F _ _].
  apply (matches_spec a x n s F) in M as [[S1 S2 S3 S4 S5 S6 S7] B]. rewrite T in S3.
  split; [auto | split; [exact S1 | split; [exact S2 | split; [| split; [exact S5 | split; [lia | exact S7]]]]]].
  unfold bans in B. replace (same_colour (mover (face (shape n))) x) with false in B.
  2:{ symmetry. apply not_true_iff_false. rewrite same_colour_spec, <- S3. apply other_ne. }
  destruct (ban (face (shape n))) as [q |]; [| reflexivity]. specialize (B q eq_refl). congruence.
Qed.

Lemma wait_after_pass s : K s -> waits (pass a s).
Proof.
  intros (T & Bn & Th & C). split; [simpl; rewrite T; apply other_other | split; [exact Th |]]. destruct C as [C | (n & I & M)].
  - left. apply D_spec in C as (h & I & H). exists h. split; [exact I | apply held_pass, H].
  - right. exists n. destruct (node_facts n s I M T Bn Th) as (Mo & [A1 A2] & Br & B & Go & Tn & Ta).
    split; [exact I | split; [exact Mo | split; [| split; [exact (breathing_pass a s Br) | split; [exact B | split; [exact Go | split; [exact Tn |]]]]]]].
    + split; [intros k q Q; rewrite stone_pass; exact (A1 k q Q) | intros q Q; rewrite stone_pass; exact (A2 q Q)].
    + destruct (attacker a); exact Ta.
Qed.

Lemma wait_after_far s p t : K s -> played a s p t -> ~ mem p A -> waits t.
Proof.
  intros H P Np. pose proof (unit_stands s p t) as Us. pose proof H as (T & Bn & Th & C).
  pose proof (threats_fall s p t x P). pose proof (threats_fall s p t (attacker a) P).
  split; [rewrite (mover_after _ _ _ _ P), T; apply other_other | split; [lia |]].
  destruct C as [C | (n & I & M)].
  - left. apply D_spec in C as (h & I & Hh). exists h. split; [exact I |]. exact (held_after a x walls_apart units_apart h s p t T P Hh).
  - right. exists n. destruct (node_facts n s I M T Bn Th) as (Mo & [A1 A2] & Br & B & Go & Tn & Ta).
    destruct (check_good a x false l find (shut f a x) checked n I) as [F Un Su].
    assert (~ mem p (zone (shape n))) as Nz by (intros Q; apply Np; apply (zone_area n p I); auto).
    pose proof (mine_after a s t p P) as Mi. pose proof (theirs_after a s t p P) as Ti. rewrite T in Mi, Ti.
    unfold attacker in Ti. rewrite other_other in Ti.
    split; [exact I | split; [exact Mo | split; [| split; [exact (breathing_after a s t p P Br) | split; [exact B | split; [| split; [exact Tn | lia]]]]]]].
    + split.
      * intros k q Q. rewrite <- (A1 k q Q). destruct (either_colour x k) as [-> | ->].
        -- rewrite Ti. split; [tauto |]. intros K'. split; [exact K' |].
           apply (far_play a x walls_apart (shape n) s F (conj A1 A2) Br p q Su T Nz). apply A1; auto.
        -- rewrite Mi. split; [intros [K' | ->]; [exact K' | destruct (Nz Q)] | auto].
      * intros q Q K'. apply Ti in K' as [K' _]. exact (A2 q Q K').
    + unfold as_gone in *. rewrite owns, mem_subset in *. intros q Q. apply Go.
      apply (gone_after _ _ _ _ P) in Q as [Q | (U & J & Qu & (_ & _ & r & R & Tk))]; [exact Q |]. destruct (Us U r H P J R Tk).
Qed.

(** The answer to a play. *)
Lemma answers s p t : K s -> played a s p t -> K (pass a t) \/ exists m u, mem m A /\ played a t m u /\ K u.
Proof.
  intros H P. pose proof (never_last s p t H P) as La. pose proof H as (T & Bn & Th & C).
  pose proof (threats_fall s p t x P). assert (mover t = x) as Mt by (rewrite (mover_after _ _ _ _ P), T; apply other_other).
  assert (threats t x = 0%N) as Tt by lia.
  assert (D t = true -> K (pass a t)) as Dp.
  { intros Dt. apply waits_pass. split; [exact Mt | split; [exact Tt | left; apply D_spec, Dt]]. }
  assert (D s = true -> D t = true) as Ds.
  { intros Hs. apply D_spec in Hs as (h & I & Hh). apply D_spec. exists h. split; [exact I |].
    exact (held_after a x walls_apart units_apart h s p t T P Hh). }
  destruct C as [C | (n & I & M)]; [left; auto |].
  destruct (play_arrives a x false walls_apart l find (shut f a x) D found (fun r => In r all) all_shape all_outcome shut_D D_measured
    checked n s p t I M T P La) as [C | [C | (u & J & Mu & _)]]; [left; auto | left; auto |].
  destruct (own_arrives a x false walls_apart never l find (shut f a x) D found (fun r => In r all) all_stay all_outcome shut_D D_measured
    checked u t J Mu Mt) as [(m & w & Q & L) | [(m & w & Z & Q & _ & G) | G]].
  - exfalso. destruct L as [(U & _ & _ & Ma & _) _]. rewrite Mt in Ma. exact (owner_not_attacker a Ma).
  - right. exists m, w. split; [apply (zone_area u m J); auto | split; [exact Q |]]. pose proof (threats_fall t m w x Q).
    split; [rewrite (mover_after _ _ _ _ Q), Mt; reflexivity | split; [exact (no_ban_left t m w Mt Q) | split; [lia |]]].
    destruct G as [G | (n' & J' & M' & _)]; eauto.
  - left. split; [simpl; rewrite Mt; reflexivity | split; [reflexivity | split; [exact Tt |]]].
    destruct G as [G | (n' & J' & M' & _)]; eauto.
Qed.

Lemma K_keeps : keeping a A K.
Proof.
  split.
  - intros s H. apply H.
  - exact unit_stands.
  - exact answers.
  - intros s p t H P N. pose proof (wait_after_far s p t H P N) as W. split; [exact (waits_pass t W) | intros m u; exact (waits_play t m u W)].
  - intros s H. pose proof (wait_after_pass s H) as W. split; [exact (waits_pass _ W) | intros m u; exact (waits_play _ m u W)].
Qed.
End Strategy.

(** Accepted patterns that are secluded keep the unit. *)
Theorem patterns_keep start l : mover start = attacker a -> ban start = None -> threats start x = 0%N ->
  check_patterns f a x false start l = true -> secluded f a x l = true -> kept_in_area a (area_of l) start.
Proof.
  intros T Bn Th C Se. unfold check_patterns in C. apply andb_true_iff in C as [_ C]. destruct l as [| n l0]; [discriminate |].
  apply andb_true_iff in C as [M C]. rewrite forallb_forall in C. exists (K (n :: l0)). split; [apply K_keeps; assumption |].
  split; [exact T | split; [exact Bn | split; [exact Th |]]]. right. exists n. split; [left; reflexivity | exact M].
Qed.
End Sound.
