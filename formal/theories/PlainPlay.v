(** Plain play: who has an accepted list of nodes wins the game that remembers. *)

Require Import List NArith ZArith Lia Bool FMapPositive.
Require Import Cycles Sets Board Rules Claims Grid Exec Measures Judging Walls Life Statics Finite Breath Regions Filling Secured Least
  Checker Patterns Owning Standing Covers Areas Patterned Remembering Plain Bans PlainCovers PlainWon.
Import ListNotations.

(** The nodes by their numbers, from 0. *)
Fixpoint numbered_plain (l : list plain_node) (i : N) (m : PositiveMap.t plain_node) : PositiveMap.t plain_node :=
  match l with
  | [] => m
  | n :: l => numbered_plain l (N.succ i) (PositiveMap.add (N.succ_pos i) n m)
  end.
Definition nth_plain (l : list plain_node) : N -> option plain_node :=
  let m := numbered_plain l 0%N (PositiveMap.empty _) in fun i => PositiveMap.find (N.succ_pos i) m.

Lemma numbered_plain_in l : forall i m j u, PositiveMap.find j (numbered_plain l i m) = Some u -> In u l \/ PositiveMap.find j m = Some u.
Proof.
  induction l as [| n l IH]; simpl; intros i m j u H; [auto |]. apply IH in H as [H | H]; [auto |].
  destruct (Pos.eq_dec (N.succ_pos i) j) as [<- | Ne].
  - rewrite PositiveMap.gss in H. injection H as <-. auto.
  - rewrite PositiveMap.gso in H by congruence. auto.
Qed.

Lemma nth_plain_in l i u : nth_plain l i = Some u -> In u l.
Proof.
  intros H. apply numbered_plain_in in H as [H | H]; [exact H |]. rewrite PositiveMap.gempty in H. discriminate.
Qed.

(** Whether prisoners count in cycles. *)
Definition purpose_counts (o : purpose) : bool :=
  match o with
  | ToOwn | ToCapture PrisonersThenOwnership | ToCapture Prisoners => true
  | ToCapture _ => false
  | NoNewStone _ appeal => appeal
  end.

(** All that stands in a state, as a pattern. *)
Definition whole (a : arena) (s : position) : pattern := Pattern (locale a) 0%N (with_turn s (mover s)).

(** Without nodes living stones must name the winner at once. *)
Definition check_plain_play (f : frame) (a : arena) (x : colour) (w : lifting) (o : purpose) (start : remembered) (l : list plain_node) : bool :=
  match l with
  | [] => let v := whole a (fst start) in stands_b f a x v (fst start) && sound_b a x w o start && shut f a x v None
  | n :: _ => plain_matches f a x w o n start && (let find := nth_plain l in forallb (check_plain f a x w (fun _ => true) find (shut f a x)) l)
  end.

Section Sound.
Context (a : arena) (x : colour) (w : lifting) (o : purpose).
Notation f := (frame_of (grid a)).
Notation weighs := (prisoners_count a).
Notation own := (owners a x).
Notation G := (remembering a w o).
Notation all_bad := (fun _ : remembered => True).
Notation matches := (plain_matches f a x w o).
Hypothesis walls_apart : forall k q, mem q (wall a k) -> ~ mem q (locale a).
Hypothesis units_apart : forall U V q, In U (units a) -> In V (units a) -> mem q U -> mem q V -> U = V.
Hypothesis never : end_of_play (rules a) = Never.
Hypothesis once_only : dead_means (rules a) = CapturedOnce.
Hypothesis ko_fits : ko (rules a) = match w with NoBan => NoKo | _ => Basic end.
Hypothesis aims : own = true \/ capture_ends o.
Hypothesis single : o = ToOwn -> exists U, units a = [U].
Hypothesis counts : weighs = purpose_counts o.
Hypothesis no_draws : o <> ToCapture Draw.

(** *** A state of such a game, for certain, is one of finitely many. *)
Definition remembered_dec (s t : remembered) : {s = t} + {s <> t}.
Proof. decide equality; [| apply position_dec]. decide equality; try apply N.eq_dec; decide equality; apply N.eq_dec. Defined.

