(** Plain play: where the moves of a game that remembers lead to from a state that matches an accepted node. *)

Require Import List NArith ZArith Lia Bool.
Require Import Cycles Sets Board Rules Claims Grid Exec Measures Judging Walls Life Statics Finite Breath Regions Filling Secured Least
  Checker Patterns Owning Standing Covers Areas Patterned Remembering Plain Bans PlainCovers.
Import ListNotations.

Section Won.
Context (a : arena) (x : colour) (w : lifting) (o : purpose).
Notation f := (frame_of (grid a)).
Notation y := (other x).
Notation weighs := (prisoners_count a).
Notation own := (owners a x).
Notation G := (remembering a w o).
Notation stands := (Standing.stands a x).
Notation proper_state := (proper_state a x w o).
Notation view n := (shape (base n)).
Hypothesis walls_apart : forall k q, mem q (wall a k) -> ~ mem q (locale a).
Hypothesis units_apart : forall U V q, In U (units a) -> In V (units a) -> mem q U -> mem q V -> U = V.
Hypothesis never : end_of_play (rules a) = Never.
Hypothesis once_only : dead_means (rules a) = CapturedOnce.
Hypothesis ko_fits : ko (rules a) = match w with NoBan => NoKo | _ => Basic end.
Hypothesis aims : own = true \/ capture_ends o.
Hypothesis single : o = ToOwn -> exists U, units a = [U].

Notation memory_matches := (memory_matches x w).
Notation plain_matches_spec := (plain_matches_spec a x w o ko_fits aims single).

(** *** What was checked.  In the states of [ended] all is done already. *)
Context (l : list plain_node) (find : N -> option plain_node) (bad : pattern -> bool) (bad_state : remembered -> Prop).
Context (shut : pattern -> option point -> bool) (ended : remembered -> bool) (known : pattern -> Prop).
Notation leads_to := (leads_to a x bad).
Notation matches := (plain_matches f a x w o).
Hypothesis found : forall i u, find i = Some u -> In u l.
Hypothesis known_shape : forall n, In n l -> known (view n).
Hypothesis known_stay : forall n, In n l -> known (stay (view n)).
Hypothesis known_outcome : forall n p, In n l -> mem p (blank (view n)) -> known (outcome f a x (view n) p).
Hypothesis bad_owner : own = true -> forall v (s : remembered), form a v -> stands v (fst s) -> bad v = true -> bad_state s.
Hypothesis bad_attacker : own = false -> forall v (s : remembered), form a v -> stands v (fst s) -> bad v = false -> ~ bad_state s.
Hypothesis shut_sound : forall r may (s : remembered), known r -> shut r may = true -> stands r (fst s) -> proper_state s -> ended s = true.
Hypothesis checked : forall n, In n l -> check_plain f a x w bad find shut n = true.

Record good (n : plain_node) : Prop := Good {
  g_form : form a (view n);
  g_units : forall U q, In U (units a) -> mem q U -> mem q (zone (view n));
  g_support : supported_b f a x (view n) = true;
  g_bans : forall q, mem q (on_winner n) \/ mem q (on_loser n) -> mem q (blank (view n))
}.

Lemma check_good n : In n l -> good n.
Proof.
  intros I. specialize (checked n I). unfold check_plain in checked. rewrite !andb_true_iff, !mem_subset in checked.
  destruct checked as [[[[[A B] C] _] D] _]. split; [apply form_b_spec, A | | exact C |].
  - intros U q J Q. apply B, all_units_spec. eauto.
  - intros q Q. apply D, mem_lor, Q.
Qed.

Lemma check_mine n : In n l -> mover (face (view n)) = x -> own_move f a x w bad find shut n = true.
Proof.
  intros I E. specialize (checked n I). unfold check_plain in checked. rewrite (proj2 (same_colour_spec _ _) E), !andb_true_iff in checked. tauto.
Qed.
Lemma check_theirs n : In n l -> mover (face (view n)) = y -> their_move f a x w bad find shut n = true.
Proof.
  intros I E. specialize (checked n I). unfold check_plain in checked.
  assert (same_colour (mover (face (view n))) x = false) as K by (apply not_true_iff_false; rewrite same_colour_spec, E; apply other_ne).
  rewrite K, !andb_true_iff in checked. tauto.
Qed.

Lemma not_chosen n : In n l -> mover (face (view n)) = y -> chooses (base n) = None.
Proof.
  intros I E. pose proof (check_theirs n I E) as H. unfold their_move in H. destruct (chooses (base n)); [discriminate | reflexivity].
Qed.
Lemma no_ban_mine n : In n l -> mover (face (view n)) = x -> ban (face (view n)) = None.
Proof.
  intros I E. pose proof (check_mine n I E) as H. unfold own_move in H. destruct (ban (face (view n))); [discriminate | reflexivity].
