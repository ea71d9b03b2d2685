(** The owner who holds: the checker, and that what it accepts is won, with every scope that is large enough. *)

Require Import List NArith ZArith Lia Bool.
Require Import Cycles Sets Board Rules Claims Grid Exec Measures Judging Walls Life Statics Finite Breath Regions Least
  Checker Patterns Owning Standing Covers Areas Patterned Remembering Plain Bans PlainCovers PlainWon PlainPlay Holding HoldingWon.
Import ListNotations.

(** [first] is the stone to be held; on the points [counting] one that lives is enough. *)
Definition holder_check (f : frame) (a : arena) (w : lifting) (first : point) (counting : pset) (start : position) (l : list plain_node) : bool :=
  let b := holder_arena a in
  let x := owner a in
  let s := (ungone start, Memory (BySide 0%N 0%N) (BySide 0%N 0%N) 0%N 0%N) in
  match l with
  | [] => let v := whole a start in stands_b f b x v (ungone start) && hold_shut f b x counting v None
  | n :: _ => plain_matches f b x w (ToCapture Prisoners) n s &&
    (let find := nth_plain l in forallb (check_plain f b x w (hold_bad x first) find (hold_shut f b x counting)) l)
  end.

Section Wins.
Context (a : arena) (w : lifting) (z : pset) (appeal : bool) (first : point) (counting : pset).
Notation o := (NoNewStone z appeal).
Notation x := (owner a).
Notation b := (holder_arena a).
Notation o0 := (ToCapture Prisoners).
Notation f := (frame_of (grid a)).
Notation weighs := (prisoners_count a).
Notation G := (remembering a w o).
Hypothesis walls_apart : forall k q, mem q (wall a k) -> ~ mem q (locale a).
Hypothesis units_apart : forall U V q, In U (units a) -> In V (units a) -> mem q U -> mem q V -> U = V.
Hypothesis never : end_of_play (rules a) = Never.
Hypothesis once_only : dead_means (rules a) = CapturedOnce.
Hypothesis ko_fits : ko (rules a) = match w with NoBan => NoKo | _ => Basic end.
Hypothesis same_threats : owner_threats (rules a) = attacker_threats (rules a).
Hypothesis connected : forall U q r, In U (units a) -> mem q U -> mem r U -> linked (grid a) (fun t => mem t U) q r.
Context (old0 : pset).
Hypothesis first_unit : exists U, In U (units a) /\ mem first U.
Hypothesis first_counts : mem first z.
Hypothesis counting_z : forall q, mem q counting -> mem q z.
Hypothesis counting_new : forall q, mem q counting -> ~ mem q old0 \/ exists U, In U (units a) /\ mem q U.
Hypothesis counts : weighs = appeal.

Lemma holding_fine c : decided (mirrored G) weighs false (fun s => marked a o s = true) c -> wins_cycle a o x (negated c).
Proof.
  unfold decided, wins_cycle, aimed. rewrite sum_negated, states_negated, (proj2 (same_colour_spec x x) eq_refl), counts.
  change (@sum (state (mirrored G)) c) with (@sum remembered c). change (@states (state (mirrored G)) c) with (@states remembered c).
  intros [D | [D N]].
  - left. destruct appeal; [split; [reflexivity | unfold weight in D; lia] | unfold weight in D; lia].
  - right. split; [intros ->; unfold weight in D; lia |]. intros (s & I & M). exact (N s I M).
Qed.

Section Nodes.
Context (l : list plain_node) (more : list hint).
Definition hold_hints : list hint := more ++ map (hold_hint f b x) (flat_map (known_plain b x) l).
Notation lives := (lives a counting hold_hints).
Notation inv := (inv a old0).
Notation ended := (ended a counting old0 hold_hints).
Notation in_nodes := (in_nodes a w old0 l).
Hypothesis checked : forall n, In n l ->
  check_plain f b x w (hold_bad x first) (nth_plain l) (hold_shut f b x counting) n = true.

Definition inv_b (s : remembered) : bool :=
  forallb (fun U => forallb (fun q => negb (N.testbit (old (snd s)) q) ||
    (subset U (stones (fst s) x) && negb (N.testbit (gone (fst s)) q))) (elements U)) (units a) && subset (old (snd s)) old0.
Lemma inv_b_spec s : inv_b s = true <-> inv s.
Proof.
  unfold inv_b. rewrite andb_true_iff, forallb_forall, mem_subset. split.
  - intros [A B]. split; [| exact B]. intros U q I Q O. specialize (A U I). rewrite forallb_forall in A.
    specialize (A q (proj2 (elements_spec U q) Q)). unfold mem in O. rewrite O in A. simpl in A.
    rewrite andb_true_iff, mem_subset, negb_true_iff in A. destruct A as [A1 A2]. split; [exact A1 |]. unfold mem. congruence.
  - intros [A B]. split; [| exact B]. intros U I. apply forallb_forall. intros q Q. apply elements_spec in Q.
    destruct (N.testbit (old (snd s)) q) eqn:O; [| reflexivity]. simpl. destruct (A U q I Q O) as [A1 A2].
    apply andb_true_iff. split; [apply mem_subset, A1 | apply negb_true_iff, not_true_iff_false, A2].
