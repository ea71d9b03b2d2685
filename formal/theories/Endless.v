(** Play to the first repeated state, and play that goes on for ever: who can force the one can force the other. *)

Require Import List ZArith Lia.
Require Import Cycles Measures.
Import ListNotations.

Section Endless.
Context (g : game).
Notation St := (state g).

(** How play falls apart into cycles.  After [h] the state is [s]; whenever a state came back, the cycle that it closed
    was cut out.  These are the cycles [cs]; [k] is what is left of [h], and no state stands in it twice. *)
Inductive cut : past St -> St -> past St -> list (past St) -> Prop :=
| beginning s : cut [] s [] []
| on h s w t k cs : cut h s k cs -> ~ In t (states ((s, w) :: k)) -> cut ((s, w) :: h) t ((s, w) :: k) cs
| back h s w t v k cs c rest : cut h s k cs -> (s, w) :: k = c ++ (t, v) :: rest -> ~ In t (states c) ->
    cut ((s, w) :: h) t rest ((c ++ [(t, v)]) :: cs).

(** A way to play for [x]: a set of courses of play, with at least one move of [x] and with all of the other side. *)
Record plan (x : colour) (P : past St -> St -> Prop) : Prop := Plan {
  my_turn : forall h s, P h s -> turn g s = x ->
    move g s (Over x) \/ exists w t, move g s (To w t) /\ P ((s, w) :: h) t;
  their_turn : forall h s, P h s -> turn g s = other x ->
    (forall c, move g s (Over c) -> c = x) /\ forall w t, move g s (To w t) -> P ((s, w) :: h) t
}.

(** Play never stops but by a move that ends it, then with a win of [x]; all cycles into which it falls apart are
    [fine]. *)
Definition forces_for_ever (x : colour) (fine : past St -> Prop) (s : St) : Prop :=
  exists P, plan x P /\ P [] s /\ forall h t k cs, P h t -> cut h t k cs -> forall c, In c cs -> fine c.

Section Same.
Hypothesis state_dec : forall s t : St, {s = t} + {s <> t}.
Context (x : colour) (fine : past St -> Prop).

Lemma cut_fresh h s k cs : cut h s k cs -> NoDup (s :: states k).
Proof.
  induction 1 as [s | h s w t k cs C IH N | h s w t v k cs c rest C IH E N].
  - constructor; [tauto | constructor].
  - constructor; [exact N | exact IH].
  - change (s :: states k) with (states ((s, w) :: k)) in IH. rewrite E in IH. unfold states in IH.
    rewrite map_app in IH. simpl in IH. revert IH. generalize (map fst c) as l. induction l as [| y l IHl]; simpl; [auto |].
    intros H. inversion H. auto.
Qed.

(** All that was forced on the way is still forced. *)
Fixpoint held (k : past St) : Prop :=
  match k with [] => True | (s, _) :: k => forces g x fine k s /\ held k end.

Lemma held_app c t v rest : held (c ++ (t, v) :: rest) -> forces g x fine rest t /\ held rest.
Proof. induction c as [| [r u] c IH]; simpl; [auto | tauto]. Qed.

Definition course (h : past St) (t : St) : Prop :=
  exists k cs, cut h t k cs /\ (forall c, In c cs -> fine c) /\ forces g x fine k t /\ held k.

Lemma course_on h s k cs w t : cut h s k cs -> (forall c, In c cs -> fine c) -> forces g x fine k s -> held k ->
  forces g x fine ((s, w) :: k) t -> course ((s, w) :: h) t.
