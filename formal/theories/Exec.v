(** The game as functions on sets, and that they are the game of [Rules.v]. *)

Require Import List NArith ZArith Lia Bool.
Require Import Cycles Sets Board Rules Grid.
Import ListNotations.
Open Scope N_scope.

Definition same_colour (c d : colour) : bool := match c, d with Black, Black | White, White => true | _, _ => false end.

(** The points that are connected in [X] with [x]. *)
Definition chain_of (f : frame) (X : pset) (x : point) : pset :=
  flood f (S (N.size_nat X)) X (N.land X (N.setbit 0 x)).

Section Exec.
Context (f : frame) (a : arena).

Definition free (s : position) : pset := N.ldiff (locale a) (N.lor (black s) (white s)).

(** The stones that a play on [p] takes. *)
Definition take (s : position) (p : point) : pset :=
  let o := other (mover s) in
  let touched := reach f (stones s o) (N.setbit 0 p) in
  if touched =? 0 then 0
  else N.ldiff touched (reach f touched (N.lor (N.clearbit (free s) p) (wall a o))).

Definition bound_b (c : colour) : bool :=
  match ko (rules a), threats_of a c with Basic, Some _ => true | _, _ => false end.

Definition ko_b (s : position) (c : colour) (p : point) (own : pset) (room : pset) (tk : pset) : bool :=
  let around := near f (N.setbit 0 p) in
  one tk && (N.land around (N.lor own (wall a c)) =? 0) && one (N.land around room).

Definition counted (s : position) (U tk : pset) : bool :=
  match dead_means (rules a) with
  | CapturedOnce => same_colour (mover s) (attacker a) && negb (N.land U tk =? 0)
  | FinallyOwned => false
  end.

(** The units of which a stone in [tk] is taken. *)
Definition counted_units (s : position) (tk : pset) : pset :=
  fold_right (fun U A => if counted s U tk then N.lor U A else A) 0 (units a).

Definition spend (s : position) (p : point) (c : colour) : N :=
  match ban s with
  | Some q => if (q =? p) && same_colour c (mover s) then threats s c - 1 else threats s c
  | None => threats s c
  end.

(** What a play on [p] leads to that takes [tk]. *)
Definition after (s : position) (p : point) (tk : pset) : position :=
  let c := mover s in
  let own := N.setbit (stones s c) p in
  let opp := N.ldiff (stones s (other c)) tk in
  let room := N.ldiff (locale a) (N.lor own opp) in
  let k := if bound_b (other c) && ko_b s c p own room tk then hd_error (elements tk) else None in
  let g := N.lor (gone s) (counted_units s tk) in
  match c with
  | Black => Position own opp k White false (spend s p Black) (spend s p White) g
  | White => Position opp own k Black false (spend s p Black) (spend s p White) g
  end.

Definition allowed (s : position) (p : point) : bool :=
  N.testbit (free s) p && match ban s with Some q => negb (q =? p) || (0 <? threats s (mover s)) | None => true end.

Definition breathes_b (s : position) (c : colour) (p : point) : bool :=
  negb (N.land (near f (chain_of f (stones s c) p)) (N.lor (free s) (wall a c)) =? 0).

Definition takes_last_b (s : position) (t : position) (tk : pset) : bool :=
  existsb (fun U => counted s U tk) (units a) && forallb (fun U => N.ldiff U (gone t) =? 0) (units a).

(** A play on [p]: what it leads to, and the stones it takes; nothing if it is illegal. *)
Definition step (s : position) (p : point) : option (next position) :=
  if allowed s p then
    let tk := take s p in
    let t := after s p tk in
    if breathes_b t (mover s) p then
      Some (if takes_last_b s t tk then Over (attacker a) else To (lost a s t) t)
    else None
  else None.

(** The points that belong to [c]. *)
Definition owned (s : position) (c : colour) : pset :=
  let reached c := reach f (free s) (N.lor (stones s c) (wall a c)) in
  N.lor (stones s c) (N.ldiff (reached c) (reached (other c))).

