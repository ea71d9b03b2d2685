(** Bans that wait for a pass: when one stands, and what patterns say of it. *)

Require Import List NArith ZArith Lia Bool.
Require Import Cycles Sets Board Rules Claims Grid Exec Measures Judging Walls Life Statics Finite Breath Regions Patterns Standing
  Remembering Plain.
Import ListNotations.

Lemma keep_if_spec P A q : mem q (keep_if P A) <-> mem q A /\ P q = true.
Proof.
  unfold keep_if. rewrite <- (elements_spec A q). induction (elements A) as [| r l IH]; simpl.
  - split; [intros H; destruct (mem_0 _ H) | tauto].
  - destruct (P r) eqn:E; rewrite ?mem_setbit, IH; split.
    + intros [[H K] | ->]; auto.
    + intros [[-> | H] K]; auto.
    + tauto.
    + intros [[-> | H] K]; [congruence | auto].
Qed.

Lemma the_point_spec k q : mem q (the_point k) <-> k = Some q.
Proof.
  destruct k as [p |].
  - change (mem q (N.setbit 0 p) <-> Some p = Some q). rewrite mem_single. split; congruence.
  - split; [intros H; destruct (mem_0 _ H) | discriminate].
Qed.

Lemma part_own c A B : part (pair_of c A B) c = A.
Proof. destruct c; reflexivity. Qed.
Lemma part_other c A B : part (pair_of c A B) (other c) = B.
Proof. destruct c; reflexivity. Qed.

Section Bans.
Context (a : arena).
Notation f := (frame_of (grid a)).
Notation adj := (adj (grid a)).
Notation linked := (linked (grid a)).
Hypothesis walls_apart : forall k q, mem q (wall a k) -> ~ mem q (locale a).

Lemma with_turn_same s : ban s = None -> passed s = false -> with_turn s (mover s) = s.
Proof. destruct s; simpl. intros -> ->. reflexivity. Qed.

