(** The checker of walls by proof, and that what it accepts are proofs. *)

Require Import List NArith ZArith Lia Bool.
Require Import Cycles Sets Board Rules Claims Grid Exec Walls Checker Standing Covers Patterned Keeping.
Import ListNotations.
Open Scope N_scope.

(** Evidence for chains of a side. *)
Record keep := Keep { kept_side : colour; kept_chains : list point; kept_nodes : list entry }.

Section Check.
Context (c : claim).
Notation f := (frame_of (size_of (shown c))).

Definition chains_set (k : colour) (T : list point) : pset := spread f (of_colour c k) (seed T).
Definition kept_by (l : list keep) (k : colour) : pset :=
  fold_right (fun e A => if same_colour (kept_side e) k then N.lor (chains_set k (kept_chains e)) A else A) 0 l.
Definition area_by (l : list keep) (k : colour) : pset :=
  fold_right (fun e A => if same_colour (kept_side e) k then N.lor (area_of (kept_nodes e)) A else A) 0 l.

Definition keeping_arena (e : keep) (earlier : pset) : arena :=
  let k := kept_side e in
  let out := outside_set c in
  let mine := assumed_set c k in
  let opp := assumed_set c (other k) in
  let area := match k with Black => area_set c mine opp out | White => area_set c opp mine out end in
  let own := N.lor mine (N.lor (alive_set c area mine opp k) earlier) in
  let free := area_set c own opp out in
  Arena (size_of (shown c)) keeping_rules (match k with Black => own | White => opp end) (match k with Black => opp | White => own end)
    (spread f free (seed (kept_chains e))) [chains_set k (kept_chains e)] k.

Definition keep_b (e : keep) (l : list keep) : bool :=
  let k := kept_side e in
  let a := keeping_arena e (kept_by l k) in
  let A := area_of (kept_nodes e) in
  match kept_chains e with [] => false | _ => true end &&
  forallb (fun u => N.testbit (of_colour c k) u && negb (N.testbit (wall a k) u)) (kept_chains e) &&
  check_patterns f a k false (keeping_start c a) (kept_nodes e) && secluded f a k (kept_nodes e) &&
  (N.land A (area_by l k) =? 0) && (N.land A (locale (arena_of c)) =? 0).
Fixpoint keeps_b (l : list keep) : bool := match l with [] => true | e :: l => keep_b e l && keeps_b l end.

(** The walls of the claim are those that are proved, each named once. *)
Definition chain_at (u : point) : pset := chain_of f (of_colour c (if N.testbit (of_colour c Black) u then Black else White)) u.
Fixpoint once_each (l : list point) (A : pset) : bool :=
  match l with
  | [] => true
  | u :: l => N.testbit (N.lor (blacks (shown c)) (whites (shown c))) u && negb (N.testbit A u) && once_each l (N.lor (chain_at u) A)
  end.
Definition relied_b (l : list keep) : bool :=
  match relied c, walls (ruled c) with _ :: _, Independent | [], _ => true | _, _ => false end &&
  once_each (relied c) 0 && once_each (flat_map kept_chains l) 0 && keeps_b l &&
  forallb (fun k => by_proof_set c k =? kept_by l k) [Black; White].
End Check.

Section Sound.
Context (c : claim).
Notation b := (size_of (shown c)).
Notation f := (frame_of b).
Notation linked := (linked b).

Definition proof_of (e : keep) : wall_proof := WallProof (kept_side e) (kept_chains e) (area_of (kept_nodes e)).

Lemma chains_spec e p : mem p (chains_set c (kept_side e) (kept_chains e)) <-> stone_of c (proof_of e) p.
Proof.
  unfold chains_set, stone_of. rewrite spread_spec. setoid_rewrite seed_spec. simpl.
  split; intros (u & I & L); exists u; (split; [exact I |]); revert L; apply linked_iff; intros q;
    [| symmetry]; apply of_colour_spec.
Qed.

Lemma kept_by_spec l k p : mem p (kept_by c l k) <->
  exists e, In e (map proof_of l) /\ of_side e = k /\ stone_of c e p.