Definition attacker_owns_b (s : position) : bool :=
  let A := owned s (attacker a) in forallb (fun U => negb (N.land U A =? 0)) (units a).

Definition pass_step (s : position) : next position :=
  if pass_counts a s && passed s then
    Over (match dead_means (rules a) with
          | CapturedOnce => owner a
          | FinallyOwned => if attacker_owns_b s then attacker a else owner a
          end)
  else To 0%Z (pass a s).

(** Who wins a cycle, as a function of the sum and of whether the attacker owned a point of every unit all the time. *)
Definition cycle_winner (total : Z) (always : bool) : option colour :=
  match cycles (rules a) with
  | PrisonersThenOwnership =>
    Some (if (0 <? total)%Z || ((total =? 0)%Z && always) then attacker a else owner a)
  | Prisoners => Some (if (0 <? total)%Z then attacker a else owner a)
  | OwnersAlways => Some (owner a)
  | Draw => None
  end.
End Exec.

Lemma other_other c : other (other c) = c.
Proof. destruct c; reflexivity. Qed.

Lemma other_ne c : other c <> c.
Proof. destruct c; discriminate. Qed.

Lemma same_colour_spec c d : same_colour c d = true <-> c = d.
Proof. destruct c, d; simpl; split; congruence. Qed.

Lemma empty_set A : (A =? 0) = true <-> A = 0.
Proof. apply N.eqb_eq. Qed.

Lemma not_empty A : negb (A =? 0) = true <-> exists p, mem p A.
Proof.
  rewrite negb_true_iff, <- not_true_iff_false, empty_iff. split.
  - intros H. destruct (elements A) as [| p l] eqn:E.
    + destruct H. intros p P. apply elements_spec in P. rewrite E in P. destruct P.
    + exists p. apply elements_spec. rewrite E. left. reflexivity.
  - intros [p P] H. exact (H p P).
Qed.

Lemma subset_spec A B : (N.ldiff A B =? 0) = true <-> forall p, mem p A -> mem p B.
Proof.
  rewrite empty_iff. split; intros H p.
  - intros P. destruct (mem_dec p B) as [K | K]; auto. destruct (H p). apply mem_ldiff. auto.
  - rewrite mem_ldiff. intros [P N]. auto.
Qed.

Lemma mem_single p q : mem q (N.setbit 0 p) <-> q = p.
Proof.
  rewrite mem_setbit. split; [| auto]. intros [H | H]; auto. destruct (mem_0 _ H).
Qed.

Lemma mem_clearbit p q A : mem q (N.clearbit A p) <-> mem q A /\ q <> p.
Proof. unfold mem. rewrite N.clearbit_iff. intuition. Qed.

Lemma linked_into b (A B : point -> Prop) p q :
  (forall x y, B x -> adj b x y -> A y -> B y) -> B p -> linked b A p q -> linked b B p q.
Proof.
  intros C P L. induction L as [p H | p q r L IH J H]; [apply here; exact P |].
  apply further with q; auto. specialize (IH P). apply linked_ends in IH. apply C with q; tauto.
Qed.

Section Proofs.
Context (a : arena).
Notation f := (frame_of (grid a)).
Notation adj := (adj (grid a)).
Notation linked := (linked (grid a)).

Lemma chain_of_spec X x p : mem p (chain_of f X x) <-> linked (fun q => mem q X) x p.
Proof.
  unfold chain_of. rewrite flood_spec.
  - split.
    + intros (r & R & L). apply mem_land in R as [_ R]. apply mem_single in R as ->. exact L.
    + intros L. exists x. split; auto. apply mem_land. split; [apply linked_ends in L; tauto |]. apply mem_single. auto.
  - intros q Q. apply mem_land in Q. tauto.
  - enough (length (elements (N.ldiff X (N.land X (N.setbit 0 x)))) <= length (elements X))%nat
      by (pose proof (elements_size X); lia).
    apply NoDup_incl_length; [apply elements_NoDup |]. intros q Q. apply elements_spec in Q. apply mem_ldiff in Q.
    apply elements_spec. tauto.
