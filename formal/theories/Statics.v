(** Branches that end with unconditionally alive stones, as a rule in certificates.  A hint names stones and, for their
    chains, two regions each.  How it is found does not matter: all of it is checked. *)

Require Import List NArith ZArith Lia Bool.
Require Import Cycles Sets Board Rules Claims Grid Exec Measures Judging Walls Life.
Import ListNotations.

Record hint := Hint { kept : pset; pairs : list (point * (pset * pset)) }.

Section Check.
Context (f : frame) (a : arena) (c : colour).

Definition inside_b (s : position) : bool :=
  subset (N.lor (black s) (white s)) (locale a) && (N.land (black s) (white s) =? 0)%N.

Definition region_b (X : pset) (s : position) (x : point) (R : pset) : bool :=
  let open := N.ldiff R (stones s (other c)) in
  subset R (N.ldiff (locale a) (stones s c)) &&
  subset (N.land (near f R) (N.lor (locale a) (wall a (other c)))) (N.lor R X) &&
  negb (open =? 0)%N && subset open (near f (chain_of f X x)).

Definition pair_b (X : pset) (s : position) (e : point * (pset * pset)) : bool :=
  let '(x, (R, R')) := e in region_b X s x R && region_b X s x R' && (N.land R R' =? 0)%N.

Definition enough_b (X : pset) (s : position) : bool :=
  if same_colour c (owner a)
  then existsb (fun U => subset U X && negb (N.ldiff U (gone s) =? 0)%N) (units a)
  else match dead_means (rules a) with
       | FinallyOwned => forallb (fun U => negb (N.land U X =? 0)%N) (units a)
       | CapturedOnce => false
       end.

(** The stones of a hint stand, and will stand for ever. *)
Definition firm_b (s : position) (h : hint) : bool :=
  let X := kept h in
  inside_b s && subset X (stones s c) &&
  subset X (fold_right N.lor (spread f X (near f (wall a c))) (map (fun e => chain_of f X (fst e)) (filter (pair_b X s) (pairs h)))).

Definition held_b (s : position) (h : hint) : bool := enough_b (kept h) s && firm_b s h.

(** Benson's algorithm; regions that hold a contested point count for nothing. *)
Definition hint_without (contested : pset) (s : position) : hint :=
  let own := stones s c in
  let opp := stones s (other c) in
  let chains := components f own in
  let regions := filter (fun R => N.land R contested =? 0)%N (components f (N.ldiff (locale a) own)) in
  let X := rounds f own opp (wall a c) (wall a (other c)) chains regions (S (N.size_nat own)) own in
  Hint X (flat_map (fun C =>
    if subset C X then
      match filter (vital_b f own opp (wall a (other c)) X C) regions, elements C with
      | R :: R' :: _, x :: _ => [(x, (R, R'))]
      | _, _ => []
      end
    else []) chains).

Definition hint_of (s : position) : hint :=
  hint_without (if same_colour c (owner a) then 0%N else N.ldiff (fold_right N.lor 0%N (units a)) (stones s c)) s.

Definition apart_b : bool := (N.land (N.lor (wall a Black) (wall a White)) (locale a) =? 0)%N.
End Check.

Section Proofs.
Context (a : arena) (c : colour).
Notation f := (frame_of (grid a)).
Notation adj := (adj (grid a)).
Notation linked := (linked (grid a)).
Hypothesis walls_apart : forall k q, mem q (wall a k) -> ~ mem q (locale a).
Hypothesis units_apart : forall U V q, In U (units a) -> In V (units a) -> mem q U -> mem q V -> U = V.

Lemma inside_b_spec s : inside_b a s = true -> inside a c s.
Proof.
  unfold inside_b, inside. rewrite andb_true_iff, mem_subset, empty_iff. intros [A B]. split.
  - intros k q K. apply A. rewrite mem_lor. destruct k; unfold stone in K; simpl in K; auto.
  - intros q K L. apply (B q). apply mem_land. destruct c; unfold stone in *; simpl in *; auto.
Qed.