Qed.
Lemma ended_dec s : {ended s} + {~ ended s}.
Proof.
  unfold HoldingWon.ended. destruct (lives s); [| right; intros [K _]; discriminate].
  destruct (inv_b s) eqn:E; [left; split; [reflexivity | apply inv_b_spec, E] | right]. intros [_ K]. apply inv_b_spec in K. congruence.
Qed.

Lemma inside_ended s : lives s = true -> inside a x (fst s).
Proof.
  intros L. apply existsb_exists in L as (h & _ & L). apply andb_true_iff in L as [F _]. apply (firm_b_spec a x) in F. apply F.
Qed.
Lemma inside_nodes s : in_nodes s -> inside a Black (fst s).
Proof.
  intros [C _]. apply existsb_exists in C as (n & _ & C). unfold plain_matches, stands_b in C. rewrite !andb_true_iff in C.
  destruct C as [[[[[[[_ Br] _] _] _] _] _] _]. apply (breathing_b_spec b) in Br. destruct Br as [[A B] _]. split; [exact A | exact B].
Qed.

Lemma holding_measured : exists k r, measured (mirrored G) weighs false (fun s => marked a o s = true) x (fun _ => False)
  (fun s => ended s \/ in_nodes s) k r.
Proof.
  destruct (holding_nodes_measured a w z appeal first counting walls_apart units_apart never once_only ko_fits same_threats connected old0
    first_unit first_counts hold_hints l) as (k & r & d & Me & Bd).
  - intros v V. apply in_or_app. right. apply in_map, V.
  - exact checked.
  - refine (joined (mirrored G) weighs false (fun s => marked a o s = true) x ended in_nodes k r _ _ (d + 3 * size (locale a) + 1)%Z ended_dec _ Me
      (ended_measured a w z appeal counting walls_apart units_apart connected old0 counting_z counting_new hold_hints)).
    intros s v t Cs Mv [Lt _]. pose proof (size_nonneg (locale a)). specialize (Bd s Cs).
    assert (own_size a x (fst t) <= size (locale a))%Z.
    { destruct (inside_ended t Lt) as [I _]. unfold own_size. clear counts. destruct weighs; [apply size_le; intros q Q; exact (I x q Q) | lia]. }
    assert (Z.abs v <= size (locale a))%Z.
    { simpl in Mv. inversion Mv as [p t' P Fo La H1 | | q K H1]; subst.
      - pose proof (lost_bound a (fst s) p t' (inside_nodes s Cs) P). lia.
      - assert (v = 0%Z) as -> by lia. simpl. lia. }
    lia.
Qed.

Lemma holding_forces start n g : bounded a n g start -> ended start \/ in_nodes start -> can_win G x start.
Proof.
  intros Bd Ip. destruct holding_measured as (k & r & Me).
  apply (measured_within (mirrored G) weighs false (fun s => marked a o s = true) x (bounded a n g)) in Me;
    [| intros s v t W Mv; exact (bounded_steps a w o ko_fits n g s _ t W Mv)].
  apply (forces_mirrored G x (wins_cycle a o x) [] start).
  refine (measured_forces_in (mirrored G) remembered_dec _ _ _ x (fun c => wins_cycle a o x (negated c)) _ (all_states a n g) k r _ _ Me start (conj Ip Bd)).
  - intros c _ D _. exact (holding_fine c D).
  - intros s [_ B]. apply all_states_spec, B.
Qed.
End Nodes.

Theorem holder_wins start n g l : bounded a n g (from a o start) -> inv a old0 (from a o start) ->
  holder_check f a w first counting start l = true -> can_win G x (from a o start).
Proof.
  unfold holder_check. intros Bd Iv. destruct l as [| n0 m] eqn:E.
  - rewrite andb_true_iff. intros [S H]. set (v := whole a start) in *.
    apply (holding_forces [] [hold_hint f b x v] (fun n I => match I with end) _ n g Bd). left. split; [| exact Iv].
    unfold hold_shut in H. rewrite !andb_true_iff in H. destruct H as [Fo [Fi So]]. apply form_b_spec in Fo.
    unfold stands_b in S. rewrite !andb_true_iff, (same_on_spec b x _ _ Fo) in S. destruct S as [[[[[A B] _] _] _] _].
    change (breathing_in f b (ungone start)) with (breathing_b b (ungone start)) in B. rewrite breathing_b_spec in B.
    apply existsb_exists. exists (hold_hint f b x v). split; [left; reflexivity |]. apply andb_true_iff. split; [| exact So].
    change (firm_b f b x (ungone start) (hold_hint f b x v) = true). apply (firm_b_spec b x).
    exact (firm_on_spec b x walls_apart v _ (ungone start) Fo A B Fi).
  - rewrite <- E. rewrite !andb_true_iff. intros [M C]. rewrite forallb_forall in C.
    apply (holding_forces l [] C _ n g Bd). right. split; [| exact Iv]. apply existsb_exists. exists n0. split; [rewrite E; left; reflexivity | exact M].
Qed.
End Wins.
