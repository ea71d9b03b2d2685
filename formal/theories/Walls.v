(** Outside, stones assumed alive, unconditional life, walls and locale as functions on sets, and that they are what
    [Claims.v] says. *)

Require Import List NArith ZArith Lia Bool.
Require Import Cycles Sets Board Rules Claims Grid Exec.
Import ListNotations.
Open Scope N_scope.

(** The points that are connected in [W] with a point of [A]. *)
Definition spread (f : frame) (W A : pset) : pset := flood f (S (N.size_nat W)) W (N.land W A).

(** The maximal connected subsets of [W], those that meet [R]. *)
Fixpoint parts (f : frame) (W : pset) (fuel : nat) (R : pset) : list pset :=
  match fuel, elements R with
  | S n, p :: _ => let C := chain_of f W p in C :: parts f W n (N.ldiff R C)
  | _, _ => []
  end.
Definition components (f : frame) (W : pset) : list pset := parts f W (N.size_nat W) W.

Definition subset (A B : pset) : bool := N.ldiff A B =? 0.

(** *** Unconditional life: of chains [own] in regions, with opposing stones [opp] and walls of both sides. *)
Section Life.
Context (f : frame) (own opp own_wall other_wall : pset) (chains : list pset) (regions : list pset).

Definition vital_b (X C R : pset) : bool :=
  let room := N.ldiff R opp in
  let around := near f R in
  negb (room =? 0) && subset room (near f C) && subset (N.land around own) X && (N.land around other_wall =? 0).

Definition lives (X C : pset) : bool :=
  negb (N.land (near f C) own_wall =? 0) ||
  match filter (vital_b X C) regions with _ :: _ :: _ => true | _ => false end.

Definition round (X : pset) : pset :=
  fold_right (fun C A => if subset C X && lives X C then N.lor C A else A) 0 chains.

Fixpoint rounds (fuel : nat) (X : pset) : pset :=
  match fuel with
  | O => X
  | S n => let Y := round X in if Y =? X then X else rounds n Y
  end.
End Life.

Section Find.
Context (c : claim).
Notation b := (size_of (shown c)).
Notation f := (frame_of b).

Definition of_colour (k : colour) : pset := match k with Black => blacks (shown c) | White => whites (shown c) end.

Definition is_cut (p : point) : bool :=
  (open_top (shown c) && (row b p =? 0)) || (open_bottom (shown c) && (row b p + 1 =? rows b)) ||
  (open_left (shown c) && (col b p =? 0)) || (open_right (shown c) && (col b p + 1 =? cols b)).
Definition cut_set : pset := below is_cut (N.to_nat (rows b * cols b)).
Definition bare : pset := N.ldiff (full f) (N.lor (blacks (shown c)) (whites (shown c))).
Definition outside_set : pset := spread f bare cut_set.
Definition assumed_set (k : colour) : pset := spread f (of_colour k) (N.lor cut_set (near f outside_set)).

Definition area_set (assumed_black assumed_white out : pset) : pset :=
  N.ldiff (full f) (N.lor assumed_black (N.lor assumed_white out)).

Definition alive_set (area own_wall other_wall : pset) (k : colour) : pset :=
  let own := N.land (of_colour k) area in
  rounds f own (of_colour (other k)) own_wall other_wall (components f own)
    (components f (N.ldiff area (of_colour k))) (S (N.size_nat own)) own.

(** The points of a list, and the walls by proof. *)
Definition seed (l : list point) : pset := fold_right (fun u A => N.setbit A u) 0 l.
Definition by_proof_set (k : colour) : pset :=
  match walls (ruled c) with Independent => spread f (of_colour k) (seed (relied c)) | _ => 0 end.

(** The game that the claim is about. *)
Definition arena_of : arena :=
  let out := outside_set in
  let ab := assumed_set Black in
  let aw := assumed_set White in
  let area := area_set ab aw out in
  let alive own_wall other_wall k :=
    match walls (ruled c) with
    | Unconditional | Independent => alive_set area own_wall other_wall k
    | _ => 0
    end in
  let wb := N.lor ab (N.lor (alive ab aw Black) (by_proof_set Black)) in
  let ww := N.lor aw (N.lor (alive aw ab White) (by_proof_set White)) in
  let free := area_set wb ww out in
  Arena b (ruled c) wb ww
    (match walls (ruled c) with Everywhere => free | _ => spread f free (seed (named c)) end)
    (map (chain_of f (of_colour (side c))) (named c)) (side c).
