(** Every chain has a liberty, and keeps having one; what is enough for a play to be legal; plays of the side that has
    firm stones, away from the regions that these need. *)

Require Import List NArith ZArith Lia Bool.
Require Import Cycles Sets Board Rules Claims Grid Exec Measures Judging Walls Life Statics Finite.
Import ListNotations.

Definition breathing_in (f : frame) (a : arena) (s : position) : bool :=
  inside_b a s && forallb (fun k => forallb (breathes_b f a s k) (elements (stones s k))) [Black; White].

Section Breath.
Context (a : arena).
Notation f := (frame_of (grid a)).
Notation adj := (adj (grid a)).
Notation linked := (linked (grid a)).
Hypothesis walls_apart : forall k q, mem q (wall a k) -> ~ mem q (locale a).

(** All chains of both sides have a liberty or a wall, and no point has two stones. *)
Definition breathing (s : position) : Prop :=
  inside a Black s /\ forall k q, stone s k q -> breathes a s k q.

Definition breathing_b : position -> bool := breathing_in f a.

Lemma breathing_b_spec s : breathing_b s = true <-> breathing s.
Proof.
  unfold breathing_b, breathing_in, breathing. rewrite andb_true_iff, (inside_iff a Black), forallb_forall. apply and_iff_compat_l. split.
  - intros H k q Q. assert (In k [Black; White]) as I by (destruct k; simpl; auto). specialize (H k I).
    rewrite forallb_forall in H. apply breathes_spec; [exact Q |]. apply H, elements_spec, Q.
  - intros H k _. apply forallb_forall. intros q Q. apply elements_spec in Q. apply breathes_spec; auto.
Qed.

Lemma inside_any k s : inside a Black s -> inside a k s.
Proof.
  intros [A B]. split; [exact A |]. destruct k; [exact B |]. intros q K L. exact (B q L K).
Qed.

Lemma linked_more (A B : point -> Prop) p q : (forall r, linked A p r -> B r) -> linked A p q -> linked B p q.
Proof.
  intros H L. induction L as [p P | p q r L IH J R]; [apply here, H, here, P |].
  apply further with q; auto. apply H. apply further with q; auto.
Qed.

Lemma taken_chain s p q r : linked (stone s (other (mover s))) q r -> taken a s p r -> taken a s p q.
Proof.
  intros L [(u & U & J) N]. split.
  - exists u. split; [exact (linked_trans _ _ _ _ _ L U) | exact J].
  - intros (v & w & V & K & W). apply N. exists v, w. split; [| auto].
    exact (linked_trans _ _ _ _ _ (linked_sym _ _ _ _ L) V).
Qed.

Lemma breathes_without_dec p s k q : {breathes_without a (eq p) s k q} + {~ breathes_without a (eq p) s k q}.
Proof.
  destruct (mem_dec q (reach f (stones s k) (N.lor (N.clearbit (free a s) p) (wall a k)))) as [H | H];
    [left | right]; rewrite reach_spec in H.
  - destruct H as (u & v & L & J & V). exists u, v. split; [exact L | split; [exact J |]].
    apply mem_lor in V as [V | V]; [left | right; exact V]. apply mem_clearbit in V as [V N].
    split; [apply free_spec, V | congruence].
  - intros (u & v & L & J & V). apply H. exists u, v. split; [exact L | split; [exact J |]]. apply mem_lor.
    destruct V as [[V N] | V]; [left | right; exact V]. apply mem_clearbit. split; [apply free_spec, V | congruence].
Qed.

Section Play.
Context (s t : position) (p : point).
Hypothesis P : played a s p t.

Lemma mine_after q : stone t (mover s) q <-> stone s (mover s) q \/ q = p.
Proof. exact (own_stones _ _ _ _ P q). Qed.
Lemma theirs_after q : stone t (other (mover s)) q <-> stone s (other (mover s)) q /\ ~ taken a s p q.
Proof. exact (their_stones _ _ _ _ P q). Qed.

