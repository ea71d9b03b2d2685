(** Secured regions: what a side can fill at no cost.  "Why S keeps R" in docs/certificates-why.md argues with the order of
    plays; here it is a measure.  [c] is the side, a hint has its firm stones X, [rooms] are the regions. *)

Require Import List NArith ZArith Lia Bool.
Require Import Cycles Sets Board Rules Claims Grid Exec Measures Judging Walls Life Statics Finite Breath.
Import ListNotations.

Definition some (A : pset) : bool := negb (A =? 0)%N.
Definition two (A : pset) : bool := match elements A with _ :: _ :: _ => true | _ => false end.

Lemma some_spec A : some A = true <-> exists p, mem p A.
Proof. apply not_empty. Qed.
Lemma some_not A : some A = false <-> forall p, ~ mem p A.
Proof. unfold some. rewrite negb_false_iff. apply empty_iff. Qed.
Lemma two_spec A : two A = true <-> exists p q, p <> q /\ mem p A /\ mem q A.
Proof.
  unfold two. pose proof (elements_NoDup A) as D. split.
  - intros H. destruct (elements A) as [| p [| q l]] eqn:E; try discriminate. exists p, q. inversion D as [| ? ? N _]; subst.
    split; [intros ->; apply N; left; reflexivity |]. split; apply elements_spec; rewrite E; simpl; auto.
  - intros (p & q & N & P & Q). apply elements_spec in P, Q. destruct (elements A) as [| x [| y l]]; [destruct P | | reflexivity].
    destruct P as [<- | []], Q as [<- | []]. destruct N. reflexivity.
Qed.

Lemma size_le A B : (forall p, mem p A -> mem p B) -> (size A <= size B)%Z.
Proof.
  intros H. unfold size. apply inj_le. apply NoDup_incl_length; [apply elements_NoDup |].
  intros p P. apply elements_spec, H, elements_spec, P.
Qed.
Lemma size_less A B q : (forall p, mem p A -> mem p B) -> mem q B -> ~ mem q A -> (size A < size B)%Z.
Proof. intros H I N. unfold size. apply Nat2Z.inj_lt. eapply elements_less; eauto. Qed.
Lemma size_none A : (forall p, ~ mem p A) -> size A = 0%Z.
Proof.
  intros H. unfold size. destruct (elements A) as [| p l] eqn:E; [reflexivity |]. destruct (H p). apply elements_spec. rewrite E. left. reflexivity.
Qed.
Lemma size_some A p : mem p A -> (0 < size A)%Z.
Proof. intros P. apply elements_spec in P. unfold size. destruct (elements A); [destruct P | simpl; lia]. Qed.
Lemma size_one A q : (forall p, mem p A -> p = q) -> (size A <= 1)%Z.
Proof.
  intros H. unfold size. pose proof (elements_NoDup A) as D. assert (forall p, In p (elements A) -> p = q) as V by (intros p P; apply H, elements_spec, P).
  destruct (elements A) as [| x [| y l]]; simpl; try lia. exfalso. inversion D as [| ? ? N _]. apply N. left.
  rewrite (V x), (V y); simpl; auto.
Qed.
Lemma size_more A q : ~ mem q A -> size (N.setbit A q) = (size A + 1)%Z.
Proof.
  intros N. assert (length (elements (N.setbit A q)) <= length (q :: elements A))%nat as Le.
  { apply NoDup_incl_length; [apply elements_NoDup |]. intros p P. apply elements_spec, mem_setbit in P as [P | ->]; [right; apply elements_spec, P | left; reflexivity]. }
  assert (length (q :: elements A) <= length (elements (N.setbit A q)))%nat as Ge.
  { apply NoDup_incl_length; [constructor; [rewrite elements_spec; exact N | apply elements_NoDup] |].
    intros p [<- | P]; apply elements_spec, mem_setbit; [auto | left; apply elements_spec, P]. }
  unfold size. simpl in *. lia.
Qed.
Lemma size_nonneg A : (0 <= size A)%Z.
Proof. unfold size. lia. Qed.

Lemma triangle b p q r : adj b p q -> adj b q r -> adj b p r -> False.
Proof. unfold adj. intros (_ & _ & A) (_ & _ & B) (_ & _ & C). lia. Qed.

(** *** What the checker calculates. *)
Section Check.
Context (f : frame) (a : arena) (c : colour) (h : hint) (rooms : list pset).

(** Next to firm stones, or to a wall.  The other points of a region are inner. *)
Definition edge_in : pset := near f (N.lor (kept h) (wall a c)).
Definition inner_in (R : pset) : pset := N.ldiff R edge_in.

Definition two_in (R : pset) (p : point) : bool := two (N.land (near f (N.setbit 0 p)) R).

(** The conditions on a region that do not change during play. *)
Definition room_in (R : pset) : bool :=
  subset R (N.ldiff (locale a) (kept h)) &&
  subset (N.land (near f R) (N.lor (locale a) (wall a (other c)))) (N.lor R (kept h)) &&
  match elements (inner_in R) with
  | [] => true
  | [p] => two_in R p
  | [p; q] => N.testbit (near f (N.setbit 0 p)) q && two_in R p && two_in R q
  | _ => false
  end &&
  forallb (fun e => N.land R (N.lor (fst (snd e)) (snd (snd e))) =? 0)%N (pairs h).

Definition all_rooms_of : pset := fold_right N.lor 0%N rooms.

Fixpoint disjoint_b (l : list pset) : bool :=
  match l with [] => true | R :: l => forallb (fun S => N.land R S =? 0)%N l && disjoint_b l end.

Definition rooms_in : bool := forallb room_in rooms && disjoint_b rooms.

Definition clean_in (s : position) : bool := (N.land all_rooms_of (stones s (other c)) =? 0)%N.

Definition suffices_in : bool :=
  let A := N.lor (kept h) all_rooms_of in
  if same_colour c (owner a) then existsb (fun U => subset U A) (units a)
  else forallb (fun U => some (N.land U A)) (units a).

(** What has to be so in a state. *)
Definition kept_in (s : position) : bool :=
  match dead_means (rules a) with FinallyOwned => true | CapturedOnce => false end &&
  firm_b f a c s h && rooms_in && suffices_in && (negb (passed s && same_colour (mover s) (other c)) || clean_in s) &&
  breathing_in f a s.
End Check.

Section Regions.
Context (a : arena) (c : colour) (h : hint) (rooms : list pset).
Notation f := (frame_of (grid a)).
Notation adj := (adj (grid a)).
Notation linked := (linked (grid a)).
Notation X := (kept h).

Definition edge : pset := edge_in f a c h.
Definition inner (R : pset) : pset := inner_in f a c h R.
Definition room_b : pset -> bool := room_in f a c h.

Record room (R : pset) : Prop := Room {
  r_in : forall p, mem p R -> mem p (locale a);
  r_out : forall p, mem p R -> ~ mem p X;
  r_closed : forall p q, mem p R -> adj p q -> mem q R \/ mem q X \/ (~ mem q (locale a) /\ ~ mem q (wall a (other c)));
  r_away : forall p e, mem p R -> In e (pairs h) -> ~ mem p (fst (snd e)) /\ ~ mem p (snd (snd e));
  r_free : forall p, mem p (inner R) -> exists y z, y <> z /\ adj p y /\ adj p z /\ mem y R /\ mem z R;
  r_few : forall p q, mem p (inner R) -> mem q (inner R) -> p = q \/ adj p q;
  r_two : forall p q r, mem p (inner R) -> mem q (inner R) -> mem r (inner R) -> p = q \/ q = r \/ p = r
}.

