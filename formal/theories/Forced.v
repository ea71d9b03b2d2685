(** Captures that are forced though passes never end play and all cycles are the owner's are forced where two passes end
    play, if no ko rule forbids anything.  "Forced captures" in docs/certificates-why.md. *)

Require Import List NArith ZArith Lia Bool.
Require Import Cycles Sets Board Rules Grid Exec Measures.
Import ListNotations.

(** The same game without an end by passes, with all cycles for the owner. *)
Definition endless (r : ruleset) : ruleset :=
  Ruleset (ko r) (owner_threats r) (attacker_threats r) (first_move r) Never (dead_means r) OwnersAlways (walls r).
Definition unending (a : arena) : arena :=
  Arena (grid a) (endless (rules a)) (black_wall a) (white_wall a) (locale a) (units a) (owner a).

Definition captures_end (a : arena) : bool :=
  match end_of_play (rules a), dead_means (rules a), ko (rules a) with TwoPasses, CapturedOnce, NoKo => true | _, _, _ => false end.

(** The game that patterns of [x] have to win. *)
Definition game_of_patterns (a : arena) (x : colour) : arena :=
  if captures_end a && same_colour x (attacker a) then unending a else a.

Section Forced.
Context (a : arena).
Notation x := (attacker a).
Hypothesis ends : captures_end a = true.

(** A state of the other game: there it does not count that a pass was the last move. *)
Definition erase (s : position) : position :=
  Position (black s) (white s) (ban s) (mover s) false (black_threats s) (white_threats s) (gone s).
Definition erased (h : past position) : past position := map (fun e => (erase (fst e), snd e)) h.

Lemma captures_end_spec : end_of_play (rules a) = TwoPasses /\ dead_means (rules a) = CapturedOnce /\ ko (rules a) = NoKo.
Proof.
  revert ends. unfold captures_end. destruct (end_of_play (rules a)), (dead_means (rules a)), (ko (rules a)); try discriminate. auto.
Qed.

Lemma not_in h s : ~ In (erase s) (states (erased h)) -> ~ In s (states h).
Proof.
  intros N I. apply N. unfold states, erased. rewrite map_map. apply in_map_iff in I as (e & <- & I).
  apply in_map_iff. exists e. auto.
Qed.

Lemma played_there s p t : played a s p t -> played (unending a) (erase s) p (erase t).
Proof. intros [A B C D E F G H I J K L]. constructor; first [assumption | reflexivity]. Qed.

Lemma played_here s p t : played (unending a) (erase s) p t -> played a s p t.
Proof. intros [A B C D E F G H I J K L]. constructor; assumption. Qed.

Lemma no_ban s p t : played a s p t -> ban t = None.
Proof.
  intros P. destruct (ban t) as [q |] eqn:E; [| reflexivity]. apply (ban_after _ _ _ _ P) in E as [[K _] _].
  destruct captures_end_spec as (_ & _ & N). congruence.
Qed.

Lemma never_second s : ~ second_pass (unending a) s.
Proof. intros [H _]. discriminate H. Qed.

Lemma attackers s p t : takes_last a s p t -> mover s = x.
Proof. intros [(U & _ & _ & M & _) _]. exact M. Qed.

Context (none : past position -> Prop).
Hypothesis none_fine : forall c, ~ none c.

(** The attacker passes in no state: the owner could pass too, and the state would be back. *)
Lemma never_passes s h : mover s = x -> ban s = None ->
  forces (play (unending a)) x none ((erase s, 0%Z) :: h) (pass (unending a) (erase s)) -> False.
Proof.
  intros T B H. inversion H as [? ? ? _ Fi | ? ? _ O | ? ? ? ? _ O | ? ? _ _ _ R]; subst; [destruct (none_fine _ Fi) | | |].
  1, 2: simpl in O; rewrite T in O; destruct (other_ne _ O).
  specialize (R 0%Z (pass (unending a) (pass (unending a) (erase s))) (a_pass _ _ (never_second _))).
  assert (pass (unending a) (pass (unending a) (erase s)) = erase s) as E.
  { unfold pass, erase. simpl. rewrite B, other_other. reflexivity. }
  rewrite E in R. inversion R as [? ? ? _ Fi | ? ? N | ? ? ? ? N | ? ? N]; subst; [destruct (none_fine _ Fi) | | |]; apply N; right; left; reflexivity.
Qed.

Lemma forces_here fine h' s' : forces (play (unending a)) x none h' s' ->
  forall h s, h' = erased h -> s' = erase s -> (mover s = owner a -> passed s = false) -> ban s = None ->
  forces (play a) x fine h s.
Proof.
  assert (other x = owner a) as Ox by apply other_other.
  induction 1 as [h' s' c _ Fi | h' s' N T M | h' s' w t' N T M F IH | h' s' N T O F IH]; intros h s -> -> In B.
  - destruct (none_fine _ Fi).
  - apply (Cycles.ends (play a)); [exact (not_in _ _ N) | exact T |]. inversion M as [| p t P L | | S _ | S _]; subst.
    + exact (last_play a s p t (played_here s p t P) L).
    + destruct (never_second _ S).
    + destruct (never_second _ S).
  - inversion M as [p t P L | | S | |]; subst.
    + pose proof (played_here s p t' P) as Q. apply (plays (play a)) with (lost a s t') t'.
      * exact (not_in _ _ N).
      * exact T.
      * exact (a_play a s p t' Q L).
      * apply IH; [reflexivity | | intros _; exact (passed_after _ _ _ _ Q) | exact (no_ban s p t' Q)].
        pose proof (passed_after _ _ _ _ Q) as Pa. destruct t'. simpl in Pa. subst. reflexivity.
    + exfalso. exact (never_passes s _ T B F).
  - simpl in T. rewrite Ox in T. assert (forall n, ~ (second_pass a s /\ n = s)) as Np.
    { intros n [[_ S] _]. rewrite (In T) in S. discriminate. }
    apply (replies (play a)); [exact (not_in _ _ N) | simpl; congruence | |].
    + intros c M. inversion M as [| p t P L | | S _ | S _]; subst; [reflexivity | destruct (Np s) | destruct (Np s)]; auto.
    + intros w t M. inversion M as [p t' P L | | S | |]; subst.
      * apply (IH (lost a s t) (erase t)); [exact (a_play (unending a) (erase s) p (erase t) (played_there s p t P) L) | reflexivity | reflexivity | |].
        -- intros _. exact (passed_after _ _ _ _ P).
        -- exact (no_ban s p t P).
      * apply (IH 0%Z (erase (pass a s))); [exact (a_pass (unending a) (erase s) (never_second _)) | reflexivity | reflexivity | |].
        -- simpl. rewrite T. intros K. destruct (other_ne _ K).
        -- reflexivity.
Qed.

Theorem captures_forced fine s : passed s = false -> ban s = None ->
  forces (play (unending a)) x none [] s -> forces (play a) x fine [] s.
Proof.
  intros Pa B H. apply (forces_here fine [] s H); auto. destruct s. simpl in Pa. subst. reflexivity.
Qed.
End Forced.
