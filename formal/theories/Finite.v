(** Play has finitely many states. *)

Require Import List NArith ZArith Lia Bool.
Require Import Cycles Sets Board Rules Claims Grid Exec Measures.
Import ListNotations.

Section Finite.
Context (a : arena).

Definition limit (s : position) : N := N.max (black_threats s) (white_threats s).
Definition all_units : pset := fold_right N.lor 0%N (units a).

Definition within (n : N) (g : pset) (s : position) : Prop :=
  (forall c q, stone s c q -> mem q (locale a)) /\ (forall q, ban s = Some q -> mem q (locale a)) /\
  (forall c, threats s c <= n)%N /\ (forall q, mem q (gone s) -> mem q g \/ mem q all_units).

Lemma all_units_spec q : mem q all_units <-> exists U, In U (units a) /\ mem q U.
Proof.
  unfold all_units. induction (units a) as [| U l IH]; simpl.
  - split; [intros H; destruct (mem_0 _ H) | intros (U & [] & _)].
  - rewrite mem_lor, IH. split.
    + intros [H | (V & I & H)]; [exists U; auto | exists V; auto].
    + intros (V & [-> | I] & H); [auto | right; exists V; auto].
Qed.

Lemma either_colour c k : k = c \/ k = other c.
Proof. destruct c, k; auto. Qed.

Lemma within_played n g s p t : within n g s -> played a s p t -> within n g t.
Proof.
  intros (A & B & C & D) P. destruct P as [On Re Ow Th Su Ba Mo Pa T1 T2 T3 Go]. split; [| split; [| split]].
  - intros c q Q. destruct (either_colour (mover s) c) as [-> | ->].
    + apply Ow in Q as [Q | ->]; [eauto | apply On].
    + apply Th in Q as [Q _]. eauto.
  - intros q Q. apply Ba in Q as [_ [[[(r & L & _) _] _] _]]. apply linked_ends in L as [L _]. eapply A, L.
  - intros c. destruct (either_colour (mover s) c) as [-> | ->].
    + specialize (C (mover s)). destruct (ban s) as [q |]; [destruct (N.eq_dec q p) as [-> | Ne] |].
      * rewrite T2 by reflexivity. lia.
      * rewrite T1 by congruence. exact C.
      * rewrite T1 by congruence. exact C.
    + rewrite T3. apply C.
  - intros q Q. apply Go in Q as [Q | (U & I & Q & _)]; [auto | right]. apply all_units_spec. eauto.
Qed.

Lemma within_pass n g s : within n g s -> within n g (pass a s).
Proof.
  intros (A & B & C & D). split; [| split; [| split]].
  - intros c q Q. apply (A c q). destruct c; exact Q.
  - discriminate.
  - intros c. specialize (C c). destruct c; exact C.
  - exact D.
Qed.

Lemma within_moves n g s w t : within n g s -> moves a s (To w t) -> within n g t.
Proof.
  intros W M. inversion M as [p t' P _ E | | | |]; subst; [exact (within_played n g s p t W P) | exact (within_pass n g s W)].
Qed.

Definition up_to (n : N) : list N := map N.of_nat (seq 0 (S (N.to_nat n))).

Lemma up_to_spec n k : (k <= n)%N -> In k (up_to n).
Proof. intros L. apply in_map_iff. exists (N.to_nat k). split; [apply N2Nat.id |]. apply in_seq. lia. Qed.

Lemma sub_le A B : (forall q, mem q A -> mem q B) -> In A (up_to B).
Proof.
  intros I. apply up_to_spec, N.ldiff_le, N.eqb_eq, empty_iff. intros p P. apply mem_ldiff in P as [P N]. auto.
Qed.

Definition every (n : N) (g : pset) : list position :=
  flat_map (fun b => flat_map (fun w => flat_map (fun k => flat_map (fun m => flat_map (fun p =>
  flat_map (fun i => flat_map (fun j => map (Position b w k m p i j) (up_to (N.lor g all_units)))
    (up_to n)) (up_to n)) [true; false]) [Black; White]) (None :: map Some (elements (locale a))))
    (up_to (locale a))) (up_to (locale a)).

Lemma every_spec n g s : within n g s -> In s (every n g).
Proof.
  intros (A & B & C & D). unfold every. destruct s as [b w k m p i j h].
  apply in_flat_map; exists b; split; [apply sub_le, (A Black) |].
  apply in_flat_map; exists w; split; [apply sub_le, (A White) |].
  apply in_flat_map; exists k; split.
  { destruct k as [q |]; [right; apply in_map, elements_spec, B; reflexivity | left; reflexivity]. }
  apply in_flat_map; exists m; split; [destruct m; simpl; auto |].
  apply in_flat_map; exists p; split; [destruct p; simpl; auto |].
  apply in_flat_map; exists i; split; [apply up_to_spec, (C Black) |].
  apply in_flat_map; exists j; split; [apply up_to_spec, (C White) |].
  apply in_map_iff; exists h; split; [reflexivity |]. apply sub_le. intros q Q. apply mem_lor, D, Q.
Qed.

(** The states that play can have from [s] on, and perhaps more. *)
Definition future (s : position) : position -> Prop := within (limit s) (gone s).

Lemma future_now s : (forall c q, stone s c q -> mem q (locale a)) -> (forall q, ban s = Some q -> mem q (locale a)) ->
  future s s.
Proof.
  intros A B. split; [exact A | split; [exact B | split]]; [| auto]. intros c. unfold limit. destruct c; simpl; lia.
Qed.

Theorem finitely_many s : future s s -> exists all : list position,
  In s all /\ forall r w t, In r all -> moves a r (To w t) -> In t all.
Proof.
  intros F. set (inside := fun t => forallb (fun q => N.testbit (locale a) q) (elements (N.lor (black t) (white t))) &&
    match ban t with Some q => N.testbit (locale a) q | None => true end &&
    (black_threats t <=? limit s)%N && (white_threats t <=? limit s)%N &&
    forallb (fun q => N.testbit (N.lor (gone s) all_units) q) (elements (gone t))).
  assert (forall t, inside t = true <-> future s t) as E.
  { intros t. unfold inside, future, within. rewrite !andb_true_iff, !forallb_forall, !N.leb_le. split.
    - intros [[[[A B] C] C'] D]. split; [| split; [| split]].
      + intros c q Q. apply A, elements_spec, mem_lor. destruct c; auto.
      + intros q Q. rewrite Q in B. exact B.
      + intros []; assumption.
      + intros q Q. apply mem_lor, D, elements_spec, Q.
    - intros (A & B & C & D). split; [split; [split; [split |] |] |].
      + intros q Q. apply elements_spec, mem_lor in Q as [Q | Q]; [apply (A Black), Q | apply (A White), Q].
      + destruct (ban t) as [q |]; [apply B; reflexivity | reflexivity].
      + apply (C Black).
      + apply (C White).
      + intros q Q. apply elements_spec, D in Q. apply mem_lor, Q. }
  exists (filter inside (every (limit s) (gone s))). split.
  - apply filter_In. split; [apply every_spec, F | apply E, F].
  - intros r w t R M. apply filter_In in R as [_ R]. apply E in R. pose proof (within_moves _ _ _ _ _ R M) as T.
    apply filter_In. split; [apply every_spec, T | apply E, T].
Qed.
End Finite.

(** The first state of a claim is such a state. *)
Theorem start_within c a : future a (start c a) (start c a).
Proof.
  apply future_now; [| discriminate]. intros [] q Q; apply mem_land in Q; apply Q.
Qed.