Record bounded (n : N) (g : pset) (s : remembered) : Prop := Bounded {
  b_position : within a n g (fst s);
  b_bans : forall c q, mem q (part (bans (snd s)) c) -> mem q (locale a);
  b_freed : forall c q, mem q (part (freed (snd s)) c) -> mem q (locale a);
  b_old : forall q, mem q (old (snd s)) -> mem q (locale a);
  b_staying : forall q, mem q (staying (snd s)) -> mem q (locale a)
}.

Definition all_memories : list memory :=
  let sets := up_to (locale a) in
  let both := flat_map (fun b => map (BySide b) sets) sets in
  flat_map (fun b => flat_map (fun r => flat_map (fun d => map (Memory b r d) sets) sets) both) both.
Definition all_states (n : N) (g : pset) : list remembered := flat_map (fun p => map (pair p) all_memories) (every a n g).

Lemma all_states_spec n g s : bounded n g s -> In s (all_states n g).
Proof.
  destruct s as [p [b r d h]]. intros [A B C D E]. unfold all_states, all_memories. apply in_flat_map. exists p. split; [apply every_spec; exact A |]. apply in_map.
  assert (forall t : by_side, (forall c q, mem q (part t c) -> mem q (locale a)) ->
    In t (flat_map (fun b => map (BySide b) (up_to (locale a))) (up_to (locale a)))) as S.
  { intros [t1 t2] H. apply in_flat_map. exists t1. split; [exact (sub_le t1 (locale a) (H Black)) |]. apply in_map.
    exact (sub_le t2 (locale a) (H White)). }
  apply in_flat_map. exists b. split; [exact (S b B) |]. apply in_flat_map. exists r. split; [exact (S r C) |].
  apply in_flat_map. exists d. split; [exact (sub_le d (locale a) D) |]. apply in_map. exact (sub_le h (locale a) E).
Qed.

Lemma bounded_settle n g t : within a n g t -> within a n g (settle o t).
Proof.
  intros (A & B & C & D). split; [exact A | split; [discriminate | split]].
  - intros c. specialize (C c). destruct c; exact C.
  - intros q Q. apply D, (gone_settle o), Q.
Qed.

Lemma bounded_new n g s t b r : bounded n g s -> within a n g t ->
  (forall c q, mem q (part b c) -> mem q (locale a)) -> (forall c q, mem q (part r c) -> mem q (locale a)) ->
  bounded n g (to_state a o s t b r).
Proof.
  intros [A B C D E] W Hb Hr. split; simpl; auto.
  - apply bounded_settle, W.
  - intros q Q. apply mem_ldiff in Q as [Q _]. exact (D q Q).
  - intros q Q. unfold staying_after in Q. destruct W as (W & _). destruct (captured a o t); [| destruct (mem_0 _ Q)].
    destruct (_ && _); [apply mem_land in Q as [Q _]; exact (E q Q) |]. apply mem_ldiff in Q as [Q _]. apply mem_land in Q as [Q _]. exact (W (owner a) q Q).
Qed.