Lemma two_in_spec R p : two_in f R p = true -> exists y z, y <> z /\ adj p y /\ adj p z /\ mem y R /\ mem z R.
Proof.
  unfold two_in. rewrite two_spec. intros (y & z & N & Y & Z). apply mem_land in Y as [Y Y'], Z as [Z Z'].
  apply around_spec in Y, Z. exists y, z. auto.
Qed.

Lemma room_b_spec R : room_b R = true -> room R.
Proof.
  unfold room_b, room_in. change (inner_in f a c h R) with (inner R).
  rewrite !andb_true_iff, !mem_subset, forallb_forall. intros [[[A B] C] D].
  assert (forall p, mem p (inner R) <-> In p (elements (inner R))) as E by (intros p; symmetry; apply elements_spec).
  split.
  - intros p P. apply A, mem_ldiff in P. tauto.
  - intros p P. apply A, mem_ldiff in P. tauto.
  - intros p q P J. destruct (mem_dec q (N.lor (locale a) (wall a (other c)))) as [K | K].
    + assert (mem q (N.lor R X)) as Q by (apply B, mem_land; split; auto; apply near_spec; eauto).
      apply mem_lor in Q. tauto.
    + rewrite mem_lor in K. tauto.
  - intros p e P I. specialize (D e I). rewrite empty_iff in D. specialize (D p). rewrite mem_land, mem_lor in D. tauto.
  - intros p P. apply E in P. destruct (elements (inner R)) as [| x [| y [| z l]]]; [destruct P | | | discriminate].
    + destruct P as [<- | []]. apply two_in_spec, C.
    + rewrite !andb_true_iff in C. destruct C as [[_ C] C'], P as [<- | [<- | []]]; apply two_in_spec; assumption.
  - intros p q P Q. apply E in P, Q. destruct (elements (inner R)) as [| x [| y [| z l]]]; [destruct P | | | discriminate].
    + destruct P as [<- | []], Q as [<- | []]. auto.
    + rewrite !andb_true_iff in C. destruct C as [[C _] _]. apply around_spec in C.
      destruct P as [<- | [<- | []]], Q as [<- | [<- | []]]; auto using adj_sym.
  - intros p q r P Q S. apply E in P, Q, S. destruct (elements (inner R)) as [| x [| y [| z l]]]; [destruct P | | | discriminate];
      simpl in P, Q, S; intuition congruence.
Qed.

Definition all_rooms : pset := all_rooms_of rooms.
Definition rooms_b : bool := rooms_in f a c h rooms.

(** *** What stands in a region. *)
Definition anchored (s : position) : pset := spread f (stones s c) (N.lor X (near f (wall a c))).
Definition beside (s : position) : pset := near f (N.lor (anchored s) (wall a c)).
Definition doors (s : position) (R : pset) : pset := N.land (N.land R (free a s)) (beside s).
Definition loose (s : position) (R : pset) : pset := N.ldiff (N.land R (stones s c)) (anchored s).
Definition foes (s : position) (R : pset) : pset := N.land R (stones s (other c)).
Definition deep (s : position) (R : pset) : pset := N.ldiff (foes s R) (beside s).
Definition libs (s : position) (R : pset) : pset := N.land (near f (loose s R)) (free a s).
Definition clean_b : position -> bool := clean_in c rooms.
Definition waits (s : position) : bool :=
  same_colour (mover s) (other c) || match ban s with Some _ => true | None => false end.

(** What a region is worth to the other side, while nothing more is anchored. *)
Definition value (foe door inside : bool) (n : Z) (safe wait : bool) : Z := (
  if foe
  then if door
       then if wait then (if n =? 0 then 0 else if safe then -1 else n) else -5
       else if inside then -3 else if n =? 0 then 0 else -2
  else if n =? 0 then 0 else -4)%Z.
Definition worth (s : position) (R : pset) : Z :=
  value (some (foes s R)) (some (doors s R)) (some (deep s R)) (size (loose s R)) (two (libs s R)) (waits s).

Definition clean (s : position) : Prop := forall R p, In R rooms -> mem p R -> ~ stone s (other c) p.

Definition suffices : Prop :=
  (c = owner a /\ exists U, In U (units a) /\ forall p, mem p U -> mem p X \/ exists R, In R rooms /\ mem p R) \/
  (c = attacker a /\ forall U, In U (units a) -> exists p, mem p U /\ (mem p X \/ exists R, In R rooms /\ mem p R)).

Definition suffices_b : bool := suffices_in a c h rooms.
Definition kept_b : position -> bool := kept_in f a c h rooms.

Hypothesis walls_apart : forall k q, mem q (wall a k) -> ~ mem q (locale a).

Record secure (s : position) : Prop := Secure {
  s_final : dead_means (rules a) = FinallyOwned;
  s_firm : firm a c h s;
  s_static : rooms_b = true;
  s_enough : suffices;
  s_passed : passed s = true -> mover s = other c -> clean s;
  s_breath : breathing a s
}.

Lemma all_rooms_spec p : mem p all_rooms <-> exists R, In R rooms /\ mem p R.
Proof.
  unfold all_rooms, all_rooms_of. induction rooms as [| R l IH]; simpl.
  - split; [intros H; destruct (mem_0 _ H) | intros (R & [] & _)].
  - rewrite mem_lor, IH. split.
    + intros [H | (S & I & H)]; eauto.
    + intros (S & [<- | I] & H); eauto.
Qed.

Lemma clean_b_spec s : clean_b s = true <-> clean s.
Proof.
  unfold clean_b, clean_in, clean. fold all_rooms. rewrite empty_iff. split.
  - intros H R p I P K. apply (H p), mem_land. split; [apply all_rooms_spec; eauto | exact K].
  - intros H p P. apply mem_land in P as [P K]. apply all_rooms_spec in P as (R & I & P). exact (H R p I P K).
Qed.

Lemma disjoint_b_spec l : disjoint_b l = true <-> ForallOrdPairs (fun R S => forall p, mem p R -> ~ mem p S) l.
Proof.
  induction l as [| R l IH]; simpl; [split; [constructor | reflexivity] |]. rewrite andb_true_iff, IH, forallb_forall. split.
  - intros [A B]. constructor; [| exact B]. apply Forall_forall. intros S I p P Q. specialize (A S I). rewrite empty_iff in A.
    apply (A p), mem_land. auto.
  - intros H. inversion H as [| ? ? A B]; subst. split; [| exact B]. intros S I. rewrite Forall_forall in A. apply empty_iff.
    intros p P. apply mem_land in P as [P Q]. exact (A S I p P Q).
Qed.

Lemma suffices_b_spec : suffices_b = true <-> suffices.
Proof.
  unfold suffices_b, suffices_in, suffices. fold all_rooms. pose proof (same_colour_spec c (owner a)) as O. pose proof (owner_not_attacker a) as N.
  assert (forall p, mem p (N.lor X all_rooms) <-> mem p X \/ exists R, In R rooms /\ mem p R) as E.
  { intros p. rewrite mem_lor, all_rooms_spec. reflexivity. }
  destruct (same_colour c (owner a)).
  - rewrite existsb_exists. split.
    + intros (U & I & H). rewrite mem_subset in H. left. split; [apply O; reflexivity |]. exists U. split; [exact I |].
      intros p P. apply E, H, P.
    + intros [(_ & U & I & H) | (K & _)]; [| exfalso; apply N; rewrite <- K; symmetry; apply O; reflexivity].
      exists U. split; [exact I |]. apply mem_subset. intros p P. apply E, H, P.
  - assert (c = attacker a) as Ea by (apply ne_other; intros K; apply O in K; discriminate).
    rewrite forallb_forall. split.
    + intros H. right. split; [exact Ea |]. intros U I. specialize (H U I). apply some_spec in H as (p & P).
      apply mem_land in P as [P Q]. exists p. split; [exact P | apply E, Q].
    + intros [(K & _) | (_ & H)]; [exfalso; apply N; congruence |]. intros U I. destruct (H U I) as (p & P & Q).
      apply some_spec. exists p. apply mem_land. split; [exact P | apply E, Q].
Qed.

Lemma kept_b_spec s : kept_b s = true <-> secure s.
Proof.
  unfold kept_b, kept_in. fold clean_b suffices_b rooms_b. change (breathing_in f a s) with (breathing_b a s).
  rewrite !andb_true_iff, firm_b_spec, suffices_b_spec, breathing_b_spec.
  assert (negb (passed s && same_colour (mover s) (other c)) || clean_b s = true <->
    (passed s = true -> mover s = other c -> clean s)) as E.
  { rewrite <- clean_b_spec, <- same_colour_spec. destruct (passed s), (same_colour (mover s) (other c)), (clean_b s); simpl; intuition congruence. }
  rewrite E. split.
  - intros [[[[[A B] C] D] F] G]. split; auto. destruct (dead_means (rules a)); [reflexivity | discriminate].
  - intros [A B C D F G]. rewrite A. auto 8.
Qed.

Lemma s_rooms s R : secure s -> In R rooms -> room R.
Proof.
  intros S I. pose proof (s_static s S) as H. unfold rooms_b, rooms_in in H. apply andb_true_iff in H as [H _].
  rewrite forallb_forall in H. apply room_b_spec, H, I.
Qed.
Lemma s_apart s R R' p : secure s -> In R rooms -> In R' rooms -> mem p R -> mem p R' -> R = R'.
Proof.
  intros S I J P Q. pose proof (s_static s S) as H. unfold rooms_b, rooms_in in H. apply andb_true_iff in H as [_ H].
  apply disjoint_b_spec in H. destruct (ForallOrdPairs_In H R R' I J) as [E | [E | E]]; [exact E | |]; exfalso; eapply E; eauto.
Qed.

(** *** Anchored stones. *)
Section State.
Context (s : position).
Hypothesis S : secure s.
Let Fi := s_firm s S.
Let Br := s_breath s S.

Lemma firm_stand x : mem x X -> stone s c x.
Proof. apply Fi. Qed.
Lemma within_locale k q : stone s k q -> mem q (locale a).
Proof. apply Br. Qed.
Lemma one_colour q : stone s c q -> ~ stone s (other c) q.
Proof. destruct Fi as ([_ D] & _). apply D. Qed.

Lemma anch_spec q : mem q (anchored s) <->
  exists r, (mem r X \/ exists w, adj r w /\ mem w (wall a c)) /\ linked (stone s c) r q.
Proof.
  unfold anchored. rewrite spread_spec. setoid_rewrite mem_lor. setoid_rewrite near_spec.
  split; intros (r & [R | (w & W & J)] & L); exists r; (split; [| exact L]); auto; right; exists w; split; auto using adj_sym.
Qed.

Lemma anch_stone q : mem q (anchored s) -> stone s c q.
Proof. intros H. apply anch_spec in H as (r & _ & L). apply linked_ends in L. tauto. Qed.
Lemma anch_firm q : mem q X -> mem q (anchored s).
Proof. intros H. apply anch_spec. exists q. split; [auto |]. apply here, firm_stand, H. Qed.
Lemma anch_step p q : mem p (anchored s) -> adj p q -> stone s c q -> mem q (anchored s).
Proof. intros H J Q. apply anch_spec in H as (r & R & L). apply anch_spec. exists r. split; [exact R |]. apply further with p; auto. Qed.
Lemma anch_edge q : stone s c q -> mem q edge -> mem q (anchored s).
Proof.
  intros Q E. apply near_spec in E as (r & R & J). apply mem_lor in R as [R | R].
  - apply anch_step with r; auto using anch_firm.
  - apply anch_spec. exists q. split; [right; exists r; auto using adj_sym | apply here, Q].
Qed.
Lemma anch_beside q : stone s c q -> mem q (beside s) -> mem q (anchored s).
Proof.
  intros Q E. apply near_spec in E as (r & R & J). apply mem_lor in R as [R | R].
  - apply anch_step with r; auto.
  - apply anch_spec. exists q. split; [right; exists r; auto using adj_sym | apply here, Q].
Qed.
Lemma edge_beside q : mem q edge -> mem q (beside s).
Proof.
  intros E. apply near_spec in E as (r & R & J). apply near_spec. exists r. split; [| exact J].
  apply mem_lor in R as [R | R]; apply mem_lor; auto using anch_firm.
Qed.
Lemma anch_breath p q : mem q (anchored s) -> breathes_without a (eq p) s c q.
Proof.
  intros H. apply anch_spec in H as (r & [R | (w & J & W)] & L).
  - destruct (firm_breath a c h s p r Fi R) as (u & v & U & K & V). exists u, v. split; [| auto].
    apply linked_trans with r; [apply linked_sym, L | exact U].
  - exists r, w. split; [apply linked_sym, L | auto].
Qed.

Lemma free_split q : mem q (free a s) <-> empty a s q.
Proof. apply free_spec. Qed.

(** A point of a region is empty, or has a stone. *)
Lemma three q R : room R -> mem q R -> empty a s q \/ stone s c q \/ stone s (other c) q.
Proof.
  intros Ro Q. destruct (mem_dec q (stones s c)) as [K | K]; [auto |]. destruct (mem_dec q (stones s (other c))) as [L | L]; [auto |].
  left. apply (empty_split a c). split; [exact (r_in R Ro q Q) | auto].
Qed.

Lemma not_firm q : empty a s q -> ~ mem q X.
Proof. intros E K. apply (empty_split a c) in E as (_ & N & _). apply N, firm_stand, K. Qed.

Section Room.
Context (R : pset).
Hypothesis Ro : room R.

Lemma foe_chain p q : mem p R -> linked (stone s (other c)) p q -> mem q R.
Proof.
  intros P L. induction L as [p K | p q r L IH J K]; [exact P |]. destruct (r_closed R Ro q r (IH P) J) as [A | [A | [A _]]]; auto.
  - exfalso. exact (one_colour r (firm_stand r A) K).
  - exfalso. exact (A (within_locale _ _ K)).
Qed.

Lemma loose_spec q : mem q (loose s R) <-> mem q R /\ stone s c q /\ ~ mem q (anchored s).
Proof. unfold loose, stone. rewrite mem_ldiff, mem_land. tauto. Qed.

Lemma loose_inner q : mem q (loose s R) -> mem q (inner R).
Proof. intros H. apply loose_spec in H as (A & B & C). apply mem_ldiff. split; [exact A |]. intros E. apply C, anch_edge; auto. Qed.

Lemma loose_step p q : mem p (loose s R) -> adj p q -> stone s c q -> mem q (loose s R).
Proof.
  intros H J Q. apply loose_spec in H as (A & B & C). apply loose_spec.
  assert (~ mem q (anchored s)) as N by (intros K; apply C, anch_step with q; auto using adj_sym).
  destruct (r_closed R Ro p q A J) as [D | [D | [D _]]]; auto.
  - destruct N. apply anch_firm, D.
  - destruct (D (within_locale _ _ Q)).
Qed.

Lemma loose_chain p q : mem p (loose s R) -> linked (stone s c) p q -> mem q (loose s R).
Proof. intros P L. induction L as [p K | p q r L IH J K]; [exact P |]. apply loose_step with q; auto. Qed.

Lemma loose_linked p q : mem p (loose s R) -> mem q (loose s R) -> linked (stone s c) p q.
Proof.
  intros P Q. pose proof (r_few R Ro p q (loose_inner p P) (loose_inner q Q)) as [-> | J].
  - apply here. apply loose_spec in Q. tauto.
  - apply loose_spec in P, Q. apply further with p; [apply here | |]; tauto.
Qed.

(** The empty points next to a region lie in it, and no wall of the other side is there. *)
Lemma empty_next p q : mem p R -> adj p q -> empty a s q -> mem q R.
Proof.
  intros P J E. destruct (r_closed R Ro p q P J) as [A | [A | [A _]]]; [exact A | destruct (not_firm q E A) |].
  destruct A. apply E.
Qed.
Lemma no_wall_next p q : mem p R -> adj p q -> ~ mem q (wall a (other c)).
Proof.
  intros P J W. pose proof (walls_apart _ _ W) as N. destruct (r_closed R Ro p q P J) as [A | [A | [_ A]]]; [| | auto].
  - exact (N (r_in R Ro q A)).
  - exact (N (within_locale _ _ (firm_stand q A))).
Qed.

Lemma foe_breath p : mem p R -> stone s (other c) p ->
  exists u v, linked (stone s (other c)) p u /\ adj u v /\ empty a s v /\ mem u R /\ mem v R.
Proof.
  intros P K. destruct Br as [_ B]. destruct (B _ _ K) as (u & v & L & J & V). pose proof (foe_chain p u P L) as U.
  destruct V as [[V _] | V]; [| destruct (no_wall_next u v U J V)]. exists u, v. eauto 8 using empty_next.
Qed.

(** A neighbour that is not inner. *)
Lemma outward p : mem p (inner R) -> exists z, adj p z /\ mem z R /\ mem z edge.
Proof.
  intros P. destruct (r_free R Ro p P) as (y & z & N & Y & Z & Ry & Rz).
  destruct (mem_dec y edge) as [E | E]; [exists y; auto |]. destruct (mem_dec z edge) as [D | D]; [exists z; auto |]. exfalso.
  destruct (r_few R Ro y z) as [K | K]; [apply mem_ldiff; auto .. | exact (N K) |]. exact (triangle _ _ _ _ Y K Z).
Qed.

Lemma doors_spec q : mem q (doors s R) <-> mem q R /\ empty a s q /\ mem q (beside s).
Proof. unfold doors. rewrite !mem_land, free_spec. tauto. Qed.
Lemma libs_spec q : mem q (libs s R) <-> (exists p, mem p (loose s R) /\ adj p q) /\ empty a s q.
Proof. unfold libs. rewrite mem_land, near_spec, free_spec. reflexivity. Qed.
Lemma foes_spec q : mem q (foes s R) <-> mem q R /\ stone s (other c) q.
Proof. unfold foes. rewrite mem_land. reflexivity. Qed.
Lemma deep_spec q : mem q (deep s R) <-> mem q R /\ stone s (other c) q /\ ~ mem q (beside s).
Proof. unfold deep. rewrite mem_ldiff, foes_spec. tauto. Qed.
Lemma not_beside_inner q : mem q R -> ~ mem q (beside s) -> mem q (inner R).
Proof. intros Q N. apply mem_ldiff. split; [exact Q |]. intros E. apply N, edge_beside, E. Qed.

(** Around a loose stone in a clean region there is room: two liberties, and two empty points next to what is
    anchored. *)
Lemma clean_room q : (forall p, ~ mem p (foes s R)) -> mem q (loose s R) -> two (doors s R) = true /\ two (libs s R) = true.
Proof.
  intros Cl Q. pose proof (loose_inner q Q) as I. pose proof Q as Q'. apply loose_spec in Q' as (Rq & Sq & Nq).
  assert (forall z, mem z R -> empty a s z \/ stone s c z) as Two.
  { intros z Z. destruct (three z R Ro Z) as [E | [E | E]]; auto. destruct (Cl z). apply foes_spec. auto. }
  assert (forall p z, mem p (loose s R) -> adj p z -> mem z R -> mem z edge -> empty a s z) as Out.
  { intros p z P J Z E. destruct (Two z Z) as [K | K]; [exact K |]. exfalso. apply loose_spec in P as (_ & P & N). apply N.
    apply anch_step with z; auto using adj_sym, anch_edge. }
  destruct (outward q I) as (z & Jz & Rz & Ez). pose proof (Out q z Q Jz Rz Ez) as Z.
  assert (exists y, y <> z /\ adj q y /\ mem y R) as (y & Ny & Jy & Ry).
  { destruct (r_free R Ro q I) as (u & v & N & U & V & Ru & Rv). destruct (N.eq_dec u z) as [-> | K]; [exists v | exists u]; auto. }
  assert (mem z (doors s R)) as Dz by (apply doors_spec; auto using edge_beside).
  assert (mem z (libs s R)) as Lz by (apply libs_spec; eauto).
  rewrite !two_spec. destruct (Two y Ry) as [Y | Y].
  - split; [| exists z, y; repeat split; auto; apply libs_spec; eauto].
    destruct (mem_dec y edge) as [E | E]; [exists z, y; repeat split; auto; apply doors_spec; auto using edge_beside |].
    destruct (outward y) as (x & Jx & Rx & Ex); [apply mem_ldiff; auto |].
    assert (x <> z) as Nx by (intros ->; exact (triangle _ _ _ _ Jy Jx Jz)).
    destruct (Two x Rx) as [K | K].
    + exists z, x. repeat split; auto. apply doors_spec. auto using edge_beside.
    + exists z, y. repeat split; auto. apply doors_spec. split; [exact Ry | split; [exact Y |]]. apply near_spec. exists x.
      split; [apply mem_lor; left; apply anch_edge; auto | apply adj_sym, Jx].
  - pose proof (loose_step q y Q Jy Y) as Ly. destruct (outward y (loose_inner y Ly)) as (x & Jx & Rx & Ex).
    assert (x <> z) as Nx by (intros ->; exact (triangle _ _ _ _ Jy Jx Jz)).
    pose proof (Out y x Ly Jx Rx Ex) as K. split; exists z, x; repeat split; auto.
    + apply doors_spec. auto using edge_beside.
    + apply libs_spec. eauto.
Qed.

Lemma worth_loose : (worth s R <= size (loose s R))%Z.
Proof.
  unfold worth, value. pose proof (size_nonneg (loose s R)).
  destruct (some (foes s R)), (some (doors s R)), (some (deep s R)), (two (libs s R)), (waits s); destruct (Z.eqb_spec (size (loose s R)) 0); lia.
Qed.
Lemma worth_range : (-5 <= worth s R <= size (locale a))%Z.
Proof.
  assert (size (loose s R) <= size (locale a))%Z.
  { apply size_le. intros p P. apply loose_spec in P as (P & _). exact (r_in R Ro p P). }
  pose proof worth_loose. split; [| lia]. unfold worth, value. pose proof (size_nonneg (loose s R)).
  destruct (some (foes s R)), (some (doors s R)), (some (deep s R)), (two (libs s R)), (waits s); destruct (Z.eqb_spec (size (loose s R)) 0); lia.
Qed.
End Room.
End State.

Lemma value_wait x y z n v w : (0 <= n)%Z -> (value x y z n v w <= value x y z n v true)%Z.
Proof. unfold value. intros H. destruct x, y, z, v, w; destruct (Z.eqb_spec n 0); lia. Qed.
Lemma value_calm x y z n v w w' : x = false \/ y = false -> value x y z n v w = value x y z n v w'.
Proof. unfold value. intros [-> | ->]; [reflexivity | destruct x; reflexivity]. Qed.

(** The same stones in a region, and the same anchored stones: what differs is who has to move. *)
Lemma same_worth s t R : secure s -> secure t -> room R ->
  (forall q, mem q R -> (stone t c q <-> stone s c q)) ->
  (forall q, mem q R -> (stone t (other c) q <-> stone s (other c) q)) -> anchored t = anchored s ->
  loose t R = loose s R /\ some (foes t R) = some (foes s R) /\ some (doors t R) = some (doors s R) /\
  worth t R = value (some (foes s R)) (some (doors s R)) (some (deep s R)) (size (loose s R)) (two (libs s R)) (waits t).
Proof.
  intros S T Ro Own Opp A. assert (beside t = beside s) as B by (unfold beside; rewrite A; reflexivity).
  assert (forall q, mem q R -> (empty a t q <-> empty a s q)) as E.
  { intros q Q. rewrite !(empty_split a c), Own, Opp by exact Q. reflexivity. }
  assert (loose t R = loose s R) as L.
  { apply pset_ext. intros q. rewrite !loose_spec, A. split; intros (X1 & X2 & X3); (split; [exact X1 | split; [apply Own in X2 || apply Own |]]; auto). }
  assert (foes t R = foes s R) as F.
  { apply pset_ext. intros q. rewrite !foes_spec. split; intros (X1 & X2); (split; [exact X1 |]); apply (Opp q X1), X2. }
  assert (doors t R = doors s R) as D.
  { apply pset_ext. intros q. rewrite !doors_spec, B. split; intros (X1 & X2 & X3); (split; [exact X1 | split; [| exact X3]]); apply (E q X1), X2. }
  assert (deep t R = deep s R) as G by (unfold deep; rewrite F, B; reflexivity).
  assert (libs t R = libs s R) as H.
  { apply pset_ext. intros q. rewrite !libs_spec, L. split; intros ((u & U & J) & K); (split; [exists u; auto |]);
      pose proof U as U'; apply loose_spec in U' as (U' & _); (apply E; [| exact K]).
    - exact (empty_next t T R Ro u q U' J K).
    - exact (empty_next s S R Ro u q U' J K). }
  unfold worth. rewrite F, D, G, H, L. auto.
Qed.

(** *** A play of the other side. *)
Section Opponent.
Context (s t : position) (p : point).
Hypothesis turn : mover s = other c.
Hypothesis P : played a s p t.
Hypothesis S : secure s.

Lemma secure_after : secure t.
Proof.
  split.
  - apply (s_final s S).
  - exact (firm_after a c walls_apart h s p t turn P (s_firm s S)).
  - apply (s_static s S).
  - apply (s_enough s S).
  - rewrite (passed_after _ _ _ _ P). discriminate.
  - exact (breathing_after a s t p P (s_breath s S)).
Qed.
Let T := secure_after.

Lemma anch_not_taken q : mem q (anchored s) -> ~ taken a s p q.
Proof. intros A [_ N]. rewrite turn, other_other in N. apply N, anch_breath; auto. Qed.

Lemma anch_same : anchored t = anchored s.
Proof.
  apply pset_ext. intros q. rewrite !anch_spec. split; intros (r & R & L); exists r; (split; [exact R |]); revert L; apply linked_more; intros u U.
  - apply linked_ends in U as [_ U]. apply (own_after a c s t p turn P) in U. tauto.
  - apply (own_after a c s t p turn P). split; [apply linked_ends in U; tauto |]. apply anch_not_taken, anch_spec. eauto.
Qed.
Lemma beside_same : beside t = beside s.
Proof. unfold beside. rewrite anch_same. reflexivity. Qed.

Lemma p_empty : empty a s p.
Proof. exact (on_empty _ _ _ _ P). Qed.
Lemma p_stone : stone t (other c) p.
Proof. apply (opp_after a c s t p turn P). auto. Qed.

Lemma empty_was v : empty a t v -> v <> p /\ (empty a s v \/ (stone s c v /\ taken a s p v)).
Proof. intros E. pose proof (empty_before a s t p P v E) as H. rewrite turn, other_other in H. exact H. Qed.
Lemma empty_still v : empty a s v -> v <> p -> empty a t v.
Proof. exact (empty_stays a s t p P v). Qed.

Section Room.
Context (R : pset).
Hypothesis Ro : room R.

Lemma loose_after q : mem q (loose t R) <-> mem q (loose s R) /\ ~ taken a s p q.
Proof. rewrite !loose_spec, anch_same, (own_after a c s t p turn P). tauto. Qed.

Lemma taken_by q : mem q (loose s R) -> taken a s p q -> mem p R.
Proof.
  intros Q [(r & L & J) _]. rewrite turn, other_other in L. pose proof (loose_chain s S R Ro q r Q L) as K.
  apply loose_spec in K as (K & _). exact (empty_next s S R Ro r p K J p_empty).
Qed.

Lemma all_taken q r : mem q (loose s R) -> mem r (loose s R) -> taken a s p q -> taken a s p r.
Proof.
  intros Q K H. apply (taken_chain a s p r q); [| exact H]. rewrite turn, other_other. exact (loose_linked s S R Ro r q K Q).
Qed.

Lemma lib_safe q : two (libs s R) = true -> mem q (loose s R) -> ~ taken a s p q.
Proof.
  rewrite two_spec. intros (y & z & N & Y & Z) Q [_ B]. rewrite turn, other_other in B. apply B.
  apply libs_spec in Y as ((u & U & J) & Y), Z as ((v & V & K) & Z).
  destruct (N.eq_dec y p) as [-> | M].
  - exists v, z. split; [exact (loose_linked s S R Ro q v Q V) | split; [exact K | left; split; [exact Z | exact N]]].
  - exists u, y. split; [exact (loose_linked s S R Ro q u Q U) | split; [exact J | left; split; [exact Y | congruence]]].
Qed.

Lemma calm : mem p R -> (forall q, mem q (loose s R) -> ~ taken a s p q) -> waits t = false.
Proof.
  intros I N. unfold waits. rewrite (mover_after _ _ _ _ P), turn, other_other.
  replace (same_colour c (other c)) with false.
  2: { symmetry. apply not_true_iff_false. rewrite same_colour_spec. intros E. exact (other_ne c (eq_sym E)). }
  simpl.
  destruct (ban t) as [q |] eqn:B; [| reflexivity]. exfalso. apply (ban_after _ _ _ _ P) in B as (_ & (Q & U) & _).
  pose proof Q as ((r & L & J) & _). assert (r = q) as ->.
  { apply U. apply (taken_chain a s p r q); [apply linked_sym, L | exact Q]. }
  rewrite turn, other_other in L. apply linked_ends in L as [L _].
  destruct (r_closed R Ro p q I (adj_sym _ _ _ J)) as [K | [K | [K _]]].
  - destruct (mem_dec q (anchored s)) as [A | A]; [exact (anch_not_taken q A Q) |]. apply (N q); [apply loose_spec; auto | exact Q].
  - exact (anch_not_taken q (anch_firm s S q K) Q).
  - exact (K (within_locale s S _ _ L)).
Qed.

Lemma full_point v : (forall q, ~ mem q (doors s R)) -> mem v R -> empty a s v -> mem v (inner R).
Proof.
  intros D I E. apply (not_beside_inner s S); [exact I |]. intros K. apply (D v), doors_spec. auto.
Qed.

Lemma full_illegal w : mem p R -> (forall q, ~ mem q (doors s R)) -> mem w (inner R) -> ~ empty a s w ->
  (forall q, mem q (loose s R) -> ~ taken a s p q) -> False.
Proof.
  intros I D W Nw N. destruct (foe_breath t T R Ro p I p_stone) as (u & v & _ & _ & E & _ & V).
  apply empty_was in E as [Ne [E | [E K]]].
  - destruct (r_two R Ro p w v (full_point p D I p_empty) W (full_point v D V E)) as [<- | [<- | <-]]; auto. apply Nw, p_empty.
  - destruct (mem_dec v (anchored s)) as [A | A]; [exact (anch_not_taken v A K) |]. apply (N v); [apply loose_spec; auto | exact K].
Qed.

Lemma loose_full q : mem q (loose s R) -> ~ empty a s q.
Proof. intros Q E. apply loose_spec in Q as (_ & Q & _). apply (empty_split a c) in E. tauto. Qed.

Lemma worth_inside : mem p R -> (worth t R + size (loose s R) <= worth s R + size (loose t R))%Z.
Proof.
  intros I. assert (waits s = true) as Ws.
  { unfold waits. rewrite turn, (proj2 (same_colour_spec _ _) eq_refl). reflexivity. }
  assert (some (foes t R) = true) as Ft by (apply some_spec; exists p; apply foes_spec; split; [exact I | exact p_stone]).
  destruct (some (N.land (loose s R) (take f a s p))) eqn:Tk.
  - apply some_spec in Tk as (v & V). apply mem_land in V as [V K]. apply take_spec in K.
    assert (size (loose t R) = 0%Z) as Lt.
    { apply size_none. intros q Q. apply loose_after in Q as [Q N]. apply N. exact (all_taken v q V Q K). }
    pose proof (worth_loose t R) as Le. rewrite Lt in *.
    assert (two (libs s R) = false) as Lb by (apply not_true_iff_false; intros H; exact (lib_safe v H V K)).
    pose proof (size_some _ _ V) as Pos. unfold worth at 2, value. rewrite Ws, Lb.
    destruct (some (foes s R)) eqn:Fs.
    + destruct (some (doors s R)) eqn:Ds.
      * destruct (Z.eqb_spec (size (loose s R)) 0); lia.
      * rewrite some_not in Ds. pose proof (full_point p Ds I p_empty) as Ip. pose proof (loose_inner s S R v V) as Iv.
        assert (v <> p) as Nv by (intros ->; exact (loose_full p V p_empty)).
        assert (some (deep s R) = false) as Ps.
        { apply some_not. intros z Z. apply deep_spec in Z as (Z1 & Z2 & Z3).
          pose proof (not_beside_inner s S R z Z1 Z3) as Iz. pose proof V as V'. apply loose_spec in V' as (_ & V' & _).
          pose proof p_empty as E. apply (empty_split a c) in E.
          destruct (r_two R Ro p v z Ip Iv Iz) as [<- | [<- | <-]]; [tauto | exact (one_colour s S v V' Z2) | tauto]. }
        rewrite Ps. assert (size (loose s R) <= 1)%Z as One.
        { apply size_one with v. intros q Q. pose proof (loose_inner s S R q Q) as Iq.
          destruct (r_two R Ro p v q Ip Iv Iq) as [E | [E | E]]; try congruence. subst q. destruct (loose_full p Q p_empty). }
        assert (worth t R = -3)%Z as ->.
        { unfold worth, value. rewrite Ft. replace (some (doors t R)) with false.
          - replace (some (deep t R)) with true; [reflexivity |]. symmetry. apply some_spec. exists p. apply deep_spec.
            split; [exact I | split; [exact p_stone |]]. rewrite beside_same. intros B. apply (Ds p), doors_spec. auto using p_empty.
          - symmetry. apply some_not. intros d D. apply doors_spec in D as (D1 & D2 & D3). rewrite beside_same in D3.
            apply empty_was in D2 as [_ [D2 | [D2 D4]]]; [apply (Ds d), doors_spec; auto |].
            exact (anch_not_taken d (anch_beside s d D2 D3) D4). }
        destruct (Z.eqb_spec (size (loose s R)) 0); lia.
    + exfalso. rewrite some_not in Fs. destruct (clean_room s S R Ro v Fs V) as [_ C]. congruence.
  - rewrite some_not in Tk. assert (forall q, mem q (loose s R) -> ~ taken a s p q) as N.
    { intros q Q K. apply (Tk q), mem_land. split; [exact Q | apply take_spec, K]. }
    assert (loose t R = loose s R) as L by (apply pset_ext; intros q; rewrite loose_after; split; [tauto | auto]).
    pose proof (calm I N) as Wt. rewrite L. enough (worth t R <= worth s R)%Z by lia.
    pose proof (worth_loose t R) as Le. rewrite L in Le. pose proof (size_nonneg (loose s R)) as Nn.
    unfold worth at 2, value. rewrite Ws. destruct (Z.eqb_spec (size (loose s R)) 0) as [Z | Z].
    + rewrite Z in Le. destruct (some (foes s R)) eqn:Fs; [| exact Le]. destruct (some (doors s R)) eqn:Ds; [exact Le |].
      destruct (some (deep s R)) eqn:Ps; [exfalso | exact Le]. rewrite some_not in Ds. apply some_spec in Ps as (z & Z').
      apply deep_spec in Z' as (Z1 & Z2 & Z3). apply (full_illegal z I Ds); auto using (not_beside_inner s S R).
      intros E. apply (empty_split a c) in E. tauto.
    + assert (exists q, mem q (loose s R)) as (q & Q).
      { destruct (some (loose s R)) eqn:E; [apply some_spec, E |]. rewrite some_not in E. destruct (Z (size_none _ E)). }
      unfold worth, value. rewrite Ft, Wt, L. destruct (Z.eqb_spec (size (loose s R)) 0) as [? | _]; [contradiction |].
      destruct (some (foes s R)) eqn:Fs.
      * destruct (some (doors s R)) eqn:Ds.
        -- destruct (some (doors t R)), (some (deep t R)), (two (libs s R)); lia.
        -- exfalso. rewrite some_not in Ds. apply (full_illegal q I Ds); auto using (loose_inner s S R), loose_full.
      * rewrite some_not in Fs. destruct (clean_room s S R Ro q Fs Q) as [D _].
        replace (some (doors t R)) with true; [lia |]. symmetry. apply some_spec. apply two_spec in D as (y & z & Ne & Y & Z').
        apply doors_spec in Y as (Y1 & Y2 & Y3), Z' as (Z1 & Z2 & Z3).
        destruct (N.eq_dec y p) as [-> | M]; [exists z | exists y]; apply doors_spec; rewrite beside_same; auto using empty_still.
Qed.

Lemma worth_outside : ~ mem p R -> (worth t R <= worth s R)%Z /\ loose t R = loose s R.
Proof.
  intros N. destruct (same_worth s t R S T Ro) as (L & _ & _ & W).
  - intros q Q. rewrite (own_after a c s t p turn P). split; [tauto |]. intros K. split; [exact K |]. intros H.
    destruct (mem_dec q (anchored s)) as [A | A]; [exact (anch_not_taken q A H) |]. apply N, (taken_by q); [apply loose_spec; auto | exact H].
  - intros q Q. rewrite (opp_after a c s t p turn P). split; [intros [K | ->]; [exact K | contradiction] | auto].
  - exact anch_same.
  - split; [| exact L]. rewrite W. unfold worth. replace (waits s) with true; [apply value_wait, size_nonneg |].
    unfold waits. rewrite turn, (proj2 (same_colour_spec _ _) eq_refl). reflexivity.
Qed.

Lemma worth_after : (worth t R + size (loose s R) <= worth s R + size (loose t R))%Z /\ (size (loose t R) <= size (loose s R))%Z.
Proof.
  split.
  - destruct (mem_dec p R) as [I | I]; [exact (worth_inside I) |]. destruct (worth_outside I) as [A ->]. lia.
  - apply size_le. intros q Q. apply loose_after in Q. tauto.
Qed.
End Room.
End Opponent.

(** *** A play of the side itself, in a region. *)
Section Own.
Context (s t : position) (p : point) (R : pset).
Hypothesis turn : mover s = c.
Hypothesis P : played a s p t.
Hypothesis S : secure s.
Hypothesis In_R : In R rooms.
Hypothesis I : mem p R.
Let Ro := s_rooms s R S In_R.

Lemma own_stone q : stone t c q <-> stone s c q \/ q = p.
Proof. pose proof (mine_after a s t p P q) as H. rewrite turn in H. exact H. Qed.
Lemma foe_stone q : stone t (other c) q <-> stone s (other c) q /\ ~ taken a s p q.
Proof. pose proof (theirs_after a s t p P q) as H. rewrite turn in H. exact H. Qed.

Lemma secure_own : secure t.
Proof.
  split.
  - apply (s_final s S).
  - apply (firm_own a c h s t p turn P); [| apply (s_firm s S)]. intros e E. exact (r_away R Ro p e I E).
  - apply (s_static s S).
  - apply (s_enough s S).
  - rewrite (passed_after _ _ _ _ P). discriminate.
  - exact (breathing_after a s t p P (s_breath s S)).
Qed.

Lemma anch_grows q : mem q (anchored s) -> mem q (anchored t).
Proof.
  rewrite !anch_spec. intros (r & H & L). exists r. split; [exact H |]. revert L. apply linked_more. intros u U.
  apply linked_ends in U. apply own_stone. tauto.
Qed.

Lemma taken_here q : stone s (other c) q -> taken a s p q -> mem q R.
Proof.
  intros K ((r & L & J) & _). rewrite turn in L. apply (foe_chain s S R Ro r q); [| apply linked_sym, L].
  apply linked_ends in L as [_ L]. destruct (r_closed R Ro p r I (adj_sym _ _ _ J)) as [A | [A | [A _]]]; [exact A | |].
  - destruct (one_colour s S r (firm_stand s S r A) L).
  - destruct (A (within_locale s S _ _ L)).
Qed.

Lemma worth_elsewhere R' : In R' rooms -> R' <> R -> anchored t = anchored s ->
  some (foes s R') = false \/ some (doors s R') = false -> worth t R' = worth s R' /\ loose t R' = loose s R'.
Proof.
  intros I' Ne A Q. assert (forall q, mem q R' -> ~ mem q R) as D.
  { intros q X1 X2. apply Ne. exact (s_apart s R' R q S I' In_R X1 X2). }
  destruct (same_worth s t R' S secure_own (s_rooms s R' S I')) as (L & _ & _ & W); auto.
  - intros q X1. rewrite own_stone. split; [intros [K | ->]; [exact K | destruct (D p X1 I)] | auto].
  - intros q X1. rewrite foe_stone. split; [tauto |]. intros K. split; [exact K |]. intros H. exact (D q X1 (taken_here q K H)).
  - split; [| exact L]. rewrite W. apply value_calm, Q.
Qed.

Lemma loose_one : anchored t = anchored s -> size (loose t R) = (size (loose s R) + 1)%Z /\ mem p (loose t R).
Proof.
  intros A. assert (empty a s p) as E by exact (on_empty _ _ _ _ P). apply (empty_split a c) in E as (_ & E & _).
  assert (~ mem p (anchored s)) as N by (intros K; exact (E (anch_stone s p K))).
  assert (loose t R = N.setbit (loose s R) p) as ->.
  { apply pset_ext. intros q. rewrite mem_setbit, !loose_spec, A, own_stone. split.
    - intros (X1 & [X2 | X2] & X3); auto.
    - intros [(X1 & X2 & X3) | ->]; auto. }
  split; [| apply mem_setbit; auto]. apply size_more. intros K. apply loose_spec in K. tauto.
Qed.
End Own.

(** A stone next to what is anchored, or to a wall. *)
Lemma enter s R q : secure s -> In R rooms -> mover s = c -> ban s = None -> mem q (doors s R) ->
  exists t, played a s q t /\ mem q R /\ ~ mem q (anchored s) /\ mem q (anchored t).
Proof.
  intros S I Tu B Q. apply doors_spec in Q as (Q1 & Q2 & Q3). apply near_spec in Q3 as (y & Y & J).
  pose proof (s_breath s S) as [Ins _].
  destruct (can_play a s q Ins Q2) as (t & P).
  - congruence.
  - exists y. split; [apply adj_sym, J |]. rewrite Tu. apply mem_lor in Y as [Y | Y]; [right; right; right | auto].
    split; [exact (anch_stone s y Y) | apply anch_breath; auto].
  - exists t. split; [exact P | split; [exact Q1 | split]].
    + intros K. apply anch_stone in K. apply (empty_split a c) in Q2. tauto.
    + assert (stone t c q) as St by (apply (own_stone s t q Tu P); auto). apply mem_lor in Y as [Y | Y].
      * exact (anch_step t y q (anch_grows s t q Tu P y Y) J St).
      * apply anch_spec. exists q. split; [right; exists y; split; [apply adj_sym, J | exact Y] | apply here, St].
Qed.

(** The last points of a region. *)
Lemma fill s R : secure s -> In R rooms -> mover s = c -> ban s = None ->
  some (foes s R) = true -> some (doors s R) = false ->
  exists p t, played a s p t /\ mem p R /\ (anchored t = anchored s -> (worth t R < worth s R)%Z).
Proof.
  intros S I Tu B Fs Ds. pose proof (s_rooms s R S I) as Ro. pose proof (s_breath s S) as [Ins _].
  apply some_spec in Fs as (z & Z). pose proof Z as Fz. apply foes_spec in Z as (Rz & Sz).
  rewrite some_not in Ds. pose proof (fun v => full_point s S R v Ds) as Full.
  destruct (foe_breath s S R Ro z Rz Sz) as (u & r & L & J & E & Ru & Rr).
  pose proof (Full r Rr E) as Ir. assert (ban s <> Some r) as Nb by congruence.
  assert (some (foes s R) = true) as Fs by (apply some_spec; eauto).
  destruct (some (N.clearbit (N.land R (free a s)) r)) eqn:Oth.
  - apply some_spec in Oth as (w & W). apply mem_clearbit in W as [W Nw]. apply mem_land in W as [Rw W]. apply free_spec in W.
    pose proof (Full w Rw W) as Iw. destruct (r_few R Ro r w Ir Iw) as [K | K]; [congruence |].
    destruct (can_play a s r Ins E Nb) as (t & P); [exists w; auto |].
    exists r, t. split; [exact P | split; [exact Rr |]]. intros A. pose proof (secure_own s t r R Tu P S I Rr) as T.
    destruct (loose_one s t r R Tu P Rr A) as [Lo Lr].
    assert (forall q, mem q (inner R) -> q = r \/ q = w) as Two.
    { intros q Q. destruct (r_two R Ro r w q Ir Iw Q) as [H | [H | H]]; auto. congruence. }
    assert (forall q, mem q (inner R) -> empty a s q) as Emp by (intros q Q; destruct (Two q Q) as [-> | ->]; auto).
    assert (worth s R = 0%Z) as ->.
    { unfold worth, value. rewrite Fs. replace (some (doors s R)) with false by (symmetry; apply some_not, Ds).
      replace (some (deep s R)) with false.
      - rewrite size_none; [reflexivity |]. intros q Q. exact (loose_full s R q Q (Emp q (loose_inner s S R q Q))).
      - symmetry. apply some_not. intros q Q. apply deep_spec in Q as (Q1 & Q2 & Q3).
        pose proof (Emp q (not_beside_inner s S R q Q1 Q3)) as Q4. apply (empty_split a c) in Q4. tauto. }
    pose proof (size_some _ _ Lr) as Pos. unfold worth, value.
    destruct (Z.eqb_spec (size (loose t R)) 0) as [Q | _]; [lia |].
    destruct (some (foes t R)); [| lia]. destruct (some (doors t R)) eqn:Dt; [| destruct (some (deep t R)); lia].
    replace (waits t) with true.
    2: { unfold waits. rewrite (mover_after _ _ _ _ P), Tu, (proj2 (same_colour_spec _ _) eq_refl). reflexivity. }
    replace (two (libs t R)) with true; [lia |]. symmetry. apply two_spec.
    apply some_spec in Dt as (d & D). apply doors_spec in D as (D1 & D2 & D3).
    assert (beside t = beside s) as Be by (unfold beside; rewrite A; reflexivity). rewrite Be in D3.
    apply (empty_before a s t r P) in D2 as [_ [D2 | [_ D2]]]; [destruct (Ds d); apply doors_spec; auto |].
    pose proof D2 as ((x & Lx & Jx) & _). assert (taken a s r x) as Tx by (apply (taken_chain a s r x d); [apply linked_sym, Lx | exact D2]).
    exists w, x. split; [| split].
    + intros <-. rewrite Tu in Lx. apply linked_ends in Lx as [_ Lx]. apply (empty_split a c) in W. tauto.
    + apply libs_spec. split; [exists r; auto | exact (empty_stays a s t r P w W Nw)].
    + apply libs_spec. split; [exists r; auto using adj_sym | exact (taken_empty a s t r P x Ins Tx)].
  - rewrite some_not in Oth. assert (forall w, mem w R -> empty a s w -> w = r) as Only.
    { intros w Rw W. destruct (N.eq_dec w r) as [-> | N]; [reflexivity |]. destruct (Oth w). apply mem_clearbit.
      split; [apply mem_land; split; [exact Rw | apply free_spec, W] | exact N]. }
    assert (forall q, mem q R -> stone s (other c) q -> taken a s r q) as Tk.
    { intros q Q K. split; rewrite Tu.
      - destruct (foe_breath s S R Ro q Q K) as (u' & v & L' & J' & E' & _ & V). rewrite (Only v V E') in J'. eauto.
      - intros (u' & v & L' & J' & [[E' N] | W]); pose proof (foe_chain s S R Ro q u' Q L') as U'.
        + apply N. symmetry. apply Only; [exact (empty_next s S R Ro u' v U' J' E') | exact E'].
        + exact (no_wall_next s S R Ro u' v U' J' W). }
    destruct (can_play a s r Ins E Nb) as (t & P).
    { exists u. split; [apply adj_sym, J |]. right; right; left. apply Tk; [exact Ru |]. apply linked_ends in L. tauto. }
    exists r, t. split; [exact P | split; [exact Rr |]]. intros A.
    destruct (loose_one s t r R Tu P Rr A) as [Lo Lr]. pose proof (size_some _ _ Lr) as Pos.
    assert (worth t R = -4)%Z as ->.
    { unfold worth, value. replace (some (foes t R)) with false.
      - destruct (Z.eqb_spec (size (loose t R)) 0); [lia | reflexivity].
      - symmetry. apply some_not. intros q Q. apply foes_spec in Q as (Q1 & Q2). apply (foe_stone s t r Tu P) in Q2 as [Q2 Q3].
        exact (Q3 (Tk q Q1 Q2)). }
    unfold worth, value. rewrite Fs. replace (some (doors s R)) with false by (symmetry; apply some_not, Ds).
    destruct (some (deep s R)); [lia |]. destruct (_ =? _)%Z; lia.
Qed.

(** *** Ownership. *)
Lemma keeps_point s p : secure s -> clean s -> mem p X \/ (exists R, In R rooms /\ mem p R) ->
  belongs a s c p /\ ~ belongs a s (other c) p.
Proof.
  intros S Cl H. assert (stone s c p -> belongs a s c p /\ ~ belongs a s (other c) p) as St.
  { intros K. split; [left; exact K |]. intros [L | [L _]]; [exact (one_colour s S p K L) |]. apply (empty_split a c) in L. tauto. }
  destruct H as [H | (R & I & Rp)]; [apply St, firm_stand; auto |].
  pose proof (s_rooms s R S I) as Ro. destruct (three s p R Ro Rp) as [E | [E | E]]; [| auto | destruct (Cl R p I Rp E)].
  assert (~ touches a s (other c) p) as No.
  { intros (q & r & L & J & K). assert (mem q R) as Q.
    { clear J K St E. induction L as [p' _ | p' q r' L IH J K]; [exact Rp |]. exact (empty_next s S R Ro q r' (IH Rp) J K). }
    destruct K as [K | K]; [| exact (no_wall_next s S R Ro q r Q J K)].
    destruct (r_closed R Ro q r Q J) as [A | [A | [A _]]].
    - exact (Cl R r I A K).
    - exact (one_colour s S r (firm_stand s S r A) K).
    - exact (A (within_locale s S _ _ K)). }
  split.
  - right. split; [exact E | split; [| exact No]].
    assert (forall z, mem z edge -> exists r, adj z r /\ (stone s c r \/ mem r (wall a c))) as Ed.
    { intros z Z. apply near_spec in Z as (r & K & J). exists r. split; [apply adj_sym, J |]. apply mem_lor in K as [K | K]; auto using firm_stand. }
    destruct (mem_dec p edge) as [K | K].
    + destruct (Ed p K) as (r & J & Z). exists p, r. split; [apply here, E | auto].
    + destruct (outward R Ro p) as (z & J & Rz & Ez); [apply mem_ldiff; auto |].
      destruct (three s z R Ro Rz) as [F | [F | F]]; [| exists p, z; split; [apply here, E | auto] | destruct (Cl R z I Rz F)].
      destruct (Ed z Ez) as (r & J' & Z). exists z, r. split; [| auto]. apply further with p; [apply here, E | exact J | exact F].
  - intros [L | (_ & L & _)]; [| exact (No L)]. apply (empty_split a c) in E. tauto.
Qed.

Lemma owns_clean s : secure s -> clean s -> (attacker_owns a s <-> c = attacker a).
Proof.
  intros S Cl. pose proof (owner_not_attacker a) as NA. destruct (s_enough s S) as [(E & U & I & H) | (E & H)]; split; auto.
  - intros O. exfalso. destruct (O U I) as (p & Pu & B). destruct (keeps_point s p S Cl (H p Pu)) as [_ N].
    unfold attacker in B. rewrite <- E in B. exact (N B).
  - intros K. exfalso. apply NA. congruence.
  - intros _ U I. destruct (H U I) as (p & Pu & K). exists p. split; [exact Pu |]. rewrite <- E. apply keeps_point; auto.
Qed.
End Regions.
