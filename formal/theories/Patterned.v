(** The checker of strategies by patterns as a whole, with statics on areas, and its theorem. *)

Require Import List NArith ZArith Lia Bool FMapPositive.
Require Import Cycles Sets Board Rules Claims Grid Exec Measures Judging Walls Life Statics Finite Breath Regions Secured Least
  Checker Patterns Owning Standing Covers Areas.
Import ListNotations.

(** The nodes by their numbers, from 0. *)
Fixpoint numbered (l : list entry) (i : N) (m : PositiveMap.t entry) : PositiveMap.t entry :=
  match l with
  | [] => m
  | n :: l => numbered l (N.succ i) (PositiveMap.add (N.succ_pos i) n m)
  end.
Definition nth_node (l : list entry) : N -> option entry :=
  let m := numbered l 0%N (PositiveMap.empty _) in fun i => PositiveMap.find (N.succ_pos i) m.

Lemma numbered_in l : forall i m j u, PositiveMap.find j (numbered l i m) = Some u -> In u l \/ PositiveMap.find j m = Some u.
Proof.
  induction l as [| n l IH]; simpl; intros i m j u H; [auto |]. apply IH in H as [H | H]; [auto |].
  destruct (Pos.eq_dec (N.succ_pos i) j) as [<- | Ne].
  - rewrite PositiveMap.gss in H. injection H as <-. auto.
  - rewrite PositiveMap.gso in H by congruence. auto.
Qed.

Lemma nth_node_in l i u : nth_node l i = Some u -> In u l.
Proof.
  intros H. apply numbered_in in H as [H | H]; [exact H |]. rewrite PositiveMap.gempty in H. discriminate.
Qed.

Definition check_patterns (f : frame) (a : arena) (x : colour) (draw_wins : bool) (start : position) (l : list entry) : bool :=
  match end_of_play (rules a) with Never => true | TwoPasses => false end &&
  match l with
  | [] => false
  | n :: _ => matches_b f a x n start && (let find := nth_node l in forallb (check_entry f a x draw_wins find (shut f a x)) l)
  end.

Section Sound.
Context (a : arena) (x : colour) (draw_wins : bool).
Notation f := (frame_of (grid a)).

(** All that is known after moves from nodes. *)
Definition known_after (n : entry) : list pattern :=
  shape n :: stay (shape n) :: map (outcome f a x (shape n)) (elements (blank (shape n))).

Lemma bounded_abs (l : list entry) : exists b, forall n, In n l -> (Z.abs (height n) <= b)%Z.
Proof.
  induction l as [| n l [b B]]; [exists 0%Z; simpl; tauto |]. exists (Z.max (Z.abs (height n)) b).
  intros k [-> | I]; [| specialize (B k I)]; lia.
Qed.

Theorem patterns_forces start l : sound a -> (draw_wins = true -> cycles (rules a) = Draw) -> future a start start ->
  check_patterns f a x draw_wins start l = true -> forces (play a) x (fine a x draw_wins) [] start.
Proof.
  intros [Wa Ua Ew] DW Fu. unfold check_patterns. rewrite !andb_true_iff. intros [Ne H].
  destruct (end_of_play (rules a)) eqn:E; [| discriminate]. clear Ne.
  destruct l as [| n0 l0]; [discriminate |]. set (l := n0 :: l0) in *. apply andb_true_iff in H as [M0 Ck]. rewrite forallb_forall in Ck.
  set (all := flat_map known_after l).
  assert (forall n, In n l -> forall r, In r (known_after n) -> In r all) as Kn by (intros n I r R; apply in_flat_map; eauto).
  pose proof (over_shut_done a x draw_wins Wa Ua (fun _ => Ew eq_refl) all) as Do.
  destruct (covers_measured a x draw_wins Wa E l (nth_node l) (shut f a x) (over_shut f a x all) (nth_node_in l)
    (fun r => In r all)) as (k & r & M & K).
  - intros n I. apply (Kn n I). left. reflexivity.
  - intros n I. apply (Kn n I). right; left. reflexivity.
  - intros n p I P. apply (Kn n I). right; right. apply in_map, elements_spec, P.
  - intros v b s I S St B. exact (shut_over a x Wa (fun _ => Ew eq_refl) all v b s I S St B).
  - destruct Do as (k & r & M & _). eauto.
  - exact Ck.
  - assert (forall s, covered (play a) (matches_b f a x) l s = true -> breathing a s) as Br.
    { intros s S. apply existsb_exists in S as (n & _ & S). unfold matches_b in S. rewrite !andb_true_iff in S.
      apply (breathing_b_spec a). apply S. }
    destruct (bounded_abs l) as [b Bd].
    destruct (done_add a x draw_wins (over_shut f a x all) (fun s => over_shut f a x all s || covered (play a) (matches_b f a x) l s)
      (covered (play a) (matches_b f a x) l) k r (b + size (locale a))%Z Do (fun s => eq_refl) M) as (k' & r' & M' & _).
    + intros s S. destruct (K s S) as (n & I & _ & ->). specialize (Bd n I). unfold value. pose proof (size_nonneg (stones s x)).
      destruct (Br s S) as [[In_ _] _]. pose proof (size_le (stones s x) (locale a) (fun q Q => In_ x q Q)).
      pose proof (size_nonneg (locale a)). destruct (prisoners_count a); lia.
    + intros s S. apply (inside_any a x), (Br s S).
    + apply (measured_within (play a) _ _ _ x (within a (limit start) (gone start))) in M'; [| intros s w t W Mv; eapply within_moves; eauto].
      refine (measured_forces (play a) position_dec _ _ _ x (fine a x draw_wins) _ (every a (limit start) (gone start)) _ _ _ _ M' start _).
      * intros c NE D. apply decided_fine; auto.
      * intros s [_ W]. apply every_spec, W.
      * split; [| exact Fu]. apply orb_true_iff. right. apply existsb_exists. exists n0. split; [left; reflexivity | exact M0].
Qed.
End Sound.
