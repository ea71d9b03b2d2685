(** The checker of strategies by patterns, and that the states which match them are won.  docs/certificates.md,
    "Patterns"; the argument on paper is "Why patterns are enough" in docs/certificates-why.md. *)

Require Import List NArith ZArith Lia Bool.
Require Import Cycles Sets Board Rules Claims Grid Exec Measures Judging Walls Life Statics Finite Breath Regions Filling Secured
  Least Checker Patterns Owning Standing.
Import ListNotations.

Section Check.
Context (f : frame) (a : arena) (x : colour) (draw_wins : bool).
Context (find : N -> option entry) (shut : pattern -> option point -> bool).
Notation obeys := (obeys a x).
Notation lower := (lower a x).
Notation within_b := (within_b x).
Notation fits_b := (fits_b x).
Notation as_gone := (as_gone a x).
Notation captures_e := (captures_e a x).
Notation spares_e := (spares_e a x).
Notation cost_e := (cost_e a).
Notation gain_e := (gain_e a).
Notation quiet_e := (quiet_e f a x).

Definition leads (n : entry) (b : bool) (cost : Z) (r : pattern) (fitting : entry -> bool) (to : target) (may : option point) : bool :=
  match to with
  | Closed => shut r may
  | Leading i =>
    match find i with
    | Some u => same_colour (mover (face (shape u))) (mover (face r)) && within_b r (shape u) && fits_b r (shape u) &&
        as_gone (gone (face (shape u))) (gone (face r)) && fitting u && lower n b cost u
    | None => false
    end
  end.

(** What is asked so that a file is written in one way, and is what it looks like.  Nothing rests on this: credits as
    docs/certificates.md has them, though zones that become smaller would be enough of a measure; [gain] is what a move
    takes for the winner.  And bans, eyes, and replies. *)
Definition written (n : entry) (b : bool) (gain : Z) (to : target) : bool :=
  match to with
  | Closed => true
  | Leading i => match find i with Some u => obeys (noted n + gain - noted u) b n u | None => false end
  end.
Definition orderly (n : entry) (scope : pset) : bool :=
  let v := shape n in
  match ban (face v) with
  | None => true
  | Some q => N.testbit (blank v) q &&
    (negb (same_colour (mover (face v)) x) || match chooses n with Some (Plays p) => (p =? q)%N | _ => false end)
  end &&
  ((eye_points v =? 0)%N || sealed_b f a x v (eye_points v)) &&
  forallb (fun e => N.testbit (N.land (blank v) scope) (fst e)) (listed_replies n).

Definition own_play (n : entry) (b : bool) (p : point) (e : pset * pset) : bool :=
  let v := shape n in
  legal_e f a v p e &&
  (if captures_e v e then match after_it n with Closed => true | Leading _ => false end
   else leads n b (cost_e e) (outcome_e a v p e) (banned_by (sure_ban_e f a v p e)) (after_it n) None &&
     written n b (gain_e e) (after_it n)).
Definition own_move (n : entry) : bool :=
  let v := shape n in
  let b := pattern_bad f a x draw_wins v in
  match chooses n with
  | Some Passes => leads n b 0 (stay v) (banned_by None) (after_it n) None && written n b 0 (after_it n)
  | Some (Plays p) =>
    N.testbit (blank v) p &&
    match ban (face v) with None => true | Some q => (q =? p)%N && (0 <? threats (face v) x)%N end &&
    own_play n b p (effect f a x v p)
  | None => false
  end && orderly n 0%N.

(** A play of the other side is listed and covered, or legal in no state. *)
Definition their_play (n : entry) (b : bool) (p : point) (e : pset * pset) : bool :=
  let v := shape n in
  match reply_of n p with
  | Some to => negb (quiet_e v p e) && written n b (- gain_e e) to && spares_e v e &&
    (let may := may_ban_e f a v p e in leads n b 0 (outcome_e a v p e) (bears may) to may)
  | None => quiet_e v p e
  end.