Lemma region_b_spec X s x R : region_b f a c X s x R = true <-> vital a c X s x R.
Proof.
  unfold region_b. rewrite !andb_true_iff, !mem_subset, not_empty. split.
  - intros [[[A B] (r & C)] D]. split.
    + intros p P. apply A, mem_ldiff in P. tauto.
    + intros p P. apply A, mem_ldiff in P. tauto.
    + intros p q P J. destruct (mem_dec q (N.lor (locale a) (wall a (other c)))) as [K | K].
      * assert (mem q (N.lor R X)) as Q by (apply B, mem_land; split; auto; apply near_spec; eauto).
        apply mem_lor in Q. tauto.
      * rewrite mem_lor in K. tauto.
    + exists r. apply mem_ldiff in C. exact C.
    + intros p P N. assert (mem p (near f (chain_of f X x))) as Q by (apply D, mem_ldiff; auto).
      apply near_spec in Q as (y & Y & J). apply chain_of_spec in Y. eauto.
  - intros [A B C (r & D) E]. split; [split; [split |] |].
    + intros p P. apply mem_ldiff. split; [apply A; auto | apply B; auto].
    + intros q Q. apply mem_land in Q as [Q K]. apply near_spec in Q as (p & P & J). apply mem_lor in K.
      apply mem_lor. destruct (C p q P J) as [F | [F | [F G]]]; tauto.
    + exists r. apply mem_ldiff. exact D.
    + intros p P. apply mem_ldiff in P as [P N]. destruct (E p P N) as (y & L & J). apply near_spec. exists y.
      split; auto. apply chain_of_spec. exact L.
Qed.

Definition paired (X : pset) (s : position) (e : point * (pset * pset)) : Prop :=
  vital a c X s (fst e) (fst (snd e)) /\ vital a c X s (fst e) (snd (snd e)) /\
  forall p, mem p (fst (snd e)) -> ~ mem p (snd (snd e)).

