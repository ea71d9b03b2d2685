(** The checker of strategies that list their states, and that what it accepts can be forced.  What it asks for is said
    in docs/certificates.md, "What is checked of a strategy" and "Statics". *)

Require Import List NArith ZArith Lia Bool FMapPositive.
Require Import Cycles Sets Board Rules Grid Exec Measures Judging Walls Finite Secured.
Import ListNotations.

Inductive choice := Plays (p : point) | Passes.

(** A listed state. *)
Record node := Node { listed : position; chosen : option choice; credit : Z; rank : Z }.

Definition same_option (x y : option point) : bool :=
  match x, y with Some p, Some q => N.eqb p q | None, None => true | _, _ => false end.

Definition same (s t : position) : bool :=
  N.eqb (black s) (black t) && N.eqb (white s) (white t) && same_option (ban s) (ban t) &&
  same_colour (mover s) (mover t) && Bool.eqb (passed s) (passed t) && N.eqb (black_threats s) (black_threats t) &&
  N.eqb (white_threats s) (white_threats t) && N.eqb (gone s) (gone t).

Lemma same_eq s t : same s t = true -> s = t.
Proof.
  unfold same. rewrite !andb_true_iff, !N.eqb_eq, same_colour_spec, eqb_true_iff. destruct s, t; simpl.
  intros [[[[[[[-> ->] K] ->] ->] ->] ->] ->]. destruct ban, ban0; simpl in K; try discriminate; try reflexivity.
  apply N.eqb_eq in K as ->. reflexivity.
Qed.

Lemma position_dec (s t : position) : {s = t} + {s <> t}.
Proof. decide equality; try apply N.eq_dec; try apply bool_dec; try apply colour_dec. decide equality. apply N.eq_dec. Defined.

(** *** A table of the nodes, by the stones. *)
Definition table := PositiveMap.t (PositiveMap.t (list node)).

Definition row_of (m : table) (b : pset) : PositiveMap.t (list node) :=
  match PositiveMap.find (N.succ_pos b) m with Some r => r | None => PositiveMap.empty _ end.
Definition bucket (m : table) (b w : pset) : list node :=
  match PositiveMap.find (N.succ_pos w) (row_of m b) with Some l => l | None => [] end.
Definition insert (n : node) (m : table) : table :=
  let b := black (listed n) in let w := white (listed n) in
  PositiveMap.add (N.succ_pos b) (PositiveMap.add (N.succ_pos w) (n :: bucket m b w) (row_of m b)) m.
Definition lookup (m : table) (s : position) : option node :=
  find (fun n => same (listed n) s) (bucket m (black s) (white s)).

(** Nothing, if a state is listed twice. *)
Fixpoint fill (l : list node) (m : table) : option table :=
  match l with
  | [] => Some m
  | n :: l => match lookup m (listed n) with Some _ => None | None => fill l (insert n m) end
  end.
Definition table_of (l : list node) : option table := fill l (PositiveMap.empty _).

