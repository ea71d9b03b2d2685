(** Who wins, by trying all courses of play: hopeless but for a few points.  It takes the definitions of [Cycles.v] word
    for word, and is there to be compared with what others say of small boards. *)

Require Import List NArith ZArith Lia Bool.
Require Import Cycles Sets Board Rules Grid Exec Measures Judging Checker.
Import ListNotations.

Section Decide.
Context (f : frame) (a : arena) (x : colour).

(** The cycle that is closed when play comes to [s], which stands in [h]. *)
Fixpoint since (h : past position) (s : position) : past position :=
  match h with
  | [] => []
  | (r, w) :: h => if same r s then [(r, w)] else (r, w) :: since h s
  end.

Definition wins_b (c : past position) : bool :=
  match cycle_winner a (sum c) (forallb (attacker_owns_b f a) (states c)) with
  | Some k => same_colour k x
  | None => false
  end.

Fixpoint decide (fuel : nat) (h : past position) (s : position) : bool :=
  match fuel with
  | O => false
  | S n =>
    if existsb (fun r => same r s) (states h) then wins_b (since h s)
    else
      let good r := match r with Over k => same_colour k x | To w t => decide n ((s, w) :: h) t end in
      let all := pass_step f a s ::
        flat_map (fun p => match step f a s p with Some r => [r] | None => [] end) (elements (free a s)) in
      if same_colour (mover s) x then existsb good all else forallb good all
  end.
End Decide.

Section Proofs.
Context (a : arena) (x : colour).
Notation f := (frame_of (grid a)).

Lemma same_refl s : same s s = true.
Proof.
  unfold same. rewrite !N.eqb_refl, eqb_reflx. replace (same_colour (mover s) (mover s)) with true by (symmetry; apply same_colour_spec; reflexivity).
  destruct (ban s); simpl; rewrite ?N.eqb_refl; reflexivity.
Qed.

Theorem cycle_winner_spec c k : c <> [] ->
  (cycle_winner a (sum c) (forallb (attacker_owns_b f a) (states c)) = Some k <-> cycle_won a k c).
Proof.
  intros NE. assert (forallb (attacker_owns_b f a) (states c) = true <-> forall s, In s (states c) -> attacker_owns a s) as F.
  { rewrite forallb_forall. split; intros H s I; apply attacker_owns_spec, H, I. }
  assert (forallb (attacker_owns_b f a) (states c) = false <-> exists s, In s (states c) /\ ~ attacker_owns a s) as G.
  { rewrite <- not_true_iff_false, F. split.
    - intros H. destruct (Exists_dec (fun s => ~ attacker_owns a s) (states c)) as [E | E].
      + intros s. destruct (attacker_owns_dec a s); [right; tauto | left; assumption].
      + apply Exists_exists in E. exact E.
      + destruct H. intros s I. destruct (attacker_owns_dec a s) as [O | O]; [exact O |]. destruct E. apply Exists_exists. eauto.
    - intros (s & I & N) H. exact (N (H s I)). }
  assert (owner a <> attacker a) as Ne by (unfold attacker; destruct (owner a); discriminate).
  assert (forall b : bool, Some (if b then attacker a else owner a) = Some k <-> (b = true /\ k = attacker a) \/ (b = false /\ k = owner a)) as B.
  { intros []; split; intuition (try congruence); left + right; split; congruence. }
  assert (cycle_won a k c <-> (k = attacker a /\ attacker_wins a c) \/ (k = owner a /\ owner_wins a c)) as W.
  { destruct (colour_dec k (owner a)) as [-> | N].
    - rewrite won_owner. intuition congruence.
    - pose proof (ne_other _ _ N) as E. subst k. fold (attacker a). unfold attacker at 1. rewrite won_attacker. unfold attacker in *. intuition congruence. }
  rewrite W. unfold cycle_winner, attacker_wins, owner_wins.
  destruct (cycles (rules a)).
  - rewrite B, orb_true_iff, orb_false_iff, andb_true_iff, andb_false_iff, Z.ltb_lt, Z.ltb_ge, Z.eqb_eq, Z.eqb_neq, F, G.
    split.
    + intros [[[H | [H K]] ->] | [[H [K | K]] ->]].
      * left. split; [reflexivity | left; lia].
      * left. split; [reflexivity | right; split; [lia | exact K]].
      * right. split; [reflexivity | left; lia].
      * right. split; [reflexivity |]. destruct (Z.eq_dec (sum c) 0); [right; split; [lia | exact K] | left; lia].
    + intros [[-> [H | [H K]]] | [-> [H | [H K]]]].
      * left. split; [left; lia | reflexivity].
      * left. split; [right; split; [lia | exact K] | reflexivity].
      * right. split; [split; [lia | left; lia] | reflexivity].
      * right. split; [split; [lia | right; exact K] | reflexivity].
  - rewrite B, Z.ltb_lt, Z.ltb_ge. intuition lia.
  - split; [intros [= <-]; auto | intros [[_ []] | [-> _]]; reflexivity].
  - split; [discriminate | tauto].
Qed.

Lemma since_closes h s : In s (states h) -> closes (play a) h s (since h s) /\ since h s <> [].
Proof.
  induction h as [| [r w] h IH]; simpl; [tauto |]. intros I. destruct (same r s) eqn:E.
  - apply same_eq in E as ->. split; [| discriminate]. exists [], w, h. simpl. auto.
  - assert (r <> s) as N by (intros ->; rewrite same_refl in E; discriminate).
    destruct I as [I | I]; [contradiction |]. destruct (IH I) as [(c & v & rest & -> & M & ->) _].
    split; [| discriminate]. exists ((r, w) :: c), v, rest. simpl. split; [reflexivity |]. split; [| reflexivity].
    intros [K | K]; auto.
Qed.

(** What is said to be won can be won. *)
Theorem decided_forces n : forall h s, decide f a x n h s = true -> forces (play a) x (cycle_won a x) h s.
Proof.
  induction n as [| n IH]; intros h s; [discriminate |]. cbn [decide].
  destruct (existsb (fun r => same r s) (states h)) eqn:E.
  - apply existsb_exists in E as (r & I & S). apply same_eq in S as ->. destruct (since_closes h s I) as [C NE].
    unfold wins_b. intros W. apply stopped with (since h s); [exact C |]. apply cycle_winner_spec; [exact NE |].
    destruct (cycle_winner _ _ _) as [k |]; [| discriminate]. apply same_colour_spec in W as ->. reflexivity.
  - assert (~ In s (states h)) as N.
    { intros I. apply not_true_iff_false in E. apply E, existsb_exists. exists s. auto using same_refl. }
    fold (all_moves a s). destruct (same_colour (mover s) x) eqn:T.
    + apply same_colour_spec in T. rewrite existsb_exists. intros (r & I & G). apply all_moves_spec in I. destruct r as [w t | k].
      * apply plays with w t; auto.
      * apply same_colour_spec in G as ->. apply ends; auto.
    + assert (mover s = other x) as T' by (apply ne_other; intros K; apply same_colour_spec in K; congruence).
      rewrite forallb_forall. intros G. apply replies; auto.
      * intros k M. apply all_moves_spec, G in M. apply same_colour_spec, M.
      * intros w t M. apply all_moves_spec, G in M. apply IH, M.
Qed.

Corollary decided_win n s : decide f a x n [] s = true -> can_win (play a) x s.
Proof. apply decided_forces. Qed.
End Proofs.
