(** What covers a move of a pattern, and what is so of the states of which a pattern is known: after plays in the zone,
    plays elsewhere and passes.  docs/certificates.md, "Patterns". *)

Require Import List NArith ZArith Lia Bool.
Require Import Cycles Sets Board Rules Claims Grid Exec Measures Judging Walls Life Statics Finite Breath Regions Filling Secured Checker Patterns.
Import ListNotations.

(** What covers a move: statics, or the node of a number. *)
Inductive target := Closed | Leading (n : N).

(** A node.  Its measure for a state is [height] and the winner's stones in the state, if these count; then [order].
    [noted] is the credit that the file gives. *)
Record entry := Entry {
  shape : pattern;
  chooses : option choice;
  noted : Z;
  height : Z;
  order : Z;
  after_it : target;
  listed_replies : list (point * target)
}.
Section Check.
Context (f : frame) (a : arena) (x : colour).

Definition stay (v : pattern) : pattern :=
  let s := face v in
  Pattern (zone v) (eye_points v)
    (Position (black s) (white s) None (other (mover s)) false (black_threats s) (white_threats s) (gone s)).

(** What is known by [r] is enough for [u]. *)
Definition within_b (r u : pattern) : bool :=
  subset (zone u) (zone r) &&
  forallb (fun k => N.land (stones (face r) k) (zone u) =? stones (face u) k)%N [Black; White] &&
  subset (eye_points u) (N.ldiff (N.lor (zone r) (eye_points r)) (stones (face r) x)).
Definition fits_b (r u : pattern) : bool :=
  ((threats (face u) x <=? threats (face r) x) && (threats (face r) (other x) <=? threats (face u) (other x)))%N.

(** The measure condition, with [room] for the move between what two nodes give. *)
Definition obeys (room : Z) (b : bool) (n u : entry) : bool :=
  ((0 <? room) || ((room =? 0) &&
    (if owners a x then b || (order u <? order n) else (order u <? order n) || ((order u =? order n) && negb b))))%bool%Z.
Definition lower (n : entry) (b : bool) (cost : Z) (u : entry) : bool := obeys (height n - cost - height u) b n u.

(** Of the units [said] to be taken, where that counts, as many are if the attacker is to win, and no more if the owner is. *)
Definition as_gone (said g : pset) : bool := if owners a x then subset g said else subset said g.

(** A ban on the other side in [u] is one that there is; a ban on the winner is one that [u] knows, or away from its move. *)
Definition banned_by (k : option point) (u : entry) : bool :=
  match ban (face (shape u)) with None => true | Some q => same_option k (Some q) end.
Definition bears (k : option point) (u : entry) : bool :=
  match k, chooses u with
  | Some q, Some (Plays p) => negb (p =? q)%N || same_option (ban (face (shape u))) (Some q)
  | _, _ => true
  end.

(** A play takes a unit, and with it all are taken: that ends play if the attacker does so.  What the other side's play
    takes of the units is known, and does not end play; what a play of the winner costs of the measure. *)
Definition last_e (v : pattern) (e : pset * pset) : bool :=
  once a && some (N.land (all_units a) (fst e)) && subset (all_units a) (gone_e a v e).
Definition captures_e (v : pattern) (e : pset * pset) : bool := negb (owners a x) && last_e v e.
Definition spares_e (v : pattern) (e : pset * pset) : bool :=
  negb (once a && owners a x) || ((N.land (all_units a) (snd e) =? 0)%N && negb (last_e v e)).
Definition cost_e (e : pset * pset) : Z := if prisoners_count a then (1 - size (fst e))%Z else 0%Z.
Definition gain_e (e : pset * pset) : Z := if prisoners_count a then size (fst e) else 0%Z.
Definition captures (v : pattern) (p : point) : bool := captures_e v (effect f a x v p).
Definition spares (v : pattern) (p : point) : bool := spares_e v (effect f a x v p).
Definition cost (v : pattern) (p : point) : Z := cost_e (effect f a x v p).
Definition gain (v : pattern) (p : point) : Z := gain_e (effect f a x v p).

