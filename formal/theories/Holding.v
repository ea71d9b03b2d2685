(** The owner who holds: where new stones count he may lose the unit, and wins if a stone of his stays.  "Plain play" in
    docs/games.md.  His patterns have to win a game without units, in which he attacks; here a state of the game that
    remembers is compared with one of that game. *)

Require Import List NArith ZArith Lia Bool.
Require Import Cycles Sets Board Rules Claims Grid Exec Measures Judging Walls Life Statics Finite Breath Regions Least
  Checker Patterns Owning Standing Covers Areas Patterned Remembering Plain Bans PlainCovers PlainWon PlainPlay.
Import ListNotations.

(** *** The same game with all weights the other way round. *)
Definition mirrored (g : game) : game :=
  Game (state g) (turn g) (fun s n => match n with To v t => move g s (To (- v) t) | Over c => move g s (Over c) end) (wins g).
Definition negated {S} (h : past S) : past S := map (fun e => (fst e, (- snd e)%Z)) h.

Lemma states_negated {S} (h : past S) : states (negated h) = states h.
Proof. unfold states, negated. rewrite map_map. reflexivity. Qed.
Lemma sum_negated {S} (h : past S) : sum (negated h) = (- sum h)%Z.
Proof. unfold negated. induction h as [| [s v] h IH]; simpl; [reflexivity |]. rewrite IH. lia. Qed.