Lemma pair_b_spec X s e : pair_b f a c X s e = true <-> paired X s e.
Proof.
  destruct e as [x [R R']]. unfold pair_b, paired. simpl. rewrite !andb_true_iff, !region_b_spec, empty_iff.
  split; [intros [[A B] C] | intros (A & B & C)].
  - split; [exact A | split; [exact B |]]. intros p P Q. apply (C p), mem_land. auto.
  - split; [split; [exact A | exact B] |]. intros p P. apply mem_land in P as [P Q]. exact (C p P Q).
Qed.

Lemma enough_b_spec X s : enough_b a c X s = true <-> enough a c X s.
Proof.
  unfold enough_b, enough. pose proof (same_colour_spec c (owner a)) as O. pose proof (owner_not_attacker a) as N.
  destruct (same_colour c (owner a)).
  - rewrite existsb_exists. split.
    + intros (U & I & H). apply andb_true_iff in H as [H K]. rewrite mem_subset in H. apply not_empty in K as (q & Q).
      left. split; [apply O; reflexivity |]. exists U. split; [exact I | split; [exact H |]]. exists q. apply mem_ldiff, Q.
    + intros [(_ & U & I & H & q & Q) | (E & _)]; [| exfalso; apply N; rewrite <- E; symmetry; apply O; reflexivity].
      exists U. split; [exact I |]. apply andb_true_iff. split; [apply mem_subset, H |]. apply not_empty. exists q.
      apply mem_ldiff, Q.
  - assert (c = attacker a) as Ea by (apply ne_other; intros K; apply O in K; discriminate).
    split.
    + destruct (dead_means (rules a)); [| discriminate]. rewrite forallb_forall. intros H. right.
      split; [exact Ea | split; [reflexivity |]]. intros U I. specialize (H U I). apply not_empty in H as (p & P).
      exists p. apply mem_land, P.
    + intros [(E & _) | (_ & F & H)]; [exfalso; apply N; congruence |]. rewrite F, forallb_forall. intros U I.
      destruct (H U I) as (p & P). apply not_empty. exists p. apply mem_land, P.
Qed.

Lemma mem_union p A l : mem p (fold_right N.lor A l) <-> mem p A \/ exists B, In B l /\ mem p B.
Proof.
  induction l as [| B l IH]; simpl.
  - split; auto. intros [H | (B & [] & _)]; auto.
  - rewrite mem_lor, IH. split.
    + intros [H | [H | (C & I & H)]]; eauto.
    + intros [H | (C & [-> | I] & H)]; eauto.
Qed.

(** What a hint says of a state. *)
Definition firm (h : hint) (s : position) : Prop :=
  inside a c s /\ (forall x, mem x (kept h) -> stone s c x) /\
  forall x, mem x (kept h) ->
    (exists y r, linked (fun q => mem q (kept h)) x y /\ adj y r /\ mem r (wall a c)) \/
    (exists e, In e (pairs h) /\ paired (kept h) s e /\ linked (fun q => mem q (kept h)) (fst e) x).

Definition held (h : hint) (s : position) : Prop := enough a c (kept h) s /\ firm h s.

Lemma inside_iff s : inside_b a s = true <-> inside a c s.
Proof.
  split; [apply inside_b_spec |]. intros [A B]. unfold inside_b. rewrite andb_true_iff, mem_subset, empty_iff. split.
  - intros p P. apply mem_lor in P as [P | P]; [apply (A Black), P | apply (A White), P].
  - intros p P. apply mem_land in P as [P Q]. destruct c; [exact (B p P Q) | exact (B p Q P)].
Qed.

Lemma firm_b_spec s h : firm_b f a c s h = true <-> firm h s.
Proof.
  unfold firm_b, firm. rewrite !andb_true_iff, inside_iff, !mem_subset.
  assert (forall x, mem x (fold_right N.lor (spread f (kept h) (near f (wall a c)))
      (map (fun e => chain_of f (kept h) (fst e)) (filter (pair_b f a c (kept h) s) (pairs h)))) <->
    (exists y r, linked (fun q => mem q (kept h)) x y /\ adj y r /\ mem r (wall a c)) \/
    (exists e, In e (pairs h) /\ paired (kept h) s e /\ linked (fun q => mem q (kept h)) (fst e) x)) as U.
  { intros x. rewrite mem_union, spread_spec. split; (intros [H | H]; [left | right]).
    - destruct H as (y & Y & L). apply near_spec in Y as (r & R & J). exists y, r.
      split; [apply linked_sym, L | split; [apply adj_sym, J | exact R]].
    - destruct H as (B & I & H). apply in_map_iff in I as (e & <- & I). apply filter_In in I as [I K].
      exists e. apply pair_b_spec in K. apply chain_of_spec in H. auto.
    - destruct H as (y & r & L & J & R). exists y. split; [apply near_spec; exists r; auto using adj_sym | apply linked_sym, L].
    - destruct H as (e & I & K & L). exists (chain_of f (kept h) (fst e)). split; [| apply chain_of_spec; exact L].
      apply in_map_iff. exists e. split; auto. apply filter_In. split; auto. apply pair_b_spec. exact K. }
  setoid_rewrite U. unfold stone. tauto.
Qed.

Lemma held_b_spec s h : held_b f a c s h = true <-> held h s.
Proof. unfold held_b, held. rewrite andb_true_iff, enough_b_spec, firm_b_spec. reflexivity. Qed.

Lemma firm_safe h s : firm h s -> safe a c (kept h) s.
Proof.
  intros (A & B & D). split; auto. intros x I.
  destruct (D x I) as [W | (e & _ & (P & Q & N) & L)]; [left; exact W | right].
  exists (fst (snd e)), (snd (snd e)).
  assert (forall R, vital a c (kept h) s (fst e) R -> vital a c (kept h) s x R) as V.
  { intros R [V1 V2 V3 V4 V5]. split; auto. intros p K F. destruct (V5 p K F) as (y & Y & J). exists y. split; [| exact J].
    apply linked_trans with (fst e); [apply linked_sym, L | exact Y]. }
  auto.
Qed.

Lemma held_won h s : held h s -> has_won a c (kept h) s.
Proof. intros [E F]. split; [apply firm_safe, F | exact E]. Qed.

Lemma firm_after h s p t : mover s = other c -> played a s p t -> firm h s -> firm h t.
Proof.
  intros T P H. pose proof (firm_safe _ _ H) as S. pose proof (safe_after a c (kept h) walls_apart s t p T P S) as [A B _].
  destruct H as (_ & C & D). split; [exact A | split; [exact B |]].
  intros x I. destruct (D x I) as [W | (e & J & (V & V' & N) & L)]; [left; exact W | right].
  exists e. split; auto. split; auto. split; [| split]; auto; eapply vital_after; eauto.
Qed.

Lemma firm_pass h s : firm h s -> firm h (pass a s).
Proof.
  intros H. pose proof (safe_pass a c (kept h) s (firm_safe _ _ H)) as [A B _].
  destruct H as (_ & C & D). split; [exact A | split; [exact B |]].
  intros x I. destruct (D x I) as [W | (e & J & (V & V' & N) & L)]; [left; exact W | right].
  exists e. split; auto. split; auto. split; [| split]; auto; apply vital_pass; auto.
Qed.

Lemma held_after h s p t : mover s = other c -> played a s p t -> held h s -> held h t.
Proof.
  intros T P [E F]. split; [| apply (firm_after h s p t T P F)].
  exact (enough_after a c (kept h) units_apart s p t T P (firm_safe _ _ F) E).
Qed.

Lemma held_pass h s : held h s -> held h (pass a s).
Proof. intros [E F]. split; [exact E | apply firm_pass, F]. Qed.

(** *** All states of which one of some hints is true. *)
Section Hints.
Context (draw_wins : bool) (hs : list hint).
Hypothesis ends_well : end_of_play (rules a) = Never ->
  cycles (rules a) = PrisonersThenOwnership \/ (dead_means (rules a) = CapturedOnce /\ cycles (rules a) <> Draw).

Definition hinted (s : position) : Prop := existsb (held_b f a c s) hs = true.

Lemma hinted_iff s : hinted s <-> exists h, In h hs /\ held h s.
Proof.
  unfold hinted. rewrite existsb_exists. split; intros (h & I & H); exists h; split; auto; apply held_b_spec; exact H.
Qed.

Theorem hinted_measured : measured (play a) (prisoners_count a) (owners a c) (fun s => bad_b f a c draw_wins s = true) c
  (fun _ => False) hinted (own_size a c) (moves_left a c).
Proof.
  split; simpl.
  - intros s S T. apply hinted_iff in S as (h & I & H). pose proof (held_won _ _ H) as W.
    destruct (won_measured a c (kept h) walls_apart units_apart draw_wins ends_well) as [M _ _].
    destruct (M s W T) as [O | _]; [left; exact O |].
    assert (second_pass a s \/ ~ second_pass a s) as [P | P].
    { unfold second_pass. destruct (pass_counts a s), (passed s); tauto || (right; intros []; discriminate). }
    + left. pose proof (owns_iff a c (kept h) s W) as O. destruct W as [_ [(K & _) | (K & F & _)]]; rewrite K in *.
      * apply kept_to_the_end; [exact P | right]. intros N. apply O in N. exact (owner_not_attacker a N).
      * apply owned_in_the_end; [exact P | exact F | tauto].
    + right. exists 0%Z, (pass a s). split; [apply a_pass, P |]. right.
      split; [apply hinted_iff; exists h; auto using held_pass | apply (falls_pass a c (kept h)); auto].
  - intros s S T k M. apply hinted_iff in S as (h & I & H). pose proof (held_won _ _ H) as W.
    destruct (won_measured a c (kept h) walls_apart units_apart draw_wins ends_well) as [_ E _]. exact (E s W T k M).
  - intros s S T w t M. apply hinted_iff in S as (h & I & H). pose proof (held_won _ _ H) as W. right.
    destruct (won_measured a c (kept h) walls_apart units_apart draw_wins ends_well) as [_ _ G].
    destruct (G s W T w t M) as [[] | [_ F]]. split; [| exact F]. apply hinted_iff. exists h. split; [exact I |].
    inversion M as [p t' P L | | P | |]; subst; [eapply held_after; eauto | apply held_pass, H].
Qed.
End Hints.
End Proofs.