Lemma bounded_steps n g s v t : bounded n g s -> steps a w o s (To v t) -> bounded n g t.
Proof.
  intros Bd M. pose proof Bd as [A B C D E]. inversion M as [p t' P Fo La | | k K]; subst.
  - pose proof (within_played a n g (fst s) p t' A P) as W. apply bounded_new; auto. intros c q Q.
    destruct (either_colour (mover (fst s)) c) as [-> | ->].
    + apply play_own in Q as (_ & Q & _). eauto.
    + apply play_other in Q as [[Q | [_ Q]] _]; [apply (proj1 (proj2 W)), Q | eauto].
  - apply bounded_new; auto; [apply within_pass, A | |]; intros c q Q; destruct (either_colour (mover (fst s)) c) as [-> | ->].
    + apply pass_own in Q as (_ & Q & _). eauto.
    + apply pass_other in Q as (_ & Q & _). eauto.
    + apply freed_own in Q as [Q | [-> ->]]; [eauto |]. unfold passes in K.
      destruct (elements (N.ldiff (part (bans (snd s)) (mover (fst s))) (part (freed (snd s)) (mover (fst s))))) eqn:El; [destruct K as [K | []]; discriminate K |].
      apply in_map_iff in K as (z & [= ->] & K). rewrite <- El in K. apply elements_spec, mem_ldiff in K as [K _]. eauto.
    + rewrite freed_other in Q. eauto.
Qed.

(** *** The measure. *)
Definition known_plain (n : plain_node) : list pattern :=
  shape (base n) :: stay (shape (base n)) :: map (outcome f a x (shape (base n))) (elements (blank (shape (base n)))).

Section Measured.
Context (l : list plain_node) (bad : pattern -> bool) (bad_state : remembered -> Prop).
Context (shut : pattern -> option point -> bool) (ended : remembered -> bool).
Notation known := (fun r => In r (flat_map known_plain l)).
Hypothesis bad_owner : own = true -> forall v (s : remembered), form a v -> Standing.stands a x v (fst s) -> bad v = true -> bad_state s.
Hypothesis bad_attacker : own = false -> forall v (s : remembered), form a v -> Standing.stands a x v (fst s) -> bad v = false -> ~ bad_state s.
Hypothesis shut_sound : forall r may (s : remembered), known r -> shut r may = true -> Standing.stands a x r (fst s) ->
  proper_state a x w o s -> ended s = true.
Hypothesis checked : forall n, In n l -> check_plain f a x w bad (nth_plain l) shut n = true.
Hypothesis ended_stays : forall s v t, ended s = true -> mover (fst s) = other x -> steps a w o s (To v t) -> ended t = true.
Hypothesis ended_over : forall s c, ended s = true -> mover (fst s) = other x -> steps a w o s (Over c) -> c = x.

Lemma known_shape n : In n l -> known (shape (base n)).
Proof. intros I. apply in_flat_map. exists n. split; [exact I | left; reflexivity]. Qed.
Lemma known_stay n : In n l -> known (stay (shape (base n))).
Proof. intros I. apply in_flat_map. exists n. split; [exact I | right; left; reflexivity]. Qed.
Lemma known_outcome n p : In n l -> mem p (blank (shape (base n))) -> known (outcome f a x (shape (base n)) p).
Proof. intros I P. apply in_flat_map. exists n. split; [exact I |]. right; right. apply in_map, elements_spec, P. Qed.

Notation credit := (credit_of G matches (fun n s => value a x (base n) (fst s)) (fun n => order (base n)) l).
Notation rank := (rank_of G matches (fun n s => value a x (base n) (fst s)) (fun n => order (base n)) l).

Theorem plain_measured :
  measured G weighs own bad_state x (fun s => ended s = true) (fun s => covered G matches l s = true) credit rank.
Proof.
  apply (least_measured G weighs own bad_state x matches (fun n s => value a x (base n) (fst s)) (fun n => order (base n)) l).
  - intros n s I M T. simpl in T.
    exact (own_arrives a x w o walls_apart never once_only ko_fits aims single l (nth_plain l) bad bad_state shut ended known (nth_plain_in l)
      known_stay known_outcome bad_owner bad_attacker shut_sound checked n s I M T).
  - intros n s I M T c O. simpl in T. inversion O as [| p t P Fo Ce La |]; subst.
    destruct (play_arrives a x w o walls_apart once_only ko_fits aims single l (nth_plain l) bad bad_state shut ended known (nth_plain_in l)
      known_shape known_outcome bad_owner bad_attacker shut_sound checked n s p t I M T P Fo) as [Li | [N _]]; [exact (ended_over s _ Li T O) | destruct (N La)].
  - intros n s I M T v t Mv. simpl in T. inversion Mv as [p t' P Fo La | | k K]; subst.
    + destruct (play_arrives a x w o walls_apart once_only ko_fits aims single l (nth_plain l) bad bad_state shut ended known (nth_plain_in l)
        known_shape known_outcome bad_owner bad_attacker shut_sound checked n s p t' I M T P Fo) as [Li | [_ H]]; [left; exact (ended_stays s _ _ Li T Mv) | exact H].
    + destruct (pass_arrives a x w o never ko_fits aims single l (nth_plain l) bad bad_state shut ended known (nth_plain_in l)
        known_shape known_stay bad_owner bad_attacker shut_sound checked n s k I M T K) as [Li | H]; [left; exact (ended_stays s _ _ Li T Mv) | exact H].
Qed.

Lemma base_bound : exists b, forall n, In n l -> (Z.abs (height (base n)) <= b)%Z.
Proof.
  clear - l. induction l as [| n m [b B]]; [exists 0%Z; simpl; tauto |]. exists (Z.max (Z.abs (height (base n))) b).
  intros k [-> | I]; [| specialize (B k I)]; lia.
Qed.

(** Credits have a least value. *)
Lemma credit_bound : exists b, forall s, covered G matches l s = true -> (- b <= credit s)%Z.
Proof.
  clear counts no_draws. destruct base_bound as [b B]. exists b. intros s K. apply existsb_exists in K as (n & I & Rn).
  destruct (least_le G matches (fun n s => value a x (base n) (fst s)) (fun n => order (base n)) l s n I Rn) as (e & L & _).
  destruct (least_some _ _ _ _ _ _ _ L) as (u & J & _ & ->). unfold credit_of. rewrite L. simpl. specialize (B u J). unfold value.
  pose proof (size_nonneg (stones (fst s) x)). destruct weighs; lia.
Qed.
End Measured.

(** *** Who never loses the units, with living stones in the end. *)
Section Nodes.
Context (l : list plain_node) (more : list hint).
Definition hints : list hint := more ++ map (living_on f a x) (flat_map known_plain l).
Notation living := (living a x w o hints).
Hypothesis checked : forall n, In n l -> check_plain f a x w (fun _ => true) (nth_plain l) (shut f a x) n = true.

Lemma shut_held r may t : shut f a x r may = true -> Standing.stands a x r t -> held a x (living_on f a x r) t.
Proof.
  unfold Areas.shut. rewrite !andb_true_iff. intros [[Fo _] H] [A B _ _ Go _ _]. apply form_b_spec in Fo.
  unfold final_b in H. rewrite once_only in H. simpl in H. apply andb_true_iff in H as [H E].
  split; [| exact (firm_on_spec a x walls_apart r _ t Fo A B H)].
  apply (enough_b_spec a x) in E. destruct E as [(E1 & U & E2 & E3 & q & Q & N) | E]; [left | right; exact E].
  split; [exact E1 |]. exists U. split; [exact E2 | split; [exact E3 |]]. exists q. split; [exact Q |]. intros Z. apply N.
  unfold as_gone in Go. rewrite (proj2 (own_spec a x) E1), mem_subset in Go. apply Go, Z.
Qed.

Lemma living_shut r may s : In r (flat_map known_plain l) -> shut f a x r may = true -> Standing.stands a x r (fst s) ->
  proper_state a x w o s -> living s = true.
Proof.
  intros K H S P. apply (living_spec a x w o ko_fits aims single). split; [| exact P]. exists (living_on f a x r).
  split; [apply in_or_app; right; apply in_map, K | exact (shut_held r may (fst s) H S)].
Qed.

Notation credit := (credit_of G matches (fun n s => value a x (base n) (fst s)) (fun n => order (base n)) l).
Notation rank := (rank_of G matches (fun n s => value a x (base n) (fst s)) (fun n => order (base n)) l).

Lemma nodes_measured :
  measured G weighs own all_bad x (fun s => living s = true) (fun s => covered G matches l s = true) credit rank.
Proof.
  apply (plain_measured l (fun _ => true) all_bad (shut f a x) living); auto.
  - discriminate.
  - exact living_shut.
  - intros s v t Li T M. destruct (living_measured a x w o walls_apart units_apart once_only ko_fits aims single hints) as [_ _ Mm].
    destruct (Mm s Li T v t M) as [[] | [K _]]. exact K.
  - intros s c Li T M. destruct (living_measured a x w o walls_apart units_apart once_only ko_fits aims single hints) as [_ E _].
    exact (E s Li T c M).
Qed.

(** Both parts are one proof: the nodes, and the living stones that they lead to. *)
Lemma lost_bound s p t : inside a Black s -> played a s p t -> (Z.abs (lost a s t) <= size (locale a))%Z.
Proof.
  intros [Ins _] P. assert (size (stones t (other (mover s))) <= size (stones s (other (mover s))))%Z as Le.
  { apply size_le. intros q Q. apply (their_stones _ _ _ _ P) in Q as [Q _]. exact Q. }
  assert (size (stones s (other (mover s))) <= size (locale a))%Z as L by (apply size_le; intros q Q; exact (Ins _ q Q)).
  pose proof (size_nonneg (stones t (other (mover s)))).
  unfold lost. destruct (mover s), (owner a); simpl in *; lia.
Qed.

Definition in_proof (s : remembered) : Prop := living s = true \/ covered G matches l s = true.

Lemma in_proof_sound s : in_proof s -> proper_state a x w o s /\ breathing a (fst s) \/ proper_state a x w o s /\ inside a Black (fst s).
Proof.
  intros [H | H].
  - right. apply (living_spec a x w o ko_fits aims single) in H as [(h & _ & [_ (Ins & _)]) Pr]. split; [exact Pr |].
    destruct Ins as [I1 I2]. split; [exact I1 |]. intros q K L. destruct x; [exact (I2 q K L) | exact (I2 q L K)].
  - left. apply existsb_exists in H as (n & I & H). destruct (check_good a x w l (nth_plain l) (fun _ => true) (shut f a x) checked n I) as [F _ _ _].
    apply (plain_matches_spec a x w o ko_fits aims single n s F) in H as (S & Pr & _). split; [exact Pr | exact (st_breath _ _ _ _ S)].
Qed.

Lemma both_measured : exists k r, measured G weighs own all_bad x (fun _ => False) in_proof k r.
Proof.
  destruct (credit_bound l) as [b B].
  refine (joined G weighs own all_bad x (fun s => living s = true) (fun s => covered G matches l s = true) credit rank _ _
    (b + 3 * size (locale a) + 1)%Z (fun s => bool_dec _ _) _ nodes_measured
    (living_measured a x w o walls_apart units_apart once_only ko_fits aims single hints)).
  intros s v t Cs Mv Lt. pose proof (size_nonneg (locale a)) as Nn.
  assert (own_size a x (fst t) <= size (locale a))%Z as Ot.
  { destruct (in_proof_sound t (or_introl Lt)) as [[_ [[I _] _]] | [_ [I _]]]; unfold own_size; (destruct weighs; [apply size_le; intros q Q; exact (I x q Q) | lia]). }
  pose proof (B s Cs) as Cr.
  assert (Z.abs v <= size (locale a))%Z as Vb.
  { assert (inside a Black (fst s)) as Ins by (destruct (in_proof_sound s (or_intror Cs)) as [[_ [I _]] | [_ I]]; exact I).
    inversion Mv as [p t' P Fo La | | k K]; subst; [exact (lost_bound (fst s) p t' Ins P) | simpl; lia]. }
  lia.
Qed.

(** *** Cycles. *)
Lemma sum_without c : sum (without_memory c) = sum c.
Proof. unfold without_memory. induction c as [| [s v] c IH]; simpl; congruence. Qed.
Lemma states_without c p : In p (states (without_memory c)) <-> exists s, In s (states c) /\ fst s = p.
Proof.
  unfold states, without_memory. rewrite map_map. simpl. rewrite in_map_iff. split.
  - intros (e & <- & I). exists (fst e). split; [apply in_map, I | reflexivity].
  - intros (s & I & <-). apply in_map_iff in I as (e & <- & I). eauto.
Qed.

Theorem plain_fine c : c <> [] -> decided G weighs own all_bad c -> (forall s, In s (states c) -> in_proof s) -> wins_cycle a o x c.
Proof.
  intros Ne D In_. assert (exists s, In s (states c)) as (s0 & I0).
  { destruct c as [| [s v] c]; [congruence |]. exists s. left. reflexivity. }
  assert (forall s, In s (states c) -> proper_state a x w o s /\ inside a Black (fst s)) as Pr.
  { intros s I. destruct (in_proof_sound s (In_ s I)) as [[P [Ins _]] | [P Ins]]; auto. }
  unfold decided in D. change (@sum (state G) c) with (@sum remembered c) in D. destruct (bool_dec own true) as [Ow | Ow]; [| apply not_true_iff_false in Ow]; rewrite Ow in D.
  - pose proof (proj1 (own_spec a x) Ow) as Xo.
    assert (forall s, In s (states c) -> ~ attacker_owns a (fst s)) as Ke.
    { intros s I. destruct (Pr s I) as [P Ins]. exact (left_kept a x o aims (fst s) (p_left _ _ _ _ _ P) Ow Ins). }
    assert (forall s, In s (states c) -> exists q, mem q (all_units a) /\ ~ mem q (gone (fst s))) as Lf.
    { intros s I. destruct (Pr s I) as [P _]. exact (proj2 (proj1 (left_spec a x o aims (fst s)) (p_left _ _ _ _ _ P) Ow)). }
    assert (@sum remembered c <= 0 \/ weighs = false)%Z as Su.
    { destruct weighs; [left | right; reflexivity]. unfold weight in D. destruct D as [D | [D _]]; lia. }
    assert (weighs = true -> owner_wins (judged_by a PrisonersThenOwnership) (without_memory c)) as PO.
    { intros W. unfold owner_wins. simpl. rewrite sum_without. destruct Su as [Su | Su]; [| congruence].
      destruct (Z.eq_dec (@sum remembered c) 0) as [Z | Z]; [right | left; lia]. split; [exact Z |]. exists (fst s0).
      split; [apply states_without; eauto | exact (Ke s0 I0)]. }
    unfold wins_cycle. destruct o as [| r | z ap] eqn:Eo.
    + rewrite Xo, (won_owner (judged_by a PrisonersThenOwnership)). apply PO. exact counts.
    + rewrite Xo, (won_owner (judged_by a r)). destruct r.
      * apply PO. exact counts.
      * unfold owner_wins. simpl. rewrite sum_without. simpl in counts. destruct Su as [Su | Su]; [exact Su | congruence].
      * exact I.
      * congruence.
    + simpl in counts. unfold aimed. unfold owners in Ow. rewrite Ow.
      assert (~ exists s, In s (states c) /\ marked a (NoNewStone z ap) s = true) as Nm.
      { intros (s & I & M). unfold marked, captured in M. apply andb_true_iff in M as [M _]. rewrite mem_subset in M.
        destruct (Lf s I) as (q & Q & N). exact (N (M q Q)). }
      destruct ap.
      * destruct Su as [Su | Su]; [| congruence]. destruct (Z.eq_dec (@sum remembered c) 0) as [Z | Z]; [right; auto | left; split; [reflexivity | lia]].
      * right. split; [discriminate | exact Nm].
  - assert (weighs = true /\ (@sum remembered c > 0)%Z) as [W Su].
    { destruct D as [D | [_ D]]; [| destruct (D s0 I0 I)]. destruct weighs; [split; [reflexivity | exact D] | unfold weight in D; lia]. }
    destruct aims as [K | Ce]; [congruence |]. unfold wins_cycle. destruct o as [| r | z ap]; try destruct Ce.
    assert (x = other (owner (judged_by a r))) as -> by (apply (not_own a x Ow)). rewrite (won_attacker (judged_by a r)).
    unfold attacker_wins. simpl in counts |- *. rewrite sum_without. destruct r; auto; congruence.
Qed.

Lemma plain_forces start n g : bounded n g start -> in_proof start -> can_win G x start.
Proof.
  intros Bd Ip. destruct both_measured as (k & r & M).
  apply (measured_within G weighs own all_bad x (bounded n g)) in M; [| intros s v t W Mv; exact (bounded_steps n g s v t W Mv)].
  refine (measured_forces_in G remembered_dec _ _ _ x (wins_cycle a o x) _ (all_states n g) k r _ _ M start (conj Ip Bd)).
  - intros c Ne D In_. apply plain_fine; auto. intros s I. apply In_, I.
  - intros s [_ B]. apply all_states_spec, B.
Qed.
End Nodes.

Theorem plain_play_wins start n g l : bounded n g start -> check_plain_play f a x w o start l = true -> can_win G x start.
Proof.
  unfold check_plain_play. intros Bd. destruct l as [| n0 m] eqn:E.
  - rewrite !andb_true_iff. intros [[S P] H]. set (v := whole a (fst start)) in *.
    apply (plain_forces [] [living_on f a x v] (fun n I => match I with end) start n g Bd). left.
    apply (living_spec a x w o ko_fits aims single). split; [| apply (sound_b_spec a x w o ko_fits aims single), P].
    assert (form a v) as F.
    { unfold shut in H. rewrite !andb_true_iff in H. apply form_b_spec, H. }
    unfold stands_b in S. rewrite !andb_true_iff, (same_on_spec a x _ _ F), same_colour_spec, negb_true_iff, !N.leb_le in S.
    change (breathing_in f a (fst start)) with (breathing_b a (fst start)) in S. rewrite breathing_b_spec in S.
    destruct S as [[[[[A B] C] D] Go] [T T']].
    exists (living_on f a x v). split; [left; reflexivity | apply (shut_held v None (fst start) H)].
    split; assumption.
  - rewrite <- E. rewrite andb_true_iff, forallb_forall.
    intros [M C]. apply (plain_forces l [] C start n g Bd). right. apply existsb_exists. exists n0. split; [rewrite E; left; reflexivity | exact M].
Qed.
End Sound.