Lemma forces_mirrored g x fine h s : forces (mirrored g) x (fun c => fine (negated c)) h s -> forces g x fine (negated h) s.
Proof.
  induction 1 as [h s c Cl F | h s N T M | h s v t N T M F IH | h s N T O F IH].
  - apply (stopped g x fine (negated h) s (negated c)); [| exact F]. destruct Cl as (c' & v & rest & -> & N & ->).
    exists (negated c'), (- v)%Z, (negated rest). split; [unfold negated; rewrite map_app; reflexivity |].
    split; [rewrite states_negated; exact N | unfold negated; rewrite map_app; reflexivity].
  - apply ends; [rewrite states_negated; exact N | exact T | exact M].
  - apply plays with (- v)%Z t; [rewrite states_negated; exact N | exact T | exact M | exact IH].
  - apply replies; [rewrite states_negated; exact N | exact T | exact O |]. intros v t M.
    assert (move (mirrored g) s (To (- v) t)) as M' by (simpl; rewrite Z.opp_involutive; exact M).
    specialize (IH (- v)%Z t M'). simpl in IH. rewrite Z.opp_involutive in IH. exact IH.
Qed.

(** *** The game of the patterns. *)
Definition holder_arena (a : arena) : arena :=
  Arena (grid a) (rules a) (black_wall a) (white_wall a) (locale a) [0%N] (other (owner a)).
Definition ungone (p : position) : position :=
  Position (black p) (white p) (ban p) (mover p) (passed p) (black_threats p) (white_threats p) 0%N.
Definition project (s : remembered) : remembered := (ungone (fst s), Memory (bans (snd s)) (freed (snd s)) 0%N 0%N).

Lemma keep_if_ext P Q A : (forall q, P q = Q q) -> keep_if P A = keep_if Q A.
Proof. intros E. unfold keep_if. induction (elements A) as [| q l IH]; simpl; [reflexivity |]. rewrite E, IH. reflexivity. Qed.

Section Project.
Context (a : arena) (w : lifting) (z : pset) (appeal : bool).
Notation o := (NoNewStone z appeal).
Notation b := (holder_arena a).
Notation o0 := (ToCapture Prisoners).
Notation f := (frame_of (grid a)).
Hypothesis same_threats : owner_threats (rules a) = attacker_threats (rules a).

Lemma bound_same c : bound b c <-> bound a c.
Proof. unfold bound, threats_of. simpl. destruct c, (owner a); simpl; rewrite ?same_threats; tauto. Qed.

Lemma played_down s p t : played a s p t -> played b (ungone s) p (ungone t).
Proof.
  intros [A B C D E F G H I J K L]. constructor; try assumption.
  - intros q. rewrite bound_same. exact (F q).
  - intros q. simpl. split; [intros Q; destruct (mem_0 _ Q) |]. intros [Q | (U & [<- | []] & Q & _)]; destruct (mem_0 _ Q).
Qed.

Lemma played_up s p t' : played b (ungone s) p t' -> exists t, played a s p t /\ t' = ungone t.
Proof.
  intros [A B C D E F G H I J K L].
  exists (Position (black t') (white t') (ban t') (mover t') (passed t') (black_threats t') (white_threats t')
    (N.lor (gone s) (counted_units a s (take f a s p)))). split.
  - constructor; try assumption.
    + intros q. specialize (F q). rewrite bound_same in F. exact F.
    + intros q. simpl. rewrite mem_lor, counted_units_spec. reflexivity.
  - assert (gone t' = 0%N) as Z.
    { apply pset_ext. intros q. rewrite (L q). simpl. split; [| intros Q; destruct (mem_0 _ Q)].
      intros [Q | (U & [<- | []] & Q & _)]; destruct (mem_0 _ Q). }
    unfold ungone. simpl. rewrite <- Z. destruct t'; reflexivity.
Qed.

Lemma stays_same s c q : stays b w (ungone s) c q = stays a w s c q.
Proof.
  assert (takes_in_ko b (ungone s) c q = takes_in_ko a s c q) as K.
  { apply eq_true_iff_eq. rewrite !takes_in_ko_spec. change (with_turn (ungone s) c) with (ungone (with_turn s c)). split.
    - intros (t & k & P & Q). apply played_up in P as (t' & P & ->). exists t', k. auto.
    - intros (t & k & P & Q). exists (ungone t), k. split; [apply played_down, P | exact Q]. }
  unfold stays. destruct w; first [exact K | reflexivity].
Qed.

Lemma bans_same s t : bans_after_play b w (project s) (ungone t) = bans_after_play a w s t.
Proof.
  pose proof stays_same as Ss. unfold bans_after_play. destruct w; try reflexivity; simpl; f_equal; apply keep_if_ext; intros q; apply Ss.
Qed.

Lemma lost_same s t : lost b (ungone s) (ungone t) = (- lost a s t)%Z.
Proof. unfold lost. simpl. destruct (mover s), (owner a); simpl; lia. Qed.

Lemma project_play s t B R : project (to_state a o s t B R) = to_state b o0 (project s) (ungone t) B R.
Proof. unfold project, to_state, settle, old_after, staying_after. simpl. destruct (owner a); reflexivity. Qed.

Lemma no_last s p t : ~ takes_last b s p t.
Proof. intros [(U & [<- | []] & _ & _ & q & Q & _) _]. destruct (mem_0 _ Q). Qed.

Lemma step_down s v T : steps a w o s (To v T) -> steps b w o0 (project s) (To (- v) (project T)).
Proof.
  intros M. inversion M as [p t P Fo La | | k K]; subst.
  - rewrite project_play, <- bans_same. rewrite <- lost_same.
    apply (one_play b w o0 (project s) p (ungone t)); [exact (played_down _ _ _ P) | exact Fo |]. intros [_ L]. exact (no_last _ _ _ L).
  - rewrite project_play. exact (one_pass b w o0 (project s) k K).
Qed.

Lemma step_up s v T' : steps b w o0 (project s) (To v T') -> exists T, steps a w o s (To (- v) T) /\ T' = project T.
Proof.
  intros M. inversion M as [p t' P Fo La | | k K]; subst.
  - apply played_up in P as (t & P & ->). exists (to_state a o s t (bans_after_play a w s t) (freed (snd s))). split.
    + match goal with |- steps _ _ _ _ (To (- ?e) _) => replace e with (- lost a (fst s) t)%Z by (symmetry; exact (lost_same (fst s) t)) end.
      rewrite Z.opp_involutive.
      apply (one_play a w o s p t P Fo). intros [[] _].
    + rewrite project_play, <- bans_same. reflexivity.
  - exists (to_state a o s (pass a (fst s)) (bans_after_pass w s k) (freed_after_pass w s k)). split.
    + exact (one_pass a w o s k K).
    + rewrite project_play. reflexivity.
Qed.

Lemma no_end s c : ~ steps b w o0 s (Over c).
Proof. intros M. inversion M as [| p t P Fo Ce La |]; subst. exact (no_last _ _ _ La). Qed.
End Project.