(** The play is legal in no state. *)
Definition quiet_e (v : pattern) (p : point) (e : pset * pset) : bool :=
  illegal_e f a v p e || (same_option (ban (face v)) (Some p) && (threats (face v) (other x) =? 0)%N).
Definition quiet (v : pattern) (p : point) : bool := quiet_e v p (effect f a x v p).
Definition reply_of (n : entry) (p : point) : option target :=
  match List.find (fun e => N.eqb (fst e) p) (listed_replies n) with Some e => Some (snd e) | None => None end.

Definition same_on (r : pattern) (s : position) : bool :=
  forallb (fun k => N.land (stones s k) (zone r) =? stones (face r) k)%N [Black; White] &&
  (N.land (stones s x) (eye_points r) =? 0)%N.
Definition bans_b (n : entry) (s : position) : bool :=
  if same_colour (mover (face (shape n))) x
  then bears (ban s) n
  else match ban (face (shape n)) with None => true | Some q => same_option (ban s) (Some q) end.
Definition matches_b (n : entry) (s : position) : bool :=
  let v := shape n in
  same_on v s && breathing_in f a s && same_colour (mover s) (mover (face v)) && negb (passed s) && as_gone (gone (face v)) (gone s) &&
  ((threats (face v) x <=? threats s x) && (threats s (other x) <=? threats (face v) (other x)))%N && bans_b n s.
End Check.

Lemma same_option_spec k q : same_option k (Some q) = true <-> k = Some q.
Proof.
  destruct k as [p |]; simpl; [rewrite N.eqb_eq |]; split; congruence.
Qed.

Lemma size_sum A B C : (forall q, mem q A -> mem q C) -> (forall q, mem q B -> mem q C) -> (forall q, mem q A -> ~ mem q B) ->
  (size A + size B <= size C)%Z.
Proof.
  intros HA HB D. unfold size. rewrite <- Nat2Z.inj_add, <- app_length. apply inj_le, NoDup_incl_length.
  - pose proof (elements_NoDup A) as NA. pose proof (elements_NoDup B) as NB.
    assert (forall q, In q (elements A) -> ~ In q (elements B)) as E by (intros q P Q; apply elements_spec in P, Q; exact (D q P Q)).
    induction NA as [| p l N NA IH]; simpl; [exact NB |]. constructor; [| apply IH; intros q Q; apply E; right; exact Q].
    rewrite in_app_iff. intros [K | K]; [exact (N K) | exact (E p (or_introl eq_refl) K)].
  - intros q Q. apply in_app_iff in Q as [Q | Q]; apply elements_spec in Q; apply elements_spec; auto.
Qed.

Section Standing.
Context (a : arena) (x : colour).
Notation f := (frame_of (grid a)).
Notation adj := (adj (grid a)).
Notation linked := (linked (grid a)).
Hypothesis walls_apart : forall k q, mem q (wall a k) -> ~ mem q (locale a).
Hypothesis never : end_of_play (rules a) = Never.
Notation weighs := (prisoners_count a).
Notation own := (owners a x).

(** A state of which [r] is known. *)
Record stands (r : pattern) (s : position) : Prop := Stands {
  st_agrees : agrees x r s;
  st_breath : breathing a s;
  st_mover : mover s = mover (face r);
  st_passed : passed s = false;
  st_gone : as_gone a x (gone (face r)) (gone s) = true;
  st_mine : (threats (face r) x <= threats s x)%N;
  st_theirs : (threats s (other x) <= threats (face r) (other x))%N
}.

Definition bans (n : entry) (s : position) : Prop :=
  if same_colour (mover (face (shape n))) x
  then forall q, ban s = Some q -> chooses n = Some (Plays q) -> ban (face (shape n)) = Some q
  else forall q, ban (face (shape n)) = Some q -> ban s = Some q.