End Find.

(** *** Proofs. *)
Section Proofs.
Context (b : board).
Notation f := (frame_of b).
Notation adj := (adj b).
Notation linked := (linked b).
Notation In_ A := (fun q => mem q A).

Lemma spread_spec W A p : mem p (spread f W A) <-> exists r, mem r A /\ linked (In_ W) r p.
Proof.
  unfold spread. rewrite flood_spec.
  - split.
    + intros (r & R & L). apply mem_land in R as [_ R]. eauto.
    + intros (r & R & L). exists r. split; auto. apply mem_land. split; [apply linked_ends in L; tauto | exact R].
  - intros q Q. apply mem_land in Q. tauto.
  - enough (length (elements (N.ldiff W (N.land W A))) <= length (elements W))%nat by (pose proof (elements_size W); lia).
    apply NoDup_incl_length; [apply elements_NoDup |]. intros q Q. apply elements_spec in Q. apply mem_ldiff in Q.
    apply elements_spec. tauto.
Qed.

Lemma chain_spec X x p : mem p (chain_of f X x) <-> linked (In_ X) x p.
Proof. exact (chain_of_spec (Arena b (Ruleset NoKo None None OwnerFirst Never FinallyOwned Draw Assumed) 0 0 0 [] Black) X x p). Qed.

Lemma mem_subset A B : subset A B = true <-> forall p, mem p A -> mem p B.
Proof. apply subset_spec. Qed.

(** [C] is the maximal connected subset of [W] with [p] in it. *)
Definition part (W C : pset) (p : point) : Prop := mem p W /\ forall q, mem q C <-> linked (In_ W) p q.

Lemma part_in W C p q : part W C p -> mem q C -> part W C q.
Proof.
  intros [A B] Q. apply B in Q. split; [apply linked_ends in Q; tauto |]. intros r. rewrite B.
  split; intros L; [apply linked_trans with p; auto; apply linked_sym; auto | apply linked_trans with q; auto].
Qed.

Lemma part_here W C p : part W C p -> mem p C.
Proof. intros [A B]. apply B, here, A. Qed.

Lemma parts_spec W fuel : forall R,
  (forall p, mem p R -> mem p W) -> (forall p q, mem p R -> linked (In_ W) p q -> mem q R) ->
  (length (elements R) <= fuel)%nat ->
  (forall C, In C (parts f W fuel R) -> exists p, mem p R /\ part W C p) /\
  (forall p, mem p R -> exists C, In C (parts f W fuel R) /\ part W C p) /\
  ForallOrdPairs (fun C D => forall p, mem p C -> ~ mem p D) (parts f W fuel R).
Proof.
  induction fuel as [| fuel IH]; intros R I Cl L; cbn [parts].
  - assert (forall p, ~ mem p R) as N.
    { intros p P. apply elements_spec in P. destruct (elements R); [destruct P | simpl in L; lia]. }
    split; [intros C [] | split; [intros p P; destruct (N p P) | constructor]].
  - destruct (elements R) as [| p l] eqn:E.
    + assert (forall p, ~ mem p R) as N by (intros p P; apply elements_spec in P; rewrite E in P; destruct P).
      split; [intros C [] | split; [intros p P; destruct (N p P) | constructor]].
    + assert (mem p R) as P by (apply elements_spec; rewrite E; left; reflexivity).
      set (C := chain_of f W p). assert (part W C p) as PC by (split; [auto | intros q; apply chain_spec]).
      destruct (IH (N.ldiff R C)) as (X & Y & Z).
      * intros q Q. apply mem_ldiff in Q. apply I. tauto.
      * intros q r Q K. apply mem_ldiff in Q as [Q N]. apply mem_ldiff. split; [eapply Cl; eauto |].
        intros H. apply N. apply PC in H. apply PC. apply linked_trans with r; [exact H | apply linked_sym; exact K].
      * enough (length (elements (N.ldiff R C)) < length (elements R))%nat as K by (rewrite E in K; simpl in *; lia).
        apply elements_less with p; auto.
        -- intros q Q. apply mem_ldiff in Q. tauto.
        -- intros Q. apply mem_ldiff in Q as [_ Q]. apply Q. eapply part_here; eauto.
      * split; [| split].
        -- intros D [<- | D'].
           ++ exists p. auto.
           ++ apply X in D' as (q & Q & D'). apply mem_ldiff in Q as [Q _]. exists q. auto.
        -- intros q Q. destruct (mem_dec q C) as [K | K].
           ++ exists C. split; [left; reflexivity | eapply part_in; eauto].
           ++ destruct (Y q) as (D & D' & Q'); [apply mem_ldiff; auto |]. exists D. split; [right; exact D' | exact Q'].
        -- constructor; [| exact Z]. apply Forall_forall. intros D D' q Q Q'. apply X in D' as (r & R' & PD).
           apply mem_ldiff in R' as [_ R']. apply R', PC. apply linked_trans with q; [apply PC, Q |].
           apply linked_sym, PD, Q'.