Qed.

Lemma free_spec s p : mem p (free a s) <-> empty a s p.
Proof. unfold free, empty, stone. simpl. rewrite mem_ldiff, mem_lor. tauto. Qed.

Lemma around_spec p q : mem q (near f (N.setbit 0 p)) <-> adj p q.
Proof.
  rewrite near_spec. split.
  - intros (r & R & J). apply mem_single in R as ->. exact J.
  - intros J. exists p. split; [apply mem_single; reflexivity | exact J].
Qed.

Lemma take_spec s p q : mem q (take f a s p) <-> taken a s p q.
Proof.
  unfold take, taken. set (o := other (mover s)). set (T := reach f (stones s o) (N.setbit 0 p)).
  assert (forall q, mem q T <-> exists r, linked (stone s o) q r /\ adj r p) as HT.
  { intros r. unfold T. rewrite reach_spec. split.
    - intros (u & v & L & J & V). apply mem_single in V as ->. exists u. auto.
    - intros (u & L & J). exists u, p. split; [exact L | split; [exact J | apply mem_single; reflexivity]]. }
  destruct (T =? 0) eqn:E.
  - split; [intros H; destruct (mem_0 _ H) |]. intros [H _]. apply HT in H. rewrite empty_iff in E. destruct (E q H).
  - rewrite mem_ldiff, HT, reach_spec.
    enough ((exists r, linked (stone s o) q r /\ adj r p) ->
      ((exists u v, linked (fun z => mem z T) q u /\ adj u v /\ mem v (N.lor (N.clearbit (free a s) p) (wall a o))) <->
       breathes_without a (eq p) s o q)) as K by (split; intros [A B]; (split; [exact A |]); specialize (K A); tauto).
    intros H. apply HT in H. unfold breathes_without.
    assert (forall u, linked (fun z => mem z T) q u <-> linked (stone s o) q u) as L.
    { intros u. split.
      - apply linked_into; [| apply HT in H as (r & R & _); apply linked_ends in R; tauto].
        intros x y _ _ Y. apply HT in Y as (r & R & _). apply linked_ends in R. tauto.
      - apply linked_into; [| exact H]. intros x y X J Y. apply HT in X as (r & R & Z). apply HT. exists r. split; [| exact Z].
        apply linked_trans with x; [| exact R]. apply linked_sym. apply further with x; auto. apply here.
        apply linked_ends in R. tauto. }
    setoid_rewrite L. setoid_rewrite mem_lor. setoid_rewrite mem_clearbit. setoid_rewrite free_spec.
    split; intros (u & v & U & J & V); exists u, v; (split; [exact U | split; [exact J |]]);
      (destruct V as [[V W] | V]; [left; split; auto | right; exact V]).
Qed.

Lemma breathes_spec s c p : stone s c p -> (breathes_b f a s c p = true <-> breathes a s c p).
Proof.
  intros P. unfold breathes_b, breathes, breathes_without. rewrite not_empty. split.
  - intros (r & R). apply mem_land in R as [R F]. apply near_spec in R as (q & Q & J). apply chain_of_spec in Q.
    exists q, r. split; [exact Q | split; [exact J |]]. apply mem_lor in F as [F | F]; [left | right; exact F].
    apply free_spec in F. auto.
  - intros (q & r & L & J & F). exists r. apply mem_land. split.
    + apply near_spec. exists q. split; [apply chain_of_spec; exact L | exact J].
    + apply mem_lor. destruct F as [[F _] | F]; [left; apply free_spec; exact F | right; exact F].
Qed.