Lemma takes_in_ko_spec s c q : takes_in_ko a s c q = true <-> exists t k, played a (with_turn s c) q t /\ ban t = Some k.
Proof.
  unfold takes_in_ko. set (u := with_turn s c). set (t := after f a u q (take f a u q)). rewrite !andb_true_iff. split.
  - intros [[A B] K]. destruct (ban t) as [k |] eqn:E; [| discriminate]. exists t, k. split; [| exact E]. apply played_spec. auto.
  - intros (t' & k & P & K). apply played_spec in P as (A & B & ->). fold t in B, K. rewrite K. auto.
Qed.

(** A take in a ko stands alone, where no point was empty. *)
Lemma ko_alone s p t k : breathing a s -> played a s p t -> ban t = Some k ->
  (forall r, adj p r -> ~ stone s (mover s) r /\ ~ mem r (wall a (mover s)) /\ ~ empty a s r) /\
  (forall r, taken a s p r -> r = k).
Proof.
  intros [Ins Br] P K. apply (ban_after _ _ _ _ P) in K as [_ ((Tk & U) & Al & (e & _ & Ue))]. split; [| exact U].
  intros r J. destruct (Al r J) as [A1 A2]. split; [| split; [exact A2 |]].
  - intros Q. apply A1, (mine_after a s t p P). auto.
  - intros E. assert (r <> p) as Ne by (intros ->; exact (not_adj_self a _ J)).
    assert (adj p k /\ empty a t k) as [Jk Ek] by (exact (taken_next a s (conj Ins Br) p k t P U Tk)).
    assert (r = k) as ->. { rewrite (Ue r), (Ue k); auto. split; [exact J | exact (empty_stays a s t p P r E Ne)]. }
    destruct Tk as [(z & L & _) _]. apply linked_ends in L as [L _]. apply (empty_split a (mover s)) in E. tauto.
Qed.

Lemma shut_in_spec s c q : shut_in a s c q = true <->
  empty a s q /\ forall r, adj q r -> ~ stone s c r /\ ~ mem r (wall a c) /\ ~ empty a s r.
Proof.
  unfold shut_in. rewrite andb_true_iff, empty_iff. change (N.testbit (free a s) q = true) with (mem q (free a s)). rewrite free_spec.
  apply and_iff_compat_l. split.
  - intros H r J. assert (~ mem r (N.lor (free a s) (N.lor (stones s c) (wall a c)))) as K.
    { intros K. apply (H r), mem_land. rewrite around_spec. auto. }
    rewrite !mem_lor, free_spec in K. unfold stone. tauto.
  - intros H r K. apply mem_land in K as [J K]. apply around_spec in J. rewrite !mem_lor, free_spec in K. specialize (H r J). unfold stone in H. tauto.
Qed.

Lemma ko_shut s c q : breathing a s -> takes_in_ko a s c q = true -> shut_in a s c q = true.
Proof.
  intros B H. apply takes_in_ko_spec in H as (t & k & P & K). apply shut_in_spec.
  split; [exact (on_empty _ _ _ _ P) |]. exact (proj1 (ko_alone (with_turn s c) q t k B P K)).
Qed.

Context (w : lifting).

Lemma stays_shut s c q : breathing a s -> stays a w s c q = true -> shut_in a s c q = true.
Proof. intros B. unfold stays. destruct w; first [apply ko_shut; exact B | auto]. Qed.

Lemma ko_stays s c q : breathing a s -> takes_in_ko a s c q = true -> stays a w s c q = true.
Proof. intros B H. unfold stays. destruct w; first [exact H | apply ko_shut; assumption]. Qed.

(** A ban forbids what it is about. *)
Lemma forbids s p t : ban (fst s) = None -> passed (fst s) = false -> breathing a (fst s) ->
  mem p (part (bans (snd s)) (mover (fst s))) -> (waits_b w = true -> stays a w (fst s) (mover (fst s)) p = true) -> w <> NoBan ->
  played a (fst s) p t -> forbidden w s p t = true.
Proof.
  destruct s as [s m]. simpl. intros Bn Pa B M S Nb P. unfold forbidden. simpl. rewrite M. simpl.
  assert (takes_in_ko a s (mover s) p = true -> match ban t with Some _ => true | None => false end = true) as K.
  { intros H. apply takes_in_ko_spec in H as (t' & k & P' & K). rewrite (with_turn_same s Bn Pa) in P'.
    apply played_spec in P as (_ & _ & ->). apply played_spec in P' as (_ & _ & ->). rewrite K. reflexivity. }
  destruct w; simpl in S; auto; try congruence.
  specialize (S eq_refl). apply shut_in_spec in S as [_ S]. apply negb_true_iff, N.eqb_neq. intros E.
  destruct (no_suicide _ _ _ _ P) as (u & v & L & J & V).
  assert (forall z, linked (stone t (mover s)) p z -> z = p) as Al.
  { intros z H. remember p as p0 eqn:Ep in H |- *. induction H as [z Z | z z' r H IH Jz R]; [reflexivity |]. specialize (IH Ep). subst z'.
    apply (mine_after a s t p P) in R as [R | ->]; [| symmetry; exact Ep]. subst z. destruct (S r Jz) as (K1 & _). destruct (K1 R). }
  apply Al in L as ->. destruct (S v J) as (_ & K2 & K3). destruct V as [[V _] | V]; [| exact (K2 V)].
  apply (empty_before a s t p P) in V as (_ & [V | [V Tk]]); [exact (K3 V) |].
  unfold stone in V. rewrite <- E in V. apply (theirs_after a s t p P) in V as [_ V]. exact (V Tk).
Qed.

(** *** What a pattern says of bans. *)
Context (x : colour).

Lemma one_taken_ko r t q : form a r -> agrees x r t -> breathing a t -> one_taken f a x r q = true -> takes_in_ko a t (other x) q = true.
Proof.
  intros F A B H. unfold one_taken in H. rewrite !andb_true_iff in H. destruct H as [[Bl _] H].
  assert (form a (turned x r)) as F' by (destruct F as [F1 F2 F3 F4]; split; [exact F1 | exact F2 | exact F3 | exact F4]).
  set (v := turned x r) in *. set (s := with_turn t (other x)).
  assert (agrees x v s) as A' by exact A. assert (breathing a s) as B' by exact B.
  assert (mem q (blank v)) as Bl' by exact Bl. assert (mover s = mover (face v)) as Mo by reflexivity.
  destruct (sure_ban f a x v q) as [k |] eqn:E; [| discriminate].
  assert (legal_b f a x v q = true) as Le.
  { unfold sure_ban, sure_ban_e in E. unfold legal_b, legal_e. destruct (effect f a x v q) as [sr ls]. cbn [fst].
    destruct (bound_b a _ && one sr) eqn:O; [| discriminate]. apply andb_true_iff in O as [_ O]. apply one_spec in O as (z & Z & _).
    assert (some sr = true) as -> by (apply some_spec; eauto). reflexivity. }
  destruct (legal_plays a x v s F' A' B' q Bl' Mo) as (u & P); [discriminate | exact Le |].
  apply takes_in_ko_spec. exists u, k. split; [exact P |]. exact (sure_ban_spec a x walls_apart v s F' A' B' q Bl' Mo k u P E).
Qed.

Lemma one_taken_stays r t q : form a r -> agrees x r t -> breathing a t -> one_taken f a x r q = true -> stays a w t (other x) q = true.
Proof. intros F A B H. apply ko_stays; [exact B |]. apply (one_taken_ko r); assumption. Qed.

Lemma lapsed_ends r t q : form a r -> agrees x r t -> breathing a t -> mem q (zone r) -> lapsed f x r q = true -> stays a w t x q = true -> False.
Proof.
  intros F A B Z L S. apply stays_shut in S; [| exact B]. apply shut_in_spec in S as [E S].
  unfold lapsed in L. rewrite orb_true_iff, negb_true_iff, some_spec in L. destruct L as [L | (z & L)].
  - pose proof (empty_blank a x r t A q E Z) as K. unfold mem in K. congruence.
  - apply mem_land in L as [J L]. apply around_spec in J. destruct (S z J) as (K1 & _ & K3).
    apply mem_lor in L as [L | L]; [exact (K3 (blank_empty a x r t F A z L)) |].
    apply K1, (proj1 A); [exact (stones_in _ _ F x z L) | exact L].
Qed.

(** *** Bans after a play and after a pass. *)
Context (s : remembered).
Notation c := (mover (fst s)).
Notation m := (snd s).

Lemma play_own t q : mem q (part (bans_after_play a w s t) c) -> waits_b w = true /\ mem q (part (bans m) c) /\ stays a w t c q = true.
Proof.
  unfold bans_after_play, outlast. destruct w; rewrite part_own, ?keep_if_spec, ?mem_ldiff; simpl; try tauto; intros H; destruct (mem_0 _ H).
Qed.

Lemma play_own_back t q : waits_b w = true -> mem q (part (bans m) c) -> ~ mem q (part (freed m) c) -> stays a w t c q = true ->
  mem q (part (bans_after_play a w s t) c).
Proof.
  unfold bans_after_play, outlast. destruct w; rewrite part_own, ?keep_if_spec, ?mem_ldiff; simpl; try tauto; discriminate.
Qed.

Lemma play_other t q : mem q (part (bans_after_play a w s t) (other c)) ->
  (ban t = Some q \/ (waits_b w = true /\ mem q (part (bans m) (other c)))) /\ (waits_b w = true -> stays a w t (other c) q = true).
Proof.
  unfold bans_after_play. destruct w; rewrite part_other, ?keep_if_spec, ?mem_lor, the_point_spec; simpl; intuition discriminate.
Qed.

Lemma play_other_back t q : (waits_b w = true -> stays a w t (other c) q = true) ->
  (ban t = Some q \/ (waits_b w = true /\ mem q (part (bans m) (other c)))) -> mem q (part (bans_after_play a w s t) (other c)).
Proof.
  unfold bans_after_play. destruct w; rewrite part_other, ?keep_if_spec, ?mem_lor, the_point_spec; simpl; intuition discriminate.
Qed.

Lemma passes_some : exists k, In k (passes w s).
Proof.
  unfold passes. destruct w; try (exists None; left; reflexivity);
    (destruct (elements _) as [| q l]; [exists None; left; reflexivity | exists (Some q); left; reflexivity]).
Qed.

Lemma pass_of q : match w with EachRetake | OnceForEachKo | EachCapture => True | _ => False end -> mem q (part (bans m) c) ->
  ~ mem q (part (freed m) c) -> In (Some q) (passes w s).
Proof.
  intros W B N. unfold passes.
  assert (In q (elements (N.ldiff (part (bans m) c) (part (freed m) c)))) as I by (apply elements_spec, mem_ldiff; auto).
  destruct w; try tauto; destruct (elements _) as [| r l]; [destruct I | | destruct I | | destruct I |]; apply in_map; exact I.
Qed.

Lemma pass_own k q : mem q (part (bans_after_pass w s k) c) ->
  match w with EachRetake | OnceForEachKo | EachCapture => True | _ => False end /\ mem q (part (bans m) c) /\ k <> Some q /\
  (w = OnceForEachKo -> ~ mem q (part (freed m) c)).
Proof.
  unfold bans_after_pass, outlast. destruct w; try (rewrite part_own, !mem_ldiff, the_point_spec; intuition discriminate).
  - destruct c; simpl; intros H; destruct (mem_0 _ H).
  - destruct c; simpl; intros H; destruct (mem_0 _ H).
  - rewrite part_own. intros H; destruct (mem_0 _ H).
  - destruct (part (bans m) c =? 0)%N eqn:E; [apply N.eqb_eq in E; rewrite E | destruct c; simpl]; intros H; destruct (mem_0 _ H).
Qed.

Lemma pass_other k q : mem q (part (bans_after_pass w s k) (other c)) ->
  waits_b w = true /\ mem q (part (bans m) (other c)) /\ (both_b w = true -> forall r, ~ mem r (part (bans m) c)).
Proof.
  unfold bans_after_pass. destruct w; try (rewrite part_other; simpl; intuition discriminate).
  - destruct c; simpl; intros H; destruct (mem_0 _ H).
  - destruct c; simpl; intros H; destruct (mem_0 _ H).
  - destruct (part (bans m) c =? 0)%N eqn:E; [rewrite empty_iff in E; simpl; auto | destruct c; simpl; intros H; destruct (mem_0 _ H)].
Qed.

Lemma pass_other_back k q : waits_b w = true -> both_b w = false -> mem q (part (bans m) (other c)) ->
  mem q (part (bans_after_pass w s k) (other c)).
Proof. unfold bans_after_pass. destruct w; try discriminate; rewrite part_other; auto. Qed.

Lemma freed_own k q : mem q (part (freed_after_pass w s k) c) -> mem q (part (freed m) c) \/ (w = OnceForEachKo /\ k = Some q).
Proof. unfold freed_after_pass. destruct w; auto. rewrite part_own, mem_lor, the_point_spec. tauto. Qed.
Lemma freed_other k : part (freed_after_pass w s k) (other c) = part (freed m) (other c).
Proof. unfold freed_after_pass. destruct w; auto. apply part_other. Qed.
End Bans.