Lemma empty_stays r : empty a s r -> r <> p -> empty a t r.
Proof.
  intros E N. apply (empty_split a (mover s)) in E as (I & M & O). apply (empty_split a (mover s)).
  split; [exact I |]. split.
  - intros K. apply mine_after in K as [K | K]; auto.
  - intros K. apply theirs_after in K as [K _]. auto.
Qed.

Lemma empty_before r : empty a t r -> r <> p /\ (empty a s r \/ (stone s (other (mover s)) r /\ taken a s p r)).
Proof.
  intros E. apply (empty_split a (mover s)) in E as (I & M & O). split.
  - intros ->. apply M, mine_after. auto.
  - destruct (mem_dec r (stones s (other (mover s)))) as [K | K].
    + right. split; [exact K |]. destruct (mem_dec r (take f a s p)) as [T | T]; [apply take_spec, T |].
      exfalso. apply O, theirs_after. split; [exact K |]. rewrite <- take_spec. exact T.
    + left. apply (empty_split a (mover s)). split; [exact I | split; [| exact K]]. intros L. apply M, mine_after. auto.
Qed.

Lemma taken_empty r : inside a Black s -> taken a s p r -> empty a t r.
Proof.
  intros Ins T. pose proof T as [(u & L & _) _]. apply linked_ends in L as [L _].
  pose proof (inside_any (other (mover s)) s Ins) as [I D]. apply (empty_split a (mover s)).
  split; [eapply I, L |]. split.
  - intros K. apply mine_after in K as [K | ->].
    + rewrite other_other in D. exact (D r L K).
    + pose proof (on_empty _ _ _ _ P) as E. apply (empty_split a (mover s)) in E. tauto.
  - intros K. apply theirs_after in K. tauto.
Qed.