Lemma bound_spec c : bound_b a c = true <-> bound a c.
Proof.
  unfold bound_b, bound. destruct (ko (rules a)), (threats_of a c); split; try congruence; try (intros [A B]; congruence).
  intros _. split; congruence.
Qed.

Lemma counted_spec s U p : counted a s U (take f a s p) = true <-> takes_of a U s p.
Proof.
  unfold counted, takes_of. destruct (dead_means (rules a)).
  - split; [discriminate | intros [A _]; discriminate].
  - rewrite andb_true_iff, same_colour_spec, not_empty. setoid_rewrite mem_land. setoid_rewrite take_spec. intuition.
Qed.

Lemma counted_units_spec s p q :
  mem q (counted_units a s (take f a s p)) <-> exists U, In U (units a) /\ mem q U /\ takes_of a U s p.
Proof.
  unfold counted_units. induction (units a) as [| U l IH]; simpl.
  - split; [intros H; destruct (mem_0 _ H) | intros (U & [] & _)].
  - pose proof (counted_spec s U p) as K. destruct (counted a s U (take f a s p)).
    + rewrite mem_lor, IH. split.
      * intros [H | (V & I & H)]; [exists U; intuition | exists V; intuition].
      * intros (V & [<- | I] & H & T); [auto | right; exists V; auto].
    + rewrite IH. split.
      * intros (V & I & H). exists V. auto.
      * intros (V & [<- | I] & H & T); [apply K in T; discriminate | exists V; auto].
Qed.

Lemma takes_last_spec s p t : takes_last_b a s t (take f a s p) = true <-> takes_last a s p t.
Proof.
  unfold takes_last_b, takes_last. rewrite andb_true_iff, existsb_exists, forallb_forall.
  setoid_rewrite counted_spec. setoid_rewrite subset_spec.
  split; intros [(U & I & T) L]; (split; [exists U; split; [exact I | exact T] |]); intros V; [intros q J | intros J q]; apply L; exact J.
Qed.

(** *** A play. *)
Lemma after_own s p tk : stones (after f a s p tk) (mover s) = N.setbit (stones s (mover s)) p.
Proof. unfold after. destruct (mover s); reflexivity. Qed.
Lemma after_opp s p tk : stones (after f a s p tk) (other (mover s)) = N.ldiff (stones s (other (mover s))) tk.
Proof. unfold after. destruct (mover s); reflexivity. Qed.
Lemma after_threats s p tk c : threats (after f a s p tk) c = spend s p c.
Proof. unfold after. destruct (mover s), c; reflexivity. Qed.
Lemma after_gone s p tk : gone (after f a s p tk) = N.lor (gone s) (counted_units a s tk).
Proof. unfold after. destruct (mover s); reflexivity. Qed.

Lemma after_ban s p q : ban (after f a s p (take f a s p)) = Some q <->
  bound a (other (mover s)) /\ takes_ko a s p q (after f a s p (take f a s p)).