Qed.
Lemma chosen_blank n p : In n l -> chooses (base n) = Some (Plays p) -> mem p (blank (view n)).
Proof.
  intros I C. destruct (either_colour x (mover (face (view n)))) as [E | E].
  - pose proof (check_mine n I E) as H. unfold own_move in H. rewrite C, !andb_true_iff in H. apply H.
  - rewrite (not_chosen n I E) in C. discriminate.
Qed.

Lemma leads_somewhere n cost r to may fit t T : known r -> leads_to find shut n cost r to may fit = true -> stands r t ->
  fst T = settle o t -> proper_state T ->
  ended T = true \/ exists u, In u l /\ stands (view u) (fst T) /\ fit u = true /\ lower a x (base n) (bad (view n)) cost (base u) = true /\
    mover (face (view u)) = mover (face r) /\ forall q, mem q (zone (view u)) -> mem q (zone r).
Proof.
  unfold leads_to, leads, follows, find_base. intros Kn H S E P. apply andb_true_iff in H as [H Fit]. destruct to as [| i].
  - left. apply (shut_sound r may T Kn H); [rewrite E; exact (settle_stands a x o aims r t S) | exact P].
  - right. destruct (find i) as [u |] eqn:Fu; [| discriminate]. simpl in H. exists u. apply found in Fu as J.
    rewrite !andb_true_iff, same_colour_spec in H. destruct H as [[[[[Mo W] Fi] Ag] _] Lo]. destruct (check_good u J) as [F _ _ _].
    split; [exact J | split; [| split; [exact Fit | split; [exact Lo | split; [exact Mo |]]]]].
    + rewrite E. apply (settle_stands a x o aims). destruct S as [S1 S2 S3 S4 S5 S6 S7]. unfold fits_b in Fi. rewrite andb_true_iff, !N.leb_le in Fi.
      split; [exact (within_agrees a x r _ t F W S1) | exact S2 | congruence | exact S4 | eapply (as_gone_trans a x); eauto | lia | lia].
    + unfold within_b in W. rewrite !andb_true_iff, mem_subset in W. apply W.
Qed.

Lemma drops_from n (F : form a (view n)) (s : remembered) (S : stands (view n) (fst s)) u k v (t : remembered) : lower a x (base n) (bad (view n)) k (base u) = true ->
  (tally a x (fst t) - tally a x (fst s) - k <= (if own then - weight weighs v else weight weighs v))%Z ->
  drops G weighs own bad_state s (value a x (base n) (fst s)) (order (base n)) v (value a x (base u) (fst t)) (order (base u)).
Proof. apply (lower_drops a x w o); intros; [apply (bad_owner H (view n)) | apply (bad_attacker H (view n))]; assumption. Qed.

Definition arrives (n : plain_node) (s : remembered) (v : Z) (t : remembered) : Prop :=
  ended t = true \/ exists u, In u l /\ matches u t = true /\
    drops G weighs own bad_state s (value a x (base n) (fst s)) (order (base n)) v (value a x (base u) (fst t)) (order (base u)).

(** *** The winner moves. *)
Lemma not_forbidden n s p t : In n l -> stands (view n) (fst s) -> proper_state s -> memory_matches n s -> mover (fst s) = x ->
  chooses (base n) = Some (Plays p) -> mem p (blank (view n)) ->
  negb (N.testbit (on_winner n) p) || no_retake f a x w (view n) p (effect f a x (view n) p) = true ->
  played a (fst s) p t -> forbidden w s p t = false.
Proof.
  intros I S Pr M T Ch Bl Nr P. pose proof S as [S1 S2 S3 _ _ _ _]. destruct (check_good n I) as [F _ _ _].
  apply not_true_iff_false. unfold forbidden. rewrite andb_true_iff, T. intros [Bn H].
  assert (mem p (zone (view n))) as Z by (apply blank_spec in Bl; tauto).
  destruct (waits_b w) eqn:W.
  - pose proof (on_x _ _ _ _ M W p Bn Z) as On. unfold mem in On. rewrite On in Nr. simpl in Nr.
    pose proof (p_lasting _ _ _ _ _ Pr W x p Bn) as St. apply (stays_shut a w _ _ _ S2), shut_in_spec in St as [_ St].
    unfold no_retake in Nr. apply orb_true_iff in Nr as [Nr | Nr].
    + apply some_spec in Nr as (r & R). apply mem_land in R as [J R]. apply around_spec in J. destruct (St r J) as (K1 & K2 & K3).
      rewrite !mem_lor in R. destruct R as [R | [R | R]]; [exact (K3 (blank_empty a x _ _ F S1 r R)) | | exact (K2 R)].
      apply K1, (proj1 S1); [exact (stones_in _ _ F x r R) | exact R].
    + assert (exists k, ban t = Some k) as (k & K) by (destruct w; try discriminate; destruct (ban t) as [k |]; try discriminate; eauto).
      destruct (ko_alone a (fst s) p t k S2 P K) as [_ U].
      assert (two (fst (effect f a x (view n) p)) = true) as Tw by (destruct w; try discriminate; exact Nr).
      apply two_spec in Tw as (q & r & Ne & Q & R). apply Ne.
      rewrite (U q), (U r); [reflexivity | |]; apply (sure_taken a x (view n) (fst s) F S1 S2 p S3); assumption.
  - destruct w; try discriminate.
    + destruct (ban t) as [k |] eqn:K; [| discriminate]. apply (ban_after _ _ _ _ P) in K as [[K _] _]. congruence.
    + exact (on_x_now _ _ _ _ M eq_refl p Ch Bn).
