(** The owner who holds: the states of the game that remembers are won.  "Cycles" in docs/games-why.md. *)

Require Import List NArith ZArith Lia Bool.
Require Import Cycles Sets Board Rules Claims Grid Exec Measures Judging Walls Life Statics Finite Breath Regions Least
  Checker Patterns Owning Standing Covers Areas Patterned Remembering Plain Bans PlainCovers PlainWon PlainPlay Holding.
Import ListNotations.

(** A pattern in which the stone to be held is not known to stand. *)
Definition hold_bad (x : colour) (first : point) (v : pattern) : bool := negb (N.testbit (stones (face v) x) first).
(** Unconditionally alive stones of an area, and whether there is one where it would count. *)
Definition hold_hint (f : frame) (b : arena) (x : colour) (v : pattern) : hint := hint_on f b x 0%N v.
Definition hold_shut (f : frame) (b : arena) (x : colour) (counting : pset) (v : pattern) (_ : option point) : bool :=
  form_b b v && (let h := hold_hint f b x v in firm_on f b x v h && some (N.land counting (kept h))).

Section Won.
Context (a : arena) (w : lifting) (z : pset) (appeal : bool) (first : point) (counting : pset).
Notation o := (NoNewStone z appeal).
Notation x := (owner a).
Notation b := (holder_arena a).
Notation o0 := (ToCapture Prisoners).
Notation f := (frame_of (grid a)).
Notation weighs := (prisoners_count a).
Notation G := (remembering a w o).
Notation G0 := (remembering b w o0).
Hypothesis walls_apart : forall k q, mem q (wall a k) -> ~ mem q (locale a).
Hypothesis units_apart : forall U V q, In U (units a) -> In V (units a) -> mem q U -> mem q V -> U = V.
Hypothesis never : end_of_play (rules a) = Never.
Hypothesis once_only : dead_means (rules a) = CapturedOnce.
Hypothesis ko_fits : ko (rules a) = match w with NoBan => NoKo | _ => Basic end.
Hypothesis same_threats : owner_threats (rules a) = attacker_threats (rules a).
Hypothesis connected : forall U q r, In U (units a) -> mem q U -> mem r U -> linked (grid a) (fun t => mem t U) q r.

(** The stones that stand at the beginning, where new ones count; and the points where a stone that lives is enough. *)
Context (old0 : pset).
Hypothesis first_unit : exists U, In U (units a) /\ mem first U.
Hypothesis first_counts : mem first z.
Hypothesis counting_z : forall q, mem q counting -> mem q z.
Hypothesis counting_new : forall q, mem q counting -> ~ mem q old0 \/ exists U, In U (units a) /\ mem q U.

(** Old stones of a unit stand with all of it, which was not taken. *)
Record inv (s : remembered) : Prop := Inv {
  i_old : forall U q, In U (units a) -> mem q U -> mem q (old (snd s)) ->
    (forall r, mem r U -> stone (fst s) x r) /\ ~ mem q (gone (fst s));
  i_first : forall q, mem q (old (snd s)) -> mem q old0
}.

Lemma inv_step s v T : inv s -> steps a w o s (To v T) -> inv T.
Proof.
  intros [A B] M. inversion M as [p t P Fo La | | k K]; subst; split; simpl.
  - intros U q I Q O. apply mem_ldiff in O as [O Nl]. destruct (A U q I Q O) as [St Ng].
    assert (mover (fst s) = attacker a -> forall r, mem r U -> ~ taken a (fst s) p r) as Nt.
    { intros T r R Tk. apply Nl, mem_ldiff. split; [exact (St q Q) |]. intros K.
      assert (taken a (fst s) p q) as Tq.
      { apply (taken_chain a (fst s) p q r); [| exact Tk]. rewrite T. unfold attacker. rewrite other_other.
        generalize (connected U q r I Q R). clear - St. induction 1 as [u V | u u' r' L IH J R]; [apply here, St, V | eapply further; [exact IH | exact J | exact (St _ R)]]. }
      change (stone t x q) in K. pose proof (theirs_after a (fst s) t p P q) as E. rewrite T in E. unfold attacker in E. rewrite other_other in E.
      apply E in K as [_ K]. exact (K Tq). }
    split.
    + intros r R. change (stone t x r). destruct (either_colour x (mover (fst s))) as [E | E].
      * rewrite <- E. apply (mine_after a (fst s) t p P). left. rewrite E. exact (St r R).
      * pose proof (theirs_after a (fst s) t p P r) as H. rewrite E, other_other in H. apply H. split; [exact (St r R) | apply Nt; [exact E | exact R]].
    + intros K. change (mem q (gone t)) in K. apply (gone_after _ _ _ _ P) in K as [K | (V & J & Qv & (_ & Mo & r & R & Tk))]; [exact (Ng K) |].
      assert (V = U) as -> by (apply (units_apart V U q); auto). exact (Nt Mo r R Tk).
  - intros q O. apply mem_ldiff in O as [O _]. exact (B q O).
  - intros U q I Q O. apply mem_ldiff in O as [O _]. destruct (A U q I Q O) as [St Ng]. split; [| exact Ng].
    intros r R. specialize (St r R). destruct x; exact St.
  - intros q O. apply mem_ldiff in O as [O _]. exact (B q O).
