(** States that are covered by entries of a list, each of which has a measure for them: with the least of these a set
    of states is measured.  Nothing here knows of Go. *)

Require Import List ZArith Lia Bool.
Require Import Cycles Measures.
Import ListNotations.
Open Scope Z_scope.

Section Least.
Context (g : game) (weigh owners : bool) (bad : state g -> Prop) (x : colour).
Notation St := (state g).

(** The condition on a move from [s] of weight [w], between numbers. *)
Definition drops (s : St) (k r w k' r' : Z) : Prop :=
  if owners
  then k' < k - weight weigh w \/ (k' = k - weight weigh w /\ (bad s \/ r' < r))
  else k' < k + weight weigh w \/ (k' = k + weight weigh w /\ (r' < r \/ (r' = r /\ ~ bad s))).

Context {V : Type} (R : V -> St -> bool) (k : V -> St -> Z) (r : V -> Z).

Definition below_or (e d : Z * Z) : Prop := fst e < fst d \/ (fst e = fst d /\ snd e <= snd d).

Fixpoint least (l : list V) (s : St) : option (Z * Z) :=
  match l with
  | [] => None
  | v :: l =>
    if R v s then
      match least l s with
      | Some e => if (fst e <? k v s) || ((fst e =? k v s) && (snd e <=? r v)) then Some e else Some (k v s, r v)
      | None => Some (k v s, r v)
      end
    else least l s
  end.

Lemma least_some l s e : least l s = Some e -> exists v, In v l /\ R v s = true /\ e = (k v s, r v).
Proof.
  revert e. induction l as [| v l IH]; simpl; intros e H; [discriminate |].
  destruct (R v s) eqn:Rv.
  - destruct (least l s) as [d |].
    + destruct (_ || _); injection H as <-; [destruct (IH d eq_refl) as (u & I & U); exists u; auto | exists v; auto].
    + injection H as <-. exists v. auto.
  - destruct (IH e H) as (u & I & U). exists u. auto.
Qed.

Lemma least_le l s v : In v l -> R v s = true -> exists e, least l s = Some e /\ below_or e (k v s, r v).
Proof.
  clear bad. unfold below_or. induction l as [| u l IH]; simpl; [tauto |]. intros [-> | I] Rv.
  - rewrite Rv. destruct (least l s) as [e |]; [| exists (k v s, r v); simpl; split; [reflexivity | lia]].
    destruct (_ || _) eqn:E; [exists e | exists (k v s, r v); simpl; split; [reflexivity | lia]]. split; [reflexivity |]. simpl.
    rewrite orb_true_iff, andb_true_iff, Z.ltb_lt, Z.eqb_eq, Z.leb_le in E. lia.
  - destruct (IH I Rv) as (e & -> & B). destruct (R u s); [| eauto].
    destruct (_ || _) eqn:E; [eauto |]. exists (k u s, r u). split; [reflexivity |]. simpl in *.
    rewrite orb_false_iff, andb_false_iff, Z.ltb_ge, Z.eqb_neq, Z.leb_gt in E. lia.
Qed.

Context (l : list V).
Definition covered (s : St) : bool := existsb (fun v => R v s) l.
Definition credit_of (s : St) : Z := match least l s with Some e => fst e | None => 0 end.
Definition rank_of (s : St) : Z := match least l s with Some e => snd e | None => 0 end.

Lemma drops_below s kv rv w e d : drops s kv rv w (fst d) (snd d) -> below_or e d -> drops s kv rv w (fst e) (snd e).
Proof.
  unfold drops, below_or. destruct owners.
  - intros [H | [H [B | L]]] [K | [K M]]; try (left; lia); right; (split; [lia |]); [auto | right; lia].
  - intros [H | [H [B | [B N]]]] [K | [K M]]; try (left; lia); right; (split; [lia |]); [left; lia |].
    destruct (Z.eq_dec (snd e) rv); [right; auto | left; lia].
Qed.

Definition leads_on (D : St -> Prop) (v : V) (s : St) (w : Z) (t : St) : Prop :=
  D t \/ exists u, In u l /\ R u t = true /\ drops s (k v s) (r v) w (k u t) (r u).

Theorem least_measured (D : St -> Prop) :
  (forall v s, In v l -> R v s = true -> turn g s = x ->
    move g s (Over x) \/ exists w t, move g s (To w t) /\ leads_on D v s w t) ->
  (forall v s, In v l -> R v s = true -> turn g s = other x -> forall c, move g s (Over c) -> c = x) ->
  (forall v s, In v l -> R v s = true -> turn g s = other x -> forall w t, move g s (To w t) -> leads_on D v s w t) ->
  measured g weigh owners bad x D (fun s => covered s = true) credit_of rank_of.
Proof.
  intros M E T.
  assert (forall s, covered s = true -> exists v, In v l /\ R v s = true /\ credit_of s = k v s /\ rank_of s = r v) as C.
  { intros s H. apply existsb_exists in H as (v & I & Rv). destruct (least_le l s v I Rv) as (e & L & _).
    destruct (least_some l s e L) as (u & J & Ru & ->). exists u. unfold credit_of, rank_of. rewrite L. auto. }
  assert (forall v s w t, credit_of s = k v s -> rank_of s = r v -> leads_on D v s w t ->
    D t \/ (covered t = true /\ falls g weigh owners bad credit_of rank_of s w t)) as F.
  { intros v s w t Ks Rs [H | (u & I & Ru & H)]; [auto | right]. split; [apply existsb_exists; eauto |].
    destruct (least_le l t u I Ru) as (e & L & B). pose proof (drops_below s _ _ w e (k u t, r u) H B) as G.
    unfold falls. unfold drops in G. rewrite <- Ks, <- Rs in G.
    assert (credit_of t = fst e /\ rank_of t = snd e) as [-> ->] by (unfold credit_of, rank_of; rewrite L; auto). exact G. }
  split.
  - intros s H Tu. destruct (C s H) as (v & I & Rv & Ks & Rs). destruct (M v s I Rv Tu) as [O | (w & t & Mv & G)]; [auto |].
    right. exists w, t. eauto.
  - intros s H Tu. destruct (C s H) as (v & I & Rv & _). exact (E v s I Rv Tu).
  - intros s H Tu w t Mv. destruct (C s H) as (v & I & Rv & Ks & Rs). eauto.
Qed.
End Least.
