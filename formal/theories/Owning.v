(** Whether the states of a pattern are bad for the attacker, for certain. *)

Require Import List NArith ZArith Lia Bool.
Require Import Cycles Sets Board Rules Claims Grid Exec Measures Judging Walls Life Statics Finite Breath Regions Patterns.
Import ListNotations.

Section Check.
Context (f : frame) (a : arena) (x : colour) (draw_wins : bool).

(** The points that belong to the attacker, if what is unknown belongs to [mine] or [theirs]. *)
Definition owned_if (v : pattern) (mine theirs : pset) : pset :=
  let c := attacker a in
  let reached k U := reach f (blank v) (N.lor (N.lor (stones (face v) k) (wall a k)) U) in
  N.lor (stones (face v) c) (N.ldiff (reached c mine) (reached (other c) theirs)).
Definition surely_owns (v : pattern) : bool :=
  let A := owned_if v 0%N (unknown a v) in forallb (fun U => some (N.land (N.land U (zone v)) A)) (units a).
Definition may_own (v : pattern) : bool :=
  let A := owned_if v (unknown a v) 0%N in
  forallb (fun U => negb (subset U (zone v)) || some (N.land U A)) (units a).

(** Bad for the attacker: for the owner only if that is certain, for the attacker unless it is certainly not so. *)
Definition pattern_bad (v : pattern) : bool :=
  match cycles (rules a) with
  | PrisonersThenOwnership => if owners a x then negb (may_own v) else negb (surely_owns v)
  | Prisoners | OwnersAlways => true
  | Draw => Bool.eqb draw_wins (owners a x)
  end.
End Check.

Section Proofs.
Context (a : arena) (x : colour) (draw_wins : bool).
Notation f := (frame_of (grid a)).
Notation adj := (adj (grid a)).
Notation linked := (linked (grid a)).
Context (v : pattern) (s : position).
Hypothesis F : form a v.
Hypothesis A : agrees x v s.
Hypothesis B : breathing a s.

Lemma blank_path q r : mem q (blank v) -> linked (empty a s) q r ->
  linked (fun z => mem z (blank v)) q r \/ mem q (reach f (blank v) (unknown a v)).
Proof.
  intros Q L. induction L as [z Z | z y r L IH J Rr]; [left; apply here, Q |]. destruct (IH Q) as [K | K]; [| auto].
  destruct (known_or a v r (proj1 Rr)) as [Z | Z].
  - left. apply further with y; auto. apply (empty_blank a x v s A); auto.
  - right. apply reach_spec. exists y, r. auto.
Qed.

Lemma touching k q : mem q (blank v) -> mem q (reach f (blank v) (N.lor (stones (face v) k) (wall a k))) -> touches a s k q.
Proof.
  intros Q H. apply reach_spec in H as (u & w & L & J & W). exists u, w. split; [| split; [exact J |]].
  - revert L. apply linked_sub. intros z Z. apply (blank_empty a x v s F A), Z.
  - apply mem_lor in W as [W | W]; [left | auto]. apply (proj1 A); [eapply stones_in; eauto | exact W].
Qed.

Lemma touched_by k q : mem q (blank v) -> touches a s k q ->
  mem q (reach f (blank v) (N.lor (N.lor (stones (face v) k) (wall a k)) (unknown a v))).
Proof.
  intros Q (u & w & L & J & W). destruct (blank_path q u Q L) as [K | K].
  - apply reach_spec. exists u, w. split; [exact K | split; [exact J |]]. rewrite !mem_lor. destruct W as [W | W]; [| auto].
    destruct (known_or a v w (in_locale a s B _ _ W)) as [Z | Z]; [| auto]. left; left. apply (proj1 A); auto.
  - apply reach_spec in K as (y & z & L' & J' & Z). apply reach_spec. exists y, z. split; [exact L' | split; [exact J' |]].
    rewrite mem_lor. auto.
Qed.

Lemma reach_more W U U' q : (forall z, mem z U -> mem z U') -> mem q (reach f W U) -> mem q (reach f W U').
Proof.
  intros H K. apply reach_spec in K as (u & w & L & J & Z). apply reach_spec. exists u, w. auto.
Qed.

Lemma surely_owns_spec : surely_owns f a v = true -> attacker_owns a s.
Proof.
  unfold surely_owns, attacker_owns. rewrite forallb_forall. intros H U I. specialize (H U I). apply some_spec in H as (q & Q).
  rewrite !mem_land in Q. destruct Q as [[Qu Qz] Q]. exists q. split; [exact Qu |]. unfold owned_if in Q. rewrite mem_lor, mem_ldiff in Q.
  destruct Q as [Q | [Q N]].
  - left. apply (proj1 A); auto.
  - assert (mem q (blank v)) as Bq by (apply reach_spec in Q as (u & w & L & _); apply linked_ends in L; tauto).
    right. split; [apply (blank_empty a x v s F A), Bq | split].
    + apply (touching _); [exact Bq |]. revert Q. apply reach_more. intros z Z. apply mem_lor in Z as [Z | Z]; [exact Z | destruct (mem_0 _ Z)].
    + intros K. apply N. exact (touched_by _ q Bq K).
Qed.

Lemma may_own_spec : attacker_owns a s -> may_own f a v = true.
Proof.
  unfold may_own, attacker_owns. rewrite forallb_forall. intros H U I. destruct (H U I) as (q & Q & Be).
  rewrite orb_true_iff, negb_true_iff. destruct (subset U (zone v)) eqn:Sub; [right | auto]. rewrite mem_subset in Sub.
  apply some_spec. exists q. apply mem_land. split; [exact Q |]. unfold owned_if. rewrite mem_lor, mem_ldiff.
  destruct Be as [Be | (E & T & N)]; [left; apply (proj1 A); auto | right].
  pose proof (empty_blank a x v s A q E (Sub q Q)) as Bq. split; [exact (touched_by _ q Bq T) |].
  intros K. apply N, (touching _); [exact Bq |]. revert K. apply reach_more. intros z Z.
  apply mem_lor in Z as [Z | Z]; [exact Z | destruct (mem_0 _ Z)].
Qed.

Lemma pattern_bad_owner : owners a x = true -> pattern_bad f a x draw_wins v = true -> bad_b f a x draw_wins s = true.
Proof.
  unfold pattern_bad, bad_b. intros O. destruct (cycles (rules a)); auto. rewrite O, !negb_true_iff, <- !not_true_iff_false.
  intros N H. apply N, may_own_spec, attacker_owns_spec, H.
Qed.

Lemma pattern_bad_attacker : owners a x = false -> pattern_bad f a x draw_wins v = false -> bad_b f a x draw_wins s <> true.
Proof.
  unfold pattern_bad, bad_b. intros O. destruct (cycles (rules a)); try congruence. rewrite O, negb_false_iff, negb_true_iff, not_false_iff_true.
  intros H. apply attacker_owns_spec, surely_owns_spec, H.
Qed.
End Proofs.
