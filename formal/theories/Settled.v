(** Verdicts in games that remember: alive is what is not dead, they are the same if play goes on for ever, and of two
    claims that differ in the verdict alone one is true at most. *)

Require Import List NArith ZArith Lia Bool.
Require Import Cycles Sets Board Rules Claims Grid Exec Measures Endless Walls Judging Finite Checker Certificates Verdicts
  Remembering Plain Bans PlainCovers PlainWon PlainPlay Remembered Stepping.
Import ListNotations.

Section Settled.
Context (a : arena) (w : lifting) (o : purpose).
Notation G := (remembering a w o).
Hypothesis ko_fits : ko (rules a) = match w with NoBan => NoKo | _ => Basic end.

(** *** Finitely many states, and moves that can be listed. *)
Definition bounded_b (n : N) (g : pset) (s : remembered) : bool :=
  let p := fst s in
  let m := snd s in
  let here A := subset A (locale a) in
  here (black p) && here (white p) && match ban p with Some q => N.testbit (locale a) q | None => true end &&
  (black_threats p <=? n)%N && (white_threats p <=? n)%N && subset (gone p) (N.lor g (all_units a)) &&
  here (of_black (bans m)) && here (of_white (bans m)) && here (of_black (freed m)) && here (of_white (freed m)) &&
  here (old m) && here (staying m).