Lemma bucket_insert n m b w k : In k (bucket (insert n m) b w) -> k = n \/ In k (bucket m b w).
Proof.
  unfold bucket at 1, row_of at 1, insert. set (b' := black (listed n)). set (w' := white (listed n)).
  destruct (Pos.eq_dec (N.succ_pos b) (N.succ_pos b')) as [E | E].
  - rewrite E, PositiveMap.gss. destruct (Pos.eq_dec (N.succ_pos w) (N.succ_pos w')) as [F | F].
    + rewrite F, PositiveMap.gss. unfold bucket, row_of. rewrite E, F. intros [-> | H]; auto.
    + rewrite PositiveMap.gso by exact F. unfold bucket, row_of. rewrite E. auto.
  - rewrite PositiveMap.gso by exact E. auto.
Qed.

Lemma bucket_fill l : forall m m' b w k, fill l m = Some m' -> In k (bucket m' b w) -> In k l \/ In k (bucket m b w).
Proof.
  induction l as [| n l IH]; simpl; intros m m' b w k F H; [injection F as ->; auto |].
  destruct (lookup m (listed n)); [discriminate |].
  apply (IH _ _ _ _ _ F) in H as [H | H]; auto. apply bucket_insert in H as [-> | H]; auto.
Qed.

Lemma lookup_spec l m s n : table_of l = Some m -> lookup m s = Some n -> In n l /\ listed n = s.
Proof.
  intros F H. apply find_some in H as [I E]. apply same_eq in E. split; auto.
  apply (bucket_fill _ _ _ _ _ _ F) in I as [I | I]; auto. unfold bucket, row_of in I.
  rewrite !PositiveMap.gempty in I. destruct I.
Qed.

(** *** The check. *)
Section Check.
Context (f : frame) (a : arena) (x : colour) (draw_wins : bool).

(** Which units were taken, where that counts. *)
Definition may_be_gone (g : pset) : bool :=
  (match dead_means (rules a), units a with
   | CapturedOnce, _ :: _ :: _ => g =? fold_right (fun U A => if N.land U g =? 0 then A else N.lor U A) 0 (units a)
   | _, _ => g =? 0
   end)%N.

(** A state of this game, and a measure.  Nothing rests on this; it is asked so that a file is written in one way. *)
Definition in_order (n : node) : bool :=
  let s := listed n in
  (N.ldiff (N.lor (black s) (white s)) (locale a) =? 0)%N && (N.land (black s) (white s) =? 0)%N &&
  match ban s with Some p => (p <? rows (grid a) * cols (grid a))%N | None => true end &&
  may_be_gone (gone s) && (0 <=? credit n)%Z && (0 <=? rank n)%Z.

(** The measure condition on a move of weight [w] from [n] to [m]; [b] says whether the state of [n] is bad. *)
Definition falls_b (n : node) (b : bool) (w : Z) (m : node) : bool :=
  let w := if prisoners_count a then w else 0%Z in
  let room := (credit n - credit m + (if owners a x then - w else w))%Z in
  ((0 <? room) || ((room =? 0) &&
    (if owners a x then b || (rank m <? rank n) else (rank m <? rank n) || ((rank m =? rank n) && negb b))))%bool%Z.

Definition leads (tab : table) (n : node) (b : bool) (r : next position) : bool :=
  match r with
  | Over c => same_colour c x
  | To w t => match lookup tab t with Some m => falls_b n b w m | None => statics_b f a x t end
  end.

Definition check_node (tab : table) (n : node) : bool :=
  let s := listed n in
  let b := bad_b f a x draw_wins s in
  in_order n &&
  match same_colour (mover s) x, chosen n with
  | true, Some (Plays p) => match step f a s p with Some r => leads tab n b r | None => false end
  | true, Some Passes => leads tab n b (pass_step f a s)
  | false, None =>
    leads tab n b (pass_step f a s) &&
    forallb (fun p => match step f a s p with Some r => leads tab n b r | None => true end) (elements (free a s))
  | _, _ => false
  end.

Definition check_strategy (start : position) (l : list node) : bool :=
  match table_of l with
  | Some tab =>
    match lookup tab start with Some _ => true | None => statics_b f a x start end && forallb (check_node tab) l
  | None => false
  end.
End Check.

(** *** What is accepted can be forced. *)
Section Sound.
Context (a : arena) (x : colour) (draw_wins : bool).
Notation f := (frame_of (grid a)).
Notation own := (owners a x).
Notation falls := (falls (play a) (prisoners_count a) own (fun s => bad_b f a x draw_wins s = true)).

Section Table.
Context (l : list node) (tab : table).
Hypothesis filled : table_of l = Some tab.
Let credit_of s := match lookup tab s with Some n => credit n | None => 0%Z end.
Let rank_of s := match lookup tab s with Some n => rank n | None => 0%Z end.
Let in_table s := exists n, lookup tab s = Some n.

(** What statics said of: the first state, and what the moves from listed states lead to. *)
Definition judged (start : position) : list position :=
  start :: flat_map (fun n => flat_map (fun r => match r with To _ t => [t] | Over _ => [] end) (all_moves a (listed n))) l.
Context (start : position).
Let over s := over_b f a x (judged start) s = true.

Lemma leads_to s n w t : lookup tab s = Some n -> moves a s (To w t) ->
  leads f a x tab n (bad_b f a x draw_wins s) (To w t) = true -> over t \/ (in_table t /\ falls credit_of rank_of s w t).
Proof.
  unfold leads. intros N Mv H. destruct (lookup tab t) as [m |] eqn:M.
  - right. split; [exists m; exact M |].
    unfold Measures.falls, weight, credit_of, rank_of, falls_b in *. rewrite N, M.
    rewrite orb_true_iff, andb_true_iff, Z.ltb_lt, Z.eqb_eq in H.
    destruct own; rewrite orb_true_iff, ?andb_true_iff, ?Z.ltb_lt, ?Z.eqb_eq, ?negb_true_iff in H.
    + destruct H as [H | [H [B | R]]]; [left; lia | right; split; [lia | auto] ..].
    + rewrite not_true_iff_false. destruct H as [H | [H [B | [R B]]]]; [left; lia | right; split; [lia | auto] ..].
  - left. apply statics_over; [| exact H]. right. apply (lookup_spec _ _ _ _ filled) in N as [I <-].
    apply in_flat_map. exists n. split; [exact I |]. apply in_flat_map. exists (To w t).
    split; [apply all_moves_spec, Mv | left; reflexivity].
Qed.

Lemma checked_measured : forallb (check_node f a x draw_wins tab) l = true ->
  measured (play a) (prisoners_count a) own (fun s => bad_b f a x draw_wins s = true) x over in_table credit_of rank_of.
Proof.
  rewrite forallb_forall. intros A. split; intros s [n N] T; pose proof (lookup_spec _ _ _ _ filled N) as [I E];
    specialize (A n I); unfold check_node in A; rewrite E in A; apply andb_true_iff in A as [_ A]; simpl in T.
  - replace (same_colour (mover s) x) with true in A by (symmetry; apply same_colour_spec, T).
    assert (exists r, moves a s r /\ leads f a x tab n (bad_b f a x draw_wins s) r = true) as (r & M & L).
    { destruct (chosen n) as [[p |] |]; [| | discriminate].
      - destruct (step f a s p) as [r |] eqn:S; [| discriminate]. exists r. split; [| exact A]. apply moves_spec. eauto.
      - eexists. split; [| exact A]. apply moves_spec. auto. }
    destruct r as [w t | c].
    + right. exists w, t. split; [exact M |]. eapply leads_to; eauto.
    + left. apply same_colour_spec in L as <-. exact M.
  - intros c M. replace (same_colour (mover s) x) with false in A by (symmetry; rewrite T; destruct x; reflexivity).
    destruct (chosen n); [discriminate |]. apply andb_true_iff in A as [A B]. rewrite forallb_forall in B.
    apply moves_spec in M as [M | (p & M)].
    + rewrite <- M in A. apply same_colour_spec, A.
    + specialize (B p (step_free _ _ _ _ M)). rewrite M in B. apply same_colour_spec, B.
  - intros w t M. replace (same_colour (mover s) x) with false in A by (symmetry; rewrite T; destruct x; reflexivity).
    destruct (chosen n); [discriminate |]. apply andb_true_iff in A as [A B]. rewrite forallb_forall in B.
    pose proof M as M'. apply moves_spec in M as [M | (p & M)].
    + rewrite <- M in A. eapply leads_to; eauto.
    + specialize (B p (step_free _ _ _ _ M)). rewrite M in B. eapply leads_to; eauto.
Qed.

(** *** Both parts, the list and what statics say, are one proof. *)
Lemma bounded (m : list node) (g : node -> Z) : exists b, forall n, In n m -> (g n <= b)%Z.
Proof.
  induction m as [| n m [b B]]; [exists 0%Z; simpl; tauto |]. exists (Z.max (g n) b).
  intros k [-> | I]; [| specialize (B k I)]; lia.
Qed.

Hypothesis walls_apart : forall k q, mem q (wall a k) -> ~ mem q (locale a).
Hypothesis units_apart : forall U V q, In U (units a) -> In V (units a) -> mem q U -> mem q V -> U = V.
Hypothesis ends_well : end_of_play (rules a) = Never ->
  cycles (rules a) = PrisonersThenOwnership \/ (dead_means (rules a) = CapturedOnce /\ cycles (rules a) <> Draw).

Lemma both_measured : forallb (check_node f a x draw_wins tab) l = true -> exists k r,
  measured (play a) (prisoners_count a) own (fun s => bad_b f a x draw_wins s = true) x (fun _ => False)
    (fun s => over s \/ in_table s) k r.
Proof.
  intros A. apply checked_measured in A.
  destruct (bounded l (fun n => size (black (listed n)) + size (white (listed n)) - credit n)%Z) as [b B].
  destruct (statics_measured a x walls_apart units_apart draw_wins ends_well (judged start)) as (k & r & M & d & K).
  refine (joined (play a) _ _ _ x over in_table _ _ _ _ (b + d + 1)%Z (fun s => bool_dec _ _) _ A M).
  intros s w t [n N] Mv T. specialize (K t T). pose proof (weight_bound a s w t Mv).
  unfold credit_of. rewrite N. apply (lookup_spec _ _ _ _ filled) in N as [N <-].
  specialize (B n N). simpl in B. lia.
Qed.

Lemma both_forces (goal : past position -> Prop) : future a start start -> over start \/ in_table start ->
  (forall c, c <> [] -> decided (play a) (prisoners_count a) own (fun s => bad_b f a x draw_wins s = true) c -> goal c) ->
  forallb (check_node f a x draw_wins tab) l = true -> forces (play a) x goal [] start.
Proof.
  intros Fu St Fi A. destruct (both_measured A) as (k & r & M).
  apply (measured_within (play a) _ _ _ x (within a (limit start) (gone start))) in M; [| intros s w t W Mv; eapply within_moves; eauto].
  refine (measured_forces (play a) position_dec _ _ _ x goal _ (every a (limit start) (gone start)) _ _ Fi _ M start _).
  - intros s [_ W]. apply every_spec, W.
  - split; [exact St | exact Fu].
Qed.
End Table.

Theorem checked_forces start l : (draw_wins = true -> cycles (rules a) = Draw) -> future a start start ->
  (forall k q, mem q (wall a k) -> ~ mem q (locale a)) ->
  (forall U V q, In U (units a) -> In V (units a) -> mem q U -> mem q V -> U = V) ->
  (end_of_play (rules a) = Never ->
    cycles (rules a) = PrisonersThenOwnership \/ (dead_means (rules a) = CapturedOnce /\ cycles (rules a) <> Draw)) ->
  check_strategy f a x draw_wins start l = true -> forces (play a) x (fine a x draw_wins) [] start.
Proof.
  intros DW Fu Wa Ua Ew. unfold check_strategy. destruct (table_of l) as [tab |] eqn:T; [| discriminate].
  intros A. apply andb_true_iff in A as [S A]. apply (both_forces l tab T start Wa Ua Ew); auto.
  - destruct (lookup tab start) as [n |] eqn:N; [right; exists n; first [exact N | reflexivity] | left].
    apply statics_over; [left; reflexivity | exact S].
  - intros c NE D. apply decided_fine; auto.
Qed.
End Sound.

(** What is needed of a game, and is so in every game of a claim. *)
Record sound (a : arena) : Prop := Sound {
  walls_outside : forall k q, mem q (wall a k) -> ~ mem q (locale a);
  units_differ : forall U V q, In U (units a) -> In V (units a) -> mem q U -> mem q V -> U = V;
  comes_to_an_end : end_of_play (rules a) = Never ->
    cycles (rules a) = PrisonersThenOwnership \/ (dead_means (rules a) = CapturedOnce /\ cycles (rules a) <> Draw)
}.

Corollary checked_win a x start l : sound a -> future a start start ->
  check_strategy (frame_of (grid a)) a x false start l = true -> can_win (play a) x start.
Proof. intros [A B C] F. apply checked_forces; auto. discriminate. Qed.

Corollary checked_hold a x start l : sound a -> future a start start -> cycles (rules a) = Draw ->
  check_strategy (frame_of (grid a)) a x true start l = true -> can_hold (play a) x start.
Proof. intros [A B C] F D. apply checked_forces; auto. Qed.
