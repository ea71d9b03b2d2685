(** What the measure asks of a cycle is what the rules ask for: which weights count, and which states are bad for the
    attacker ([_judging] in verifier/proof/states.py). *)

Require Import List NArith ZArith Lia Bool.
Require Import Cycles Sets Board Rules Grid Exec Measures.
Import ListNotations.

Section Judging.
Context (f : frame) (a : arena) (x : colour) (draw_wins : bool).

Definition owners : bool := same_colour x (owner a).

Definition prisoners_count : bool :=
  match cycles (rules a) with PrisonersThenOwnership | Prisoners => true | OwnersAlways | Draw => false end.

(** Whether a state is bad for the attacker. *)
Definition bad_b (s : position) : bool :=
  match cycles (rules a) with
  | PrisonersThenOwnership => negb (attacker_owns_b f a s)
  | Prisoners | OwnersAlways => true
  | Draw => Bool.eqb draw_wins owners
  end.

End Judging.

Section Decided.
Context (a : arena) (x : colour) (draw_wins : bool).
Notation f := (frame_of (grid a)).
Notation own := (owners a x).

(** What the measure decides is what the rules ask for. *)
Definition fine (c : past position) : Prop :=
  if draw_wins then ~ cycle_won a (other x) c else cycle_won a x c.

Lemma weight_true n : weight true n = n. Proof. reflexivity. Qed.
Lemma weight_false n : weight false n = 0%Z. Proof. reflexivity. Qed.

Lemma bad_spec s : cycles (rules a) = PrisonersThenOwnership ->
  (bad_b f a x draw_wins s = true <-> ~ attacker_owns a s).
Proof.
  intros C. unfold bad_b. rewrite C, negb_true_iff, <- not_true_iff_false, attacker_owns_spec. reflexivity.
Qed.

Lemma won_owner c : cycle_won a (owner a) c = owner_wins a c.
Proof. unfold cycle_won. destruct (owner a); reflexivity. Qed.
Lemma won_attacker c : cycle_won a (other (owner a)) c = attacker_wins a c.
Proof. unfold cycle_won. destruct (owner a); reflexivity. Qed.

Lemma not_both_won y c : cycle_won a y c -> cycle_won a (other y) c -> False.
Proof.
  assert (owner_wins a c -> attacker_wins a c -> False) as H.
  { unfold owner_wins, attacker_wins. destruct (cycles (rules a)); try tauto; try lia.
    intros [A | [A (s & I & B)]] [C | [C D]]; try lia. exact (B (D s I)). }
  destruct (colour_dec y (owner a)) as [-> | N].
  - rewrite won_owner, won_attacker. exact H.
  - rewrite (ne_other _ _ N), other_other, won_owner, won_attacker. auto.
Qed.

Theorem decided_fine c : (draw_wins = true -> cycles (rules a) = Draw) -> c <> [] ->
  decided (play a) (prisoners_count a) own (fun s => bad_b f a x draw_wins s = true) c -> fine c.
Proof.
  pose proof bad_spec as BS. intros DW NE. assert (exists s, In s (states c)) as [s0 I0].
  { destruct c as [| [s w] c]; [congruence |]. exists s. left. reflexivity. }
  unfold decided, fine, owners. simpl in *. destruct (same_colour x (owner a)) eqn:O.
  - apply same_colour_spec in O as ->. rewrite won_owner, won_attacker. unfold owner_wins, attacker_wins.
    unfold prisoners_count. destruct (cycles (rules a)) eqn:C.
    + destruct draw_wins; [discriminate (DW eq_refl) |]. rewrite weight_true.
      intros [H | [H (s & I & B)]]; [auto | right]. split; [exact H |]. exists s. split; [exact I |]. apply BS; auto.
    + destruct draw_wins; [discriminate (DW eq_refl) |]. rewrite weight_true. lia.
    + destruct draw_wins; [discriminate (DW eq_refl) | auto].
    + rewrite weight_false. destruct draw_wins; [auto |]. intros [H | [_ (s & _ & B)]]; [lia |].
      unfold bad_b, owners in B. rewrite C in B. rewrite (proj2 (same_colour_spec _ _) eq_refl) in B. discriminate.
  - assert (x = other (owner a)) as -> by (apply ne_other; intros ->; rewrite (proj2 (same_colour_spec _ _) eq_refl) in O; discriminate).
    rewrite other_other, won_owner, won_attacker. unfold owner_wins, attacker_wins.
    unfold prisoners_count. destruct (cycles (rules a)) eqn:C.
    + destruct draw_wins; [discriminate (DW eq_refl) |]. rewrite weight_true.
      intros [H | [H B]]; [auto | right]. split; [exact H |]. intros s I. destruct (attacker_owns_dec a s) as [K | K]; [exact K |].
      destruct (B s I). apply BS; auto.
    + destruct draw_wins; [discriminate (DW eq_refl) |]. rewrite weight_true. intros [H | [_ B]]; [exact H |].
      destruct (B s0 I0). unfold bad_b. rewrite C. reflexivity.
    + destruct draw_wins; [discriminate (DW eq_refl) |]. rewrite weight_false. intros [H | [_ B]]; [lia |].
      destruct (B s0 I0). unfold bad_b. rewrite C. reflexivity.
    + rewrite weight_false. destruct draw_wins; [auto |]. intros [H | [_ B]]; [lia |].
      destruct (B s0 I0). unfold bad_b, owners. rewrite C, O. reflexivity.
Qed.
End Decided.