Qed.

Lemma components_spec W :
  (forall C, In C (components f W) -> exists p, part W C p) /\
  (forall p, mem p W -> exists C, In C (components f W) /\ part W C p) /\
  ForallOrdPairs (fun C D => forall p, mem p C -> ~ mem p D) (components f W).
Proof.
  destruct (parts_spec W (N.size_nat W) W) as (A & B & C); auto using elements_size.
  - intros p q _ L. apply linked_ends in L. tauto.
  - split; [| split; [exact B | exact C]]. intros D D'. destruct (A D D') as (p & _ & P). eauto.
Qed.
End Proofs.

Section Life_proofs.
Context (c : claim) (k : colour) (own opp own_wall other_wall region : pset).
Notation b := (size_of (shown c)).
Notation f := (frame_of b).
Notation adj := (adj b).
Notation linked := (linked b).
Notation In_ A := (fun q => mem q A).
Hypothesis own_spec : forall p, mem p own <-> free_stone c k p.
Hypothesis opp_spec : forall p, mem p opp <-> in_colour c (other k) p.
Hypothesis own_wall_spec : forall p, mem p own_wall <-> assumed c k p.
Hypothesis other_wall_spec : forall p, mem p other_wall <-> assumed c (other k) p.
Hypothesis region_spec : forall p, mem p region <-> no_own c k p.
Notation chains := (components f own).
Notation regions := (components f region).
Notation lives_ := (lives f own opp own_wall other_wall regions).
Notation round_ := (round f own opp own_wall other_wall chains regions).
Notation rounds_ := (rounds f own opp own_wall other_wall chains regions).

Lemma linked_own p q : linked (In_ own) p q <-> linked (free_stone c k) p q.
Proof. split; apply linked_iff; intros; rewrite own_spec; reflexivity. Qed.
Lemma linked_region p q : linked (In_ region) p q <-> linked (no_own c k) p q.
Proof. split; apply linked_iff; intros; rewrite region_spec; reflexivity. Qed.

Lemma vital_b_spec X C x R p : part b own C x -> part b region R p ->
  (vital_b f own opp other_wall X C R = true <-> vital c k (In_ X) x p).
