(** The checker of strategies that list their states, and that what it accepts can be forced.  What it asks for is said
    in docs/certificates.md, "What is checked of a strategy"; here without statics. *)

Require Import List NArith ZArith Lia Bool FMapPositive.
Require Import Cycles Sets Board Rules Grid Exec Measures.
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

(** A state of this game, and a measure.  Nothing rests on this; it is asked so that a file is written in one way. *)
Definition in_order (n : node) : bool :=
  let s := listed n in
  (N.ldiff (N.lor (black s) (white s)) (locale a) =? 0)%N && (N.land (black s) (white s) =? 0)%N &&
  match ban s with Some p => (p <? rows (grid a) * cols (grid a))%N | None => true end &&
  (match dead_means (rules a), units a with
   | CapturedOnce, _ :: _ :: _ =>
     gone s =? fold_right (fun U A => if N.ldiff U (gone s) =? 0 then N.lor U A else A) 0 (units a)
   | _, _ => gone s =? 0
   end)%N && (0 <=? credit n)%Z && (0 <=? rank n)%Z.

(** The measure condition on a move of weight [w] from [n] to [m]; [b] says whether the state of [n] is bad. *)
Definition falls_b (n : node) (b : bool) (w : Z) (m : node) : bool :=
  let w := if prisoners_count then w else 0%Z in
  let room := (credit n - credit m + (if owners then - w else w))%Z in
  ((0 <? room) || ((room =? 0) &&
    (if owners then b || (rank m <? rank n) else (rank m <? rank n) || ((rank m =? rank n) && negb b))))%bool%Z.

Definition leads (tab : table) (n : node) (b : bool) (r : next position) : bool :=
  match r with
  | Over c => same_colour c x
  | To w t => match lookup tab t with Some m => falls_b n b w m | None => false end
  end.

Definition check_node (tab : table) (n : node) : bool :=
  let s := listed n in
  let b := bad_b s in
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
  | Some tab => match lookup tab start with Some _ => forallb (check_node tab) l | None => false end
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

Lemma leads_to s n w t : lookup tab s = Some n ->
  leads a x tab n (bad_b f a x draw_wins s) (To w t) = true -> in_table t /\ falls credit_of rank_of s w t.
Proof.
  unfold leads. intros N H. destruct (lookup tab t) as [m |] eqn:M; [| discriminate]. split; [exists m; exact M |].
  unfold Measures.falls, weight, credit_of, rank_of, falls_b in *. rewrite N, M.
  rewrite orb_true_iff, andb_true_iff, Z.ltb_lt, Z.eqb_eq in H.
  destruct own; rewrite orb_true_iff, ?andb_true_iff, ?Z.ltb_lt, ?Z.eqb_eq, ?negb_true_iff in H.
  - destruct H as [H | [H [B | R]]]; [left; lia | right; split; [lia | auto] ..].
  - rewrite not_true_iff_false. destruct H as [H | [H [B | [R B]]]]; [left; lia | right; split; [lia | auto] ..].
Qed.

Lemma checked_measured : forallb (check_node f a x draw_wins tab) l = true ->
  measured (play a) (prisoners_count a) own (fun s => bad_b f a x draw_wins s = true) x (fun _ => False)
    in_table credit_of rank_of.
Proof.
  rewrite forallb_forall. intros A. split; intros s [n N] T; pose proof (lookup_spec _ _ _ _ filled N) as [I E];
    specialize (A n I); unfold check_node in A; rewrite E in A; apply andb_true_iff in A as [_ A]; simpl in T.
  - replace (same_colour (mover s) x) with true in A by (symmetry; apply same_colour_spec, T).
    assert (exists r, moves a s r /\ leads a x tab n (bad_b f a x draw_wins s) r = true) as (r & M & L).
    { destruct (chosen n) as [[p |] |]; [| | discriminate].
      - destruct (step f a s p) as [r |] eqn:S; [| discriminate]. exists r. split; [| exact A]. apply moves_spec. eauto.
      - eexists. split; [| exact A]. apply moves_spec. auto. }
    destruct r as [w t | c].
    + right. exists w, t. split; [exact M |]. right. eapply leads_to; eauto.
    + left. apply same_colour_spec in L as <-. exact M.
  - intros c M. replace (same_colour (mover s) x) with false in A by (symmetry; rewrite T; destruct x; reflexivity).
    destruct (chosen n); [discriminate |]. apply andb_true_iff in A as [A B]. rewrite forallb_forall in B.
    apply moves_spec in M as [M | (p & M)].
    + rewrite <- M in A. apply same_colour_spec, A.
    + specialize (B p (step_free _ _ _ _ M)). rewrite M in B. apply same_colour_spec, B.
  - intros w t M. replace (same_colour (mover s) x) with false in A by (symmetry; rewrite T; destruct x; reflexivity).
    destruct (chosen n); [discriminate |]. apply andb_true_iff in A as [A B]. rewrite forallb_forall in B.
    right. apply moves_spec in M as [M | (p & M)].
    + rewrite <- M in A. eapply leads_to; eauto.
    + specialize (B p (step_free _ _ _ _ M)). rewrite M in B. eapply leads_to; eauto.
Qed.
End Table.

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

Theorem checked_forces start l : (draw_wins = true -> cycles (rules a) = Draw) ->
  check_strategy f a x draw_wins start l = true -> forces (play a) x fine [] start.
Proof.
  intros DW. unfold check_strategy. destruct (table_of l) as [tab |] eqn:T; [| discriminate].
  destruct (lookup tab start) as [n |] eqn:N; [| discriminate]. intros A.
  apply (checked_measured l tab T) in A.
  refine (measured_forces (play a) position_dec _ _ _ x fine _ (map listed l) _ _ _ _ A start _).
  - intros c NE D. apply decided_fine; auto.
  - intros s [m M]. apply (lookup_spec _ _ _ _ T) in M as [I <-]. apply in_map, I.
  - exists n. exact N.
Qed.
End Sound.

Corollary checked_win a x start l :
  check_strategy (frame_of (grid a)) a x false start l = true -> can_win (play a) x start.
Proof. apply checked_forces. discriminate. Qed.

Corollary checked_hold a x start l : cycles (rules a) = Draw ->
  check_strategy (frame_of (grid a)) a x true start l = true -> can_hold (play a) x start.
Proof. intros C. apply checked_forces. auto. Qed.
