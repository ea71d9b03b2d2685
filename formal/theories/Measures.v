(** Strategies with credits and ranks: a set of states that is closed under the moves of one side, with a measure, is
    won by that side.  The argument on paper is "Why the measure decides" in docs/certificates-why.md. *)

Require Import List ZArith Lia Bool.
Require Import Cycles.
Import ListNotations.
Open Scope Z_scope.

Lemma colour_dec (a b : colour) : {a = b} + {a <> b}.
Proof. decide equality. Defined.

Lemma ne_other a b : a <> b -> a = other b.
Proof. destruct a, b; simpl; congruence. Qed.

Lemma split_at {S} (dec : forall s t : S, {s = t} + {s <> t}) (h : past S) s : In s (states h) -> exists c w rest, h = c ++ (s, w) :: rest /\ ~ In s (states c).
Proof.
  induction h as [| [r w] h IH]; simpl; [tauto |]. intros I. destruct (dec r s) as [-> | N].
  - exists [], w, h. simpl. auto.
  - destruct IH as (c & v & rest & -> & M); [destruct I; congruence |].
    exists ((r, w) :: c), v, rest. simpl. split; [reflexivity |]. intros [E | E]; auto.
Qed.

Section Measures.
Context (g : game).
Notation St := (state g).
Hypothesis state_dec : forall s t : St, {s = t} + {s <> t}.