Proof.
  intros [Ix HC] [Ip HR]. unfold vital_b. rewrite !andb_true_iff, not_empty, !mem_subset, empty_iff.
  assert (forall q, mem q R <-> linked (no_own c k) p q) as HR' by (intros q; rewrite HR; apply linked_region).
  assert (forall q, mem q C <-> linked (free_stone c k) x q) as HC' by (intros q; rewrite HC; apply linked_own).
  split.
  - intros [[[(q & A) B] D] E]. split.
    + apply region_spec, Ip.
    + exists q. apply mem_ldiff in A as [A A']. rewrite HR', opp_spec in *. auto.
    + intros r L N. assert (mem r (near f C)) as H by (apply B, mem_ldiff; rewrite HR', opp_spec; auto).
      apply near_spec in H as (y & Y & J). apply HC' in Y. eauto.
    + intros r y L J Y. apply D, mem_land. split; [apply near_spec; exists r; rewrite HR'; auto | apply own_spec, Y].
    + intros r y L J Y. apply (E y), mem_land. split; [apply near_spec; exists r; rewrite HR'; auto | apply other_wall_spec, Y].
  - intros [_ (q & L & A) B D E]. split; [split; [split |] |].
    + exists q. apply mem_ldiff. rewrite HR', opp_spec. auto.
    + intros r Q. apply mem_ldiff in Q as [Q N]. rewrite HR', opp_spec in *. destruct (B r Q N) as (y & Y & J).
      apply near_spec. exists y. rewrite HC'. auto.
    + intros y Y. apply mem_land in Y as [Y O]. apply near_spec in Y as (r & Q & J). apply HR' in Q. apply own_spec in O. eauto.
    + intros y Y. apply mem_land in Y as [Y O]. apply near_spec in Y as (r & Q & J). apply HR' in Q. apply other_wall_spec in O.
      exact (E r y Q J O).
Qed.

Lemma pairs_apart (l : list pset) P : ForallOrdPairs (fun C D : pset => forall p, mem p C -> ~ mem p D) l ->
  match filter P l with C :: D :: _ => In C l /\ P C = true /\ In D l /\ P D = true /\ (forall p, mem p C -> ~ mem p D) | _ => True end.
Proof.
  induction 1 as [| C l A B IH]; simpl; [exact I |].
  destruct (P C) eqn:E.
  - destruct (filter P l) as [| D m] eqn:F; [exact I |].
    assert (In D (filter P l)) as G by (rewrite F; left; reflexivity). apply filter_In in G as [G H].
    rewrite Forall_forall in A. auto 8.
  - destruct (filter P l) as [| D [| D' m]]; auto. intuition.
Qed.

Definition two (Y : point -> Prop) (x : point) : Prop :=
  (exists y r, linked (free_stone c k) x y /\ adj y r /\ assumed c k r) \/
  (exists p q, vital c k Y x p /\ vital c k Y x q /\ ~ linked (no_own c k) p q).

Lemma lives_spec X C x : part b own C x -> (lives_ X C = true <-> two (In_ X) x).
Proof.
  intros P. unfold lives, two. rewrite orb_true_iff, not_empty.
  assert ((exists p, mem p (N.land (near f C) own_wall)) <->
    (exists y r, linked (free_stone c k) x y /\ adj y r /\ assumed c k r)) as W.
  { split.
    - intros (r & R). apply mem_land in R as [R O]. apply near_spec in R as (y & Y & J). exists y, r.
      split; [apply linked_own, P, Y | split; [exact J | apply own_wall_spec, O]].
    - intros (y & r & L & J & O). exists r. apply mem_land. split; [| apply own_wall_spec, O].
      apply near_spec. exists y. split; [apply P, linked_own, L | exact J]. }
  destruct (components_spec b region) as (A & B & D).
  assert (match filter (vital_b f own opp other_wall X C) regions with _ :: _ :: _ => true | _ => false end = true <->
    exists p q, vital c k (In_ X) x p /\ vital c k (In_ X) x q /\ ~ linked (no_own c k) p q) as V.
  { split.
    - pose proof (pairs_apart regions (vital_b f own opp other_wall X C) D) as H.
      destruct (filter _ _) as [| R [| R' l]]; try discriminate. intros _. destruct H as (I & E & I' & E' & N).
      destruct (A R I) as (p & Pp). destruct (A R' I') as (q & Pq). exists p, q.
      split; [apply (vital_b_spec X C x R p); auto | split; [apply (vital_b_spec X C x R' q); auto |]].
      intros L. apply (N q); [apply Pp, linked_region, L | eapply part_here; eauto].
    - intros (p & q & Vp & Vq & N).
      destruct (B p) as (R & I & Pp); [apply region_spec, Vp |]. destruct (B q) as (R' & I' & Pq); [apply region_spec, Vq |].
      assert (In R (filter (vital_b f own opp other_wall X C) regions)) as F by (apply filter_In; split; [exact I | apply (vital_b_spec X C x R p); auto]).
      assert (In R' (filter (vital_b f own opp other_wall X C) regions)) as F' by (apply filter_In; split; [exact I' | apply (vital_b_spec X C x R' q); auto]).
      assert (R <> R') as Ne. { intros <-. apply N, linked_region, Pp. eapply part_here; eauto. }
      destruct (filter _ _) as [| S [| S' l]]; [destruct F | | reflexivity].
      exfalso. destruct F as [<- | []], F' as [<- | []]. auto. }
  rewrite W, V. reflexivity.
Qed.

Lemma vital_along Y x y p : linked (free_stone c k) x y -> vital c k Y x p -> vital c k Y y p.
Proof.
  intros L [A B C D E]. split; auto. intros q Q N. destruct (C q Q N) as (z & Z & J). exists z. split; [| exact J].
  eapply linked_trans; eauto using linked_sym.
Qed.

Lemma two_along Y x y : linked (free_stone c k) x y -> two Y x -> two Y y.
Proof.
  intros L [(z & r & Z & J) | (p & q & P & Q & N)]; [left | right].
  - exists z, r. split; [eapply linked_trans; eauto using linked_sym | exact J].
  - exists p, q. split; [| split]; eauto using vital_along.
Qed.

Lemma two_mono (Y Z : point -> Prop) x : (forall y, Y y -> Z y) -> two Y x -> two Z x.
Proof.
  intros H [W | (p & q & [? ? ? ? ?] & [? ? ? ? ?] & N)]; [left; exact W | right].
  exists p, q. split; [| split; [| exact N]]; split; eauto.
Qed.

Definition closed_chains (X : pset) : Prop := forall x y, mem x X -> linked (free_stone c k) x y -> mem y X.

Lemma round_spec X x : closed_chains X -> (forall y, mem y X -> mem y own) ->
  (mem x (round_ X) <-> mem x X /\ two (In_ X) x).
Proof.
  intros Cl Sub. destruct (components_spec b own) as (A & B & _).
  assert (mem x (round_ X) <-> exists C, In C chains /\ mem x C /\ subset C X && lives_ X C = true) as E.
  { unfold round. generalize chains. intros l. induction l as [| C l IH]; simpl.
    - split; [intros H; destruct (mem_0 _ H) | intros (C & [] & _)].
    - destruct (subset C X && lives_ X C) eqn:E.
      + rewrite mem_lor, IH. split.
        * intros [H | (D & I & H)]; [exists C; auto | exists D; tauto].
        * intros (D & [<- | I] & H); [tauto | right; exists D; auto].
      + rewrite IH. split; [intros (D & I & H); exists D; tauto |].
        intros (D & [<- | I] & H); [destruct H; congruence | exists D; auto]. }
  rewrite E. split.
  - intros (C & I & M & H). apply andb_true_iff in H as [S L]. destruct (A C I) as (p & P).
    pose proof (part_in _ _ _ _ _ P M) as Px. rewrite mem_subset in S. split; [auto |]. apply (lives_spec X C x Px), L.
  - intros [M T]. destruct (B x (Sub x M)) as (C & I & P). exists C. split; [exact I |].
    split; [eapply part_here; eauto |]. apply andb_true_iff. split; [| apply (lives_spec X C x P), T].
    apply mem_subset. intros y Y. apply P, linked_own in Y. exact (Cl x y M Y).
Qed.

Lemma rounds_spec fuel : forall X, closed_chains X -> (forall y, mem y X -> mem y own) ->
  (length (elements X) < fuel)%nat ->
  let Z := rounds_ fuel X in
  closed_chains Z /\ (forall z, mem z Z -> mem z own) /\ (forall z, mem z Z -> two (In_ Z) z) /\
  (forall Y, keeps c k Y -> (forall y, Y y -> mem y X) -> forall y, Y y -> mem y Z).
Proof.
  induction fuel as [| fuel IH]; intros X Cl Sub L; [lia |]. cbn [rounds].
  pose proof (fun x => round_spec X x Cl Sub) as RS. destruct (N.eqb_spec (round_ X) X) as [E | E].
  - split; [exact Cl | split; [exact Sub | split; [| auto]]]. intros z Z. rewrite <- E in Z. apply RS in Z. tauto.
  - assert (forall x, mem x (round_ X) -> mem x X) as Less by (intros x H; apply RS in H; tauto).
    destruct (IH (round_ X)) as (A & B & C & D); [| auto | |].
    + intros x y H K. apply RS in H as [H T]. apply RS. split; [eapply Cl; eauto |]. eapply two_along; eauto.
    + assert (exists x, mem x X /\ ~ mem x (round_ X)) as (x & P & Q).
      { destruct (elements (N.ldiff X (round_ X))) as [| x l] eqn:F.
        - exfalso. apply E, pset_ext. intros x. split; auto. intros H. destruct (mem_dec x (round_ X)) as [G | G]; auto.
          exfalso. assert (In x (elements (N.ldiff X (round_ X)))) as K by (apply elements_spec, mem_ldiff; auto).
          rewrite F in K. destruct K.
        - exists x. apply mem_ldiff, elements_spec. rewrite F. left. reflexivity. }
      pose proof (elements_less _ _ x Less P Q). lia.
    + split; [exact A | split; [exact B | split; [exact C |]]]. intros Y K H. apply D; [exact K |].
      intros y Y'. apply RS. split; [auto |]. apply two_mono with Y; [exact H |]. exact (two_regions _ _ _ K y Y').
Qed.

Theorem rounds_unconditional x : mem x (rounds_ (S (N.size_nat own)) own) <-> unconditional c k x.
Proof.
  pose proof (elements_size own) as Sz.
  destruct (rounds_spec (S (N.size_nat own)) own) as (A & B & C & D); auto; [| lia |].
  - intros y z _ L. apply own_spec. apply linked_ends in L. tauto.
  - split.
    + intros H. exists (fun y => mem y (rounds_ (S (N.size_nat own)) own)). split; [| exact H]. split.
      * intros y Y. apply own_spec, B, Y.
      * exact A.
      * exact C.
    + intros (Y & K & H). apply (D Y K); [| exact H]. intros y Y'. apply own_spec, (stones_only _ _ _ K y Y').
Qed.
End Life_proofs.

Section Meant.
Context (c : claim).
Notation b := (size_of (shown c)).
Notation f := (frame_of b).
Notation linked := (linked b).
Notation In_ A := (fun q => mem q A).

Lemma of_colour_spec k p : mem p (of_colour c k) <-> in_colour c k p.
Proof. destruct k; reflexivity. Qed.

Lemma full_spec p : mem p (full f) <-> on_board b p.
Proof. apply mem_full. Qed.

Lemma cut_spec p : mem p (cut_set c) <-> cut c p.
Proof.
  unfold cut_set, cut, is_cut. rewrite below_spec, N2Nat.id, !orb_true_iff, !andb_true_iff, !N.eqb_eq.
  unfold on_board. tauto.
Qed.

Lemma bare_spec p : mem p (bare c) <-> no_stone c p.
Proof. unfold bare, no_stone, in_colour. rewrite mem_ldiff, mem_lor, full_spec. tauto. Qed.

Lemma outside_spec p : mem p (outside_set c) <-> outside c p.
Proof.
  unfold outside_set, outside. rewrite spread_spec. split; intros (q & Q & L); exists q; rewrite cut_spec in *;
    (split; [exact Q |]); revert L; apply linked_iff; intros; rewrite bare_spec; reflexivity.
Qed.

Lemma assumed_spec k p : mem p (assumed_set c k) <-> assumed c k p.
Proof.
  unfold assumed_set, assumed. rewrite spread_spec. setoid_rewrite mem_lor. setoid_rewrite cut_spec. setoid_rewrite near_spec.
  setoid_rewrite outside_spec.
  split; intros (q & A & B).
  - exists q. split; [apply linked_sym; revert B; apply linked_iff; intros; apply of_colour_spec |].
    destruct A as [A | (r & A & J)]; [auto | right; exists r; auto using adj_sym].
  - exists q. split; [| apply linked_sym; revert A; apply linked_iff; intros; symmetry; apply of_colour_spec].
    destruct B as [B | (r & J & B)]; [auto | right; exists r; auto using adj_sym].
Qed.

Lemma area_spec p : mem p (area_set c (assumed_set c Black) (assumed_set c White) (outside_set c)) <-> area c p.
Proof.
  unfold area_set, area. rewrite mem_ldiff, !mem_lor, !assumed_spec, outside_spec, full_spec. tauto.
Qed.

Lemma alive_spec k x : mem x (alive_set c (area_set c (assumed_set c Black) (assumed_set c White) (outside_set c))
  (assumed_set c k) (assumed_set c (other k)) k) <-> unconditional c k x.
Proof.
  unfold alive_set. apply rounds_unconditional.
  - intros p. unfold free_stone. rewrite mem_land, of_colour_spec, area_spec. reflexivity.
  - intros p. apply of_colour_spec.
  - intros p. apply assumed_spec.
  - intros p. apply assumed_spec.
  - intros p. unfold no_own. rewrite mem_ldiff, of_colour_spec, area_spec. reflexivity.
Qed.

Lemma seed_spec p (l : list point) : mem p (seed l) <-> In p l.
Proof.
  induction l as [| u l IH]; simpl; [split; [apply mem_0 | tauto] |]. rewrite mem_setbit, IH. intuition.
Qed.

Lemma by_proof_spec k p : mem p (by_proof_set c k) <-> by_proof c k p.
Proof.
  unfold by_proof_set, by_proof. destruct (walls (ruled c)); try (split; [intros H; destruct (mem_0 _ H) | intros [H _]; discriminate]).
  rewrite spread_spec. setoid_rewrite seed_spec. split.
  - intros (u & I & L). split; [reflexivity |]. exists u. split; [exact I |]. revert L. apply linked_iff. intros. apply of_colour_spec.
  - intros (_ & u & I & L). exists u. split; [exact I |]. revert L. apply linked_iff. intros. symmetry. apply of_colour_spec.
Qed.

Lemma wall_spec k p : mem p (wall (arena_of c) k) <-> a_wall c k p.
Proof.
  unfold arena_of, a_wall, wall; cbn [black_wall white_wall]. destruct k; rewrite !mem_lor, assumed_spec, by_proof_spec;
    apply or_iff_compat_l, or_iff_compat_r;
    destruct (walls (ruled c)); try (split; [intros H; destruct (mem_0 _ H) | tauto]);
    [apply (alive_spec Black) .. | apply (alive_spec White) | apply (alive_spec White)].
Qed.

Lemma locale_spec p : mem p (locale (arena_of c)) <-> in_locale c p.
Proof.
  set (A := area_set c (wall (arena_of c) Black) (wall (arena_of c) White) (outside_set c)).
  assert (forall q, mem q A <-> Claims.free c q) as F.
  { intros q. unfold A, area_set, Claims.free. rewrite mem_ldiff, !mem_lor, !wall_spec, outside_spec, full_spec. tauto. }
  change (mem p (match walls (ruled c) with Everywhere => A | _ => spread f A (seed (named c)) end)
    <-> in_locale c p).
  unfold in_locale.
  assert (mem p (spread f A (seed (named c))) <->
    exists u, In u (named c) /\ linked (Claims.free c) u p) as S.
  { rewrite spread_spec. setoid_rewrite seed_spec. split; intros (u & I & L); exists u; (split; [exact I |]);
      revert L; apply linked_iff; intros; rewrite F; reflexivity. }
  assert (mem p (spread f A (seed (named c))) -> mem p A) as T.
  { rewrite spread_spec. intros (r & _ & L). apply linked_ends in L. tauto. }
  destruct (walls (ruled c)).
  1-3: rewrite <- S, <- F; split; [intros H; auto | intros [_ [H | H]]; [discriminate | exact H]].
  rewrite F. tauto.
Qed.

Theorem arena_meant : meant c (arena_of c).
Proof.
  split; try reflexivity.
  - apply wall_spec.
  - apply locale_spec.
  - unfold arena_of; cbn [units]. induction (named c) as [| u l IH]; simpl; constructor; auto.
    intros p. rewrite chain_spec. split; apply linked_iff; intros; rewrite of_colour_spec; reflexivity.
Qed.

(** There is one such game only. *)
Theorem meant_once a : meant c a -> a = arena_of c.
Proof.
  pose proof arena_meant as M. generalize dependent (arena_of c). intros r [A' B' C' D' E' F'] [A B C D E F].
  assert (forall k, wall a k = wall r k) as W by (intros k; apply pset_ext; intros p; rewrite D, D'; reflexivity).
  assert (locale a = locale r) as L by (apply pset_ext; intros p; rewrite E, E'; reflexivity).
  assert (units a = units r) as U.
  { clear - F F'. revert F F'. generalize (units a), (units r). induction (named c) as [| u l IH]; intros m m' F F';
      inversion F; inversion F'; subst; [reflexivity |]. f_equal; [| auto].
    apply pset_ext. intros p. etransitivity; [eauto | symmetry; eauto]. }
  pose proof (W Black) as W1. pose proof (W White) as W2. simpl in W1, W2.
  destruct a, r. simpl in *. congruence.
Qed.
End Meant.