Proof.
  set (t := after f a s p (take f a s p)).
  assert (free a t = N.ldiff (locale a) (N.lor (N.setbit (stones s (mover s)) p) (N.ldiff (stones s (other (mover s))) (take f a s p)))) as R.
  { unfold free. pose proof (after_own s p (take f a s p)) as A. pose proof (after_opp s p (take f a s p)) as B. fold t in A, B.
    destruct (mover s); simpl in A, B; rewrite A, B; [reflexivity |]. f_equal. apply N.lor_comm. }
  assert (ban t = if bound_b a (other (mover s)) && ko_b f a s (mover s) p (stones t (mover s)) (free a t) (take f a s p)
    then hd_error (elements (take f a s p)) else None) as ->.
  { rewrite R. unfold t at 2. rewrite after_own. unfold t, after. destruct (mover s); reflexivity. }
  rewrite <- bound_spec. destruct (bound_b a (other (mover s))); simpl; [| split; [discriminate | intros [A _]; discriminate]].
  unfold ko_b, takes_ko.
  assert (one (take f a s p) = true <-> exists r, taken a s p r /\ forall r', taken a s p r' -> r' = r) as O.
  { rewrite one_spec. setoid_rewrite take_spec. reflexivity. }
  assert ((N.land (near f (N.setbit 0 p)) (N.lor (stones t (mover s)) (wall a (mover s))) =? 0) = true <->
    forall r, adj p r -> ~ stone t (mover s) r /\ ~ mem r (wall a (mover s))) as E.
  { rewrite empty_iff. unfold stone. split; intros H r; specialize (H r); rewrite mem_land, mem_lor, around_spec in *; tauto. }
  assert (one (N.land (near f (N.setbit 0 p)) (free a t)) = true <->
    exists r, (adj p r /\ empty a t r) /\ forall r', adj p r' /\ empty a t r' -> r' = r) as L.
  { rewrite one_spec. split; intros (r & A & B); exists r; rewrite mem_land, around_spec, free_spec in *; split; auto;
      intros r'; specialize (B r'); rewrite mem_land, around_spec, free_spec in *; tauto. }
  split.
  - destruct (_ && _) eqn:B; [| discriminate]. apply andb_true_iff in B as [B C]. apply andb_true_iff in B as [A B].
    intros H. split; [reflexivity |]. split; [| split; [apply E, B | apply L, C]].
    assert (taken a s p q) as Q.
    { apply take_spec, elements_spec. destruct (elements (take f a s p)); inversion H. left. reflexivity. }
    split; [exact Q |]. apply O in A as (r & _ & U). intros r' T. rewrite (U q Q). apply U, T.
  - intros (_ & (Q & U) & B & C).
    rewrite (proj2 O), (proj2 E), (proj2 L) by eauto. simpl.
    apply take_spec, elements_spec in Q. destruct (elements (take f a s p)) as [| r l] eqn:F; [destruct Q |].
    simpl. f_equal. apply U, take_spec, elements_spec. rewrite F. left. reflexivity.
Qed.

Lemma position_ext s t c : stones s c = stones t c -> stones s (other c) = stones t (other c) -> ban s = ban t ->
  mover s = mover t -> passed s = passed t -> threats s c = threats t c -> threats s (other c) = threats t (other c) ->
  gone s = gone t -> s = t.
Proof. destruct s, t, c; simpl; intros; subst; reflexivity. Qed.

Lemma option_ext (x y : option point) : (forall q, x = Some q <-> y = Some q) -> x = y.
Proof.
  intros H. destruct x as [q |]; [symmetry; apply H; reflexivity |].
  destruct y as [q |]; [| reflexivity]. apply H. reflexivity.
Qed.

Lemma allowed_spec s p : allowed a s p = true <-> empty a s p /\ (ban s = Some p -> 0 < threats s (mover s)).
Proof.
  unfold allowed. rewrite andb_true_iff. change (N.testbit (free a s) p = true) with (mem p (free a s)).
  rewrite free_spec. destruct (ban s) as [q |].
  - rewrite orb_true_iff, negb_true_iff, N.eqb_neq, N.ltb_lt. split; intros [A B]; split; auto.
    + intros [= ->]. tauto.
    + destruct (N.eq_dec q p) as [-> | K]; auto.
  - intuition. discriminate.
Qed.

Theorem played_spec s p t : played a s p t <->
  allowed a s p = true /\ breathes_b f a t (mover s) p = true /\ t = after f a s p (take f a s p).