Definition their_move (n : entry) : bool :=
  let v := shape n in
  let b := pattern_bad f a x draw_wins v in
  let covered scope :=
    (let ey := with_eye f a x v in forallb (fun p => their_play n b p (effect_from f a v ey p)) (elements (N.land (blank v) scope))) &&
    (orderly n scope && written n b 0 (after_it n)) in
  match chooses n, after_it n with
  | Some _, _ => false
  | None, Closed => shut v None && covered (zone v)
  | None, Leading i =>
    leads n b 0 (stay v) (fun _ => true) (Leading i) None &&
    match find i with Some u => covered (zone (shape u)) | None => false end
  end.

Definition check_entry (n : entry) : bool :=
  let v := shape n in
  form_b a v && subset (all_units a) (zone v) && supported_b f a x v && may_be_gone a (gone (face v)) &&
  (if same_colour (mover (face v)) x then own_move n else their_move n).
End Check.

Section Sound.
Context (a : arena) (x : colour) (draw_wins : bool).
Notation f := (frame_of (grid a)).
Notation adj := (adj (grid a)).
Notation linked := (linked (grid a)).
Hypothesis walls_apart : forall k q, mem q (wall a k) -> ~ mem q (locale a).
Hypothesis never : end_of_play (rules a) = Never.
Notation weighs := (prisoners_count a).
Notation own := (owners a x).
Notation bad := (fun s => bad_b f a x draw_wins s = true).

Context (l : list entry) (find : N -> option entry) (shut : pattern -> option point -> bool) (D : position -> bool).
Hypothesis found : forall i u, find i = Some u -> In u l.
Notation stands := (Standing.stands a x).
Notation bans := (Standing.bans x).
Notation value := (value a x).
Notation tally := (tally a x).
Notation matches_spec := (matches_spec a x).
Notation stands_outcome := (stands_outcome a x walls_apart).
Notation stands_pass := (stands_pass a x never).
Notation no_second := (no_second a never).
Context (known : pattern -> Prop).
Hypothesis known_shape : forall n, In n l -> known (shape n).
Hypothesis known_stay : forall n, In n l -> known (stay (shape n)).
Hypothesis known_outcome : forall n p, In n l -> mem p (blank (shape n)) -> known (outcome f a x (shape n) p).
Hypothesis shut_sound : forall r b s, known r -> shut r b = true -> stands r s ->
  (mover s = x -> forall q, ban s = Some q -> mem q (zone r) -> b = Some q) -> D s = true.
Hypothesis D_measured : exists k r, measured (play a) weighs own bad x (fun _ => False) (fun s => D s = true) k r.
Hypothesis checked : forall n, In n l -> check_entry f a x draw_wins find shut n = true.

Notation matches := (matches_b f a x).
(** *** What the check of a node says. *)
Record good (n : entry) : Prop := Good {
  g_form : form a (shape n);
  g_units : forall U q, In U (units a) -> mem q U -> mem q (zone (shape n));
  g_support : supported_b f a x (shape n) = true
}.

Lemma check_good n : In n l -> good n.
Proof.
  intros I. specialize (checked n I). unfold check_entry in checked. rewrite !andb_true_iff, mem_subset in checked.
  destruct checked as [[[[A B] C] _] _]. split; [apply form_b_spec, A | | exact C].
  intros U q J Q. apply B, all_units_spec. eauto.
Qed.

Lemma check_move n : In n l ->
  (mover (face (shape n)) = x /\ own_move f a x draw_wins find shut n = true) \/
  (mover (face (shape n)) = other x /\ their_move f a x draw_wins find shut n = true).
Proof.
  intros I. specialize (checked n I). unfold check_entry in checked. rewrite !andb_true_iff in checked. destruct checked as [_ H].
  destruct (same_colour (mover (face (shape n))) x) eqn:E; [left | right]; (split; [| exact H]).
  - apply same_colour_spec, E.
  - apply ne_other. intros K. apply same_colour_spec in K. congruence.
Qed.

Lemma their_play_spec n b p : their_play f a x find shut n b p (effect f a x (shape n) p) = true ->
  quiet f a x (shape n) p = true \/ exists to, spares f a x (shape n) p = true /\
    leads a x find shut n b 0 (outcome f a x (shape n) p) (bears (may_ban f a x (shape n) p)) to (may_ban f a x (shape n) p) = true.
Proof.
  unfold their_play. destruct (reply_of n p) as [to |]; [| auto]. rewrite !andb_true_iff. intros [[[_ _] S] L]. right. exists to. auto.
