(** Games that remember as functions, proved to be those of [Remembering.v]: for comparison with another program. *)

Require Import List NArith ZArith Bool.
Require Import Cycles Sets Board Rules Claims Grid Exec Walls Finite Remembering.
Import ListNotations.

Section Stepping.
Context (a : arena) (w : lifting) (o : purpose).
Notation f := (frame_of (grid a)).

Definition capture_ends_b : bool := match o with ToCapture _ => true | _ => false end.

Definition play_step (s : remembered) (p : point) : option (next remembered) :=
  let q := fst s in
  if allowed a q p then
    let tk := take f a q p in
    let t := after f a q p tk in
    if breathes_b f a t (mover q) p && negb (forbidden w s p t) then
      Some (if capture_ends_b && takes_last_b a q t tk then Over (attacker a)
            else To (lost a q t) (to_state a o s t (bans_after_play a w s t) (freed (snd s))))
    else None
  else None.

Definition pass_for (s : remembered) (k : option point) : next remembered :=
  To 0%Z (to_state a o s (pass a (fst s)) (bans_after_pass w s k) (freed_after_pass w s k)).

Lemma play_step_spec s p n : play_step s p = Some n <-> exists t, played a (fst s) p t /\ forbidden w s p t = false /\
  ((capture_ends o /\ takes_last a (fst s) p t /\ n = Over (attacker a)) \/
   (~ (capture_ends o /\ takes_last a (fst s) p t) /\ n = To (lost a (fst s) t) (to_state a o s t (bans_after_play a w s t) (freed (snd s))))).
Proof.
  assert (capture_ends_b = true <-> capture_ends o) as Ce by (unfold capture_ends_b, capture_ends; destruct o; split; try tauto; discriminate).
  unfold play_step. set (u := after f a (fst s) p (take f a (fst s) p)). setoid_rewrite played_spec. fold u.
  pose proof (takes_last_spec a (fst s) p u) as L.
  destruct (allowed a (fst s) p); [| split; [discriminate | intros (t & (A & _) & _); discriminate]].
  destruct (breathes_b f a u (mover (fst s)) p) eqn:E; simpl.
  2:{ split; [discriminate |]. intros (t & (_ & B & ->) & _). congruence. }
  destruct (forbidden w s p u) eqn:Fo; simpl.
  { split; [discriminate |]. intros (t & (_ & _ & ->) & K & _). congruence. }
  destruct (capture_ends_b && takes_last_b a (fst s) u (take f a (fst s) p)) eqn:K.
  - apply andb_true_iff in K as [K1 K2]. apply Ce in K1. apply L in K2. split.
    + intros [= <-]. exists u. split; [auto | split; [exact Fo | left; auto]].
    + intros (t & (_ & _ & ->) & _ & [(_ & _ & ->) | [N _]]); [reflexivity | destruct N; auto].
  - assert (~ (capture_ends o /\ takes_last a (fst s) p u)) as N.
    { rewrite <- Ce, <- L. intros [K1 K2]. rewrite K1, K2 in K. discriminate. }
    split.
    + intros [= <-]. exists u. split; [auto | split; [exact Fo | right; auto]].
    + intros (t & (_ & _ & ->) & _ & [(K1 & K2 & _) | [_ ->]]); [destruct N; auto | reflexivity].
Qed.

Theorem steps_spec s n : steps a w o s n <-> (exists p, play_step s p = Some n) \/ (exists k, In k (passes w s) /\ n = pass_for s k).
Proof.
  split.
  - intros [p t P Fo N | p t P Fo C L | k K].
    + left. exists p. apply play_step_spec. exists t. auto.
    + left. exists p. apply play_step_spec. exists t. auto 6.
    + right. exists k. auto.
  - intros [(p & H) | (k & K & ->)].
    + apply play_step_spec in H as (t & P & Fo & [(C & L & ->) | [N ->]]); [eapply last_capture; eauto | eapply one_play; eauto].
    + exact (one_pass a w o s k K).
Qed.
End Stepping.