Proof.
  induction l as [| e l IH]; simpl; [split; [intros H; destruct (mem_0 _ H) | intros (e & [] & _)] |].
  destruct (same_colour (kept_side e) k) eqn:E.
  - apply same_colour_spec in E as <-. rewrite mem_lor, IH, chains_spec. split.
    + intros [H | (e' & I & H)]; [exists (proof_of e); auto | exists e'; auto].
    + intros (e' & [<- | I] & H & S); [auto | right; eauto].
  - rewrite IH. split; intros (e' & I & H & S); [exists e'; auto |]. destruct I as [<- | I]; [| exists e'; auto].
    exfalso. simpl in H. apply same_colour_spec in H. congruence.
Qed.

Lemma area_by_spec l k p : (exists e, In e (map proof_of l) /\ of_side e = k /\ mem p (its_area e)) -> mem p (area_by l k).
Proof.
  induction l as [| e l IH]; simpl; [intros (e & [] & _) |]. intros (e' & [<- | I] & H & S); simpl in *.
  - apply same_colour_spec in H. rewrite H. apply mem_lor. auto.
  - destruct (same_colour (kept_side e) k); [apply mem_lor; right |]; apply IH; eauto.
Qed.

Lemma wall_own e A p : mem p (wall (keeping_arena c e A) (kept_side e)) <->
  assumed c (kept_side e) p \/ unconditional c (kept_side e) p \/ mem p A.
Proof.
  unfold keeping_arena, wall. destruct e as [k T n]; simpl. destruct k; cbn [black_wall white_wall]; rewrite !mem_lor, assumed_spec.
  - rewrite <- (alive_spec c Black). reflexivity.
  - rewrite <- (alive_spec c White). reflexivity.
Qed.

Lemma wall_other e A p : mem p (wall (keeping_arena c e A) (other (kept_side e))) <-> assumed c (other (kept_side e)) p.
Proof. unfold keeping_arena, wall. destruct e as [k T n]; simpl. destruct k; apply assumed_spec. Qed.

Lemma free_spec e A q : mem q (area_set c (wall (keeping_arena c e A) (kept_side e)) (wall (keeping_arena c e A) (other (kept_side e))) (outside_set c)) <->
  on_board b q /\ ~ mem q (black_wall (keeping_arena c e A)) /\ ~ mem q (white_wall (keeping_arena c e A)) /\ ~ outside c q.
Proof.
  unfold area_set. rewrite mem_ldiff, !mem_lor, outside_spec, full_spec. destruct e as [k T n]; simpl. destruct k; simpl; tauto.
Qed.

Lemma locale_of e A : locale (keeping_arena c e A) =
  spread f (area_set c (wall (keeping_arena c e A) (kept_side e)) (wall (keeping_arena c e A) (other (kept_side e))) (outside_set c))
    (seed (kept_chains e)).
Proof. destruct e as [k T n]; destruct k; reflexivity. Qed.

Lemma keeping_meant e l : keeping_game c (proof_of e)
  (fun p => exists e', In e' (map proof_of l) /\ of_side e' = of_side (proof_of e) /\ stone_of c e' p)
  (keeping_arena c e (kept_by c l (kept_side e))).
Proof.
  split; try reflexivity.
  - intros p. rewrite (wall_own e _ p), kept_by_spec. reflexivity.
  - intros p. apply wall_other.
  - intros p. rewrite locale_of, spread_spec. setoid_rewrite seed_spec. simpl.
    split; intros (u & I & L); exists u; (split; [exact I |]); revert L; apply linked_iff; intros q;
      [| symmetry]; apply free_spec.
  - exists (chains_set c (kept_side e) (kept_chains e)). split; [reflexivity |]. intros p. apply chains_spec.
Qed.

Lemma keeping_apart e A k q : mem q (wall (keeping_arena c e A) k) -> ~ mem q (locale (keeping_arena c e A)).
Proof.
  rewrite locale_of, spread_spec. intros W (r & _ & L). apply linked_ends in L as [_ L]. apply free_spec in L as (_ & B & B' & _).
  destruct k; auto.
Qed.

Lemma keeps_sound l : keeps_b c l = true -> proofs c (map proof_of l).
Proof.
  induction l as [| e l IH]; simpl; [constructor |]. intros H. apply andb_true_iff in H as [H Hl].
  unfold keep_b in H. rewrite !andb_true_iff, forallb_forall, !empty_iff in H. destruct H as [[[[[_ S] P] Se] Ar] Lo].
  set (a := keeping_arena c e (kept_by c l (kept_side e))) in *.
  apply (one_more c (proof_of e) (map proof_of l) a); [exact (IH Hl) | | apply keeping_meant | | |].
  - intros u U. specialize (S u U). apply andb_true_iff in S as [S _]. apply of_colour_spec, S.
  - apply (patterns_keep a); try reflexivity; try exact P; try exact Se.
    + intros k q. apply keeping_apart.
    + discriminate.
    + eexists. reflexivity.
    + intros [_ B]. apply B. unfold threats_of, attacker. simpl. destruct (kept_side e); reflexivity.
    + simpl. destruct (kept_side e); reflexivity.
  - intros e' p I E Q K. apply (Ar p), mem_land. split; [exact Q |]. apply area_by_spec. eauto.
  - intros p Q K. apply (Lo p), mem_land. split; [exact Q | apply locale_spec, K].
Qed.

Theorem relied_proved l : relied_b c l = true -> walls_are_proved c.
Proof.
  unfold relied_b. rewrite !andb_true_iff, forallb_forall. intros [[_ K] E]. exists (map proof_of l).
  split; [exact (keeps_sound l K) |]. intros k p. rewrite <- kept_by_spec, <- by_proof_spec.
  assert (In k [Black; White]) as I by (destruct k; simpl; auto). specialize (E k I). apply N.eqb_eq in E. rewrite E. reflexivity.
Qed.
End Sound.