Qed.

Lemma captured_not_old s U q : inv s -> captured a o (fst s) = true -> In U (units a) -> mem q U -> ~ mem q (old (snd s)).
Proof.
  intros [A _] C I Q O. destruct (A U q I Q O) as [_ N]. apply N. unfold captured in C. rewrite mem_subset in C.
  apply C, all_units_spec. eauto.
Qed.

(** A stone that is new and counts is held from the next review on, and as long as it stands. *)
Lemma staying_next s v T q : steps a w o s (To v T) -> captured a o (fst T) = true -> mem q z -> stone (fst T) x q -> ~ mem q (old (snd T)) ->
  (captured a o (fst s) = false \/ staying (snd s) = 0%N \/ mem q (staying (snd s))) -> mem q (staying (snd T)).
Proof.
  intros M C Z S O H.
  assert (forall t B R, T = to_state a o s t B R -> mem q (staying (snd T))) as K.
  { intros t B R ->. change (captured a o t = true) in C. change (stone t x q) in S. change (~ mem q (old_after a s t)) in O.
    change (mem q (staying_after a o s t)). unfold staying_after. rewrite C.
    assert (mem q (N.ldiff (N.land (stones t x) (scope_of o)) (old_after a s t))) as N.
    { apply mem_ldiff. split; [apply mem_land; split; [exact S | exact Z] | exact O]. }
    destruct (captured a o (fst s) && negb (staying (snd s) =? 0)%N) eqn:E; [| exact N].
    apply andb_true_iff in E as [E1 E2]. destruct H as [H | [H | H]]; [congruence | rewrite H in E2; discriminate |].
    apply mem_land. auto. }
  inversion M; subst; eapply K; reflexivity.
Qed.

Lemma captured_grows s v T : steps a w o s (To v T) -> captured a o (fst s) = true -> captured a o (fst T) = true.
Proof.
  intros M. unfold captured. rewrite !mem_subset. intros C q Q. specialize (C q Q). inversion M as [p t P Fo La | | k K]; subst; simpl; [| exact C].
  apply (gone_after _ _ _ _ P). auto.
Qed.

Lemma marked_spec s : marked a o s = true <-> captured a o (fst s) = true /\ staying (snd s) = 0%N.
Proof. unfold marked. rewrite andb_true_iff, N.eqb_eq. reflexivity. Qed.

(** *** Living stones. *)
Context (hs : list hint).
Definition lives_by (s : position) (h : hint) : bool := firm_b f a x s h && some (N.land counting (kept h)).
Definition lives (s : remembered) : bool := existsb (lives_by (fst s)) hs.

Lemma firm_step h s v T : steps a w o s (To v T) -> firm_b f a x (fst s) h = true ->
  mover (fst s) = other x \/ (exists k, T = to_state a o s (pass a (fst s)) (bans_after_pass w s k) (freed_after_pass w s k)) ->
  firm_b f a x (fst T) h = true.
