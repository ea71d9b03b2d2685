(** Plain play: the states of a game that remembers which match accepted nodes are won.  "Plain play" in docs/games-why.md
    is the argument on paper. *)

Require Import List NArith ZArith Lia Bool.
Require Import Cycles Sets Board Rules Claims Grid Exec Measures Judging Walls Life Statics Finite Breath Regions Filling Secured Least
  Checker Patterns Owning Standing Covers Areas Patterned Remembering Plain Bans.
Import ListNotations.

Section Sound.
Context (a : arena) (x : colour) (w : lifting) (o : purpose).
Notation f := (frame_of (grid a)).
Notation y := (other x).
Notation weighs := (prisoners_count a).
Notation own := (owners a x).
Notation G := (remembering a w o).
Notation all_bad := (fun _ : remembered => True).
Notation stands := (Standing.stands a x).
Hypothesis walls_apart : forall k q, mem q (wall a k) -> ~ mem q (locale a).
Hypothesis units_apart : forall U V q, In U (units a) -> In V (units a) -> mem q U -> mem q V -> U = V.
Hypothesis never : end_of_play (rules a) = Never.
Hypothesis once_only : dead_means (rules a) = CapturedOnce.
Hypothesis ko_fits : ko (rules a) = match w with NoBan => NoKo | _ => Basic end.

(** *** What is forgotten changes nothing else. *)
Lemma gone_settle t q : mem q (gone (settle o t)) -> mem q (gone t).
Proof. unfold settle. destruct o; simpl; auto. intros H; destruct (mem_0 _ H). Qed.
Lemma gone_kept t : o <> ToOwn -> gone (settle o t) = gone t.
Proof. unfold settle. destruct o; simpl; congruence. Qed.

Lemma stays_settle t c q : stays a w (settle o t) c q = stays a w t c q.
Proof. destruct w, c; reflexivity. Qed.
Lemma stays_pass t c q : stays a w (pass a t) c q = stays a w t c q.
Proof. destruct w, c; reflexivity. Qed.

(** *** The measure. *)
Lemma lower_drops (bad : remembered -> Prop) b n u k v (s : remembered) (t : remembered) :
  (own = true -> b = true -> bad s) -> (own = false -> b = false -> ~ bad s) -> lower a x (base n) b k (base u) = true ->
  (tally a x (fst t) - tally a x (fst s) - k <= (if own then - weight weighs v else weight weighs v))%Z ->
  drops G weighs own bad s (value a x (base n) (fst s)) (order (base n)) v (value a x (base u) (fst t)) (order (base u)).