Qed.

(** The winner's move of a node is on a point of its zone. *)
Lemma chosen_blank n p : In n l -> chooses n = Some (Plays p) -> mem p (blank (shape n)) /\ mover (face (shape n)) = x.
Proof.
  intros I C. destruct (check_move n I) as [[T H] | [_ H]].
  - unfold own_move in H. rewrite C in H. apply andb_true_iff in H as [H _]. rewrite !andb_true_iff in H. split; [apply H | exact T].
  - unfold their_move in H. rewrite C in H. discriminate.
Qed.

Definition lowers (n : entry) (b : bool) (k : Z) (u : entry) : Prop := lower a x n b k u = true.

Lemma leads_arrives n b k r fitting to may t : known r -> leads a x find shut n b k r fitting to may = true -> stands r t ->
  (mover t = x -> forall q, ban t = Some q -> mem q (zone r) -> may = Some q) ->
  (forall u, In u l -> fitting u = true -> mover (face (shape u)) = mover t -> (forall q, mem q (zone (shape u)) -> mem q (zone r)) -> bans u t) ->
  D t = true \/ exists u, In u l /\ matches u t = true /\ lowers n b k u.
Proof.
  unfold leads. intros Kn. destruct to as [| i]; intros H S M B.
  - left. exact (shut_sound r may t Kn H S M).
  - right. destruct (find i) as [u |] eqn:E; [| discriminate]. apply found in E. exists u. split; [exact E |].
    rewrite !andb_true_iff, same_colour_spec in H. destruct H as [[[[[Mo W] Fi] Ag] Ok] Lo]. split; [| exact Lo].
    destruct (check_good u E) as [F _ _]. destruct S as [S1 S2 S3 S4 S5 S6 S7].
    unfold fits_b in Fi. rewrite andb_true_iff, !N.leb_le in Fi.
    apply matches_spec; [exact F |]. split.
    + split; auto; [exact (within_agrees a x r _ t F W S1) | congruence | eapply (as_gone_trans a x); eauto | lia | lia].
    + apply B; auto; [congruence |]. unfold within_b in W. rewrite !andb_true_iff, mem_subset in W. apply W.
Qed.

Lemma lower_drops n u s w t k : form a (shape n) -> agrees x (shape n) s -> breathing a s ->
  lowers n (pattern_bad f a x draw_wins (shape n)) k u ->
  (tally t - tally s - k <= (if own then - weight weighs w else weight weighs w))%Z ->
  drops (play a) weighs own bad s (value n s) (order n) w (value u t) (order u).
Proof.
  intros F A B. unfold lowers, lower, obeys, drops, value. fold (tally s) (tally t).
  rewrite orb_true_iff, andb_true_iff, Z.ltb_lt, Z.eqb_eq. pose proof (pattern_bad_owner a x draw_wins _ s F A B) as PO.
  pose proof (pattern_bad_attacker a x draw_wins _ s F A B) as PA. destruct own.
  - intros [H | [H R]] W; [left; lia |]. destruct (Z.eq_dec (height u + tally t) (height n + tally s - weight weighs w)) as [E | E]; [right | left; lia].
    split; [exact E |]. apply orb_true_iff in R as [R | R]; [left; auto | right; apply Z.ltb_lt, R].
  - intros [H | [H R]] W; [left; lia |]. destruct (Z.eq_dec (height u + tally t) (height n + tally s + weight weighs w)) as [E | E]; [right | left; lia].
    split; [exact E |]. rewrite orb_true_iff, andb_true_iff, Z.ltb_lt, Z.eqb_eq, negb_true_iff in R.
    destruct R as [R | [R R']]; [left; exact R | right; auto].
Qed.

Lemma stands_beyond u s p t : In u l -> forall v, within_b x (stay v) (shape u) = true -> fits_b x (stay v) (shape u) = true ->
  as_gone a x (gone (face (shape u))) (gone (face v)) = true -> mover (face (shape u)) = x -> stands v s -> mover s = other x ->
  ~ mem p (zone (shape u)) -> played a s p t ->
  ~ takes_last a s p t /\ stands (shape u) t /\ forall q, ban t = Some q -> ~ mem q (zone (shape u)).
Proof. intros I v. destruct (check_good u I) as [F Un Su]. apply (stands_far a x walls_apart v u s p t F Un Su). Qed.

(** *** Where moves from a state that matches a node lead to. *)
Definition arrives (n : entry) (s : position) (w : Z) (t : position) : Prop :=
  D t = true \/ exists u, In u l /\ matches u t = true /\
    drops (play a) weighs own bad s (value n s) (order n) w (value u t) (order u).

Lemma own_arrives n s : In n l -> matches n s = true -> mover s = x ->
  (exists p t, played a s p t /\ takes_last a s p t) \/
  (exists p t, mem p (zone (shape n)) /\ played a s p t /\ ~ takes_last a s p t /\ arrives n s (lost a s t) t) \/
  arrives n s 0 (pass a s).
Proof.
  unfold arrives.
  intros I M T. pose proof (check_good n I) as [F Un Su].
  apply (matches_spec n s F) in M as [S B]. pose proof S as [S1 S2 S3 S4 S5 S6 S7].
  assert (same_colour (mover (face (shape n))) x = true) as Sx by (apply same_colour_spec; congruence).
  unfold bans in B. rewrite Sx in B.
  destruct (check_move n I) as [[_ H] | [E _]]; [| rewrite <- S3, T in E; destruct (other_ne x (eq_sym E))].
  unfold own_move in H. apply andb_true_iff in H as [H _]. destruct (chooses n) as [[p |] |] eqn:Ch; [| | discriminate].
  + rewrite !andb_true_iff in H. destruct H as [[Bl Bn] H]. unfold own_play in H. apply andb_true_iff in H as [Le H]. change (mem p (blank (shape n))) in Bl.
    assert (ban s = Some p -> ban (face (shape n)) = Some p) as B' by (intros K; exact (B p K eq_refl)).
    assert (ban s = Some p -> (0 < threats s (mover s))%N) as Th.
    { intros K. rewrite (B' K), andb_true_iff, N.ltb_lt in Bn. rewrite T. lia. }
    destruct (legal_plays a x (shape n) s F S1 S2 p Bl S3 Th Le) as (t & P).
    assert ({takes_last a s p t} + {~ takes_last a s p t}) as [La | La].
    { destruct (takes_last_b a s t (take f a s p)) eqn:E; [left | right]; rewrite <- takes_last_spec; congruence. }
    { left. exists p, t. auto. }
    right; left. exists p, t. split; [apply blank_spec in Bl; tauto | split; [exact P | split; [exact La |]]].
    destruct (captures_e a x (shape n) (effect f a x (shape n) p)) eqn:Ca.
    { destruct (La (captures_last a x walls_apart (shape n) s p t F S Bl Un P T Ca)). }
    apply andb_true_iff in H as [H _].
    assert (stands (outcome f a x (shape n) p) t) as St.
    { apply (stands_outcome (shape n) s p t F S Bl Un P); [auto | intros K _; exact (B' K) |].
      intros _ K. rewrite T in K. destruct (other_ne x (eq_sym K)). }
    assert (mover t = other x) as Mt by (rewrite (mover_after _ _ _ _ P), T; reflexivity).
    destruct (leads_arrives _ _ _ _ _ _ _ t (known_outcome n p I Bl) H St) as [Dt | (u & J & Mu & Lo)].
    * intros K. rewrite Mt in K. destruct (other_ne x K).
    * intros u J Ok Mu Zu. unfold bans. replace (same_colour (mover (face (shape u))) x) with false.
      2:{ symmetry. apply not_true_iff_false. rewrite same_colour_spec. rewrite Mu, Mt. apply other_ne. }
      intros q Bq. unfold banned_by in Ok. rewrite Bq in Ok. apply same_option_spec in Ok.
      exact (sure_ban_spec a x walls_apart (shape n) s F S1 S2 p Bl S3 q t P Ok).
    * left. exact Dt.
    * right. exists u. split; [exact J | split; [exact Mu |]].
      apply (lower_drops n u s (lost a s t) t _ F S1 S2 Lo). apply (tally_mine a x (shape n)); auto.
  + apply andb_true_iff in H as [H _]. right; right.
    assert (mover (pass a s) = other x) as Mt by (simpl; rewrite T; reflexivity).
    destruct (leads_arrives _ _ _ _ _ _ _ (pass a s) (known_stay n I) H (stands_pass _ _ S)) as [Dt | (u & J & Mu & Lo)].
    * intros K. rewrite Mt in K. destruct (other_ne x K).
    * intros u J Ok Mu Zu. unfold bans. replace (same_colour (mover (face (shape u))) x) with false.
      2:{ symmetry. apply not_true_iff_false. rewrite same_colour_spec. rewrite Mu, Mt. apply other_ne. }
      intros q Bq. unfold banned_by in Ok. rewrite Bq in Ok. discriminate.
    * left. exact Dt.
    * right. exists u. split; [exact J | split; [exact Mu |]].
      apply (lower_drops n u s 0 (pass a s) _ F S1 S2 Lo). apply (tally_pass a x).
Qed.

(** What is checked of a node of the other side, unless statics settle the states that match it. *)
Lemma their_node n s : In n l -> matches n s = true -> mover s = other x ->
  stands (shape n) s /\ (forall q, ban (face (shape n)) = Some q -> ban s = Some q) /\
  (D s = true \/ exists i u, find i = Some u /\
    let b := pattern_bad f a x draw_wins (shape n) in
    leads a x find shut n b 0 (stay (shape n)) (fun _ => true) (Leading i) None = true /\
    forall p, In p (elements (N.land (blank (shape n)) (zone (shape u)))) ->
      their_play f a x find shut n b p (effect f a x (shape n) p) = true).
Proof.
  intros I M T. pose proof (check_good n I) as [F _ _].
  apply (matches_spec n s F) in M as [S B]. pose proof (st_mover _ _ _ _ S) as S3.
  unfold bans in B. replace (same_colour (mover (face (shape n))) x) with false in B.
  2:{ symmetry. apply not_true_iff_false. rewrite same_colour_spec. rewrite <- S3, T. apply other_ne. }
  split; [exact S | split; [exact B |]].
  destruct (check_move n I) as [[E _] | [_ H]]; [rewrite <- S3, T in E; destruct (other_ne x E) |].
  unfold their_move in H. destruct (chooses n); [discriminate |]. destruct (after_it n) as [| i].
  - left. apply andb_true_iff in H as [H _].
    apply (shut_sound _ _ s (known_shape n I) H S). intros K. rewrite T in K. destruct (other_ne x K).
  - right. apply andb_true_iff in H as [H Re]. destruct (find i) as [u |] eqn:Fu; [| discriminate].
    apply andb_true_iff in Re as [Re _]. exists i, u. split; [exact Fu | split; [exact H |]].
    rewrite forallb_forall in Re. exact Re.
Qed.

Lemma play_arrives n s p t : In n l -> matches n s = true -> mover s = other x -> played a s p t -> ~ takes_last a s p t ->
  D s = true \/ arrives n s (lost a s t) t.
Proof.
  unfold arrives. intros I M T P La. pose proof (check_good n I) as [F Un Su].
  destruct (their_node n s I M T) as (S & B & [Ds | (i & u & Fu & H & Re)]); [left; exact Ds |].
  pose proof S as [S1 S2 S3 S4 S5 S6 S7]. unfold leads in H. rewrite Fu in H.
  pose proof (found _ _ Fu) as J. rewrite !andb_true_iff, same_colour_spec in H. destruct H as [[[[[Mu W] Fi] Ag] _] Lo].
  right. assert (mover (face (shape u)) = x) as Mx by (rewrite Mu; simpl; rewrite <- S3, T; apply other_other).
  assert (mover t = x) as Mt by (rewrite (mover_after _ _ _ _ P), T; apply other_other).
  destruct (mem_dec p (zone (shape u))) as [Z | Z].
  * assert (mem p (blank (shape n))) as Bl.
    { apply (empty_blank a x (shape n) s S1); [apply (on_empty _ _ _ _ P) |]. unfold within_b in W. rewrite !andb_true_iff, mem_subset in W. apply W, Z. }
    assert (In p (elements (N.land (blank (shape n)) (zone (shape u))))) as Ip by (apply elements_spec, mem_land; auto).
    specialize (Re p Ip). apply their_play_spec in Re as [Q | Re].
    -- exfalso. unfold quiet, quiet_e in Q. apply orb_true_iff in Q as [Q | Q]; [exact (illegal_plays a x walls_apart (shape n) s F S1 S2 p Bl S3 t Q P) |].
       rewrite andb_true_iff, same_option_spec, N.eqb_eq in Q. destruct Q as [Q1 Q2].
       pose proof (retaken _ _ _ _ P (B p Q1)) as R. rewrite T in R. lia.
    -- destruct Re as (to & Sp & Re).
       assert (stands (outcome f a x (shape n) p) t) as St.
       { apply (stands_outcome (shape n) s p t F S Bl Un P); [auto | | intros K _; exact (B p K)].
         intros _ K. rewrite T in K. destruct (other_ne x K). }
       assert (forall q, ban t = Some q -> mem q (zone (outcome f a x (shape n) p)) -> may_ban f a x (shape n) p = Some q) as Mb.
       { intros q Bq Zq. exact (may_ban_spec a x walls_apart (shape n) s F S1 S2 p Bl S3 q t P Bq Zq). }
       destruct (leads_arrives _ _ _ _ _ _ _ t (known_outcome n p I Bl) Re St) as [Dt | (u' & J' & Mu' & Lo')].
       ++ intros _. exact Mb.
       ++ intros u' J' Ok Mu' Zu. unfold bans. replace (same_colour (mover (face (shape u'))) x) with true.
          2:{ symmetry. apply same_colour_spec. congruence. }
          intros q Bq Cq. destruct (chosen_blank u' q J' Cq) as [Blq _]. apply blank_spec in Blq as [Zq _].
          specialize (Mb q Bq (Zu q Zq)). unfold bears in Ok. rewrite Mb, Cq, N.eqb_refl in Ok. simpl in Ok. apply same_option_spec, Ok.
       ++ left. exact Dt.
       ++ right. exists u'. split; [exact J' | split; [exact Mu' |]].
          apply (lower_drops n u' s (lost a s t) t _ F S1 S2 Lo'). exact (tally_theirs a x s p t T P).
  * destruct (stands_beyond u s p t J (shape n) W Fi Ag Mx S T Z P) as (_ & St & Bt). right. exists u. split; [exact J |].
    destruct (check_good u J) as [Fu' _ _]. split.
    -- apply (matches_spec u t Fu'). split; [exact St |]. unfold bans.
       replace (same_colour (mover (face (shape u))) x) with true by (symmetry; apply same_colour_spec; exact Mx).
       intros q Bq Cq. destruct (chosen_blank u q J Cq) as [Blq _]. apply blank_spec in Blq as [Zq _]. destruct (Bt q Bq Zq).
    -- apply (lower_drops n u s (lost a s t) t _ F S1 S2 Lo). exact (tally_theirs a x s p t T P).
Qed.

Lemma pass_arrives n s : In n l -> matches n s = true -> mover s = other x -> D s = true \/ arrives n s 0 (pass a s).
Proof.
  unfold arrives.
  intros I M T. pose proof (check_good n I) as [F _ _].
  destruct (their_node n s I M T) as (S & _ & [Ds | (i & u & _ & H & _)]); [left; exact Ds |]. pose proof S as [S1 S2 _ _ _ _ _].
  right. destruct (leads_arrives _ _ _ _ _ _ _ (pass a s) (known_stay n I) H (stands_pass _ _ S)) as [Dt | (u' & J' & Mu' & Lo')].
  * intros _ q. discriminate.
  * intros u' J' _ Mu' _. unfold bans. replace (same_colour (mover (face (shape u'))) x) with true.
    2:{ symmetry. apply same_colour_spec. rewrite Mu'. simpl. rewrite T. apply other_other. }
    intros q. discriminate.
  * left. exact Dt.
  * right. exists u'. split; [exact J' | split; [exact Mu' |]].
    apply (lower_drops n u' s 0 (pass a s) _ F S1 S2 Lo'). apply (tally_pass a x).
Qed.

(** *** The states that match are won. *)
Theorem covers_measured : exists k r,
  measured (play a) weighs own bad x (fun s => D s = true) (fun s => covered (play a) (matches_b f a x) l s = true) k r /\
  forall s, covered (play a) (matches_b f a x) l s = true -> exists n, In n l /\ matches n s = true /\ k s = value n s.
Proof.
  pose proof D_measured as (kd & rd & Dm).
  exists (credit_of (play a) (matches_b f a x) value order l), (rank_of (play a) (matches_b f a x) value order l). split.
  2:{ intros s H. apply existsb_exists in H as (v & I & Rv). destruct (least_le (play a) (matches_b f a x) value order l s v I Rv) as (e & L & _).
      destruct (least_some _ _ _ _ _ _ _ L) as (u & J & Ru & ->). exists u. unfold credit_of. rewrite L. auto. }
  apply (least_measured (play a) weighs own bad x (matches_b f a x) value order l).
  - (* the winner moves *)
    intros n s I M T. simpl in T. destruct (own_arrives n s I M T) as [(p & t & P & La) | [(p & t & _ & P & La & H) | H]].
    + left. simpl. destruct (takes_attacker a s p t La) as [Ta _]. rewrite T in Ta. rewrite Ta. exact (last_play a s p t P La).
    + right. exists (lost a s t), t. split; [exact (a_play a s p t P La) | exact H].
    + right. exists 0%Z, (pass a s). split; [apply a_pass, no_second | exact H].
  - (* play does not end for the other side *)
    intros n s I M T c O. simpl in T. pose proof (check_good n I) as [F Un Su].
    destruct (their_node n s I M T) as (S & B & N). pose proof S as [S1 S2 S3 S4 S5 S6 S7].
    inversion O as [| p t P La | | Pa | Pa]; subst; [| destruct (no_second s Pa) | destruct (no_second s Pa)].
    destruct (takes_attacker a s p t La) as [Ta On]. destruct (bool_dec own true) as [Ow | Ow]; [| rewrite (not_own a x (not_true_is_false _ Ow)); reflexivity].
    exfalso. destruct N as [Ds | (i & u & Fu & H & Re)].
    + destruct Dm as [_ Ed _]. pose proof (Ed s Ds T _ O) as K. apply (own_spec a x) in Ow. rewrite Ow in K. exact (other_ne _ K).
    + unfold leads in H. rewrite Fu in H.
      pose proof (found _ _ Fu) as J. rewrite !andb_true_iff, same_colour_spec in H. destruct H as [[[[[Mu W] Fi] Ag] _] _].
      assert (mover (face (shape u)) = x) as Mx by (rewrite Mu; simpl; rewrite <- S3, T; apply other_other).
      destruct (mem_dec p (zone (shape u))) as [Z | Z].
      2:{ destruct (stands_beyond u s p t J (shape n) W Fi Ag Mx S T Z P) as [Nl _]. exact (Nl La). }
      assert (mem p (blank (shape n))) as Bl.
      { apply (empty_blank a x (shape n) s S1); [apply (on_empty _ _ _ _ P) |]. unfold within_b in W. rewrite !andb_true_iff, mem_subset in W. apply W, Z. }
      assert (In p (elements (N.land (blank (shape n)) (zone (shape u))))) as Ip by (apply elements_spec, mem_land; auto).
      specialize (Re p Ip). apply their_play_spec in Re as [Q | Re].
      * unfold quiet, quiet_e in Q. apply orb_true_iff in Q as [Q | Q]; [exact (illegal_plays a x walls_apart (shape n) s F S1 S2 p Bl S3 t Q P) |].
        rewrite andb_true_iff, same_option_spec, N.eqb_eq in Q. destruct Q as [Q1 Q2].
        pose proof (retaken _ _ _ _ P (B p Q1)) as R. rewrite T in R. lia.
      * destruct Re as (to & Sp & _).
        exact (spared_not_last a x walls_apart (shape n) s p t F S Bl Un P (proj1 (own_spec a x) Ow) Sp La).
  - (* the other side moves *)
    intros n s I M T w t Mv. simpl in T. assert (D s = true \/ arrives n s w t) as [Ds | H].
    { inversion Mv as [p t' P La | | Pa | |]; subst; [exact (play_arrives n s p t I M T P La) | exact (pass_arrives n s I M T)]. }
    + left. destruct Dm as [_ _ Mm]. destruct (Mm s Ds T w t Mv) as [[] | [K _]]. exact K.
    + exact H.
Qed.
End Sound.