Notation matches := (matches_b f a x).

Lemma same_on_spec r s : form a r -> (same_on x r s = true <-> agrees x r s).
Proof.
  intros F. unfold same_on, agrees. rewrite andb_true_iff, forallb_forall, empty_iff. split; intros [A E]; split.
  - intros k q Q. assert (In k [Black; White]) as I by (destruct k; simpl; auto). specialize (A k I). apply N.eqb_eq in A.
    unfold stone. rewrite <- A, mem_land. tauto.
  - intros q Q K. apply (E q), mem_land. auto.
  - intros k _. apply N.eqb_eq, pset_ext. intros q. rewrite mem_land. split; [intros [K Z]; apply A; auto |].
    intros K. pose proof (stones_in _ _ F k q K) as Z. split; [apply A; auto | exact Z].
  - intros q K. apply mem_land in K as [K Q]. exact (E q Q K).
Qed.

Lemma bans_b_spec n s : bans_b x n s = true <-> bans n s.
Proof.
  unfold bans_b, bans, bears. destruct (same_colour _ _).
  - destruct (ban s) as [q |]; [| split; [intros _ q; discriminate | auto]].
    destruct (chooses n) as [[p |] |]; try (split; [intros _ q' _; discriminate | auto]).
    rewrite orb_true_iff, negb_true_iff, N.eqb_neq, same_option_spec. split.
    + intros [H | H] q' [= <-] [= ->]; [congruence | exact H].
    + intros H. destruct (N.eq_dec p q) as [-> | Ne]; [right; apply H; reflexivity | left; exact Ne].
  - destruct (ban (face (shape n))) as [q |]; [| split; [intros _ q; discriminate | auto]].
    rewrite same_option_spec. split; [intros H q' [= <-]; exact H | intros H; apply H; reflexivity].
Qed.

Lemma matches_spec n s : form a (shape n) -> (matches n s = true <-> stands (shape n) s /\ bans n s).
Proof.
  intros F. unfold matches_b. change (breathing_in f a s) with (breathing_b a s).
  rewrite !andb_true_iff, (same_on_spec _ s F), breathing_b_spec, same_colour_spec, negb_true_iff, !N.leb_le, bans_b_spec.
  split; [intros [[[[[[A B] C] E] G] [H I]] J]; split; [split; assumption | exact J] |]. intros [[A B C E G H I] J]. auto 10.
Qed.
(** *** What covers a result. *)
Lemma within_agrees r u s : form a u -> within_b x r u = true -> agrees x r s -> agrees x u s.
Proof.
  intros F. unfold within_b. rewrite !andb_true_iff, !mem_subset, forallb_forall. intros [[Z S] E] [A B]. split.
  - intros k q Q. rewrite (A k q (Z q Q)). assert (In k [Black; White]) as I by (destruct k; simpl; auto).
    specialize (S k I). apply N.eqb_eq in S. unfold stone. rewrite <- S, mem_land. tauto.
  - intros q Q K. specialize (E q Q). apply mem_ldiff in E as [E N]. apply mem_lor in E as [E | E].
    + apply N, A; auto.
    + exact (B q E K).
Qed.

Lemma as_gone_trans g g' g'' : as_gone a x g g' = true -> as_gone a x g' g'' = true -> as_gone a x g g'' = true.
Proof. unfold as_gone. destruct own; rewrite !mem_subset; auto. Qed.

(** *** The measure. *)
Definition value (n : entry) (s : position) : Z := (height n + (if weighs then size (stones s x) else 0))%Z.
Definition tally (s : position) : Z := if weighs then size (stones s x) else 0%Z.
Lemma tally_theirs s p t : mover s = other x -> played a s p t ->
  (tally t - tally s - 0 <= (if own then - weight weighs (lost a s t) else weight weighs (lost a s t)))%Z.
Proof.
  intros T P. rewrite (weight_theirs a x s t T). unfold loss, tally. rewrite T, other_other. destruct weighs, own; lia.
Qed.

Lemma tally_pass s : (tally (pass a s) - tally s - 0 <= (if own then - weight weighs 0 else weight weighs 0))%Z.
Proof.
  assert (tally (pass a s) = tally s) as -> by (unfold tally; destruct x; reflexivity).
  assert (weight weighs 0 = 0%Z) as -> by (unfold weight; destruct weighs; reflexivity). destruct own; lia.
Qed.

Lemma tally_mine v s p t : form a v -> agrees x v s -> breathing a s -> mover s = mover (face v) -> mem p (blank v) ->
  mover s = x -> played a s p t ->
  (tally t - tally s - cost f a x v p <= (if own then - weight weighs (lost a s t) else weight weighs (lost a s t)))%Z.
Proof.
  intros F A B Mo Bl T P. rewrite (weight_mine a x s t T). unfold loss, tally, cost, cost_e.
  assert (size (stones t x) = size (stones s x) + 1)%Z as E.
  { rewrite <- T. assert (stones t (mover s) = N.setbit (stones s (mover s)) p) as ->.
    { apply pset_ext. intros q. rewrite mem_setbit. exact (mine_after a s t p P q). }
    apply size_more. pose proof (on_empty _ _ _ _ P) as (_ & N1 & N2). destruct (mover s); assumption. }
  assert (size (fst (effect f a x v p)) + size (stones t (other (mover s))) <= size (stones s (other (mover s))))%Z.
  { apply size_sum.
    - intros q Q. pose proof (sure_taken a x v s F A B p Mo q Q) as [(r & L & _) _]. apply linked_ends in L as [L _]. exact L.
    - intros q Q. apply (theirs_after a s t p P) in Q. apply Q.
    - intros q Q K. apply (theirs_after a s t p P) in K as [_ K]. exact (K (sure_taken a x v s F A B p Mo q Q)). }
  destruct weighs, own; lia.
Qed.

(** *** Moves of a state that matches. *)
Lemma no_second s : ~ second_pass a s.
Proof. unfold second_pass, pass_counts. rewrite never. destruct (ban s); intros []; discriminate. Qed.

Lemma takes_attacker s p t : takes_last a s p t -> mover s = attacker a /\ dead_means (rules a) = CapturedOnce.
Proof. intros [(U & _ & D' & M & _) _]. auto. Qed.

Lemma once_spec : once a = true <-> dead_means (rules a) = CapturedOnce.
Proof. unfold once. destruct (dead_means (rules a)); split; congruence. Qed.

Lemma attacker_or : attacker a = other (owner a).
Proof. reflexivity. Qed.
Lemma own_spec : own = true <-> x = owner a.
Proof. apply same_colour_spec. Qed.
Lemma not_own : own = false -> x = attacker a.
Proof. intros E. apply ne_other. intros K. apply own_spec in K. congruence. Qed.

Lemma gone_grows s p t : played a s p t -> forall q, mem q (gone s) -> mem q (gone t).
Proof. intros P q Q. apply (gone_after _ _ _ _ P). auto. Qed.

Lemma gone_e_spec v e q : mem q (gone_e a v e) <-> mem q (gone (face v)) \/
  once a = true /\ mover (face v) = attacker a /\ exists U r, In U (units a) /\ mem q U /\ mem r U /\ mem r (fst e).
Proof.
  unfold gone_e. destruct (once a && same_colour (mover (face v)) (attacker a)) eqn:E.
  - apply andb_true_iff in E as [E1 E2]. apply same_colour_spec in E2. induction (units a) as [| U us IH]; simpl.
    + split; [auto |]. intros [H | (_ & _ & U & r & [] & _)]; exact H.
    + destruct (some (N.land U (fst e))) eqn:So.
      * apply some_spec in So as (r & R). apply mem_land in R. rewrite mem_lor, IH. split.
        -- intros [Q | [H | (_ & _ & V & z & I & H)]]; [right | auto | right]; (split; [exact E1 | split; [exact E2 |]]).
           ++ exists U, r. tauto.
           ++ exists V, z. tauto.
        -- intros [H | (_ & _ & V & z & [-> | I] & H)]; [auto | left; tauto |]. right. right.
           split; [exact E1 | split; [exact E2 |]]. exists V, z. tauto.
      * rewrite IH. split; [intros [H | (_ & _ & V & z & I & H)] | intros [H | (_ & _ & V & z & [-> | I] & H)]]; auto.
        -- right. split; [exact E1 | split; [exact E2 |]]. exists V, z. tauto.
        -- exfalso. apply (proj1 (some_not _) So z). apply mem_land. tauto.
        -- right. split; [exact E1 | split; [exact E2 |]]. exists V, z. tauto.
  - split; [auto |]. intros [H | (E1 & E2 & _)]; [exact H |]. apply same_colour_spec in E2. rewrite E1, E2 in E. discriminate.
Qed.

(** What is said to be taken after a play is so. *)
Lemma gone_outcome v s p t : form a v -> stands v s -> mem p (blank v) -> (forall U q, In U (units a) -> mem q U -> mem q (zone v)) ->
  played a s p t -> (mover s = x \/ spares f a x v p = true) -> as_gone a x (gone_e a v (effect f a x v p)) (gone t) = true.
Proof.
  intros F [S1 S2 S3 S4 S5 S6 S7] Bl Un P Sp. unfold as_gone in *. pose proof own_spec as Os. pose proof not_own as No.
  destruct own eqn:Ow; rewrite mem_subset in *; intros q Q.
  - apply gone_e_spec. apply (gone_after _ _ _ _ P) in Q as [Q | (U & I & Q & (On & M & r & R & Tk))]; [auto | right].
    split; [apply once_spec, On | split; [congruence |]]. exists U, r. split; [exact I | split; [exact Q | split; [exact R |]]].
    assert (x = owner a) as Xo by (apply Os; reflexivity).
    destruct Sp as [T | Sp]; [exfalso; apply (owner_not_attacker a); congruence |].
    pose proof Tk as [(z & L & _) _]. apply linked_ends in L as [L _]. apply (proj1 S1) in L; [| exact (Un U r I R)].
    destruct (taken_known a x walls_apart v s F S1 S2 p Bl S3 r L Tk) as [K | K]; [exact K | exfalso].
    unfold spares, spares_e in Sp. rewrite (proj2 once_spec On), Ow in Sp. simpl in Sp. apply andb_true_iff in Sp as [Sp _].
    rewrite empty_iff in Sp. apply (Sp r), mem_land. split; [apply all_units_spec; eauto | exact K].
  - apply gone_e_spec in Q as [Q | (On & M & U & r & I & Q & R & K)].
    + exact (gone_grows s p t P q (S5 q Q)).
    + apply (gone_after _ _ _ _ P). right. exists U. split; [exact I | split; [exact Q |]].
      split; [apply once_spec, On | split; [congruence |]]. exists r. split; [exact R |].
      exact (sure_taken a x v s F S1 S2 p S3 r K).
Qed.

(** A play that spares the owner does not take the last unit. *)
Lemma spared_not_last v s p t : form a v -> stands v s -> mem p (blank v) -> (forall U q, In U (units a) -> mem q U -> mem q (zone v)) ->
  played a s p t -> x = owner a -> spares f a x v p = true -> ~ takes_last a s p t.
Proof.
  intros F S Bl Un P Xo Sp La. pose proof S as [S1 S2 S3 S4 S5 S6 S7]. destruct (takes_attacker s p t La) as [Ta On].
  pose proof (proj2 own_spec Xo) as Ow.
  pose proof (gone_outcome v s p t F S Bl Un P (or_intror Sp)) as G. unfold as_gone in G. rewrite Ow, mem_subset in G.
  unfold spares, spares_e in Sp. rewrite (proj2 once_spec On), Ow in Sp. simpl in Sp.
  rewrite andb_true_iff, negb_true_iff, empty_iff in Sp. destruct Sp as [Sp Nl]. apply not_true_iff_false in Nl. apply Nl.
  unfold last_e. rewrite (proj2 once_spec On). simpl. destruct La as [(U & Iu & _ & _ & q & Qu & Tk) All].
  assert (stone s (other (mover s)) q) as L by (destruct Tk as [(r & L & _) _]; apply linked_ends in L; tauto).
  apply (proj1 S1) in L; [| exact (Un U q Iu Qu)].
  rewrite andb_true_iff, some_spec, mem_subset. split.
  - exists q. apply mem_land. assert (mem q (all_units a)) as Qa by (apply all_units_spec; eauto). split; [exact Qa |].
    destruct (taken_known a x walls_apart v s F S1 S2 p Bl S3 q L Tk) as [K | K]; [exact K |].
    destruct (Sp q). apply mem_land. auto.
  - intros r R. apply all_units_spec in R as (V & K & R). exact (G r (All V r K R)).
Qed.

(** A play that captures for certain takes the last unit. *)
Lemma captures_last v s p t : form a v -> stands v s -> mem p (blank v) -> (forall U q, In U (units a) -> mem q U -> mem q (zone v)) ->
  played a s p t -> mover s = x -> captures_e a x v (effect f a x v p) = true -> takes_last a s p t.
Proof.
  intros F S Bl Un P T Ca. pose proof S as [S1 S2 S3 S4 S5 S6 S7].
  unfold captures_e, last_e in Ca. rewrite !andb_true_iff, some_spec, negb_true_iff, mem_subset in Ca.
  destruct Ca as [No [[On (q & Q)] Al]]. apply once_spec in On. pose proof (not_own No) as Xa.
  apply mem_land in Q as [Qu Qs]. apply all_units_spec in Qu as (U & J & Qu).
  pose proof (sure_taken a x v s F S1 S2 p S3 q Qs) as Tk. split.
  - exists U. split; [exact J |]. split; [exact On | split; [congruence | exists q; auto]].
  - intros V r K R. assert (mem r (all_units a)) as Ra by (apply all_units_spec; eauto).
    assert (as_gone a x (gone_e a v (effect f a x v p)) (gone t) = true) as G by (apply (gone_outcome v s p t F S Bl Un P); auto).
    unfold as_gone in G. rewrite No, mem_subset in G. apply G, Al, Ra.
Qed.

Lemma stands_outcome v s p t : form a v -> stands v s -> mem p (blank v) -> (forall U q, In U (units a) -> mem q U -> mem q (zone v)) ->
  played a s p t -> (mover s = x \/ spares f a x v p = true) ->
  (ban s = Some p -> mover s = x -> ban (face v) = Some p) -> (ban (face v) = Some p -> mover s = other x -> ban s = Some p) ->
  stands (outcome f a x v p) t.
Proof.
  intros F S Bl Un P Sp B1 B2. pose proof (gone_outcome v s p t F S Bl Un P Sp) as G. destruct S as [S1 S2 S3 S4 S5 S6 S7].
  assert (mover (face (outcome f a x v p)) = other (mover (face v)) /\
    forall c, threats (face (outcome f a x v p)) c = spend (face v) p c) as [Em Et].
  { unfold outcome, outcome_e. destruct (effect f a x v p). unfold colours. destruct (mover (face v)); simpl; (split; [reflexivity |]); intros []; reflexivity. }
  split.
  - exact (outcome_agrees a x walls_apart v s F S1 S2 p Bl S3 t P).
  - exact (breathing_after a s t p P S2).
  - rewrite Em, (mover_after _ _ _ _ P), S3. reflexivity.
  - exact (passed_after _ _ _ _ P).
  - replace (gone (face (outcome f a x v p))) with (gone_e a v (effect f a x v p)); [exact G |].
    unfold outcome, outcome_e. destruct (effect f a x v p). unfold colours. destruct (mover (face v)); reflexivity.
  - rewrite Et. unfold spend. destruct (either_colour (mover s) x) as [E | E].
    + assert (same_colour x (mover (face v)) = true) as -> by (apply same_colour_spec; congruence).
      rewrite E in *. destruct (ban s) as [q |] eqn:Bs; [destruct (N.eq_dec q p) as [-> | Ne] |].
      * rewrite (B1 eq_refl eq_refl), N.eqb_refl. simpl. rewrite (threat_spent _ _ _ _ P) by exact Bs. lia.
      * rewrite (own_threats _ _ _ _ P) by congruence. destruct (ban (face v)) as [k |]; [destruct (k =? p)%N; simpl |]; lia.
      * rewrite (own_threats _ _ _ _ P) by congruence. destruct (ban (face v)) as [k |]; [destruct (k =? p)%N; simpl |]; lia.
    + assert (same_colour x (mover (face v)) = false) as ->.
      { apply not_true_iff_false. rewrite same_colour_spec. rewrite <- S3, E. intros K. exact (other_ne _ K). }
      rewrite E, (their_threats _ _ _ _ P), <- E. destruct (ban (face v)) as [k |]; [rewrite andb_false_r |]; lia.
  - rewrite Et. unfold spend. destruct (either_colour (mover s) (other x)) as [E | E].
    + assert (same_colour (other x) (mover (face v)) = true) as -> by (apply same_colour_spec; congruence).
      rewrite E in *. destruct (ban (face v)) as [k |] eqn:Bv; [destruct (N.eqb_spec k p) as [-> | Ne]; simpl |].
      * rewrite (threat_spent _ _ _ _ P) by auto. lia.
      * destruct (ban s) as [q |] eqn:Bs; [destruct (N.eq_dec q p) as [-> | Nq] |].
        -- rewrite (threat_spent _ _ _ _ P) by exact Bs. lia.
        -- rewrite (own_threats _ _ _ _ P) by congruence. lia.
        -- rewrite (own_threats _ _ _ _ P) by congruence. lia.
      * destruct (ban s) as [q |] eqn:Bs; [destruct (N.eq_dec q p) as [-> | Nq] |].
        -- rewrite (threat_spent _ _ _ _ P) by exact Bs. lia.
        -- rewrite (own_threats _ _ _ _ P) by congruence. lia.
        -- rewrite (own_threats _ _ _ _ P) by congruence. lia.
    + assert (same_colour (other x) (mover (face v)) = false) as ->.
      { apply not_true_iff_false. rewrite same_colour_spec. rewrite <- S3, E. intros K. exact (other_ne _ K). }
      rewrite E, (their_threats _ _ _ _ P), <- E. destruct (ban (face v)) as [k |]; [rewrite andb_false_r |]; lia.
Qed.

Lemma stands_pass v s : stands v s -> stands (stay v) (pass a s).
Proof.
  intros [S1 S2 S3 S4 S5 S6 S7]. split; simpl.
  - destruct S1 as [A B]. split; [intros k q Q; rewrite stone_pass; specialize (A k q Q); destruct k; exact A |].
    intros q Q. rewrite stone_pass. exact (B q Q).
  - exact (breathing_pass a s S2).
  - rewrite S3. reflexivity.
  - unfold pass_counts. rewrite never. destruct (ban s); reflexivity.
  - exact S5.
  - destruct x; exact S6.
  - destruct x; exact S7.
Qed.

(** A play outside the zone of [u], which is known after the pass. *)
Lemma stands_far v u s p t : form a (shape u) -> (forall U q, In U (units a) -> mem q U -> mem q (zone (shape u))) ->
  supported_b f a x (shape u) = true -> within_b x (stay v) (shape u) = true -> fits_b x (stay v) (shape u) = true ->
  as_gone a x (gone (face (shape u))) (gone (face v)) = true -> mover (face (shape u)) = x -> stands v s -> mover s = other x -> ~ mem p (zone (shape u)) -> played a s p t ->
  ~ takes_last a s p t /\ stands (shape u) t /\ forall q, ban t = Some q -> ~ mem q (zone (shape u)).
Proof.
  intros F Un Su W Fi Ag Mu S T Np P. pose proof S as [S1 S2 S3 S4 S5 S6 S7].
  assert (agrees x (stay v) s) as Sv.
  { destruct S1 as [A B]. split; [intros k q Q; specialize (A k q Q); destruct k; exact A | exact B]. }
  pose proof (within_agrees _ _ s F W Sv) as Au.
  assert (forall q, taken a s p q -> ~ mem q (zone (shape u))) as Far.
  { intros q Tk Z. pose proof Tk as [(r & L & _) _]. apply linked_ends in L as [L _]. rewrite T, other_other in L.
    apply (proj1 Au) in L; [| exact Z]. exact (far_play a x walls_apart (shape u) s F Au S2 p q Su T Np L Tk). }
  assert (~ takes_last a s p t) as N.
  { intros [(U & J & _ & _ & q & Q & Tk) _]. exact (Far q Tk (Un U q J Q)). }
  split; [exact N | split].
  - unfold fits_b in Fi. rewrite andb_true_iff, !N.leb_le in Fi.
    assert (threats (face (stay v)) x = threats (face v) x /\ threats (face (stay v)) (other x) = threats (face v) (other x)) as [E1 E2]
      by (destruct x; split; reflexivity). rewrite E1, E2 in Fi.
    split.
    + destruct Au as [A B]. split.
      * intros k q Q. rewrite <- (A k q Q). destruct (either_colour x k) as [-> | ->].
        -- pose proof (theirs_after a s t p P q) as K. rewrite T, other_other in K. rewrite K. split; [tauto |].
           intros Sq. split; [exact Sq |]. intros Tk. exact (Far q Tk Q).
        -- pose proof (mine_after a s t p P q) as K. rewrite T in K. rewrite K. split; [intros [H | ->]; [exact H | destruct (Np Q)] | auto].
      * intros q Q K. pose proof (theirs_after a s t p P q) as H. rewrite T, other_other in H. apply H in K as [K _]. exact (B q Q K).
    + exact (breathing_after a s t p P S2).
    + rewrite (mover_after _ _ _ _ P), T, other_other. symmetry. exact Mu.
    + exact (passed_after _ _ _ _ P).
    + apply as_gone_trans with (gone s); [apply (as_gone_trans _ _ _ Ag), S5 |]. unfold as_gone. pose proof own_spec as Os.
      destruct own; apply mem_subset; intros q Q; [| exact (gone_grows s p t P q Q)].
      apply (gone_after _ _ _ _ P) in Q as [Q | (U & J & Qu & (_ & _ & r & R & Tk))]; [exact Q | destruct (Far r Tk (Un U r J R))].
    + pose proof (their_threats _ _ _ _ P) as K. rewrite T, other_other in K. rewrite K. lia.
    + rewrite T in *. destruct (ban s) as [q |] eqn:Bs; [destruct (N.eq_dec q p) as [-> | Nq] |].
      * pose proof (threat_spent _ _ _ _ P Bs) as K. rewrite T in K. lia.
      * pose proof (own_threats _ _ _ _ P ltac:(congruence)) as K. rewrite T in K. lia.
      * pose proof (own_threats _ _ _ _ P ltac:(congruence)) as K. rewrite T in K. lia.
  - intros q Bt. apply (ban_after _ _ _ _ P) in Bt as [_ ((Tk & _) & _)]. exact (Far q Tk).
Qed.

End Standing.
