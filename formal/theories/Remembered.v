(** The checker of certificates in games that remember, and its theorem: accepted, so the claim holds. *)

Require Import List NArith ZArith Lia Bool.
Require Import Cycles Sets Board Rules Claims Grid Exec Measures Judging Walls Life Statics Finite Breath Checker Patterns Standing Covers
  Certificates Remembering Plain Bans PlainCovers PlainWon PlainPlay Holding HoldingWon HoldingPlay.
Import ListNotations.

Record plain_strategy := PlainStrategy { plain_by : colour; plain_holds : bool; plain_nodes : list plain_node }.

Section Check.
Context (k : remembering_claim).
Notation c := (position_of k).
Notation f := (frame_of (size_of (shown c))).

Definition rules_fit_b : bool :=
  match ko (ruled c), lifts k with NoKo, NoBan => true | Basic, NoBan => false | Basic, _ => true | NoKo, _ => false end &&
  no_threats (owner_threats (ruled c)) && no_threats (attacker_threats (ruled c)) &&
  match end_of_play (ruled c), dead_means (ruled c) with Never, CapturedOnce => true | _, _ => false end &&
  match cycles (ruled c) with Prisoners => counts_prisoners k | OwnersAlways => negb (counts_prisoners k) | _ => false end &&
  match walls (ruled c), wanted k with Independent, _ => false | _, SayCapture Draw => false | _, _ => true end.

(** A purpose that says all that the check needs: the scope is of no account. *)
Definition some_purpose : purpose :=
  match wanted k with SayOwn => ToOwn | SayCapture r => ToCapture r | SayNoNewStone _ appeal => NoNewStone 0%N appeal end.

(** The winner is the owner, who never loses the units, or the attacker where one capture ends play. *)
Definition plainly (x : colour) (e : plain_strategy) : bool :=
  let a := arena_of c in
  same_colour (plain_by e) x && negb (plain_holds e) &&
  match wanted k with
  | SayOwn => owners a x && match named c with [_] => true | _ => false end
  | SayCapture _ => true
  | SayNoNewStone _ _ => owners a x
  end &&
  check_plain_play f a x (lifts k) some_purpose (from a some_purpose (start c a)) (plain_nodes e).

(** The owner may lose the units and holds a stone.  Where one that lives is enough does not depend on other units: without
    proofs about them each of them ends the scope. *)
Definition own_start : pset := let a := arena_of c in stones (start c a) (owner a).
Definition counting_points (at_ : place) : pset :=
  let a := arena_of c in
  let others := N.ldiff own_start (all_units a) in
  match at_ with
  | OnItsPoints => all_units a
  | Nearby => spread f (N.ldiff (locale a) others) (seed (named c))
  | Anywhere => N.ldiff (locale a) others
  end.
Definition by_holding (e : plain_strategy) : bool :=
  let a := arena_of c in
  same_colour (plain_by e) (side c) && plain_holds e && subset (all_units a) (locale a) &&
  match wanted k, elements (all_units a) with
  | SayNoNewStone at_ _, first :: _ => holder_check f a (lifts k) first (counting_points at_) (start c a) (plain_nodes e)
  | _, _ => false
  end.

Definition remembering_check (evidence : list plain_strategy) : bool :=
  let a := arena_of c in
  proper_b c && playable (ruled c) && rules_fit_b &&
  if existsb (fun u => N.testbit (wall a (side c)) u) (named c)
  then match said c, evidence with IsAlive, [] => true | _, _ => false end
  else match said c, evidence with
       | IsAlive, [e] => plainly (side c) e || by_holding e
       | IsDead, [e] => plainly (other (side c)) e
       | _, _ => false
       end.
End Check.

(** *** There is a scope: what a claim about [Nearby] says is not empty. *)
Lemma some_set (P : point -> Prop) (n : nat) : ~ ~ exists A, forall p, mem p A <-> (P p /\ (p < N.of_nat n)%N).
Proof.
  induction n as [| n IH].
  - intros H. apply H. exists 0%N. intros p. split; [intros Q; destruct (mem_0 _ Q) | lia].
  - intros H. apply IH. intros (A & E). assert (~ ~ (P (N.of_nat n) \/ ~ P (N.of_nat n))) as D by tauto. apply D. intros [K | K]; apply H.
    + exists (N.setbit A (N.of_nat n)). intros p. rewrite mem_setbit, E. split; [intros [[Q L] | ->]; split; auto; lia |].
      intros [Q L]. destruct (N.eq_dec p (N.of_nat n)) as [-> | Ne]; [auto | left; split; [exact Q | lia]].
    + exists A. intros p. rewrite E. split; [intros [Q L]; split; [exact Q | lia] |]. intros [Q L]. split; [exact Q |].
      assert (p <> N.of_nat n) by (intros ->; exact (K Q)). lia.
