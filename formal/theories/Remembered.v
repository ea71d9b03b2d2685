(** The checker of certificates in games that remember, and its theorem: accepted, so the claim holds. *)

Require Import List NArith ZArith Lia Bool.
Require Import Cycles Sets Board Rules Claims Grid Exec Measures Judging Walls Life Statics Finite Checker Patterns Standing Covers
  Certificates Remembering Plain Bans PlainCovers PlainWon PlainPlay.
Import ListNotations.

Record plain_strategy := PlainStrategy { plain_by : colour; plain_nodes : list plain_node }.

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
  same_colour (plain_by e) x &&
  match wanted k with
  | SayOwn => owners a x && match named c with [_] => true | _ => false end
  | SayCapture _ => true
  | SayNoNewStone _ _ => owners a x
  end &&
  check_plain_play f a x (lifts k) some_purpose (from a some_purpose (start c a)) (plain_nodes e).

Definition remembering_check (evidence : list plain_strategy) : bool :=
  let a := arena_of c in
  proper_b c && playable (ruled c) && rules_fit_b &&
  if existsb (fun u => N.testbit (wall a (side c)) u) (named c)
  then match said c, evidence with IsAlive, [] => true | _, _ => false end
  else match said c, evidence with
       | IsAlive, [e] => plainly (side c) e
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
  intros Pl [Fk Ft Fe Fa Fc Fw Fd] H o Po. unfold plainly in H. rewrite !andb_true_iff in H. destruct H as [[_ Ai] H].
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
    + right. intros o Po. exact (plainly_wins (side c) e Pl R H o Po).
    + split; [exact NW |]. intros o Po. exact (plainly_wins (other (side c)) e Pl R H o Po).
Qed.
End Sound.