Proof.
  intros C F H K T. destruct (in_dec state_dec t (states ((s, w) :: k))) as [I | I].
  - destruct (split_at state_dec ((s, w) :: k) t I) as (c & v & rest & E & N).
    assert (held ((s, w) :: k)) as K' by (split; assumption). rewrite E in K'. apply held_app in K' as [K1 K2].
    exists rest, ((c ++ [(t, v)]) :: cs). split; [apply back with k; assumption |]. split; [| split; assumption].
    intros d [<- | D]; [| auto].
    assert (closes g ((s, w) :: k) t (c ++ [(t, v)])) as Cl by (exists c, v, rest; auto).
    inversion T as [h' s' d Cl' Fd | h' s' N' _ _ | h' s' w' t' N' _ _ _ | h' s' N' _ _ _]; subst; try (destruct N'; exact I).
    rewrite (closes_unique _ _ _ _ _ Cl Cl'). exact Fd.
  - exists ((s, w) :: k), cs. split; [apply on; assumption |]. repeat split; assumption.
Qed.

Theorem forced_for_ever s : forces g x fine [] s -> forces_for_ever x fine s.
Proof.
  intros F0. exists course. split; [split | split].
  - intros h t (k & cs & C & F & H & K) T. inversion H as [h' s' d Cl _ | h' s' _ _ M | h' s' w u _ _ M G | h' s' _ T' _ _]; subst.
    + apply closes_in in Cl. apply cut_fresh in C. inversion C. tauto.
    + left. exact M.
    + right. exists w, u. split; [exact M |]. eapply course_on; eauto.
    + exfalso. rewrite T' in T. destruct x; discriminate.
  - intros h t (k & cs & C & F & H & K) T. inversion H as [h' s' d Cl _ | h' s' _ T' M | h' s' w u _ T' M G | h' s' _ _ E G]; subst.
    + apply closes_in in Cl. apply cut_fresh in C. inversion C. tauto.
    + exfalso. rewrite T in T'. destruct (turn g t), x; discriminate.
    + exfalso. rewrite T in T'. destruct (turn g t), x; discriminate.
    + split; [exact E |]. intros w u M. eapply course_on; eauto.
  - exists [], []. split; [constructor |]. simpl. repeat split; [tauto | exact F0].
  - intros h t k cs (k' & cs' & C' & F & _) C c I.
    assert (k' = k /\ cs' = cs) as [-> ->]; [| auto].
    clear - C C'. revert k' cs' C'. induction C as [s | h s w t k cs C IH N | h s w t v k cs c rest C IH E N];
      intros k' cs' C'; inversion C' as [s' | h' s' w' t' k1 cs1 C1 N1 | h' s' w' t' v' k1 cs1 c1 rest1 C1 E1 N1]; subst.
    + auto.
    + destruct (IH _ _ C1) as [-> ->]. auto.
    + destruct (IH _ _ C1) as [-> ->]. destruct N. rewrite E1. unfold states. rewrite map_app. apply in_or_app. right. left. reflexivity.
    + destruct (IH _ _ C1) as [-> ->]. destruct N1. rewrite E. unfold states. rewrite map_app. apply in_or_app. right. left. reflexivity.
    + destruct (IH _ _ C1) as [-> ->].
      assert (closes g ((s, w) :: k) t (c ++ [(t, v)])) as A by (exists c, v, rest; auto).
      assert (closes g ((s, w) :: k) t (c1 ++ [(t, v')])) as B by (exists c1, v', k'; auto).
      pose proof (closes_unique _ _ _ _ _ A B) as Q. split; [| congruence].
      assert ((c ++ [(t, v)]) ++ rest = (c1 ++ [(t, v')]) ++ k') as R by (rewrite <- !app_assoc; simpl; congruence).
      rewrite Q in R. apply app_inv_head in R. auto.
Qed.

(** The other way round play must not have infinitely many states. *)
Context (all : list St).
Hypothesis closed : forall s w t, In s all -> move g s (To w t) -> In t all.

Theorem forced_at_once s : In s all -> forces_for_ever x fine s -> forces g x fine [] s.
Proof.
  intros A (P & [M T] & P0 & F).
  assert (forall n h t, (length all < n + length h)%nat -> cut h t h [] \/ (exists r w h', h = (r, w) :: h' /\ cut h' r h' [] /\ In t (states h)) ->
    (forall r, In r (states h) -> In r all) -> In t all -> P h t -> forces g x fine h t) as K.
  { induction n as [| n IH]; intros h t L C I J Pt.
    - exfalso. assert (NoDup (states h)) as N.
      { destruct C as [C | (r & w & h' & -> & C & _)]; apply cut_fresh in C; [inversion C; assumption | exact C]. }
      apply NoDup_incl_length with (l' := all) in N; [unfold states in N; rewrite map_length in N; lia | exact I].
    - destruct C as [C | (r & w & h' & -> & C & B)].
      + pose proof (cut_fresh _ _ _ _ C) as N. inversion N as [| ? ? N1 N2]; subst.
        assert (forall w u, move g t (To w u) -> P ((t, w) :: h) u -> forces g x fine ((t, w) :: h) u) as Next.
        { intros w u E Pu. apply IH; simpl; auto; [lia | | | eauto].
          - destruct (in_dec state_dec u (states ((t, w) :: h))) as [B | B]; [right; exists t, w, h; auto | left; apply on; auto].
          - intros r [<- | R]; auto. }
        destruct (colour_dec (turn g t) x) as [E | E].
        * destruct (M h t Pt E) as [O | (w & u & Ed & Pu)]; [apply ends; auto | apply plays with w u; auto].
        * apply ne_other in E. destruct (T h t Pt E) as [O R]. apply replies; auto.
      + destruct (split_at state_dec _ _ B) as (c & v & rest & E & N).
        apply stopped with (c ++ [(t, v)]); [exists c, v, rest; auto |].
        apply (F _ _ rest [c ++ [(t, v)]] Pt); [| left; reflexivity]. apply back with h'; auto. }
  apply (K (S (length all))); [simpl; lia | left; constructor | simpl; tauto | exact A | exact P0].
Qed.
End Same.
End Endless.