Lemma bounded_b_spec n g s : bounded_b n g s = true <-> bounded a n g s.
Proof.
  unfold bounded_b. rewrite !andb_true_iff, !mem_subset, !N.leb_le. split.
  - intros [[[[[[[[[[[A A'] B] C] C'] D] E] E'] F] F'] H] I]. split.
    + split; [intros [] q Q; auto | split; [| split; [intros []; assumption |]]].
      * intros q Q. rewrite Q in B. exact B.
      * intros q Q. apply mem_lor, D, Q.
    + intros [] q Q; auto.
    + intros [] q Q; auto.
    + exact H.
    + exact I.
  - intros [(A & B & C & D) E F H I]. repeat split; try assumption.
    + exact (A Black).
    + exact (A White).
    + destruct (ban (fst s)) as [q |]; [apply B; reflexivity | reflexivity].
    + exact (C Black).
    + exact (C White).
    + intros q Q. apply mem_lor, D, Q.
    + exact (E Black).
    + exact (E White).
    + exact (F Black).
    + exact (F White).
Qed.

Lemma finitely_many_remembered n g s : bounded a n g s -> exists all : list remembered,
  In s all /\ forall r v t, In r all -> move G r (To v t) -> In t all.
Proof.
  intros B. exists (filter (bounded_b n g) (all_states a n g)). split.
  - apply filter_In. split; [apply all_states_spec, B | apply bounded_b_spec, B].
  - intros r v t R M. apply filter_In in R as [_ R]. apply bounded_b_spec in R. pose proof (bounded_steps a w o ko_fits n g r v t R M) as T.
    apply filter_In. split; [apply all_states_spec, T | apply bounded_b_spec, T].
Qed.

Definition listing (s : remembered) : list (next remembered) :=
  flat_map (fun p => match play_step a w o s p with Some n => [n] | None => [] end) (elements (locale a)) ++ map (pass_for a w o s) (passes w s).

Lemma listing_spec s n : move G s n <-> In n (listing s).
Proof.
  simpl. rewrite steps_spec. unfold listing. rewrite in_app_iff, in_flat_map, in_map_iff. split.
  - intros [(p & H) | (k & K & ->)]; [left | right; eauto]. exists p. rewrite H. split; [| left; reflexivity].
    unfold play_step in H. destruct (allowed a (fst s) p) eqn:E; [| discriminate]. unfold allowed in E. apply andb_true_iff in E as [E _].
    change (mem p (free a (fst s))) in E. apply free_spec in E. apply elements_spec. apply E.
  - intros [(p & _ & H) | (k & <- & K)]; [left; exists p | right; eauto].
    destruct (play_step a w o s p); [destruct H as [-> | []]; reflexivity | destruct H].
Qed.

(** *** A cycle is won by one side. *)
Lemma owner_same : same_colour (owner a) (owner a) = true. Proof. apply same_colour_spec. reflexivity. Qed.
Lemma other_not_same : same_colour (other (owner a)) (owner a) = false.
Proof. apply not_true_iff_false. rewrite same_colour_spec. apply other_ne. Qed.

Lemma review_dec (c : past remembered) : {exists s, In s (states c) /\ marked a o s = true} + {~ exists s, In s (states c) /\ marked a o s = true}.
Proof.
  destruct (existsb (marked a o) (states c)) eqn:E; [left | right; rewrite <- existsb_exists; congruence].
  apply existsb_exists in E. exact E.
Qed.

Lemma not_both_cycles x c : wins_cycle a o x c -> wins_cycle a o (other x) c -> False.
Proof.
  unfold wins_cycle. destruct o as [| r | z ap]; [apply not_both_won | apply not_both_won |].
  enough (aimed a (NoNewStone z ap) c ap (owner a) -> aimed a (NoNewStone z ap) c ap (other (owner a)) -> False) as K.
  { destruct (colour_dec x (owner a)) as [-> | N]; [exact K |]. rewrite (ne_other _ _ N), other_other. auto. }
  unfold aimed. rewrite owner_same, other_not_same. destruct ap.
  - intros [[_ A] | [A B]] [[_ C] | [C D]]; try specialize (A eq_refl); try specialize (C eq_refl); try lia. exact (B D).
  - intros [[A _] | [_ A]] [[C _] | [_ C]]; try discriminate. exact (A C).
Qed.

Lemma either_cycle x c : o <> ToCapture Draw -> wins_cycle a o x c \/ wins_cycle a o (other x) c.
Proof.
  intros Nd. enough (wins_cycle a o (owner a) c \/ wins_cycle a o (other (owner a)) c) as K.
  { destruct (colour_dec x (owner a)) as [-> | N]; [exact K |]. rewrite (ne_other _ _ N), other_other. tauto. }
  pose proof (review_dec c) as Re. unfold wins_cycle. destruct o as [| r | z ap].
  - pose proof (owner_or_attacker (judged_by a PrisonersThenOwnership) (without_memory c)) as H.
    rewrite (won_owner (judged_by a PrisonersThenOwnership)), (won_attacker (judged_by a PrisonersThenOwnership)). apply H. discriminate.
  - rewrite (won_owner (judged_by a r)), (won_attacker (judged_by a r)). apply (owner_or_attacker (judged_by a r)). simpl. congruence.
  - unfold aimed. rewrite owner_same, other_not_same. destruct ap.
    + destruct (Z_lt_le_dec (sum c) 0) as [L | L]; [left; left; auto |]. destruct (Z.eq_dec (sum c) 0) as [E | E]; [| right; left; split; [reflexivity | lia]].
      destruct Re as [R | R]; [right; right; auto | left; right; auto].
    + destruct Re as [R | R]; [right; right | left; right]; (split; [discriminate | exact R]).
Qed.

Theorem remembering_alive_is_not_dead n g s : bounded a n g s -> o <> ToCapture Draw ->
  (can_win G (owner a) s <-> ~ can_win G (attacker a) s).
Proof.
  intros B Nd. split.
  - intros A. apply not_both_win; [| exact A]. intros c. apply not_both_cycles.
  - intros D. destruct (finitely_many_remembered n g s B) as (all & I & Cl).
    destruct (determined G remembered_dec listing listing_spec all Cl (wins_cycle a o)) with (x := owner a) (s := s) as [H | H]; auto.
    + intros x c. apply either_cycle, Nd.
    + destruct (D H).
Qed.

Theorem remembering_for_ever n g s x : bounded a n g s -> (can_win G x s <-> forces_for_ever G x (wins_cycle a o x) s).
Proof.
  intros B. destruct (finitely_many_remembered n g s B) as (all & I & Cl). split.
  - apply forced_for_ever. exact remembered_dec.
  - apply (forced_at_once G remembered_dec x _ all Cl s I).
Qed.
End Settled.

Theorem remembering_one_verdict d k l r s v w p v' :
  remembering_holds (RClaim (Claim d k l r s v) w p) -> remembering_holds (RClaim (Claim d k l r s v') w p) -> v = v'.
Proof.
  intros [Pr [_ (a & M & H)]] [_ [_ (a' & M' & H')]]. apply meant_once in M, M'. cbn [position_of] in *.
  rewrite (arena_of_any d k l r s v' v) in M'. subst a a'. set (a := arena_of (Claim d k l r s v)) in *.
  cbn [said lifts] in H, H'. change (start (Claim d k l r s v') a) with (start (Claim d k l r s v) a) in H'.
  assert (forall v, walled (Claim d k l r s v) <-> exists u, In u l /\ mem u (wall a k)) as W.
  { intros u. unfold a. rewrite (arena_of_any d k l r s v u).
    split; intros (q & I & Q); exists q; (split; [exact I |]); apply (wall_spec (Claim d k l r s u)), Q. }
  pose proof (purpose_somewhere (RClaim (Claim d k l r s v) w p) Pr) as Some.
  assert (forall o, purpose_in (RClaim (Claim d k l r s v) w p) a o -> purpose_in (RClaim (Claim d k l r s v') w p) a o) as Same.
  { intros o K. exact K. }
  assert (forall o, purpose_in (RClaim (Claim d k l r s v) w p) a o -> can_win (remembering a w o) (owner a) (from a o (start (Claim d k l r s v) a)) ->
    can_win (remembering a w o) (attacker a) (from a o (start (Claim d k l r s v) a)) -> False) as No.
  { intros o _ A D. revert D. apply not_both_win; [| exact A]. intros c. apply not_both_cycles. }
  destruct v, v'; try reflexivity; try (destruct H; fail); try (destruct H'; fail); exfalso.
  - destruct H as [H | H], H' as [N H']; [apply N, W, (W IsAlive), H |]. apply Some. intros (o & Po). exact (No o Po (H o Po) (H' o (Same o Po))).
  - destruct H as [N H], H' as [H' | H']; [apply N, W, (W IsAlive), H' |]. apply Some. intros (o & Po). exact (No o Po (H' o (Same o Po)) (H o Po)).
Qed.
