(** Neighbours and connected sets by operations on whole sets. *)

Require Import List NArith Lia Bool Psatz.
Require Import Sets Board.
Open Scope N_scope.

Record frame := Frame { width : N; full : pset; left_column : pset }.

Definition frame_of (b : board) : frame :=
  let n := N.to_nat (rows b * cols b) in
  Frame (cols b) (below (fun _ => true) n) (below (fun p => p mod cols b =? 0) n).

(** The points next to a point of [A]. *)
Definition near (g : frame) (A : pset) : pset :=
  let A := N.land A (full g) in
  N.land (full g)
    (N.lor (N.lor (N.ldiff (N.shiftl A 1) (left_column g)) (N.shiftr (N.ldiff A (left_column g)) 1))
           (N.lor (N.shiftl A (width g)) (N.shiftr A (width g)))).

Fixpoint flood (g : frame) (fuel : nat) (W A : pset) : pset :=
  match fuel with
  | O => A
  | S n => let B := N.lor A (N.land W (near g A)) in if B =? A then A else flood g n W B
  end.

(** The points of [W] that are connected in [W] to a point next to [F]. *)
Definition reach (g : frame) (W F : pset) : pset := flood g (S (N.size_nat W)) W (N.land W (near g F)).

Lemma mem_shiftl p A k : mem p (N.shiftl A k) <-> exists q, p = q + k /\ mem q A.
Proof.
  unfold mem. destruct (N.le_gt_cases k p) as [H | H].
  - rewrite N.shiftl_spec_high' by exact H. split.
    + intros K. exists (p - k). split; [lia | exact K].
    + intros [q [-> K]]. replace (q + k - k) with q by lia. exact K.
  - rewrite N.shiftl_spec_low by exact H. split; [discriminate |]. intros [q [-> _]]. lia.
Qed.

Lemma mem_shiftr p A k : mem p (N.shiftr A k) <-> mem (p + k) A.
Proof. unfold mem. rewrite N.shiftr_spec'. tauto. Qed.

Section Grid.
Context (b : board).
Notation n := (cols b).
Notation g := (frame_of b).

Lemma mem_full p : mem p (full g) <-> p < rows b * cols b.
Proof. unfold frame_of; simpl. rewrite below_spec, N2Nat.id. tauto. Qed.

Lemma mem_left p : mem p (left_column g) <-> p < rows b * cols b /\ p mod n = 0.
Proof. unfold frame_of; simpl. rewrite below_spec, N2Nat.id, N.eqb_eq. tauto. Qed.

Lemma div_step p : n <> 0 ->
  (p / n = (p + 1) / n /\ p mod n + 1 = (p + 1) mod n /\ (p + 1) mod n <> 0) \/
  (p / n + 1 = (p + 1) / n /\ (p + 1) mod n = 0).
Proof.
  intros Z. pose proof (N.div_mod p n Z) as E. pose proof (N.mod_lt p n Z) as L.
  set (i := p / n) in *. set (j := p mod n) in *.
  destruct (N.eq_dec (j + 1) n) as [K | K].
  - right. split.
    + apply N.div_unique with 0; lia.
    + symmetry. apply N.mod_unique with (i + 1); lia.
  - left. assert (i = (p + 1) / n) by (apply N.div_unique with (j + 1); lia).
    assert (j + 1 = (p + 1) mod n) by (apply N.mod_unique with i; lia). lia.
Qed.

Lemma row_step p : n <> 0 -> (p + n) / n = p / n + 1 /\ (p + n) mod n = p mod n.
Proof.
  intros Z. replace (p + n) with (p + 1 * n) by lia. rewrite N.div_add, N.mod_add by exact Z. auto.
Qed.

Lemma same_point p q : n <> 0 -> p / n = q / n -> p mod n = q mod n -> p = q.
Proof.
  intros Z A B. rewrite (N.div_mod p n Z), (N.div_mod q n Z), A, B. reflexivity.
Qed.

Lemma adj_iff p q : adj b p q <->
  p < rows b * n /\ q < rows b * n /\
  ((q = p + 1 /\ q mod n <> 0) \/ (p = q + 1 /\ p mod n <> 0) \/ q = p + n \/ p = q + n).
Proof.
  unfold adj, on_board, row, col. split; intros (P & Q & H); repeat split; auto.
  - assert (n <> 0) as Z by lia. pose proof (div_step p Z) as S. pose proof (div_step q Z) as T.
    pose proof (row_step p Z) as U. pose proof (row_step q Z) as V.
    destruct H as [[R [C | C]] | [C [R | R]]].
    + left. assert (p + 1 = q) as <-; [| lia].
      destruct S as [(S1 & S2 & S3) | (S1 & S2)]; [apply same_point; lia |].
      exfalso. pose proof (N.mod_lt q n Z). pose proof (N.div_mod p n Z). pose proof (N.div_mod (p + 1) n Z).
      rewrite S2 in *. rewrite <- S1 in *. nia.
    + right; left. assert (q + 1 = p) as <-; [| lia].
      destruct T as [(S1 & S2 & S3) | (S1 & S2)]; [apply same_point; lia |].
      exfalso. pose proof (N.mod_lt p n Z). pose proof (N.div_mod q n Z). pose proof (N.div_mod (q + 1) n Z).
      rewrite S2 in *. rewrite <- S1 in *. nia.
    + right; right; left. symmetry. apply same_point; lia.
    + right; right; right. symmetry. apply same_point; lia.
  - assert (n <> 0) as Z by lia. pose proof (div_step p Z) as S. pose proof (div_step q Z) as T.
    pose proof (row_step p Z) as U. pose proof (row_step q Z) as V.
    destruct H as [[-> H] | [[-> H] | [-> | ->]]]; lia.