Proof.
  rewrite allowed_spec. set (u := after f a s p (take f a s p)). split.
  - intros [A B C D E F G H I J K L].
    assert (t = u) as Eq.
    { assert (stones t (mover s) = stones u (mover s)) as X.
      { apply pset_ext. intros q. unfold u. rewrite after_own, mem_setbit. apply C. }
      assert (stones t (other (mover s)) = stones u (other (mover s))) as Y.
      { apply pset_ext. intros q. unfold u. rewrite after_opp, mem_ldiff, take_spec. apply D. }
      assert (black t = black u /\ white t = white u) as [X' Y'] by (destruct (mover s); simpl in *; auto).
      assert (forall q, takes_ko a s p q t <-> takes_ko a s p q u) as T.
      { intros q. unfold takes_ko, empty, stone. rewrite X. simpl. rewrite X', Y'. reflexivity. }
      apply position_ext with (c := mover s); auto.
      - apply option_ext. intros q. rewrite F, T. symmetry. apply after_ban.
      - rewrite G. unfold u, after. destruct (mover s); reflexivity.
      - rewrite H. unfold u, after. destruct (mover s); reflexivity.
      - unfold u. rewrite after_threats. unfold spend. destruct (ban s) as [q |]; [| apply I; congruence].
        assert (same_colour (mover s) (mover s) = true) as -> by (apply same_colour_spec; reflexivity).
        rewrite andb_true_r. destruct (N.eqb_spec q p) as [-> | Ne]; [apply J; reflexivity | apply I; congruence].
      - rewrite K. unfold u. rewrite after_threats. unfold spend. destruct (ban s) as [q |]; auto.
        assert (same_colour (other (mover s)) (mover s) = false) as -> by (destruct (mover s); reflexivity).
        rewrite andb_false_r. reflexivity.
      - apply pset_ext. intros q. rewrite L. unfold u. rewrite after_gone, mem_lor, counted_units_spec. reflexivity. }
    split; [auto | split; [| exact Eq]]. apply breathes_spec; [| exact E]. apply C. auto.
  - intros ([A B] & E & ->). fold u in E |- *.
    assert (forall q, stone u (mover s) q <-> stone s (mover s) q \/ q = p) as O.
    { intros q. unfold stone, u. rewrite after_own, mem_setbit. reflexivity. }
    split; auto.
    + intros q. unfold stone, u. rewrite after_opp, mem_ldiff, take_spec. reflexivity.
    + apply breathes_spec in E; [exact E |]. apply O. auto.
    + intros q. apply after_ban.
    + unfold u, after. destruct (mover s); reflexivity.
    + unfold u, after. destruct (mover s); reflexivity.
    + intros N. unfold u. rewrite after_threats. unfold spend. destruct (ban s) as [q |]; auto.
      destruct (N.eqb_spec q p) as [-> | Ne]; [congruence | reflexivity].
    + intros N. unfold u. rewrite after_threats. unfold spend. rewrite N, N.eqb_refl.
      assert (same_colour (mover s) (mover s) = true) as -> by (apply same_colour_spec; reflexivity). reflexivity.
    + unfold u. rewrite after_threats. unfold spend. destruct (ban s) as [q |]; auto.
      assert (same_colour (other (mover s)) (mover s) = false) as -> by (destruct (mover s); reflexivity).
      rewrite andb_false_r. reflexivity.
    + intros q. unfold u. rewrite after_gone, mem_lor, counted_units_spec. reflexivity.
Qed.

Theorem step_spec s p n : step f a s p = Some n <->
  exists t, played a s p t /\
    ((takes_last a s p t /\ n = Over (attacker a)) \/ (~ takes_last a s p t /\ n = To (lost a s t) t)).
Proof.
  unfold step. set (u := after f a s p (take f a s p)). setoid_rewrite played_spec. fold u.
  destruct (allowed a s p); [| split; [discriminate | intros (t & (A & _) & _); discriminate]].
  destruct (breathes_b f a u (mover s) p) eqn:E.
  - pose proof (takes_last_spec s p u) as L. destruct (takes_last_b a s u (take f a s p)).
    + split.
      * intros [= <-]. exists u. split; [auto |]. left. split; [apply L |]; reflexivity.
      * intros (t & (_ & _ & ->) & [[A ->] | [A _]]); [reflexivity |]. destruct A. apply L. reflexivity.
    + split.
      * intros [= <-]. exists u. split; [auto |]. right. split; [rewrite <- L; discriminate | reflexivity].
      * intros (t & (_ & _ & ->) & [[A _] | [_ ->]]); [apply L in A; discriminate | reflexivity].
  - split; [discriminate |]. intros (t & (_ & B & ->) & _). congruence.