Qed.

Section Sound.
Context (k : remembering_claim).
Notation c := (position_of k).
Notation a := (arena_of c).

Lemma scope_inside at_ appeal p : proper c -> in_scope k a at_ appeal p -> (p < rows (size_of (shown c)) * cols (size_of (shown c)))%N.
Proof.
  intros Pr. assert (forall q, mem q (locale a) -> (q < rows (size_of (shown c)) * cols (size_of (shown c)))%N) as L.
  { intros q Q. apply locale_spec in Q as [(Q & _) _]. exact Q. }
  destruct at_; simpl.
  - intros Q. apply all_units_spec in Q as (U & I & Q). change (units a) with (map (chain_of (frame_of (size_of (shown c))) (of_colour c (side c))) (named c)) in I.
    apply in_map_iff in I as (u & <- & _). apply chain_spec, linked_ends in Q as [_ Q]. apply of_colour_spec in Q.
    exact (stones_on_board c Pr (side c) p Q).
  - intros (u & _ & Q). apply linked_ends in Q as [_ [Q _]]. exact (L p Q).
  - apply L.
Qed.

Theorem purpose_somewhere : proper c -> ~ ~ exists o, purpose_in k a o.
Proof.
  intros Pr. unfold purpose_in. destruct (wanted k) as [| r | at_ appeal].
  - intros H. apply H. exists ToOwn. exact I.
  - intros H. apply H. exists (ToCapture r). reflexivity.
  - intros H. apply (some_set (in_scope k a at_ appeal) (N.to_nat (rows (size_of (shown c)) * cols (size_of (shown c))))).
    intros (z & Z). apply H. exists (NoNewStone z appeal). split; [reflexivity |]. intros p. rewrite Z, N2Nat.id.
    split; [tauto |]. intros Q. split; [exact Q | exact (scope_inside at_ appeal p Pr Q)].
Qed.