Proof.
  unfold lower, obeys, drops, value. fold (tally a x (fst s)) (tally a x (fst t)).
  rewrite orb_true_iff, andb_true_iff, Z.ltb_lt, Z.eqb_eq. destruct own.
  - intros Bo _ [H | [H R]] W; [left; lia |].
    destruct (Z.eq_dec (height (base u) + tally a x (fst t)) (height (base n) + tally a x (fst s) - weight weighs v)) as [E | E]; [right | left; lia].
    split; [exact E |]. apply orb_true_iff in R as [R | R]; [left; auto | right; apply Z.ltb_lt, R].
  - intros _ Ba [H | [H R]] W; [left; lia |].
    destruct (Z.eq_dec (height (base u) + tally a x (fst t)) (height (base n) + tally a x (fst s) + weight weighs v)) as [E | E]; [right | left; lia].
    split; [exact E |]. rewrite orb_true_iff, andb_true_iff, Z.ltb_lt, Z.eqb_eq, negb_true_iff in R.
    destruct R as [R | [R R']]; [left; exact R | right; auto].
Qed.

Lemma tally_settle t : tally a x (settle o t) = tally a x t.
Proof. unfold tally. destruct x; reflexivity. Qed.

Lemma takes_last_dec s p t : {takes_last a s p t} + {~ takes_last a s p t}.
Proof. destruct (takes_last_b a s t (take f a s p)) eqn:E; [left | right]; rewrite <- takes_last_spec; congruence. Qed.

Hypothesis aims : own = true \/ capture_ends o.
Hypothesis single : o = ToOwn -> exists U, units a = [U].

Lemma settle_stands r t : stands r t -> stands r (settle o t).
Proof.
  intros [A B C D E F H]. split; [exact A | exact B | exact C | reflexivity | | |].
  - unfold as_gone in *. destruct own eqn:Ow; rewrite mem_subset in *.
    + intros q Q. apply E, gone_settle, Q.
    + intros q Q. rewrite gone_kept; [apply E, Q |]. intros K. destruct aims as [Z | Z]; [discriminate |]. rewrite K in Z. exact Z.
  - destruct x; exact F.
  - destruct x; exact H.
Qed.

Lemma firm_settle h t : firm a x h t -> firm a x h (settle o t).
Proof.
  intros (A & B & C). split; [exact A | split; [exact B |]]. intros q Q. destruct (C q Q) as [W | (e & I & (V & V' & N) & L)]; [left; exact W | right].
  exists e. split; [exact I | split; [| exact L]].
  assert (forall z R, vital a x (kept h) t z R -> vital a x (kept h) (settle o t) z R) as K.
  { intros z R [V1 V2 V3 V4 V5]. split; [exact V1 | exact V2 | exact V3 | exact V4 | exact V5]. }
  split; [apply K, V | split; [apply K, V' | exact N]].
Qed.

Lemma held_settle h t : held a x h t -> held a x h (settle o t).
Proof.
  intros [En Fi]. split; [| apply firm_settle, Fi]. destruct En as [(E & U & I & F & q & Q & N) | E]; [left | right; exact E].
  split; [exact E |]. exists U. split; [exact I | split; [exact F |]]. exists q. split; [exact Q |]. intros K. apply N, gone_settle, K.
Qed.

(** *** Units that were not taken stand. *)
Lemma left_spec s : unit_left a x s = true <-> (own = true ->
  (forall U, In U (units a) -> (forall q, mem q U -> stone s (owner a) q) \/ (forall q, mem q U -> mem q (gone s))) /\
  exists q, mem q (all_units a) /\ ~ mem q (gone s)).
Proof.
  unfold unit_left. destruct own; simpl; [| split; [discriminate | reflexivity]].
  rewrite andb_true_iff, forallb_forall, negb_true_iff. split.
  - intros [A B] _. split.
    + intros U I. specialize (A U I). rewrite orb_true_iff, !mem_subset in A. exact A.
    + assert (some (N.ldiff (all_units a) (gone s)) = true) as K by (unfold some; unfold subset in B; rewrite B; reflexivity).
      apply some_spec in K as (q & K). apply mem_ldiff in K. eauto.
  - intros H. destruct (H eq_refl) as [A (q & Q & N)]. split.
    + intros U I. rewrite orb_true_iff, !mem_subset. exact (A U I).
    + apply not_true_iff_false. rewrite mem_subset. intros K. exact (N (K q Q)).
Qed.

Lemma left_play s p t : unit_left a x s = true -> (o = ToOwn -> forall q, ~ mem q (gone s)) -> played a s p t ->
  (own = true -> ~ takes_last a s p t) -> unit_left a x (settle o t) = true.
Proof.
  rewrite !left_spec. intros H Z P La Ow. destruct (H Ow) as [A (q0 & Q0 & N0)]. specialize (La Ow).
  assert (exists q, mem q (all_units a) /\ ~ mem q (gone t)) as (q1 & Q1 & N1).
  { destruct (mem_dec q0 (gone t)) as [K | K]; [| eauto]. apply (gone_after _ _ _ _ P) in K as [K | (U & I & _ & K)]; [destruct (N0 K) |].
    destruct (subset (all_units a) (gone t)) eqn:E.
    - exfalso. apply La. split; [eauto |]. rewrite mem_subset in E. intros V r J R. apply E, all_units_spec. eauto.
    - assert (some (N.ldiff (all_units a) (gone t)) = true) as S by (unfold some; unfold subset in E; rewrite E; reflexivity).
      apply some_spec in S as (q & S). apply mem_ldiff in S. eauto. }
  split; [| exists q1; split; [exact Q1 | intros K; apply N1, gone_settle, K]].
  intros U I. destruct (A U I) as [K | K].
  - destruct (either_colour (mover s) (owner a)) as [E | E].
    + left. intros q Q. change (stone t (owner a) q). rewrite E. apply (mine_after a s t p P). left. rewrite <- E. exact (K q Q).
    + assert (mover s = attacker a) as Mo by (unfold attacker; rewrite E, other_other; reflexivity).
      destruct (some (N.land U (take f a s p))) eqn:T.
      * apply some_spec in T as (q & T). apply mem_land in T as [Q T]. apply take_spec in T. right.
        assert (takes_of a U s p) as TU by (split; [exact once_only | split; [exact Mo | eauto]]).
        assert (o <> ToOwn) as No.
        { intros To. destruct (single To) as (V & EV). rewrite EV in I. destruct I as [<- | []]. apply La. split; [exists V; rewrite EV; simpl; auto |].
          intros U' r I R. rewrite EV in I. destruct I as [<- | []]. apply (gone_after _ _ _ _ P). right. exists V. rewrite EV. simpl. auto. }
        intros r R. rewrite (gone_kept t No). apply (gone_after _ _ _ _ P). right. eauto.
      * left. intros q Q. change (stone t (owner a) q). rewrite E. apply (theirs_after a s t p P). rewrite <- E. split; [exact (K q Q) |].
        intros K'. apply (proj1 (some_not _) T q). apply mem_land. split; [exact Q | apply take_spec, K'].
  - right. intros q Q. destruct o; [destruct (Z eq_refl q (K q Q)) | |]; apply (gone_after _ _ _ _ P); auto.
Qed.

Lemma left_pass s : unit_left a x s = true -> (o = ToOwn -> forall q, ~ mem q (gone s)) -> unit_left a x (settle o (pass a s)) = true.
Proof.
  rewrite !left_spec. intros H Z Ow. destruct (H Ow) as [A (q0 & Q0 & N0)]. split.
  - intros U I. destruct (A U I) as [K | K].
    + left. intros q Q. specialize (K q Q). destruct (owner a); exact K.
    + right. intros q Q. specialize (K q Q). destruct o; [destruct (Z eq_refl q K) | exact K | exact K].
  - exists q0. split; [exact Q0 |]. intros K. apply N0. exact (gone_settle (pass a s) q0 K).
Qed.

(** The attacker does not own a point of each. *)
Lemma left_kept s : unit_left a x s = true -> own = true -> inside a Black s -> ~ attacker_owns a s.
Proof.
  rewrite left_spec. intros H Ow Ins O. destruct (H Ow) as [A (q & Q & N)]. apply all_units_spec in Q as (U & I & Q).
  destruct (A U I) as [K | K]; [| exact (N (K q Q))]. destruct (O U I) as (p & P & B). specialize (K p P).
  pose proof (inside_any a (owner a) s Ins) as [_ D]. destruct B as [B | (B & _)]; [exact (D p K B) |].
  apply (empty_split a (owner a)) in B. tauto.
Qed.

(** *** What is so of all states. *)
Record proper_state (s : remembered) : Prop := ProperState {
  p_ban : ban (fst s) = None;
  p_left : unit_left a x (fst s) = true;
  p_gone : o = ToOwn -> forall q, ~ mem q (gone (fst s));
  p_lasting : waits_b w = true -> forall c q, mem q (part (bans (snd s)) c) -> stays a w (fst s) c q = true;
  p_freed : w <> OnceForEachKo -> forall c q, ~ mem q (part (freed (snd s)) c)
}.

Lemma sound_b_spec s : sound_b a x w o s = true <-> proper_state s.
Proof.
  unfold sound_b. rewrite !andb_true_iff. split.
  - intros [[[[A B] C] D] E]. split.
    + destruct (ban (fst s)); [discriminate | reflexivity].
    + exact B.
    + intros -> q. apply empty_iff. exact C.
    + intros W c q Q. unfold lasting_b in D. rewrite W in D. simpl in D. rewrite !andb_true_iff, !forallb_forall in D.
      destruct D as (D1 & D2 & _). destruct c; [apply D1 | apply D2]; apply elements_spec, Q.
    + intros W c q. unfold freed_b in E. destruct w; try congruence;
        (apply andb_true_iff in E as [E1 E2]; rewrite empty_iff in E1, E2; destruct c; [apply E1 | apply E2]).
  - intros [A B C D E]. rewrite A. split; [split; [split; [split; [reflexivity | exact B] |] |] |].
    + destruct o; try reflexivity. apply empty_iff. exact (C eq_refl).
    + unfold lasting_b. destruct (waits_b w); [| reflexivity]. simpl. rewrite !andb_true_iff, !forallb_forall.
      split; [| split; [| reflexivity]]; intros q Q; apply D; auto; apply elements_spec, Q.
    + unfold freed_b. destruct w; try reflexivity;
        (apply andb_true_iff; split; apply empty_iff; [apply (E ltac:(discriminate) Black) | apply (E ltac:(discriminate) White)]).
Qed.

Lemma proper_play s p t : proper_state s -> played a (fst s) p t -> (own = true -> ~ takes_last a (fst s) p t) ->
  proper_state (to_state a o s t (bans_after_play a w s t) (freed (snd s))).
Proof.
  intros [A B C D E] P La. split; simpl.
  - reflexivity.
  - exact (left_play (fst s) p t B C P La).
  - intros ->. simpl. exact mem_0.
  - intros W c q Q. rewrite stays_settle. destruct (either_colour (mover (fst s)) c) as [-> | ->].
    + apply play_own in Q. tauto.
    + apply play_other in Q. tauto.
  - exact E.
Qed.

Lemma proper_pass s k : proper_state s ->
  proper_state (to_state a o s (pass a (fst s)) (bans_after_pass w s k) (freed_after_pass w s k)).
Proof.
  intros [A B C D E]. split; simpl.
  - reflexivity.
  - exact (left_pass (fst s) B C).
  - intros ->. simpl. exact mem_0.
  - intros W c q Q. rewrite stays_settle, stays_pass. destruct (either_colour (mover (fst s)) c) as [-> | ->].
    + apply pass_own in Q. apply D; tauto.
    + apply pass_other in Q. apply D; tauto.
  - intros W c q Q. destruct (either_colour (mover (fst s)) c) as [-> | ->].
    + apply freed_own in Q as [Q | [Q _]]; [exact (E W _ q Q) | auto].
    + rewrite freed_other in Q. exact (E W _ q Q).
Qed.

Notation view n := (shape (base n)).

(** *** What the memory of a state must be. *)
Record memory_matches (n : plain_node) (s : remembered) : Prop := MemoryMatches {
  on_x : waits_b w = true -> forall q, mem q (part (bans (snd s)) x) -> mem q (zone (view n)) -> mem q (on_winner n);
  on_x_now : w = ForATurn -> forall p, chooses (base n) = Some (Plays p) -> ~ mem p (part (bans (snd s)) x);
  on_y : forall q, mem q (on_loser n) -> mem q (part (bans (snd s)) y) /\ ~ mem q (part (freed (snd s)) y) /\ waits_b w = true;
  on_y_now : forall q, ban (face (view n)) = Some q -> mem q (part (bans (snd s)) y) /\ w <> NoBan;
  would_wait : brief n = false -> w <> ForATurn /\ (w = OnceForEachKo -> forall q, ~ mem q (part (freed (snd s)) y))
}.

Lemma bans_match_spec n s : bans_match x w n s = true <-> memory_matches n s.
Proof.
  unfold bans_match. rewrite !andb_true_iff, !orb_true_iff, negb_true_iff, !mem_subset, empty_iff. split.
  - intros [[[[A B] [C C']] D] E]. split.
    + intros W q Q Z. destruct A as [A | A]; [congruence |]. apply A, mem_land. auto.
    + intros -> p H. rewrite H, negb_true_iff in B. unfold mem. congruence.
    + intros q Q. pose proof (C q Q) as K. apply mem_ldiff in K as [K1 K2]. split; [exact K1 | split; [exact K2 |]].
      destruct C' as [C' | C']; [exact C' | destruct (C' q Q)].
    + intros q H. rewrite H, andb_true_iff in D. destruct D as [D1 D2]. split; [exact D1 |]. intros ->. discriminate.
    + intros H. destruct E as [E | E]; [congruence |]. split; [intros ->; discriminate |]. intros ->. apply empty_iff, E.
  - intros [A B C D E]. split; [split; [split; [split |] |] |].
    + destruct (waits_b w) eqn:W; [right | left; reflexivity]. intros q Q. apply mem_land in Q as [Q Z]. exact (A eq_refl q Q Z).
    + destruct w; try reflexivity. destruct (chooses (base n)) as [[p |] |]; try reflexivity. apply negb_true_iff, not_true_iff_false.
      exact (B eq_refl p eq_refl).
    + split; [intros q Q; apply mem_ldiff; specialize (C q Q); tauto |]. destruct (waits_b w) eqn:W; [auto | right].
      intros q Q. destruct (C q Q) as (_ & _ & K). discriminate.
    + destruct (ban (face (view n))) as [q |]; [| reflexivity]. destruct (D q eq_refl) as [D1 D2]. rewrite D1. destruct w; auto.
    + destruct (brief n); [auto | right]. destruct (E eq_refl) as [E1 E2]. destruct w; try reflexivity; [congruence |].
      apply empty_iff. exact (E2 eq_refl).
Qed.

Lemma plain_matches_spec n s : form a (view n) ->
  (plain_matches f a x w o n s = true <-> stands (view n) (fst s) /\ proper_state s /\ memory_matches n s).
Proof.
  intros F. unfold plain_matches, stands_b.
  rewrite !andb_true_iff, (same_on_spec a x _ _ F), same_colour_spec, negb_true_iff, !N.leb_le, bans_match_spec,
    sound_b_spec. change (breathing_in f a (fst s)) with (breathing_b a (fst s)). rewrite breathing_b_spec.
  split; [intros [[[[[[[A B] C] D] E] [H I]] P] M]; split; [split; assumption | auto] |]. intros ([A B C D E H I] & P & M). auto 12.
Qed.

Lemma memory_covered A B k u T : bans_cover A B k u = true ->
  (waits_b w = true -> forall q, mem q (part (bans (snd T)) x) -> mem q (zone (view u)) -> mem q A) ->
  (w = ForATurn -> forall p, chooses (base u) = Some (Plays p) -> ~ mem p (part (bans (snd T)) x)) ->
  (forall q, mem q B -> mem q (on_loser u) -> mem q (part (bans (snd T)) y) /\ ~ mem q (part (freed (snd T)) y) /\ waits_b w = true) ->
  (forall q, ban (face (view u)) = Some q -> mem q (part (bans (snd T)) y) /\ w <> NoBan) ->
  (k = false -> w <> ForATurn /\ (w = OnceForEachKo -> forall q, ~ mem q (part (freed (snd T)) y))) -> memory_matches u T.
Proof.
  unfold bans_cover. rewrite !andb_true_iff, !mem_subset. intros [[C1 C2] C3] X X' Y Y' K. split; auto.
  - intros W q Q Z. apply C2, mem_land. auto.
  - intros E. apply K. destruct k; [simpl in C3; congruence | reflexivity].
Qed.

(** *** Unconditionally alive stones. *)
Context (hs : list hint).
Definition living (s : remembered) : bool := existsb (held_b f a x (fst s)) hs && sound_b a x w o s.

Lemma living_spec s : living s = true <-> (exists h, In h hs /\ held a x h (fst s)) /\ proper_state s.
Proof.
  unfold living. rewrite andb_true_iff, existsb_exists, sound_b_spec. apply and_iff_compat_r.
  split; intros (h & I & H); exists h; (split; [exact I | apply held_b_spec, H]).
Qed.

Lemma living_own s : living s = true -> own = true /\ x = owner a.
Proof.
  intros H. apply living_spec in H as [(h & _ & [[(E & _) | (_ & E & _)] _]) _]; [| congruence].
  split; [apply own_spec, E | exact E].
Qed.

Lemma living_not_last s p t : living s = true -> mover (fst s) = y -> played a (fst s) p t -> ~ takes_last a (fst s) p t.
Proof.
  intros H T P. apply living_spec in H as [(h & _ & [En Fi]) _].
  exact (not_last a x (kept h) units_apart (fst s) p t T P (firm_safe a x h (fst s) Fi) En).
Qed.

Lemma living_pass s k : living s = true -> living (to_state a o s (pass a (fst s)) (bans_after_pass w s k) (freed_after_pass w s k)) = true.
Proof.
  rewrite !living_spec. intros [(h & I & H) P]. split; [| apply proper_pass, P]. exists h. split; [exact I |].
  exact (held_settle h _ (held_pass a x h (fst s) H)).
Qed.

Lemma living_measured : measured G weighs own all_bad x (fun _ => False) (fun s => living s = true) (fun s => own_size a x (fst s)) (fun _ => 0%Z).
Proof.
  assert (forall t : position, own_size a x (settle o t) = own_size a x t) as Os by (intros t; unfold own_size; destruct x; reflexivity).
  assert (forall s k, living s = true -> falls G weighs own all_bad (fun s => own_size a x (fst s)) (fun _ => 0%Z) s 0
    (to_state a o s (pass a (fst s)) (bans_after_pass w s k) (freed_after_pass w s k))) as Pa.
  { intros s k H. destruct (living_own s H) as [E _]. unfold falls. rewrite E. right. split; [| left; exact I]. simpl. rewrite Os.
    assert (weight weighs 0 = 0%Z) as -> by (unfold weight; destruct weighs; reflexivity).
    unfold own_size. destruct x; simpl; lia. }
  split.
  - intros s H _. right. destruct (passes_some w s) as (k & K). exists 0%Z. eexists. split; [exact (one_pass a w o s k K) |].
    right. split; [apply living_pass, H | apply Pa, H].
  - intros s H T c M. simpl in T. inversion M as [| p t P Fo Ce La |]; subst. destruct (living_not_last s p t H T P La).
  - intros s H T v t M. simpl in T. destruct (living_own s H) as [E Xo]. right. inversion M as [p t' P Fo La | | k K]; subst.
    + split.
      * apply living_spec in H as H'. destruct H' as [(h & I & Hh) Pr]. apply living_spec. split.
        -- exists h. split; [exact I |]. exact (held_settle h t' (held_after a x walls_apart units_apart h (fst s) p t' T P Hh)).
        -- apply (proper_play s p t' Pr P). intros _. exact (living_not_last s p t' H T P).
      * unfold falls. rewrite E. right. split; [| left; exact I]. simpl. rewrite Os.
        unfold own_size, weight, lost. rewrite T, other_other, Xo. destruct weighs; [| lia].
        destruct (owner a); simpl; lia.
    + split; [apply living_pass, H | apply Pa, H].
Qed.
End Sound.