Qed.

(** *** Ownership and passes. *)
Lemma owned_spec s c p : mem p (owned f a s c) <-> belongs a s c p.
Proof.
  unfold owned, belongs.
  assert (forall c q, mem q (reach f (free a s) (N.lor (stones s c) (wall a c))) <-> touches a s c q) as T.
  { intros k q. rewrite reach_spec. unfold touches, stone.
    split; intros (r & l & L & J & H); exists r, l; rewrite mem_lor in *; split; auto;
      revert L; apply linked_iff; intros; rewrite free_spec; tauto. }
  rewrite mem_lor, mem_ldiff, !T. unfold stone. split; [| tauto]. intros [H | H]; auto. right. split; [| exact H].
  destruct H as [(r & l & L & _) _]. apply linked_ends in L. tauto.
Qed.

Theorem attacker_owns_spec s : attacker_owns_b f a s = true <-> attacker_owns a s.
Proof.
  unfold attacker_owns_b, attacker_owns. rewrite forallb_forall. setoid_rewrite not_empty.
  setoid_rewrite mem_land. setoid_rewrite owned_spec. reflexivity.
Qed.

Lemma attacker_owns_dec s : {attacker_owns a s} + {~ attacker_owns a s}.
Proof.
  destruct (attacker_owns_b f a s) eqn:E; [left; apply attacker_owns_spec, E | right; rewrite <- attacker_owns_spec; congruence].
Qed.

Theorem pass_spec s n : n = pass_step f a s <->
  (~ second_pass a s /\ n = To 0%Z (pass a s)) \/
  (second_pass a s /\ (dead_means (rules a) = CapturedOnce \/ ~ attacker_owns a s) /\ n = Over (owner a)) \/
  (second_pass a s /\ dead_means (rules a) = FinallyOwned /\ attacker_owns a s /\ n = Over (attacker a)).
Proof.
  unfold pass_step, second_pass. rewrite <- andb_true_iff. destruct (pass_counts a s && passed s).
  - rewrite <- attacker_owns_spec. destruct (dead_means (rules a)), (attacker_owns_b f a s);
      intuition (try congruence); discriminate.
  - intuition (try congruence); discriminate.
Qed.

(** *** All moves. *)
Theorem moves_spec s n : moves a s n <-> n = pass_step f a s \/ exists p, step f a s p = Some n.
Proof.
  rewrite pass_spec. setoid_rewrite step_spec. split.
  - intros [p t P L | p t P L | P | P [E | E] | P E O]; eauto 9.
  - intros [[[P ->] | [(P & E & ->) | (P & E & O & ->)]] | (p & t & P & [[L ->] | [L ->]])]; eauto using moves.
Qed.

Lemma step_free s p n : step f a s p = Some n -> In p (elements (free a s)).
Proof.
  unfold step, allowed. intros H. apply elements_spec. unfold mem. destruct (N.testbit (free a s) p); [reflexivity | discriminate].
Qed.

Definition all_moves (s : position) : list (next position) :=
  pass_step f a s :: flat_map (fun p => match step f a s p with Some n => [n] | None => [] end) (elements (free a s)).

Theorem all_moves_spec s n : moves a s n <-> In n (all_moves s).
Proof.
  rewrite moves_spec. unfold all_moves. simpl. rewrite in_flat_map. split.
  - intros [-> | (p & P)]; [auto | right]. exists p. split; [eapply step_free; eauto |]. rewrite P. left. reflexivity.
  - intros [-> | (p & _ & I)]; [auto | right]. exists p. destruct (step f a s p); [| destruct I].
    destruct I as [-> | []]. reflexivity.
Qed.
End Proofs.