Lemma rules_fit_spec : rules_fit_b k = true -> rules_fit k.
Proof.
  unfold rules_fit_b. rewrite !andb_true_iff. intros [[[[[A B] B'] C] D] E].
  assert (forall t, no_threats t = true -> t = Some 0%N) as Z.
  { intros [n |]; simpl; [| discriminate]. rewrite N.eqb_eq. congruence. }
  split.
  - destruct (ko (ruled c)), (lifts k); discriminate || reflexivity.
  - split; apply Z; assumption.
  - destruct (end_of_play (ruled c)), (dead_means (ruled c)); discriminate || reflexivity.
  - destruct (end_of_play (ruled c)), (dead_means (ruled c)); discriminate || reflexivity.
  - destruct (cycles (ruled c)), (counts_prisoners k); discriminate || reflexivity.
  - destruct (walls (ruled c)); discriminate.
  - intros K. rewrite K in E. destruct (walls (ruled c)); discriminate.
Qed.

Lemma purpose_cases o : purpose_in k a o ->
  (wanted k = SayOwn /\ o = ToOwn) \/ (exists r, wanted k = SayCapture r /\ o = ToCapture r) \/
  exists at_ ap z, wanted k = SayNoNewStone at_ ap /\ o = NoNewStone z ap.
Proof.
  unfold purpose_in. destruct (wanted k) as [| r | at_ ap], o as [| r' | z ap']; try tauto.
  - intros ->. eauto.
  - intros [-> _]. right; right. exists at_, ap', z. auto.
Qed.

Lemma plainly_wins x e : playable (ruled c) = true -> rules_fit k -> plainly k x e = true ->
  forall o, purpose_in k a o -> can_win (remembering a (lifts k) o) x (from a o (start c a)).
Proof.
  intros Pl [Fk Ft Fe Fa Fc Fw Fd] H o Po. unfold plainly in H. rewrite !andb_true_iff in H. destruct H as [[[_ _] Ai] H].
  pose proof (arena_sound c Pl) as [Wa Ua _].
  assert (bounded a (limit (start c a)) (gone (start c a)) (from a o (start c a))) as Bd.
  { pose proof (start_within c a) as W. split; simpl; try (intros [] q Q; destruct (mem_0 _ Q)); [exact W | |].
    - intros q Q. apply mem_land in Q as [Q _]. exact (proj1 W (owner a) q Q).
    - intros q Q. destruct (mem_0 _ Q). }
  apply (plain_play_wins a x (lifts k) o Wa Ua) with (n := limit (start c a)) (g := gone (start c a)) (l := plain_nodes e).
  - exact Fe.
  - exact Fa.
  - exact Fk.
  - destruct (purpose_cases o Po) as [[E ->] | [(r & E & ->) | (at_ & ap & z & E & ->)]]; rewrite E in Ai; simpl; [left | right; exact I | left].
    + apply andb_true_iff in Ai. tauto.
    + exact Ai.
  - intros To. destruct (purpose_cases o Po) as [[E _] | [(r & _ & ->) | (at_ & ap & z & _ & ->)]]; try discriminate.
    rewrite E in Ai. apply andb_true_iff in Ai as [_ Ai].
    change (units a) with (map (chain_of (frame_of (size_of (shown c))) (of_colour c (side c))) (named c)).
    destruct (named c) as [| u [| v l]]; try discriminate. eexists. reflexivity.
  - unfold prisoners_count. change (rules a) with (ruled c). rewrite Fc. unfold counts_prisoners, purpose_counts.
    destruct (purpose_cases o Po) as [[E ->] | [(r & E & ->) | (at_ & ap & z & E & ->)]]; rewrite E.
    + reflexivity.
    + destruct r; reflexivity.
    + destruct ap; reflexivity.
  - intros To. destruct (purpose_cases o Po) as [[_ ->] | [(r & E & ->) | (at_ & ap & z & _ & ->)]]; try discriminate. congruence.
  - exact Bd.
  - unfold some_purpose in H. destruct (purpose_cases o Po) as [[E ->] | [(r & E & ->) | (at_ & ap & z & E & ->)]]; rewrite E in H; exact H.
Qed.

(** *** Holding. *)
Lemma units_connected U q r : In U (units a) -> mem q U -> mem r U -> linked (grid a) (fun t => mem t U) q r.
Proof.
  intros I Q R. change (units a) with (map (chain_of (frame_of (size_of (shown c))) (of_colour c (side c))) (named c)) in I.
  apply in_map_iff in I as (u & <- & _).
  assert (forall r, mem r (chain_of (frame_of (size_of (shown c))) (of_colour c (side c)) u) ->
    linked (grid a) (fun t => mem t (chain_of (frame_of (size_of (shown c))) (of_colour c (side c)) u)) u r) as K.
  { clear Q R. intros t T. apply chain_spec in T. induction T as [v V | v v' t L IH J T].
    - apply here, chain_spec, here, V.
    - apply further with v'; [exact IH | exact J |]. apply chain_spec. apply further with v'; assumption. }
  apply linked_trans with u; [apply linked_sym |]; apply K; assumption.
Qed.

Lemma unit_in_scope at_ ap q : subset (all_units a) (locale a) = true -> mem q (all_units a) -> in_scope k a at_ ap q.
Proof.
  rewrite mem_subset. intros L Q. destruct at_; simpl; [exact Q | | exact (L q Q)].
  apply all_units_spec in Q as (U & I & Q).
  change (units a) with (map (chain_of (frame_of (size_of (shown c))) (of_colour c (side c))) (named c)) in I.
  pose proof I as I'. apply in_map_iff in I as (u & E & Iu). exists u. split; [exact Iu |].
  assert (mem u U) as Uu.
  { rewrite <- E in Q |- *. apply chain_spec in Q. apply chain_spec. apply here. apply linked_ends in Q. tauto. }
  pose proof (units_connected U u q I' Uu Q) as K. revert K. apply (linked_more a). intros r R. apply linked_ends in R as [_ R].
  assert (mem r (all_units a)) as Ra by (apply all_units_spec; eauto). split; [exact (L r Ra) | tauto].
Qed.

Lemma counting_in_scope at_ ap q : subset (all_units a) (locale a) = true -> mem q (counting_points k at_) -> in_scope k a at_ ap q.
Proof.
  intros L Q. unfold counting_points in Q. destruct at_; [exact Q | | apply mem_ldiff in Q; exact (proj1 Q)].
  apply spread_spec in Q as (u & I & K). apply seed_spec in I. exists u. split; [exact I |]. revert K. apply (linked_more a).
  intros r R. apply linked_ends in R as [_ R]. apply mem_ldiff in R as [R N]. split; [exact R |]. intros (S & Nu & _). apply N, mem_ldiff.
  split; [| exact Nu]. unfold own_start. unfold in_colour in S. change (owner a) with (side c).
  destruct (side c); simpl; apply mem_land; split; assumption.
Qed.

Lemma counting_is_new at_ q : mem q (counting_points k at_) -> ~ mem q (own_start k) \/ exists U, In U (units a) /\ mem q U.
Proof.
  intros Q. destruct (mem_dec q (all_units a)) as [K | K]; [right; apply all_units_spec, K | left]. intros S.
  assert (~ mem q (N.ldiff (own_start k) (all_units a)) -> False) as H by (intros N; apply N, mem_ldiff; auto).
  apply H. unfold counting_points in Q. destruct at_; [destruct (K Q) | | apply mem_ldiff in Q; exact (proj2 Q)].
  apply spread_spec in Q as (u & _ & Q). apply linked_ends in Q as [_ Q]. apply mem_ldiff in Q. tauto.
Qed.

Lemma holding_wins e : playable (ruled c) = true -> rules_fit k -> proper c -> by_holding k e = true ->
  forall o, purpose_in k a o -> can_win (remembering a (lifts k) o) (side c) (from a o (start c a)).
Proof.
  intros Pl [Fk [Ft Ft'] Fe Fa Fc Fw Fd] Pr H o Po. unfold by_holding in H. rewrite !andb_true_iff in H. destruct H as [[[_ _] L] H].
  pose proof (arena_sound c Pl) as [Wa Ua _]. pose proof (start_within c a) as W.
  destruct (purpose_cases o Po) as [[E ->] | [(r & E & ->) | (at_ & ap & z & E & ->)]]; rewrite E in H; try discriminate.
  destruct (elements (all_units a)) as [| first rest] eqn:El; [discriminate |].
  assert (mem first (all_units a)) as Qf by (apply elements_spec; rewrite El; left; reflexivity).
  assert (forall p, mem p z <-> in_scope k a at_ ap p) as Z by (unfold purpose_in in Po; rewrite E in Po; apply Po).
  apply (holder_wins a (lifts k) z ap first (counting_points k at_) Wa Ua Fe Fa Fk) with
    (old0 := own_start k) (n := limit (start c a)) (g := gone (start c a)) (l := plain_nodes e).
  - change (rules a) with (ruled c). congruence.
  - exact units_connected.
  - apply all_units_spec, Qf.
  - apply Z, unit_in_scope; assumption.
  - intros q Q. apply Z, counting_in_scope; assumption.
  - exact (counting_is_new at_).
  - unfold prisoners_count. change (rules a) with (ruled c). rewrite Fc. unfold counts_prisoners. rewrite E. destruct ap; reflexivity.
  - split; simpl; try (intros [] q Q; destruct (mem_0 _ Q)); [exact W | |].
    + intros q Q. apply mem_land in Q as [Q _]. exact (proj1 W (owner a) q Q).
    + intros q Q. destruct (mem_0 _ Q).
  - split; simpl.
    + intros U q I Q _. split; [| exact (mem_0 q)]. intros r R.
      assert (mem r (locale a)) as Lr by (rewrite mem_subset in L; apply L, all_units_spec; eauto).
      change (units a) with (map (chain_of (frame_of (size_of (shown c))) (of_colour c (side c))) (named c)) in I.
      apply in_map_iff in I as (u & <- & _). apply chain_spec, linked_ends in R as [_ R]. change (owner a) with (side c).
      unfold stone, of_colour in *. destruct (side c); simpl; apply mem_land; split; assumption.
    + intros q Q. apply mem_land in Q. tauto.
  - exact H.
Qed.

(** The theorem. *)
Theorem remembering_accepted evidence : remembering_check k evidence = true -> remembering_holds k.
Proof.
  unfold remembering_check. rewrite !andb_true_iff. intros [[[P Pl] R] H]. apply rules_fit_spec in R.
  split; [apply proper_spec, P | split; [exact R |]]. exists a. split; [apply arena_meant |].
  assert (existsb (fun u => N.testbit (wall a (side c)) u) (named c) = true <-> walled c) as W.
  { rewrite existsb_exists. unfold walled. split; intros (u & I & K); exists u; (split; [exact I |]); apply wall_spec, K. }
  destruct (existsb _ _).
  - destruct (said c), evidence; try discriminate. left. apply W. reflexivity.
  - assert (~ walled c) as NW by (intros K; apply W in K; discriminate).
    destruct (said c), evidence as [| e [| e' l]]; try discriminate.
    + right. intros o Po. apply orb_true_iff in H as [H | H]; [exact (plainly_wins (side c) e Pl R H o Po) |].
      exact (holding_wins e Pl R (proper_spec c P) H o Po).
    + split; [exact NW |]. intros o Po. exact (plainly_wins (other (side c)) e Pl R H o Po).
Qed.
End Sound.