Lemma inside_played : inside a Black s -> inside a Black t.
Proof.
  intros Ins. pose proof (on_empty _ _ _ _ P) as E. apply (empty_split a (mover s)) in E as (I & M & O).
  pose proof (inside_any (mover s) s Ins) as [A B].
  assert (inside a (mover s) t) as [A' B'].
  { split.
    - intros k q K. destruct (either_colour (mover s) k) as [-> | ->].
      + apply mine_after in K as [K | ->]; eauto.
      + apply theirs_after in K as [K _]. eauto.
    - intros q K L. apply theirs_after in L as [L _]. apply mine_after in K as [K | ->]; [exact (B q K L) | exact (O L)]. }
  split; [exact A' |]. destruct (mover s); [exact B' |]. intros q K L. exact (B' q L K).
Qed.

Theorem breathing_after : breathing s -> breathing t.
Proof.
  intros [Ins Br]. split; [apply inside_played, Ins |]. intros k q Q.
  destruct (either_colour (mover s) k) as [-> | ->].
  - apply mine_after in Q as [Q | ->]; [| exact (no_suicide _ _ _ _ P)].
    destruct (Br _ _ Q) as (u & v & L & J & V).
    assert (linked (stone t (mover s)) q u) as L'.
    { revert L. apply linked_more. intros r R. apply linked_ends in R. apply mine_after. tauto. }
    destruct V as [[V _] | V]; [| exists u, v; split; [exact L' | split; [exact J | right; exact V]]].
    destruct (N.eq_dec v p) as [-> | N].
    2: exists u, v; split; [exact L' | split; [exact J | left; split; [apply empty_stays; assumption | intros []]]].
    destruct (no_suicide _ _ _ _ P) as (x & y & X & K & Y). exists x, y. split; [| split; [exact K | exact Y]].
    apply linked_trans with p; [| exact X]. apply further with u; [exact L' | exact J | apply mine_after; right; reflexivity].
  - apply theirs_after in Q as [Q N]. destruct (Br _ _ Q) as (u & v & L & J & V).
    assert (breathes_without a (eq p) s (other (mover s)) q) as (x & y & X & K & Y).
    { destruct (breathes_without_dec p s (other (mover s)) q) as [B | B]; [exact B |].
      destruct V as [[V _] | V]; [| exists u, v; auto].
      destruct (N.eq_dec v p) as [-> | Ne]; [| exists u, v; auto].
      destruct N. split; [exists u; auto | exact B]. }
    exists x, y. split; [| split; [exact K |]].
    + revert X. apply linked_more. intros r R. apply theirs_after. split; [apply linked_ends in R; tauto |].
      intros T. apply N. eapply taken_chain; eauto.
    + destruct Y as [[Y Ne] | Y]; [left | auto]. split; [| tauto]. apply empty_stays; auto.
Qed.
End Play.

Lemma breathing_pass s : breathing s -> breathing (pass a s).
Proof.
  intros [[A B] D]. split; [split |].
  - intros k q. rewrite stone_pass. apply A.
  - intros q. rewrite !stone_pass. apply B.
  - intros k q. rewrite stone_pass. intros Q. destruct (D k q Q) as (u & v & L & J & V). exists u, v.
    split; [revert L; apply linked_iff; intros; rewrite stone_pass; reflexivity | split; [exact J |]].
    destruct V as [[V W] | V]; [left | auto]. split; [| exact W]. exact V.
Qed.

Lemma breathing_move s w t : breathing s -> moves a s (To w t) -> breathing t.
Proof.
  intros B M. inversion M as [p t' P _ E | | | |]; subst; [eapply breathing_after; eauto | apply breathing_pass, B].
Qed.

(** *** What is enough for a play to be legal. *)
Lemma may_play s p : inside a Black s -> empty a s p -> (ban s = Some p -> (0 < threats s (mover s))%N) ->
  (exists q, adj p q /\ (empty a s q \/ mem q (wall a (mover s)) \/ taken a s p q \/
    (stone s (mover s) q /\ breathes_without a (eq p) s (mover s) q))) ->
  exists t, played a s p t.
Proof.
  intros Ins E N (q & J & Q). set (t := after f a s p (take f a s p)). exists t. apply played_spec.
  assert (forall r, stone t (mover s) r <-> stone s (mover s) r \/ r = p) as O.
  { intros r. unfold stone, t. rewrite after_own, mem_setbit. reflexivity. }
  assert (forall r, stone t (other (mover s)) r <-> stone s (other (mover s)) r /\ ~ taken a s p r) as Th.
  { intros r. unfold stone, t. rewrite after_opp, mem_ldiff, take_spec. reflexivity. }
  split; [apply allowed_spec; split; [exact E | exact N] | split; [| reflexivity]].
  apply breathes_spec; [apply O; auto |]. fold t.
  assert (forall r, empty a s r -> r <> p -> empty a t r) as St.
  { intros r R Ne. apply (empty_split a (mover s)) in R as (I & M & L). apply (empty_split a (mover s)).
    split; [exact I |]. rewrite O, Th. tauto. }
  assert (linked (stone t (mover s)) p p) as Lp by (apply here, O; auto).
  destruct Q as [Q | [Q | [Q | [Q (u & v & L & K & V)]]]].
  - exists p, q. split; [exact Lp | split; [exact J | left]]. split; [apply St; [exact Q |] | tauto].
    intros ->. unfold Board.adj in J. lia.
  - exists p, q. auto.
  - exists p, q. split; [exact Lp | split; [exact J | left]]. split; [| tauto].
    pose proof Q as [(u & L & _) _]. apply linked_ends in L as [L _].
    pose proof (inside_any (other (mover s)) s Ins) as [I D]. apply (empty_split a (mover s)). rewrite O, Th.
    split; [eapply I, L | split; [| tauto]]. intros [K | ->].
    + rewrite other_other in D. exact (D q L K).
    + apply (empty_split a (mover s)) in E. tauto.
  - exists u, v. split; [| split; [exact K |]].
    + apply linked_trans with q.
      * apply further with p; auto. apply O. auto.
      * revert L. apply linked_more. intros r R. apply O. apply linked_ends in R. tauto.
    + destruct V as [[V Ne] | V]; [left | auto]. split; [apply St; congruence | tauto].
Qed.

Lemma can_play s p : inside a Black s -> empty a s p -> ban s <> Some p ->
  (exists q, adj p q /\ (empty a s q \/ mem q (wall a (mover s)) \/ taken a s p q \/
    (stone s (mover s) q /\ breathes_without a (eq p) s (mover s) q))) ->
  exists t, played a s p t.
Proof. intros A B N. apply may_play; auto. intros K. destruct (N K). Qed.

(** *** A play of the side with firm stones, away from the regions of a hint. *)
Context (c : colour).

Section Own.
Context (h : hint) (s t : position) (p : point).
Hypothesis turn : mover s = c.
Hypothesis P : played a s p t.
Hypothesis away : forall e, In e (pairs h) -> ~ mem p (fst (snd e)) /\ ~ mem p (snd (snd e)).

Lemma vital_own X x R : (forall y, mem y X -> stone s c y) -> inside a c s ->
  ~ mem p R -> vital a c X s x R -> vital a c X t x R.
Proof.
  intros St [In D] N V. pose proof (mine_after s t p P) as O. pose proof (theirs_after s t p P) as Th. rewrite turn in O, Th. split.
  - apply (in_locale _ _ _ _ _ _ V).
  - intros q Q K. apply O in K as [K | ->]; [exact (no_own _ _ _ _ _ _ V q Q K) | auto].
  - apply (closed _ _ _ _ _ _ V).
  - destruct (room _ _ _ _ _ _ V) as (r & R' & F). exists r. split; [exact R' |]. intros K. apply Th in K. tauto.
  - intros q Q K. apply (eyes _ _ _ _ _ _ V q Q). intros F. apply K, Th. split; [exact F |].
    intros [(u & L & J) _]. rewrite turn in L. assert (mem u R) as U.
    { clear J K F. induction L as [q F | q r u L IH J F]; [exact Q |]. specialize (IH Q).
      destruct (closed _ _ _ _ _ _ V r u IH J) as [A | [A | [A _]]]; [exact A | |].
      - exfalso. exact (D u (St u A) F).
      - exfalso. exact (A (In (other c) u F)). }
    pose proof (on_empty _ _ _ _ P) as E. apply (empty_split a c) in E as (I & M & _).
    destruct (closed _ _ _ _ _ _ V u p U J) as [A | [A | [A _]]]; auto.
Qed.

Lemma firm_own : firm a c h s -> firm a c h t.
Proof.
  intros (Ins & St & Fi). pose proof (mine_after s t p P) as O. rewrite turn in O. split; [| split].
  - apply inside_any, (inside_played s t p P). destruct Ins as [A B]. split; [exact A |].
    destruct c; [exact B |]. intros q K L. exact (B q L K).
  - intros x X. apply O. auto.
  - intros x X. destruct (Fi x X) as [W | (e & E & (V & V' & D) & L)]; [left; exact W | right].
    destruct (away e E) as [A B]. exists e. split; [exact E | split; [| exact L]].
    split; [| split]; auto using vital_own.
Qed.
End Own.

(** Firm stones have a liberty besides any point. *)
Lemma firm_breath h s p x : firm a c h s -> mem x (kept h) -> breathes_without a (eq p) s c x.
Proof.
  intros F I. pose proof (firm_safe a c h s F) as S. destruct (two _ _ _ _ S x I) as [(y & r & L & J & W) | (R & R' & V & V' & D)].
  - exists y, r. split; [| auto]. revert L. apply linked_sub. intros q Q. apply (stand _ _ _ _ S), Q.
  - destruct (mem_dec p R) as [K | K]; [apply (vital_breath a c _ s p S x R' V') | apply (vital_breath a c _ s p S x R V)]; auto.
Qed.
End Breath.