(** Whether prisoners count, whether the measure is the owner's, and which states are bad for the attacker. *)
Context (weigh owners : bool) (bad : St -> Prop).
Definition weight (w : Z) : Z := if weigh then w else 0.

(** The condition on a move of weight [w] from [s] to [t]. *)
Definition falls (credit rank : St -> Z) (s : St) (w : Z) (t : St) : Prop :=
  if owners
  then credit t < credit s - weight w \/ (credit t = credit s - weight w /\ (bad s \/ rank t < rank s))
  else credit t < credit s + weight w \/
       (credit t = credit s + weight w /\ (rank t < rank s \/ (rank t = rank s /\ ~ bad s))).

(** What a measure shows of a cycle. *)
Definition decided (c : past St) : Prop :=
  let n := weight (sum c) in
  if owners
  then n < 0 \/ (n = 0 /\ exists s, In s (states c) /\ bad s)
  else n > 0 \/ (n = 0 /\ forall s, In s (states c) -> ~ bad s).

(** A set [C] of states, closed under a choice of moves for [x], with a measure.  In [D] all is done already. *)
Record measured (x : colour) (D C : St -> Prop) (credit rank : St -> Z) : Prop := Measured {
  my_move : forall s, C s -> turn g s = x ->
    move g s (Over x) \/ exists w t, move g s (To w t) /\ (D t \/ (C t /\ falls credit rank s w t));
  their_ends : forall s, C s -> turn g s = other x -> forall c, move g s (Over c) -> c = x;
  their_moves : forall s, C s -> turn g s = other x -> forall w t,
    move g s (To w t) -> D t \/ (C t /\ falls credit rank s w t)
}.

Section Decided.
Context (credit rank : St -> Z).

(** [h] leads to [s], and each move of it obeys the condition. *)
Fixpoint path (h : past St) (s : St) : Prop :=
  match h with
  | [] => True
  | (r, w) :: h' => falls credit rank r w s /\ path h' r
  end.

Lemma path_app h k s w t : path (h ++ (s, w) :: k) t -> path (h ++ [(s, w)]) t.
Proof.
  revert t. induction h as [| [r v] h IH]; simpl; intros t; [tauto |]. intros [A B]. split; auto.
Qed.

Lemma weight_add v w : weight (v + w) = weight v + weight w.
Proof. unfold weight. destruct weigh; reflexivity. Qed.

Lemma owners_path h e w s : owners = true -> path (h ++ [(e, w)]) s ->
  credit s + weight (sum (h ++ [(e, w)])) <= credit e /\
  (credit s + weight (sum (h ++ [(e, w)])) = credit e ->
   (exists r, In r (states (h ++ [(e, w)])) /\ bad r) \/ rank s < rank e).
Proof.
  intros X. revert s. induction h as [| [r v] h IH]; simpl; intros s [G L]; unfold falls in G; rewrite X in G.
  - rewrite weight_add. change (weight 0) with (if weigh then 0 else 0). assert ((if weigh then 0 else 0) = 0) as -> by (destruct weigh; auto).
    destruct G as [G | [G [B | R]]]; split; try lia; intros; eauto.
  - rewrite weight_add. destruct (IH r L) as [A B]. destruct G as [G | [G [C | R]]]; split; try lia; intros K.
    + left. exists r. auto.
    + destruct (B ltac:(lia)) as [[q [I Q]] | B']; [left; exists q; auto | right; lia].
Qed.

Lemma attackers_path h e w s : owners = false -> path (h ++ [(e, w)]) s ->
  credit s <= credit e + weight (sum (h ++ [(e, w)])) /\
  (credit s = credit e + weight (sum (h ++ [(e, w)])) ->
   rank s < rank e \/ (rank s = rank e /\ forall r, In r (states (h ++ [(e, w)])) -> ~ bad r)).
Proof.
  intros X. revert s. induction h as [| [r v] h IH]; simpl; intros s [G L]; unfold falls in G; rewrite X in G.
  - rewrite weight_add. change (weight 0) with (if weigh then 0 else 0). assert ((if weigh then 0 else 0) = 0) as -> by (destruct weigh; auto).
    destruct G as [G | [G [R | [R B]]]]; split; intros; try lia.
    right. split; [lia |]. intros q [<- | []]. exact B.
  - rewrite weight_add. destruct (IH r L) as [A B]. destruct G as [G | [G [R | [R C]]]]; split; intros; try lia.
    destruct (B ltac:(lia)) as [B' | [B' N]]; [left; lia | right; split; [lia |]].
    intros q [<- | I]; auto.
Qed.

Theorem measure_decides c s w : path (c ++ [(s, w)]) s -> decided (c ++ [(s, w)]).
Proof.
  intros L. unfold decided. destruct owners eqn:X.
  - destruct (owners_path c s w s X) as [A B]; [exact L |].
    destruct (Z.eq_dec (weight (sum (c ++ [(s, w)]))) 0) as [Z | Z]; [right | left; lia].
    split; [exact Z |]. destruct (B ltac:(lia)) as [B' | B']; [exact B' | lia].
  - destruct (attackers_path c s w s X) as [A B]; [exact L |].
    destruct (Z.eq_dec (weight (sum (c ++ [(s, w)]))) 0) as [Z | Z]; [right | left; lia].
    split; [exact Z |]. destruct (B ltac:(lia)) as [B' | [_ B']]; [lia | exact B'].
Qed.
End Decided.

Lemma states_length (h : past St) : length (states h) = length h.
Proof. apply map_length. Qed.

(** A measured set of finitely many states is won. *)
Theorem measured_forces_in x (fine : past St -> Prop) (C : St -> Prop) (all : list St) credit rank :
  (forall c, c <> [] -> decided c -> (forall s, In s (states c) -> C s) -> fine c) ->
  (forall s, C s -> In s all) ->
  measured x (fun _ => False) C credit rank ->
  forall s, C s -> forces g x fine [] s.
Proof.
  intros W Fin [M E T].
  assert (forall n h s, (length all < n + length h)%nat -> NoDup (states h) -> (forall r, In r (states h) -> C r) ->
    path credit rank h s -> C s -> forces g x fine h s) as K.
  { induction n as [| n IH]; intros h s N D I L Cs; destruct (in_dec state_dec s (states h)) as [J | J].
    1, 3: destruct (split_at state_dec h s J) as (c & w & rest & -> & O); apply stopped with (c ++ [(s, w)]);
      [exists c, w, rest; auto |]; apply W; [destruct c; discriminate | eapply measure_decides, path_app; eauto |];
      intros r R; apply I; unfold states in *; rewrite map_app in *; simpl; apply in_app_iff in R; apply in_app_iff;
      destruct R as [R | [<- | []]]; [auto | right; left; reflexivity].
    - exfalso. enough (length (states h) <= length all)%nat as Q by (rewrite states_length in Q; lia).
      apply NoDup_incl_length; [exact D |]. intros r R. auto.
    - assert (NoDup (s :: states h)) by (constructor; auto).
      assert (forall r, In r (s :: states h) -> C r) by (intros r [<- | R]; auto).
      destruct (colour_dec (turn g s) x) as [F | F].
      + destruct (M s Cs F) as [O | (w & t & Ed & [[] | [Ct G]])]; [apply ends; auto |].
        apply plays with w t; auto. apply IH; simpl; auto. lia.
      + apply ne_other in F. apply replies; auto; [exact (E s Cs F) |]. intros w t Ed.
        destruct (T s Cs F w t Ed) as [[] | [Ct G]]. apply IH; simpl; auto. lia. }
  intros s Cs. apply (K (S (length all))); simpl; auto; [lia | constructor | tauto].
Qed.

Theorem measured_forces x (fine : past St -> Prop) (C : St -> Prop) (all : list St) credit rank :
  (forall c, c <> [] -> decided c -> fine c) ->
  (forall s, C s -> In s all) ->
  measured x (fun _ => False) C credit rank ->
  forall s, C s -> forces g x fine [] s.
Proof. intros W. apply measured_forces_in. auto. Qed.
End Measures.

(** *** Two proofs in a row.  Where a first proof leads to states of a second one that is never left, both together are
    one proof; and states that cannot come about do not matter. *)
Section Joined.
Context (g : game) (weigh owners : bool) (bad : state g -> Prop) (x : colour).
Notation St := (state g).
Notation falls := (falls g weigh owners bad).
Notation measured := (measured g weigh owners bad x).

Lemma joined_as (D C : St -> Prop) credit rank credit' rank' shift :
  (forall s, {D s} + {~ D s}) ->
  (forall s w t, C s -> move g s (To w t) -> D t -> credit' t + Z.abs w < credit s + shift) ->
  measured D C credit rank -> measured (fun _ => False) D credit' rank' ->
  exists credit'' rank'', measured (fun _ => False) (fun s => D s \/ C s) credit'' rank'' /\
    forall s, (D s -> credit'' s = credit' s) /\ (~ D s -> credit'' s = credit s + shift).
Proof.
  intros Dd W [M E T] [M' E' T'].
  set (k := fun s => if Dd s then credit' s else credit s + shift).
  set (r := fun s => if Dd s then rank' s else rank s).
  assert (forall w, weight weigh w <= Z.abs w /\ - weight weigh w <= Z.abs w) as B.
  { intros w. unfold weight. destruct weigh; lia. }
  assert (forall s w t, D s -> D t -> falls credit' rank' s w t -> falls k r s w t) as GD.
  { intros s w t Ds Dt. unfold Measures.falls, k, r. destruct (Dd s), (Dd t); tauto. }
  assert (forall s w t, C s -> ~ D s -> move g s (To w t) -> D t \/ (C t /\ falls credit rank s w t) ->
    (D t \/ C t) /\ falls k r s w t) as GC.
  { intros s w t Cs Ns Ed H. specialize (B w). destruct (Dd t) as [Dt | Nt].
    - split; [auto |]. pose proof (W _ _ _ Cs Ed Dt).
      unfold Measures.falls, k, r. destruct (Dd s), (Dd t), owners; try tauto; left; lia.
    - destruct H as [H | [Ct G]]; [tauto |]. split; [auto |].
      revert G. unfold Measures.falls, k, r. destruct (Dd s), (Dd t), owners; try tauto.
      + intros [G | [G R]]; [left; lia | right; split; [lia | exact R]].
      + intros [G | [G R]]; [left; lia | right; split; [lia | exact R]]. }
  exists k, r. split; [split | intros s; unfold k; destruct (Dd s); tauto].
  - intros s H F. destruct (Dd s) as [Ds | Ns].
    + destruct (M' s Ds F) as [O | (w & t & Ed & [[] | [Dt G]])]; [auto |]. right. exists w, t. auto 8.
    + destruct H as [H | Cs]; [tauto |]. destruct (M s Cs F) as [O | (w & t & Ed & H)]; [auto |].
      right. exists w, t. split; [exact Ed | right]. apply GC; auto.
  - intros s H F c O. destruct (Dd s) as [Ds | Ns]; [exact (E' s Ds F c O) |]. destruct H as [H | Cs]; [tauto |]. exact (E s Cs F c O).
  - intros s H F w t Ed. right. destruct (Dd s) as [Ds | Ns].
    + destruct (T' s Ds F w t Ed) as [[] | [Dt G]]. split; [auto | apply GD; auto].
    + destruct H as [H | Cs]; [tauto |]. apply GC; auto.
Qed.

Theorem joined (D C : St -> Prop) credit rank credit' rank' shift :
  (forall s, {D s} + {~ D s}) ->
  (forall s w t, C s -> move g s (To w t) -> D t -> credit' t + Z.abs w < credit s + shift) ->
  measured D C credit rank -> measured (fun _ => False) D credit' rank' ->
  exists credit'' rank'', measured (fun _ => False) (fun s => D s \/ C s) credit'' rank''.
Proof. intros A B M M'. destruct (joined_as D C credit rank credit' rank' shift A B M M') as (k & r & H & _). eauto. Qed.

Lemma measured_within (F C : St -> Prop) credit rank :
  (forall s w t, F s -> move g s (To w t) -> F t) ->
  measured (fun _ => False) C credit rank -> measured (fun _ => False) (fun s => C s /\ F s) credit rank.
Proof.
  intros Cl [M E T]. split.
  - intros s [Cs Fs] Tu. destruct (M s Cs Tu) as [O | (w & t & Ed & [[] | [Ct G]])]; [auto |].
    right. exists w, t. split; [exact Ed |]. right. split; [split; [exact Ct | exact (Cl s w t Fs Ed)] | exact G].
  - intros s [Cs Fs] Tu c O. exact (E s Cs Tu c O).
  - intros s [Cs Fs] Tu w t Ed. destruct (T s Cs Tu w t Ed) as [[] | [Ct G]].
    right. split; [split; [exact Ct | exact (Cl s w t Fs Ed)] | exact G].
Qed.
End Joined.

(** *** Nobody can force a thing that the other side can prevent. *)
Section Forcing.
Context (g : game).
Notation St := (state g).

Lemma closes_unique (h : past St) s c d : closes g h s c -> closes g h s d -> c = d.
Proof.
  intros (c' & w & rest & E & N & C) (d' & v & rest' & E' & N' & D). subst c d.
  assert (c' = d' /\ w = v) as [-> ->]; [| reflexivity].
  subst h. revert d' E' N'. induction c' as [| [u k] c' IH]; intros [| [u' k'] d'] E' N'; simpl in *.
  - injection E'. auto.
  - injection E'. intros. subst. exfalso. auto.
  - injection E'. intros. subst. exfalso. auto.
  - injection E'. intros E3 E1 E2. subst.
    destruct (IH (fun i => N (or_intror i)) d' E3) as [A B]; [tauto |]. subst. auto.
Qed.

Lemma closes_in (h : past St) s c : closes g h s c -> In s (states h).
Proof.
  intros (c' & w & rest & -> & _ & _). unfold states. rewrite map_app. apply in_or_app. right. left. reflexivity.
Qed.

Theorem not_both_force x (P Q : past St -> Prop) h s :
  (forall c, P c -> Q c -> False) -> forces g x P h s -> forces g (other x) Q h s -> False.
Proof.
  intros PQ. assert (other x <> x) as Ne by (destruct x; discriminate).
  induction 1 as [h s c H W | h s N T M | h s w t N T M F IH | h s N T E F IH];
    intros G; inversion G as [h' s' c' H' W' | h' s' N' T' M' | h' s' w' t' N' T' M' F' | h' s' N' T' E' F'];
    subst h' s'; try (rewrite T in T'; congruence).
  - rewrite (closes_unique _ _ _ _ H H') in W. exact (PQ _ W W').
  - apply N'. eapply closes_in; eauto.
  - apply N'. eapply closes_in; eauto.
  - apply N'. eapply closes_in; eauto.
  - apply N. eapply closes_in; eauto.
  - apply Ne. symmetry. apply E', M.
  - apply N. eapply closes_in; eauto.
  - eauto.
  - apply N. eapply closes_in; eauto.
  - apply Ne. apply E, M'.
  - eauto.
  - rewrite T in T'. destruct x; discriminate.
Qed.

Corollary not_both_win x s :
  (forall c, wins g x c -> wins g (other x) c -> False) -> can_win g x s -> ~ can_win g (other x) s.
Proof. intros W A B. exact (not_both_force x _ _ [] s W A B). Qed.

Corollary hold_not_lost x s : can_hold g x s -> ~ can_win g (other x) s.
Proof. intros A B. refine (not_both_force x _ _ [] s _ A B). auto. Qed.
End Forcing.