Qed.

Lemma adj_sym p q : adj b p q -> adj b q p.
Proof. unfold adj. intuition. Qed.

Lemma near_spec A p : mem p (near g A) <-> exists q, mem q A /\ adj b q p.
Proof.
  unfold near. rewrite mem_land, !mem_lor, mem_ldiff, mem_shiftl, !mem_shiftr, mem_shiftl, mem_ldiff, !mem_land, !mem_full, !mem_left.
  simpl width. split.
  - intros (F & [[[(q & -> & Q) N] | [Q N]] | [(q & -> & Q) | Q]]).
    + apply mem_land in Q as [Q Q']. rewrite mem_full in Q'. exists q. split; auto. apply adj_iff. intuition.
    + destruct Q as [Q Q']. exists (p + 1). split; auto. apply adj_iff. intuition.
    + apply mem_land in Q as [Q Q']. rewrite mem_full in Q'. exists q. split; auto. apply adj_iff. intuition.
    + destruct Q as [Q Q']. exists (p + n). split; auto. apply adj_iff. intuition.
  - intros (q & Q & H). apply adj_iff in H as (P & F & H). split; auto.
    destruct H as [[-> H] | [[-> H] | [-> | ->]]].
    + left; left. split; [exists q; rewrite mem_land, mem_full; auto | rewrite ?mem_left; tauto].
    + left; right. split; auto. tauto.
    + right; left. exists q. rewrite mem_land, mem_full. auto.
    + right; right. auto.
Qed.

Lemma linked_trans A p q r : linked b A p q -> linked b A q r -> linked b A p r.
Proof. intros H K. revert H. induction K; eauto using further. Qed.

Lemma linked_ends A p q : linked b A p q -> A p /\ A q.
Proof. induction 1; tauto. Qed.

Lemma linked_sym A p q : linked b A p q -> linked b A q p.
Proof.
  induction 1 as [p H | p q r L IH J H]; [apply here; auto |].
  apply linked_trans with q; auto. apply further with r; [apply here; auto | apply adj_sym; auto | eapply linked_ends; eauto].
Qed.

Lemma linked_iff (A B : point -> Prop) p q : (forall r, A r <-> B r) -> linked b A p q -> linked b B p q.
Proof. intros E. induction 1; [apply here; apply E; auto | eapply further; eauto; apply E; auto]. Qed.

Lemma flood_spec fuel : forall W A p, (forall q, mem q A -> mem q W) ->
  (length (elements (N.ldiff W A)) < fuel)%nat ->
  (mem p (flood g fuel W A) <-> exists r, mem r A /\ linked b (fun q => mem q W) r p).
Proof.
  induction fuel as [| fuel IH]; intros W A p I L; [lia |]. cbn [flood].
  set (B := N.lor A (N.land W (near g A))).
  assert (forall q, mem q B <-> mem q A \/ (mem q W /\ exists r, mem r A /\ adj b r q)) as HB.
  { intros q. unfold B. rewrite mem_lor, mem_land, near_spec. tauto. }
  destruct (B =? A) eqn:E.
  - apply N.eqb_eq in E. rewrite E in HB. split.
    + intros H. exists p. split; auto. apply here. auto.
    + intros (r & R & K). induction K as [p H | p q r K IHK J H]; auto.
      apply HB. right. split; auto. exists q. auto.
  - rewrite IH.
    + split; intros (r & R & K).
      * apply HB in R as [R | (Wr & q & Q & J)]; [exists r; auto |]. exists q. split; auto.
        apply linked_trans with r; auto. apply further with q; auto. apply here. auto.
      * exists r. split; auto. apply HB. auto.
    + intros q Q. apply HB in Q as [Q | [Q _]]; auto.
    + assert (exists q, mem q B /\ ~ mem q A) as (q & Q & N).
      { destruct (elements (N.ldiff B A)) as [| q l] eqn:F.
        - exfalso. apply N.eqb_neq in E. apply E. apply pset_ext. intros q. split; intros H.
          + destruct (mem_dec q A); auto. exfalso. assert (In q (elements (N.ldiff B A))) as G.
            { apply elements_spec, mem_ldiff. auto. } rewrite F in G. destruct G.
          + apply HB. auto.
        - exists q. apply mem_ldiff, elements_spec. rewrite F. left. reflexivity. }
      enough (length (elements (N.ldiff W B)) < length (elements (N.ldiff W A)))%nat by lia.
      apply elements_less with q.
      * intros r. rewrite !mem_ldiff. intros [R S]. split; auto. intros K. apply S, HB. auto.
      * apply mem_ldiff. split; auto. apply HB in Q as [Q | [Q _]]; auto.
      * rewrite mem_ldiff. tauto.
Qed.

Lemma reach_spec W F p : mem p (reach g W F) <->
  exists q r, linked b (fun q => mem q W) p q /\ adj b q r /\ mem r F.
Proof.
  unfold reach. rewrite flood_spec.
  - split.
    + intros (q & Q & K). apply mem_land in Q as [_ Q]. apply near_spec in Q as (r & R & J).
      exists q, r. auto using linked_sym, adj_sym.
    + intros (q & r & K & J & R). exists q. split; [| apply linked_sym; auto].
      apply mem_land. split; [apply linked_ends in K; tauto |]. apply near_spec. exists r. auto using adj_sym.
  - intros q Q. apply mem_land in Q. tauto.
  - enough (length (elements (N.ldiff W (N.land W (near g F)))) <= length (elements W))%nat as E
      by (pose proof (elements_size W); lia).
    apply NoDup_incl_length; [apply elements_NoDup |]. intros q Q. apply elements_spec in Q. apply mem_ldiff in Q.
    apply elements_spec. tauto.
Qed.
End Grid.