Proof.
  rewrite !(firm_b_spec a x). intros M F H. inversion M as [p t P Fo La | | k K]; subst; simpl.
  - destruct H as [T | (k & E)].
    + apply (firm_settle a x o). exact (firm_after a x walls_apart h (fst s) p t T P F).
    + exfalso. pose proof (f_equal fst E : settle o t = settle o (pass a (fst s))) as E'.
      assert (stones (settle o t) (mover (fst s)) = stones (settle o (pass a (fst s))) (mover (fst s))) as Eq by (rewrite E'; reflexivity).
      pose proof (on_empty _ _ _ _ P) as Em. apply (empty_split a (mover (fst s))) in Em as (_ & N & _). apply N.
      assert (stone t (mover (fst s)) p) as K by (apply (mine_after a (fst s) t p P); auto).
      change (mem p (stones (settle o t) (mover (fst s)))) in K. rewrite Eq in K. destruct (mover (fst s)); exact K.
  - apply (firm_settle a x o). exact (firm_pass a x h (fst s) F).
Qed.

Definition held_by (s : remembered) (h : hint) : bool := lives_by (fst s) h && some (N.land (N.land counting (kept h)) (staying (snd s))).
Definition psi (s : remembered) : Z := if captured a o (fst s) && negb (existsb (held_by s) hs) then 1 else 0.

Lemma psi_falls s v T : inv s -> lives s = true -> steps a w o s (To v T) ->
  mover (fst s) = other x \/ (exists k, T = to_state a o s (pass a (fst s)) (bans_after_pass w s k) (freed_after_pass w s k)) ->
  lives T = true /\ (psi T < psi s \/ (psi T = psi s /\ marked a o s <> true))%Z.
Proof.
  intros Iv L M How. apply existsb_exists in L as (h & Ih & L). apply andb_true_iff in L as [F C].
  pose proof (inv_step s v T Iv M) as Iv'.
  assert (forall g, firm_b f a x (fst s) g = true -> firm_b f a x (fst T) g = true) as Fs by (intros g Fg; exact (firm_step g s v T M Fg How)).
  assert (lives T = true) as LT by (apply existsb_exists; exists h; split; [exact Ih | apply andb_true_iff; auto]).
  split; [exact LT |].
  (* a point of a living hint is held after the move *)
  assert (forall g q, In g hs -> firm_b f a x (fst s) g = true -> mem q counting -> mem q (kept g) -> captured a o (fst T) = true ->
    (captured a o (fst s) = false \/ staying (snd s) = 0%N \/ mem q (staying (snd s))) -> psi T = 0%Z) as Zero.
  { intros g q Ig Fg Cq Kq Ct H. unfold psi. rewrite Ct. simpl.
    assert (existsb (held_by T) hs = true) as ->; [| reflexivity]. apply existsb_exists. exists g. split; [exact Ig |].
    pose proof (Fs g Fg) as Fg'. unfold held_by, lives_by. rewrite Fg'. simpl.
    assert (mem q (staying (snd T))) as Sq.
    { apply (staying_next s v T q M Ct (counting_z q Cq)); [| | exact H].
      - apply (firm_b_spec a x) in Fg'. destruct Fg' as (_ & St & _). exact (St q Kq).
      - destruct (counting_new q Cq) as [N | (U & I & Q)]; [intros O; exact (N (i_first _ Iv' q O)) | exact (captured_not_old T U q Iv' Ct I Q)]. }
    apply andb_true_iff. split; apply some_spec; exists q; rewrite !mem_land; auto. }
  apply some_spec in C as (q & C). apply mem_land in C as [Cq Kq].
  assert (0 <= psi T <= 1 /\ 0 <= psi s <= 1)%Z as [PT Ps] by (unfold psi; destruct (_ && _), (_ && _); lia).
  destruct (captured a o (fst T)) eqn:Ct.
  2:{ assert (psi T = 0%Z) as E by (unfold psi; rewrite Ct; reflexivity).
      assert (marked a o s <> true) as Nm by (rewrite marked_spec; intros [K _]; rewrite (captured_grows s v T M K) in Ct; discriminate).
      destruct (Z.eq_dec (psi s) 0); [right; split; [lia | exact Nm] | left; lia]. }
  destruct (captured a o (fst s)) eqn:Cs.
  2:{ rewrite (Zero h q Ih F Cq Kq eq_refl (or_introl eq_refl)).
      assert (psi s = 0%Z) as -> by (unfold psi; rewrite Cs; reflexivity). right. split; [reflexivity |]. rewrite marked_spec. intros [K _]. congruence. }
  destruct (N.eq_dec (staying (snd s)) 0) as [Z0 | Nz].
  - rewrite (Zero h q Ih F Cq Kq eq_refl (or_intror (or_introl Z0))). left.
    assert (psi s = 1%Z) as ->; [| lia]. unfold psi. rewrite Cs. simpl.
    assert (existsb (held_by s) hs = false) as ->; [| reflexivity]. apply not_true_iff_false. rewrite existsb_exists. intros (g & _ & H).
    unfold held_by in H. rewrite Z0 in H. apply andb_true_iff in H as [_ H]. apply some_spec in H as (r & R). apply mem_land in R as [_ R]. exact (mem_0 _ R).
  - assert (marked a o s <> true) as Nm by (rewrite marked_spec; intros [_ K]; exact (Nz K)).
    destruct (existsb (held_by s) hs) eqn:Eh.
    + apply existsb_exists in Eh as (g & Ig & H). unfold held_by, lives_by in H. rewrite !andb_true_iff in H. destruct H as [[Fg _] H].
      apply some_spec in H as (r & R). rewrite !mem_land in R. destruct R as [[R1 R2] R3].
      rewrite (Zero g r Ig Fg R1 R2 eq_refl (or_intror (or_intror R3))). destruct (Z.eq_dec (psi s) 0); [right; split; [lia | exact Nm] | left; lia].
    + assert (psi s = 1%Z) as E by (unfold psi; rewrite Cs, Eh; reflexivity).
      destruct (Z.eq_dec (psi T) 1); [right; split; [lia | exact Nm] | left; lia].
Qed.

Lemma own_size_settle t : own_size a x (settle o t) = own_size a x t.
Proof. unfold own_size. destruct x; reflexivity. Qed.
Lemma own_size_pass t : own_size a x (pass a t) = own_size a x t.
Proof. unfold own_size. destruct x; reflexivity. Qed.

Notation M := (mirrored G).
Notation marks := (fun s => marked a o s = true).
Definition ended (s : remembered) : Prop := lives s = true /\ inv s.

Lemma no_over s c : ~ steps a w o s (Over c).
Proof. intros St. inversion St as [| p t P Fo Ce La |]; subst. exact Ce. Qed.

Lemma ended_measured : measured M weighs false marks x (fun _ => False) ended (fun s => own_size a x (fst s)) psi.
Proof.
  split.
  - intros s [L I] T. right. destruct (passes_some w s) as (k & K).
    set (T' := to_state a o s (pass a (fst s)) (bans_after_pass w s k) (freed_after_pass w s k)).
    assert (steps a w o s (To 0%Z T')) as St by exact (one_pass a w o s k K). exists 0%Z, T'. split; [exact St |]. right.
    destruct (psi_falls s _ T' I L St (or_intror (ex_intro _ k eq_refl))) as [L' Ps]. split; [split; [exact L' | exact (inv_step s _ T' I St)] |].
    unfold falls. assert (own_size a x (fst T') = own_size a x (fst s)) as -> by (simpl; rewrite own_size_settle; apply own_size_pass).
    assert (weight weighs 0 = 0%Z) as -> by (unfold weight; destruct weighs; reflexivity). right. split; [lia | exact Ps].
  - intros s _ _ c O. destruct (no_over s c O).
  - intros s [L I] T v t St. simpl in T, St. right. destruct (psi_falls s _ t I L St (or_introl T)) as [L' Ps].
    split; [split; [exact L' | exact (inv_step s _ t I St)] |]. unfold falls. right. split; [| exact Ps].
    assert (exists p : remembered, p = t) as (t0 & E) by eauto. inversion St as [p t' P Fo La H | | k K H]; subst.
    + simpl. rewrite own_size_settle. assert (v = - lost a (fst s) t')%Z as -> by lia. unfold own_size, weight, lost. rewrite T, other_other.
      destruct weighs; [| lia]. destruct x; simpl; lia.
    + simpl. rewrite own_size_settle, own_size_pass. assert (v = 0%Z) as -> by lia. unfold weight. destruct weighs; lia.
Qed.

(** *** The nodes. *)
Context (l : list plain_node).
Hypothesis hints_all : forall r, In r (flat_map (known_plain b x) l) -> In (hold_hint f b x r) hs.
Hypothesis checked : forall n, In n l ->
  check_plain f b x w (hold_bad x first) (nth_plain l) (hold_shut f b x counting) n = true.
Notation matches := (plain_matches f b x w o0).
Notation base_states := (fun s => covered G0 matches l s = true).
Notation no_stone := (fun s : remembered => ~ stone (fst s) x first).

Lemma not_own : owners b x = false.
Proof. apply not_true_iff_false. unfold owners. rewrite same_colour_spec. simpl. destruct x; discriminate. Qed.

Lemma base_measured : exists k r d, measured G0 weighs false no_stone x (fun s => lives s = true) base_states k r /\
  forall s, base_states s -> (- d <= k s)%Z.
Proof.
  pose proof not_own as No.
  destruct (credit_bound b x w o0 l) as [d Cd].
  pose proof (plain_measured b x w o0) as Pm.
  eexists _, _, d. split; [| exact Cd]. rewrite <- No.
  apply (Pm walls_apart never once_only ko_fits (or_intror I)) with (bad := hold_bad x first) (shut := hold_shut f b x counting).
  - discriminate.
  - congruence.
  - intros _ v s F S H. unfold hold_bad in H. apply negb_false_iff in H. intros N. apply N.
    pose proof (stones_in b v F x first H) as Z. apply (proj1 (st_agrees _ _ _ _ S)); assumption.
  - intros r may s Kn H S _. unfold hold_shut in H. rewrite !andb_true_iff in H. destruct H as [Fo [Fi So]]. apply form_b_spec in Fo.
    apply existsb_exists. exists (hold_hint f b x r). split; [exact (hints_all r Kn) |]. apply andb_true_iff. split; [| exact So].
    change (firm_b f b x (fst s) (hold_hint f b x r) = true). apply (firm_b_spec b x).
    exact (firm_on_spec b x walls_apart r _ (fst s) Fo (st_agrees _ _ _ _ S) (st_breath _ _ _ _ S) Fi).
  - exact checked.
  - intros s v t L T St. apply existsb_exists in L as (h & Ih & L). apply andb_true_iff in L as [F C].
    apply existsb_exists. exists h. split; [exact Ih |]. apply andb_true_iff. split; [| exact C].
    change (firm_b f b x (fst s) h = true) in F. change (firm_b f b x (fst t) h = true). rewrite (firm_b_spec b x) in *.
    inversion St as [p t' P Fo La | | k K]; subst; simpl.
    + apply (firm_settle b x o0). exact (firm_after b x walls_apart h (fst s) p t' T P F).
    + apply (firm_settle b x o0). exact (firm_pass b x h (fst s) F).
  - intros s c _ _ St. destruct (no_end a w s c St).
Qed.

Definition phi (s : remembered) : Z :=
  if N.testbit (stones (fst s) x) first
  then if captured a o (fst s) && negb (N.testbit (staying (snd s)) first) then 1 else 0 else -1.

Lemma phi_range s : (-1 <= phi s <= 1)%Z.
Proof. unfold phi. destruct (N.testbit _ _); [destruct (_ && _) |]; lia. Qed.

Lemma phi_falls s v T : inv s -> steps a w o s (To v T) -> stone (fst s) x first ->
  (phi T < phi s \/ (phi T = phi s /\ marked a o s <> true))%Z.
Proof.
  intros Iv St Sf. pose proof (inv_step s v T Iv St) as Iv'. destruct first_unit as (U & IU & QU).
  assert (0 <= phi s)%Z as Ps by (unfold phi; unfold stone, mem in Sf; rewrite Sf; destruct (_ && _); lia).
  destruct (N.testbit (stones (fst T) x) first) eqn:Et.
  2:{ left. assert (phi T = -1)%Z as -> by (unfold phi; rewrite Et; reflexivity). lia. }
  assert (captured a o (fst T) = true -> (captured a o (fst s) = false \/ staying (snd s) = 0%N \/ mem first (staying (snd s))) -> phi T = 0%Z) as Zero.
  { intros Ct H. unfold phi. rewrite Et, Ct. simpl.
    pose proof (staying_next s v T first St Ct first_counts Et (captured_not_old T U first Iv' Ct IU QU) H) as K. unfold mem in K. rewrite K. reflexivity. }
  assert (0 <= phi T <= 1)%Z as Pt by (unfold phi; rewrite Et; destruct (_ && _); lia).
  destruct (captured a o (fst T)) eqn:Ct.
  2:{ assert (phi T = 0%Z) as E by (unfold phi; rewrite Et, Ct; reflexivity).
      assert (marked a o s <> true) as Nm by (rewrite marked_spec; intros [K _]; rewrite (captured_grows s v T St K) in Ct; discriminate).
      destruct (Z.eq_dec (phi s) 0); [right; split; [lia | exact Nm] | left; lia]. }
  destruct (captured a o (fst s)) eqn:Cs.
  2:{ rewrite (Zero eq_refl (or_introl eq_refl)). assert (phi s = 0%Z) as -> by (unfold phi; unfold stone, mem in Sf; rewrite Sf, Cs; reflexivity).
      right. split; [reflexivity |]. rewrite marked_spec. intros [K _]. congruence. }
  destruct (N.eq_dec (staying (snd s)) 0) as [Z0 | Nz].
  - rewrite (Zero eq_refl (or_intror (or_introl Z0))). left.
    assert (phi s = 1%Z) as ->; [| lia]. unfold phi. unfold stone, mem in Sf. rewrite Sf, Cs, Z0. reflexivity.
  - assert (marked a o s <> true) as Nm by (rewrite marked_spec; intros [_ K]; exact (Nz K)).
    destruct (mem_dec first (staying (snd s))) as [K | K].
    + rewrite (Zero eq_refl (or_intror (or_intror K))). destruct (Z.eq_dec (phi s) 0); [right; split; [lia | exact Nm] | left; lia].
    + assert (phi s = 1%Z) as E.
      { unfold phi. unfold stone, mem in Sf. rewrite Sf, Cs. apply not_true_iff_false in K. rewrite K. reflexivity. }
      destruct (Z.eq_dec (phi T) 1); [right; split; [lia | exact Nm] | left; lia].
Qed.

Definition in_nodes (s : remembered) : Prop := base_states (project s) /\ inv s.

Theorem holding_nodes_measured : exists k r d, measured M weighs false marks x ended in_nodes k r /\ forall s, in_nodes s -> (- d <= k s)%Z.
Proof.
  destruct base_measured as (k & r & d & Me & Bd). exists (fun s => k (project s)), (fun s => 4 * r (project s) + phi s)%Z, d.
  split; [| intros s [C _]; exact (Bd _ C)].
  assert (forall s v T, inv s -> steps a w o s (To (- v) T) ->
    lives (project T) = true \/ (base_states (project T) /\ falls G0 weighs false no_stone k r (project s) v (project T)) ->
    ended T \/ (in_nodes T /\ falls M weighs false marks (fun s => k (project s)) (fun s => 4 * r (project s) + phi s)%Z s v T)) as Lift.
  { intros s v T Iv St [H | [H Fa]]; [left | right]; (split; [exact H || (split; [exact H | exact (inv_step s _ T Iv St)]) | try exact (inv_step s _ T Iv St)]).
    unfold falls in *. destruct Fa as [Fa | [E R]]; [left; exact Fa | right]. split; [exact E |].
    pose proof (phi_range s). pose proof (phi_range T). destruct R as [R | [R N]]; [left; lia |].
    assert (stone (fst s) x first) as Sf.
    { destruct (mem_dec first (stones (fst s) x)) as [K | K]; [exact K | destruct (N K)]. }
    destruct (phi_falls s _ T Iv St Sf) as [L | [L Nm]]; [left; lia | right; split; [lia | exact Nm]]. }
  destruct Me as [My En Th]. split.
  - intros s [C Iv] T. right. destruct (My (project s) C T) as [O | (v & T' & St & H)]; [destruct (no_end a w _ _ O) |].
    destruct (step_up a w z appeal same_threats s v T' St) as (T1 & St1 & ->). exists v, T1. split; [exact St1 | exact (Lift s v T1 Iv St1 H)].
  - intros s _ _ c O. destruct (no_over s c O).
  - intros s [C Iv] T v t St. simpl in St. pose proof (step_down a w z appeal same_threats s _ t St) as Sd. rewrite Z.opp_involutive in Sd.
    exact (Lift s v t Iv St (Th (project s) C T v (project t) Sd)).
Qed.
End Won.