Qed.

Lemma own_arrives n s : In n l -> matches n s = true -> mover (fst s) = x ->
  steps a w o s (Over x) \/ exists v T, steps a w o s (To v T) /\ arrives n s v T.
Proof.
  intros I M T. pose proof (check_good n I) as [F Un Su Ba].
  apply (plain_matches_spec n s F) in M as (S & Pr & M). pose proof S as [S1 S2 S3 S4 S5 S6 S7].
  assert (mover (face (view n)) = x) as E by congruence.
  pose proof (no_ban_mine n I E) as Nb. pose proof (check_mine n I E) as H. unfold own_move in H. rewrite Nb in H. simpl in H.
  apply andb_true_iff in H as [H _]. destruct (chooses (base n)) as [[p |] |] eqn:Ch; [| | discriminate].
  - apply andb_true_iff in H as [Bl H]. change (mem p (blank (view n))) in Bl. unfold own_play in H.
    rewrite !andb_true_iff in H. destruct H as [[Le Nr] H].
    destruct (legal_plays a x (view n) (fst s) F S1 S2 p Bl S3) as (t & P); [rewrite (p_ban _ _ _ _ _ Pr); discriminate | exact Le |].
    pose proof (not_forbidden n s p t I S Pr M T Ch Bl Nr P) as Fo.
    destruct (takes_last_dec a (fst s) p t) as [La | La].
    { left. destruct (takes_attacker a (fst s) p t La) as [Ta _]. assert (x = attacker a) as Xa by congruence. rewrite Xa.
      assert (capture_ends o) as Ce.
      { destruct aims as [K | K]; [| exact K]. apply own_spec in K. exfalso. apply (owner_not_attacker a). congruence. }
      exact (last_capture a w o s p t P Fo Ce La). }
    right. exists (lost a (fst s) t), (to_state a o s t (bans_after_play a w s t) (freed (snd s))).
    split; [apply (one_play a w o s p t P Fo); tauto |].
    destruct (captures_e a x (view n) (effect f a x (view n) p)) eqn:Ca.
    { destruct (La (captures_last a x walls_apart (view n) (fst s) p t F S Bl Un P T Ca)). }
    apply andb_true_iff in H as [H _].
    set (r := outcome f a x (view n) p) in *. change (outcome_e a (view n) p (effect f a x (view n) p)) with r in H.
    assert (stands r t) as St.
    { apply (stands_outcome a x walls_apart (view n) (fst s) p t F S Bl Un P); [auto | rewrite (p_ban _ _ _ _ _ Pr); discriminate |].
      rewrite Nb. discriminate. }
    assert (form a r) as Fr by (exact (form_outcome a x (view n) (fst s) F p Bl S3)).
    assert (proper_state (to_state a o s t (bans_after_play a w s t) (freed (snd s)))) as Pt.
    { exact (proper_play a x w o once_only ko_fits aims single s p t Pr P (fun _ => La)). }
    destruct (leads_somewhere n _ r _ None _ t (to_state a o s t (bans_after_play a w s t) (freed (snd s))) (known_outcome n p I Bl) H St eq_refl Pt) as [Li | (u & J & Su' & Fit & Lo & Mu & Zu)].
    { left. exact Li. }
    right. exists u. split; [exact J | split].
    + destruct (check_good u J) as [Fu _ _ _]. apply (plain_matches_spec u _ Fu). split; [exact Su' | split; [exact Pt |]].
      apply andb_true_iff in Fit as [Fb Fc].
      assert (mover t = y) as Mt by (rewrite (mover_after _ _ _ _ P), T; reflexivity).
      assert (forall q, one_taken f a x r q = true -> stays a w t y q = true) as Ot.
      { intros q Q. apply (one_taken_stays a walls_apart w x r t q Fr (st_agrees _ _ _ _ St) (st_breath _ _ _ _ St) Q). }
      assert (forall q, sure_ban_e f a (view n) p (effect f a x (view n) p) = Some q -> ban t = Some q) as Sb.
      { intros q Q. exact (sure_ban_spec a x walls_apart (view n) (fst s) F S1 S2 p Bl S3 q t P Q). }
      assert (forall q, ban t = Some q -> w <> NoBan) as Nn.
      { intros q Q ->. apply (ban_after _ _ _ _ P) in Q as [[Q _] _]. congruence. }
      pose proof (play_own a w s t) as Po. pose proof (play_other_back a w s t) as Pb. rewrite T in Po, Pb.
      eapply memory_covered; [exact Fc | | | | |]; simpl.
      * intros W q Q Z. apply Po in Q as (_ & Q & Sq). apply Zu in Z. pose proof Z as Z'. apply outcome_zone in Z'. apply keep_if_spec. split.
        -- apply mem_land. split; [| exact Z]. exact (on_x _ _ _ _ M W q Q (proj1 Z')).
        -- apply negb_true_iff, not_true_iff_false. intros K.
           exact (lapsed_ends a w x r t q Fr (st_agrees _ _ _ _ St) (st_breath _ _ _ _ St) Z K Sq).
      * intros _ p' C. assert (chooses (base u) = None) as K; [| congruence]. apply (not_chosen u J). rewrite <- (st_mover _ _ _ _ Su'). exact Mt.
      * intros q Q _. apply keep_if_spec in Q as [Q Q']. apply mem_lor in Q as [Q | Q].
        -- destruct (on_y _ _ _ _ M q Q) as (K1 & K2 & K3). split; [apply Pb; auto | auto].
        -- destruct (brief n) eqn:Br; [destruct (mem_0 _ Q) |]. apply the_point_spec, Sb in Q.
           destruct (would_wait _ _ _ _ M Br) as [K1 K2]. pose proof (Nn q Q) as K3.
           split; [apply Pb; auto | split].
           ++ intros K. assert ({w = OnceForEachKo} + {w <> OnceForEachKo}) as [D | D] by (destruct w; (left; reflexivity) || (right; discriminate)).
              ** exact (K2 D q K).
              ** exact (p_freed _ _ _ _ _ Pr D y q K).
           ++ destruct w; congruence || reflexivity.
      * intros q Q. unfold banned_by in Fb. rewrite Q in Fb. apply same_option_spec in Fb. destruct (brief n); [| discriminate].
        unfold sure_ban_of in Fb. destruct (sure_ban_e f a (view n) p (effect f a x (view n) p)) as [k |] eqn:Sk; [| discriminate].
        destruct (one_taken f a x r k) eqn:Ok; [| discriminate]. injection Fb as ->. specialize (Sb q eq_refl).
        split; [apply Pb; auto | exact (Nn q Sb)].
      * exact (would_wait _ _ _ _ M).
    + apply (drops_from n F s S _ _ _ _ Lo). simpl. rewrite (tally_settle a x o). exact (tally_mine a x (view n) (fst s) p t F S1 S2 S3 Bl T P).
  - unfold own_pass in H. apply andb_true_iff in H as [H _].
    assert (exists k, In k (passes w s) /\ forall q, In q (firstn 1 (elements (on_winner n))) -> mem q (part (bans (snd s)) x) ->
      ~ mem q (part (freed (snd s)) x) -> match w with EachRetake | OnceForEachKo | EachCapture => True | _ => False end -> k = Some q) as (k & Ik & Fk).
    { destruct (passes_some w s) as (k0 & K0). destruct (elements (on_winner n)) as [| q1 rest]; [exists k0; simpl; tauto |].
      destruct (mem_dec q1 (part (bans (snd s)) x)) as [K1 | K1]; [| exists k0; split; [exact K0 |]; intros q [<- | []]; tauto].
      destruct (mem_dec q1 (part (freed (snd s)) x)) as [K2 | K2]; [exists k0; split; [exact K0 |]; intros q [<- | []]; tauto |].
      assert (match w with EachRetake | OnceForEachKo | EachCapture => True | _ => False end \/
        ~ match w with EachRetake | OnceForEachKo | EachCapture => True | _ => False end) as [K3 | K3] by (destruct w; tauto).
      - exists (Some q1). split; [apply pass_of; [exact K3 | rewrite T; exact K1 | rewrite T; exact K2] |]. intros q [<- | []]; auto.
      - exists k0. split; [exact K0 |]. tauto. }
    right. exists 0%Z, (to_state a o s (pass a (fst s)) (bans_after_pass w s k) (freed_after_pass w s k)).
    split; [apply (one_pass a w o s k Ik) |].
    pose proof (proper_pass a x w o ko_fits aims single s k Pr) as Pt.
    destruct (leads_somewhere n _ _ _ None _ (pass a (fst s)) (to_state a o s (pass a (fst s)) (bans_after_pass w s k) (freed_after_pass w s k)) (known_stay n I) H (stands_pass a x never _ _ S) eq_refl Pt)
      as [Li | (u & J & Su' & Fit & Lo & Mu & Zu)].
    { left. exact Li. }
    right. exists u. split; [exact J | split].
    + destruct (check_good u J) as [Fu _ _ _]. apply (plain_matches_spec u _ Fu). split; [exact Su' | split; [exact Pt |]].
      apply andb_true_iff in Fit as [Fb Fc].
      pose proof (pass_own w s k) as Po. pose proof (pass_other_back w s k) as Pb. pose proof (freed_other w s k) as Fo. rewrite T in Po, Pb, Fo.
      assert (chooses (base u) = None) as Cu.
      { apply (not_chosen u J). rewrite <- (st_mover _ _ _ _ Su'). simpl. rewrite T. reflexivity. }
      assert (ban (face (view u)) = None) as Bu.
      { unfold banned_by in Fb. destruct (ban (face (view u))); [discriminate | reflexivity]. }
      destruct (both_b w) eqn:Bo; (eapply memory_covered; [exact Fc | | | | |]); simpl.
      * intros _ q Q _. apply Po in Q as [Q _]. destruct w; try discriminate. destruct Q.
      * congruence.
      * intros q Q. destruct (mem_0 _ Q).
      * congruence.
      * rewrite Fo. exact (would_wait _ _ _ _ M).
      * intros W q Q Z. apply Po in Q as (K1 & K2 & K3 & K4). apply Zu in Z. pose proof (on_x _ _ _ _ M W q K2 Z) as On.
        unfold first_lifted. apply elements_spec in On. destruct (elements (on_winner n)) as [| q1 rest] eqn:El; [destruct On |].
        apply mem_clearbit. split; [apply elements_spec; rewrite El; exact On |]. intros ->. apply K3, Fk; auto; [left; reflexivity |].
        intros K. assert ({w = OnceForEachKo} + {w <> OnceForEachKo}) as [D | D] by (destruct w; (left; reflexivity) || (right; discriminate)).
        -- exact (K4 D K).
        -- exact (p_freed _ _ _ _ _ Pr D x q1 K).
      * congruence.
      * intros q Q _. destruct (on_y _ _ _ _ M q Q) as (K1 & K2 & K3). rewrite Fo. split; [apply Pb; auto | auto].
      * congruence.
      * rewrite Fo. exact (would_wait _ _ _ _ M).
    + apply (drops_from n F s S _ _ _ _ Lo). simpl. rewrite (tally_settle a x o). apply (tally_pass a x).
Qed.

(** *** The other side moves. *)
Lemma leads_parts n cost r i may fit : leads_to find shut n cost r (Leading i) may fit = true ->
  exists u, find i = Some u /\ In u l /\ mover (face (view u)) = mover (face r) /\ within_b x r (view u) = true /\
    fits_b x r (view u) = true /\ as_gone a x (gone (face (view u))) (gone (face r)) = true /\
    lower a x (base n) (bad (view n)) cost (base u) = true /\ fit u = true.
Proof.
  unfold leads_to, leads, follows, find_base. intros H. apply andb_true_iff in H as [H Fit].
  destruct (find i) as [u |] eqn:Fu; [| discriminate]. simpl in H. exists u. apply found in Fu as J.
  rewrite !andb_true_iff, same_colour_spec in H. tauto.
Qed.

Lemma their_node n s : In n l -> matches n s = true -> mover (fst s) = y ->
  stands (view n) (fst s) /\ proper_state s /\ memory_matches n s /\
  (ended s = true \/ exists i u, find i = Some u /\
    leads_to find shut n 0 (stay (view n)) (Leading i) None (after_pass f a x w n) = true /\
    (forall p, mem p (blank (view n)) -> mem p (zone (view u)) -> their_play f a x bad find shut n p (effect f a x (view n) p) = true) /\
    their_lift a x w bad find shut n = true).
Proof.
  intros I M T. pose proof (check_good n I) as [F Un Su Ba].
  apply (plain_matches_spec n s F) in M as (S & Pr & M). split; [exact S | split; [exact Pr | split; [exact M |]]].
  assert (mover (face (view n)) = y) as E by (rewrite <- (st_mover _ _ _ _ S); exact T).
  pose proof (check_theirs n I E) as H. unfold their_move in H. rewrite (not_chosen n I E) in H. destruct (after_it (base n)) as [| i].
  - left. apply andb_true_iff in H as [H _]. exact (shut_sound (view n) None s (known_shape n I) H S Pr).
  - right. apply andb_true_iff in H as [H Re]. destruct (find i) as [u |] eqn:Fu; [| discriminate].
    rewrite !andb_true_iff, forallb_forall in Re. destruct Re as [Re [_ Li]]. exists i, u.
    split; [exact Fu | split; [exact H | split; [| exact Li]]]. intros p Bl Z. apply Re, elements_spec, mem_land. auto.
Qed.

Lemma not_idle n s p t : In n l -> stands (view n) (fst s) -> proper_state s -> memory_matches n s -> mover (fst s) = y ->
  mem p (blank (view n)) -> played a (fst s) p t -> forbidden w s p t = false -> idle f a n p (effect f a x (view n) p) = true -> False.
Proof.
  intros I S Pr M T Bl P Fo Q. pose proof S as [S1 S2 S3 S4 _ _ _]. destruct (check_good n I) as [F _ _ _].
  unfold idle in Q. rewrite !orb_true_iff, same_option_spec in Q.
  assert (mem p (part (bans (snd s)) y) -> w <> NoBan -> False) as K.
  { intros B W. assert (forbidden w s p t = true) as K; [| congruence]. apply (forbids a w s p t); auto.
    - exact (p_ban _ _ _ _ _ Pr).
    - rewrite T. exact B.
    - intros W'. rewrite T. exact (p_lasting _ _ _ _ _ Pr W' y p B). }
  destruct Q as [[Q | Q] | Q].
  - exact (illegal_plays a x walls_apart (view n) (fst s) F S1 S2 p Bl S3 t Q P).
  - destruct (on_y_now _ _ _ _ M p Q). auto.
  - destruct (on_y _ _ _ _ M p Q) as (Q1 & _ & Q2). apply (K Q1). intros ->. discriminate.
Qed.

Lemma play_arrives n s p t : In n l -> matches n s = true -> mover (fst s) = y -> played a (fst s) p t -> forbidden w s p t = false ->
  ended s = true \/ (~ takes_last a (fst s) p t /\
    arrives n s (lost a (fst s) t) (to_state a o s t (bans_after_play a w s t) (freed (snd s)))).
Proof.
  intros I M T P Fo. destruct (their_node n s I M T) as (S & Pr & Mm & [Li | (i & u & Fu & H & Re & _)]); [left; exact Li | right].
  pose proof S as [S1 S2 S3 S4 S5 S6 S7]. destruct (check_good n I) as [F Un Su Ba].
  destruct (leads_parts _ _ _ _ _ _ H) as (u' & Fu' & J & Mu & W & Fi & Ag & Lo & Fit). rewrite Fu in Fu'. injection Fu' as <-.
  destruct (check_good u J) as [Fu' Unu Suu _].
  assert (mover (face (view u)) = x) as Mx by (rewrite Mu; simpl; rewrite <- S3, T; apply other_other).
  assert (mover t = x) as Mt by (rewrite (mover_after _ _ _ _ P), T; apply other_other).
  pose proof (play_own_back a w s t) as Pob. pose proof (play_other a w s t) as Po. rewrite T in Pob, Po. rewrite other_other in Po.
  assert (forall q, ban t = Some q -> w <> NoBan) as Nn.
  { intros q Q ->. apply (ban_after _ _ _ _ P) in Q as [[Q _] _]. congruence. }
  assert (forall q, mem q (part (bans_after_play a w s t) x) -> w = ForATurn -> ban t = Some q) as Now.
  { intros q Q ->. apply Po in Q as [[Q | [Q _]] _]; [exact Q | discriminate]. }
  destruct (mem_dec p (zone (view u))) as [Z | Z].
  - assert (mem p (blank (view n))) as Bl.
    { apply (empty_blank a x (view n) (fst s) S1); [apply (on_empty _ _ _ _ P) |]. unfold within_b in W. rewrite !andb_true_iff, mem_subset in W. apply W, Z. }
    specialize (Re p Bl Z). unfold their_play in Re. pose proof (not_idle n s p t I S Pr Mm T Bl P Fo) as Ni.
    destruct (reply_of (base n) p) as [to |]; [| destruct (Ni Re)].
    rewrite !andb_true_iff in Re. destruct Re as [[[Id _] Sp] Re].
    assert (~ takes_last a (fst s) p t) as La.
    { destruct (bool_dec own true) as [Ow | Ow].
      - exact (spared_not_last a x walls_apart (view n) (fst s) p t F S Bl Un P (proj1 (own_spec a x) Ow) Sp).
      - intros K. destruct (takes_attacker a (fst s) p t K) as [Ta _]. rewrite (not_own a x (not_true_is_false _ Ow)) in T.
        rewrite T in Ta. exact (other_ne _ Ta). }
    split; [exact La |].
    set (r := outcome f a x (view n) p) in *. change (outcome_e a (view n) p (effect f a x (view n) p)) with r in Re.
    assert (stands r t) as St.
    { apply (stands_outcome a x walls_apart (view n) (fst s) p t F S Bl Un P); [auto | rewrite (p_ban _ _ _ _ _ Pr); discriminate |].
      intros K _. exfalso. apply Ni. unfold idle. rewrite !orb_true_iff, same_option_spec. auto. }
    assert (form a r) as Fr by (exact (form_outcome a x (view n) (fst s) F p Bl S3)).
    pose proof (proper_play a x w o once_only ko_fits aims single s p t Pr P (fun _ => La)) as Pt.
    destruct (leads_somewhere n _ r _ _ _ t (to_state a o s t (bans_after_play a w s t) (freed (snd s))) (known_outcome n p I Bl) Re St eq_refl Pt)
      as [Li | (v & Jv & Sv & Fv & Lv & Mv & Zv)]; [left; exact Li | right]. exists v. split; [exact Jv | split].
    + destruct (check_good v Jv) as [Fov _ _ _]. apply (plain_matches_spec v _ Fov). split; [exact Sv | split; [exact Pt |]].
      apply andb_true_iff in Fv as [Av Fc].
      assert (forall q, ban t = Some q -> mem q (zone r) -> may_ban_e f a (view n) p (effect f a x (view n) p) = Some q) as Mb.
      { intros q Bq Zq. exact (may_ban_spec a x walls_apart (view n) (fst s) F S1 S2 p Bl S3 q t P Bq Zq). }
      eapply memory_covered; [exact Fc | | | | |]; simpl.
      * intros Wt q Q Zq. apply Po in Q as [Q Sq]. apply Zv in Zq. pose proof Zq as Z'. apply outcome_zone in Z'. apply keep_if_spec. split.
        -- apply mem_land. split; [| exact Zq]. apply mem_lor. destruct Q as [Q | [_ Q]].
           ++ right. apply the_point_spec. auto.
           ++ left. exact (on_x _ _ _ _ Mm Wt q Q (proj1 Z')).
        -- apply negb_true_iff, not_true_iff_false. intros K.
           exact (lapsed_ends a w x r t q Fr (st_agrees _ _ _ _ St) (st_breath _ _ _ _ St) Zq K (Sq Wt)).
      * intros Wf q Cq Q. apply Now in Q; [| exact Wf]. pose proof (chosen_blank v q Jv Cq) as Bv. apply blank_spec in Bv as [Zq _].
        unfold avoids in Av. rewrite (Mb q Q (Zv q Zq)), Cq, N.eqb_refl in Av. discriminate.
      * intros q Q _. apply keep_if_spec in Q as [Q Q']. destruct (on_y _ _ _ _ Mm q Q) as (K1 & K2 & K3). split; [| auto]. apply Pob; auto.
        exact (one_taken_stays a walls_apart w x r t q Fr (st_agrees _ _ _ _ St) (st_breath _ _ _ _ St) Q').
      * intros q Q. rewrite (no_ban_mine v Jv) in Q; [discriminate |]. rewrite <- (st_mover _ _ _ _ Sv). exact Mt.
      * exact (would_wait _ _ _ _ Mm).
    + apply (drops_from n F s S _ _ _ _ Lv). simpl. rewrite (tally_settle a x o). exact (tally_theirs a x (fst s) p t T P).
  - destruct (stands_far a x walls_apart (view n) (base u) (fst s) p t Fu' Unu Suu W Fi Ag Mx S T Z P) as (La & St & Bt).
    split; [exact La | right]. exists u. split; [exact J |].
    pose proof (proper_play a x w o once_only ko_fits aims single s p t Pr P (fun _ => La)) as Pt. split.
    + apply (plain_matches_spec u _ Fu'). split; [exact (settle_stands a x o aims _ t St) | split; [exact Pt |]].
      unfold after_pass in Fit. rewrite andb_true_iff, forallb_forall in Fit. destruct Fit as [Fc Fl].
      assert (forall q, mem q (zone (view u)) -> mem q (zone (view n))) as Zu.
      { unfold within_b in W. rewrite !andb_true_iff, mem_subset in W. apply W. }
      eapply memory_covered; [exact Fc | | | | |]; simpl.
      * intros Wt q Q Zq. apply Po in Q as [[Q | [_ Q]] _]; [destruct (Bt q Q Zq) |]. exact (on_x _ _ _ _ Mm Wt q Q (Zu q Zq)).
      * intros Wf q Cq Q. apply Now in Q; [| exact Wf]. pose proof (chosen_blank u q J Cq) as Bu. apply blank_spec in Bu as [Zq _].
        exact (Bt q Q Zq).
      * intros q Q Qu. destruct (both_b w); [| destruct (mem_0 _ Q)]. destruct (on_y _ _ _ _ Mm q Q) as (K1 & K2 & K3).
        split; [| auto]. apply Pob; auto.
        apply (one_taken_stays a walls_apart w x (view u) t q Fu' (st_agrees _ _ _ _ St) (st_breath _ _ _ _ St)). apply Fl, elements_spec, Qu.
      * intros q Q. rewrite (no_ban_mine u J Mx) in Q. discriminate.
      * intros K. apply orb_false_iff in K as [K _]. exact (would_wait _ _ _ _ Mm K).
    + apply (drops_from n F s S _ _ _ _ Lo). simpl. rewrite (tally_settle a x o). exact (tally_theirs a x (fst s) p t T P).
Qed.

Lemma pass_arrives n s k : In n l -> matches n s = true -> mover (fst s) = y -> In k (passes w s) ->
  ended s = true \/ arrives n s 0 (to_state a o s (pass a (fst s)) (bans_after_pass w s k) (freed_after_pass w s k)).
Proof.
  intros I M T Ik. destruct (their_node n s I M T) as (S & Pr & Mm & [Li | (i & u0 & Fu & H & _ & Lf)]); [left; exact Li | right].
  pose proof (proper_pass a x w o ko_fits aims single s k Pr) as Pt. destruct (check_good n I) as [F Un Su Ba].
  pose proof (pass_own w s k) as Po. pose proof (pass_other w s k) as Pa. pose proof (freed_own w s k) as Fo.
  rewrite T in Po, Pa, Fo. rewrite other_other in Pa.
  assert (forall cost to fit, leads_to find shut n cost (stay (view n)) to None fit = true -> cost = 0%Z ->
    (forall u, In u l -> fit u = true -> mover (face (view u)) = x -> (forall q, mem q (zone (view u)) -> mem q (zone (view n))) ->
      memory_matches u (to_state a o s (pass a (fst s)) (bans_after_pass w s k) (freed_after_pass w s k))) ->
    arrives n s 0 (to_state a o s (pass a (fst s)) (bans_after_pass w s k) (freed_after_pass w s k))) as Go.
  { intros cost to fit Le -> Mem.
    destruct (leads_somewhere n _ _ _ None _ (pass a (fst s)) (to_state a o s (pass a (fst s)) (bans_after_pass w s k) (freed_after_pass w s k))
      (known_stay n I) Le (stands_pass a x never _ _ S) eq_refl Pt) as [Li | (u & J & Su' & Fit & Lo & Mu & Zu)]; [left; exact Li | right].
    exists u. destruct (check_good u J) as [Fu' _ _ _]. split; [exact J | split].
    - apply (plain_matches_spec u _ Fu'). split; [exact Su' | split; [exact Pt |]]. apply Mem; auto.
      rewrite Mu. simpl. rewrite <- (st_mover _ _ _ _ S), T. apply other_other.
    - apply (drops_from n F s S _ _ _ _ Lo). simpl. rewrite (tally_settle a x o). apply (tally_pass a x). }
  assert (brief n = false -> w <> OnceForEachKo -> w <> ForATurn /\ (w = OnceForEachKo -> forall q, ~ mem q (part (freed_after_pass w s k) y))) as Wt.
  { intros B D. destruct (would_wait _ _ _ _ Mm B) as [K _]. split; [exact K | congruence]. }
  unfold their_lift in Lf. destruct (both_b w && some (on_loser n)) eqn:Bo.
  - apply andb_true_iff in Bo as [Bo So]. apply some_spec in So as (q0 & Q0). destruct (lifted n) as [to |]; [| discriminate].
    apply andb_true_iff in Lf as [Lf _]. apply (Go _ _ _ Lf eq_refl). intros u J Fc Mu Zu.
    destruct (on_y _ _ _ _ Mm q0 Q0) as (K0 & _ & _).
    eapply memory_covered; [exact Fc | | | | |]; simpl.
    + intros _ q Q _. apply Pa in Q as (_ & _ & Q). destruct (Q Bo q0 K0).
    + intros Wf. rewrite Wf in Bo. discriminate.
    + intros q Q. destruct (mem_0 _ Q).
    + intros q Q. rewrite (no_ban_mine u J Mu) in Q. discriminate.
    + intros B. apply (Wt B). intros K. rewrite K in Bo. discriminate.
  - apply (Go _ _ _ H eq_refl). intros u J Fc Mu Zu. unfold after_pass in Fc. apply andb_true_iff in Fc as [Fc _].
    eapply memory_covered; [exact Fc | | | | |]; simpl.
    + intros W q Q Z. apply Pa in Q as (_ & Q & _). exact (on_x _ _ _ _ Mm W q Q (Zu q Z)).
    + intros Wf p _ Q. apply Pa in Q as (Q & _). rewrite Wf in Q. discriminate.
    + intros q Q _. destruct (both_b w); [| destruct (mem_0 _ Q)]. exfalso.
      assert (some (on_loser n) = true) as K by (apply some_spec; eauto). rewrite K in Bo. discriminate.
    + intros q Q. rewrite (no_ban_mine u J Mu) in Q. discriminate.
    + intros B. apply orb_false_iff in B as [B B']. apply (Wt B). intros K. rewrite K in B'. discriminate.
Qed.
End Won.
