(** Stones that are alive although their owner always passes (Benson 1976): they are never taken, and who has them on
    the right points wins, under every rule for cycles and for the end of play. *)

Require Import List NArith ZArith Lia Bool.
Require Import Cycles Sets Board Rules Grid Exec Measures Judging.
Import ListNotations.

Section Life.
Context (a : arena) (c : colour) (X : pset).
Notation f := (frame_of (grid a)).
Notation adj := (adj (grid a)).
Notation linked := (linked (grid a)).
Hypothesis walls_apart : forall k q, mem q (wall a k) -> ~ mem q (locale a).
Hypothesis units_apart : forall U V q, In U (units a) -> In V (units a) -> mem q U -> mem q V -> U = V.

Definition inside (s : position) : Prop :=
  (forall k q, stone s k q -> mem q (locale a)) /\ (forall q, stone s c q -> ~ stone s (other c) q).

(** [R] is a region that the chain of [x] keeps as a liberty. *)
Record vital (s : position) (x : point) (R : pset) : Prop := Vital {
  in_locale : forall p, mem p R -> mem p (locale a);
  no_own : forall p, mem p R -> ~ stone s c p;
  closed : forall p q, mem p R -> adj p q ->
    mem q R \/ mem q X \/ (~ mem q (locale a) /\ ~ mem q (wall a (other c)));
  room : exists p, mem p R /\ ~ stone s (other c) p;
  eyes : forall p, mem p R -> ~ stone s (other c) p -> exists y, linked (fun q => mem q X) x y /\ adj y p
}.

(** All of [X] stands, and each chain of it touches a wall of its colour or has two such regions. *)
Record safe (s : position) : Prop := Safe {
  well : inside s;
  stand : forall x, mem x X -> stone s c x;
  two : forall x, mem x X ->
    (exists y r, linked (fun q => mem q X) x y /\ adj y r /\ mem r (wall a c)) \/
    (exists R R', vital s x R /\ vital s x R' /\ forall p, mem p R -> ~ mem p R')
}.

Lemma linked_sub (A B : point -> Prop) p q : (forall r, A r -> B r) -> linked A p q -> linked B p q.
Proof. intros H. induction 1; [apply here | eapply further]; eauto. Qed.

Lemma empty_split u q : empty a u q <-> mem q (locale a) /\ ~ stone u c q /\ ~ stone u (other c) q.
Proof. unfold empty. destruct c; simpl; tauto. Qed.

Section Play.
Context (s t : position) (p : point).
Hypothesis turn : mover s = other c.
Hypothesis H : played a s p t.
Hypothesis S : safe s.

Lemma opp_after q : stone t (other c) q <-> stone s (other c) q \/ q = p.
Proof. pose proof (own_stones _ _ _ _ H q) as E. rewrite turn in E. exact E. Qed.

Lemma own_after q : stone t c q <-> stone s c q /\ ~ taken a s p q.
Proof. pose proof (their_stones _ _ _ _ H q) as E. rewrite turn, other_other in E. exact E. Qed.

Lemma played_at : mem p (locale a) /\ ~ stone s c p /\ ~ stone s (other c) p.
Proof. apply empty_split. apply (on_empty _ _ _ _ H). Qed.

Lemma vital_breath x R : vital s x R -> ~ mem p R -> breathes_without a (eq p) s c x.
Proof.
  intros V N. destruct (room _ _ _ V) as (r & I & F). destruct (eyes _ _ _ V r I F) as (y & L & J).
  exists y, r. split; [| split; [exact J | left]].
  - revert L. apply linked_sub. intros q Q. apply stand; auto.
  - split; [| intros <-; auto]. apply empty_split.
    split; [eapply in_locale; eauto | split; [eapply no_own; eauto | exact F]].
Qed.

Lemma stays x : mem x X -> stone t c x.
Proof.
  intros I. apply own_after. split; [apply stand; auto |]. intros [_ N]. rewrite turn, other_other in N. apply N.
  destruct (two _ S x I) as [(y & r & L & J & W) | (R & R' & V & V' & D)].
  - exists y, r. split; [| auto]. revert L. apply linked_sub. intros q Q. apply stand; auto.
  - destruct (mem_dec p R) as [K | K]; [apply vital_breath with R'; auto | apply vital_breath with R; auto].
Qed.

Lemma vital_after x R : vital s x R -> vital t x R.
Proof.
  intros V. destruct (well _ S) as (In & Dis). pose proof played_at as (Pl & Pc & Po). split.
  - apply (in_locale _ _ _ V).
  - intros q Q K. apply own_after in K as [K _]. exact (no_own _ _ _ V q Q K).
  - apply (closed _ _ _ V).
  - destruct (N.eqb (N.ldiff R (stones t (other c))) 0) eqn:E.
    + exfalso. rewrite empty_iff in E.
      assert (forall q, mem q R -> stone t (other c) q) as Full.
      { intros q Q. destruct (mem_dec q (stones t (other c))) as [K | K]; [exact K |]. exfalso. apply (E q), mem_ldiff. auto. }
      assert (mem p R) as PR.
      { destruct (room _ _ _ V) as (r & I & F). pose proof (Full r I) as K. apply opp_after in K as [K | ->]; tauto. }
      destruct (no_suicide _ _ _ _ H) as (q & r & L & J & F). rewrite turn in L, F.
      assert (mem q R) as QR.
      { clear J F. remember p as p0 eqn:Ep in L. induction L as [p0 K | p0 q r' L IH J K]; [subst; exact PR |].
        destruct (closed _ _ _ V q r' (IH Ep) J) as [A | [A | [A _]]]; auto; exfalso; apply opp_after in K as [K | ->]; auto.
        - apply (Dis r'); auto. apply stand; auto.
        - apply Pc, stand; auto.
        - apply A, (In (other c)), K. }
      destruct (closed _ _ _ V q r QR J) as [A | [A | [A B]]]; destruct F as [[F _] | F].
      * apply empty_split in F as (_ & _ & F). auto.
      * apply walls_apart in F. apply F, (in_locale _ _ _ V), A.
      * apply empty_split in F as (_ & F & _). apply F, stays, A.
      * apply walls_apart in F. apply F, (In c), stand; auto.
      * apply empty_split in F as (F & _). auto.
      * auto.
    + assert (negb (N.ldiff R (stones t (other c)) =? 0)%N = true) as E' by (rewrite E; reflexivity).
      apply not_empty in E' as (q & Q). exists q. apply mem_ldiff, Q.
  - intros q Q K. apply (eyes _ _ _ V q Q). intros F. apply K, opp_after. auto.
Qed.

Lemma inside_after : inside t.
Proof.
  destruct (well _ S) as (In & Dis). pose proof played_at as (Pl & Pc & Po). split.
  - intros k. assert (k = c \/ k = other c) as [-> | ->] by (destruct k, c; auto); intros q K.
    + apply own_after in K as [K _]. eauto.
    + apply opp_after in K as [K | ->]; eauto.
  - intros q K L. apply own_after in K as [K _]. apply opp_after in L as [L | ->]; auto. apply (Dis q); auto.
Qed.

Theorem safe_after : safe t.
Proof.
  split; [exact inside_after | exact stays |].
  intros x I. destruct (two _ S x I) as [W | (R & R' & V & V' & D)]; [left; exact W | right].
  exists R, R'. auto using vital_after.
Qed.
End Play.

Lemma stone_pass s k q : stone (pass a s) k q <-> stone s k q.
Proof. destruct k; reflexivity. Qed.

Lemma vital_pass s x R : vital s x R -> vital (pass a s) x R.
Proof.
  intros [A B C D E]. split; [exact A | | exact C | |].
  - intros p P. rewrite stone_pass. auto.
  - destruct D as (p & P & N). exists p. rewrite stone_pass. auto.
  - intros p P. rewrite stone_pass. auto.
Qed.

Lemma safe_pass s : safe s -> safe (pass a s).
Proof.
  intros [[A B] S T]. split; [split |..].
  - intros k q. rewrite stone_pass. apply A.
  - intros q. rewrite !stone_pass. apply B.
  - intros x I. rewrite stone_pass. auto.
  - intros x I. destruct (T x I) as [W | (R & R' & P & Q & D)]; [left; exact W | right].
    exists R, R'. auto using vital_pass.
Qed.

(** What [X] wins: all points of a unit that was not taken for the owner; a point of each for the attacker, if what
    counts is who owns in the end. *)
Definition enough (s : position) : Prop :=
  (c = owner a /\ exists U, In U (units a) /\ (forall p, mem p U -> mem p X) /\ exists q, mem q U /\ ~ mem q (gone s)) \/
  (c = attacker a /\ dead_means (rules a) = FinallyOwned /\ forall U, In U (units a) -> exists p, mem p U /\ mem p X).

Definition has_won (s : position) : Prop := safe s /\ enough s.

Lemma owner_not_attacker : owner a <> attacker a.
Proof. unfold attacker. destruct (owner a); discriminate. Qed.

Lemma enough_after s p t : mover s = other c -> played a s p t -> safe s -> enough s -> enough t.
Proof.
  intros T P S [(E & U & I & F & q & Q & N) | E]; [left | right; exact E]. split; [exact E |].
  exists U. split; [exact I | split; [exact F |]]. exists q. split; [exact Q |]. intros G.
  apply (gone_after _ _ _ _ P) in G as [G | (V & J & M & D & _ & r & R & K)]; [auto |].
  assert (V = U) as -> by (apply (units_apart V U q); auto).
  pose proof (stays s t p T P S r (F r R)) as St. apply (own_after s t p T P) in St. tauto.
Qed.

Lemma not_last s p t : mover s = other c -> played a s p t -> safe s -> enough s -> ~ takes_last a s p t.
Proof.
  intros T P S E [(V & J & D & M & _) L].
  destruct (enough_after s p t T P S E) as [(_ & U & I & _ & q & Q & N) | (A & B & _)]; [| congruence].
  apply N, (L U q I Q).
Qed.

Lemma owns_iff s : has_won s -> (attacker_owns a s <-> c = attacker a).
Proof.
  intros [S [(E & U & I & F & q & Q & N) | (E & _ & F)]]; split; auto.
  - intros O. exfalso. destruct (O U I) as (p & P & B). unfold attacker in B. rewrite <- E in B.
    pose proof (stand _ S p (F p P)) as St. destruct B as [B | (B & _)].
    + destruct (well _ S) as [_ D]. exact (D p St B).
    + apply empty_split in B. tauto.
  - intros K. exfalso. apply owner_not_attacker. congruence.
  - intros _ U I. destruct (F U I) as (p & P & K). exists p. split; [exact P |]. left. rewrite <- E. apply (stand _ S), K.
Qed.

(** *** The measure: stones of the winner, and how long play can still go on where two passes end it. *)
Definition own_size (s : position) : Z := if prisoners_count a then size (stones s c) else 0%Z.

Definition passes_left (s : position) : Z :=
  match ban s, passed s with None, true => 0 | None, false => 1 | Some _, _ => 2 end%Z.
Definition moves_left (s : position) : Z :=
  match end_of_play (rules a) with Never => 0 | TwoPasses => passes_left s - 3 * size (stones s (other c)) end%Z.

Lemma passes_left_range s : (0 <= passes_left s <= 2)%Z.
Proof. unfold passes_left. destruct (ban s), (passed s); lia. Qed.

Context (draw_wins : bool).
Hypothesis ends_well : end_of_play (rules a) = Never ->
  cycles (rules a) = PrisonersThenOwnership \/ (dead_means (rules a) = CapturedOnce /\ cycles (rules a) <> Draw).

Notation own := (owners a c).
Notation bad := (fun s => bad_b f a c draw_wins s = true).
Notation falls := (falls (play a) (prisoners_count a) own bad own_size moves_left).

Lemma own_iff : own = true <-> c = owner a.
Proof. apply same_colour_spec. Qed.

Lemma falls_if s w t : has_won s ->
  (own = true -> own_size t = own_size s - weight (prisoners_count a) w)%Z ->
  (own = false -> own_size t = own_size s + weight (prisoners_count a) w)%Z ->
  (end_of_play (rules a) = TwoPasses -> moves_left t < moves_left s)%Z -> falls s w t.
Proof.
  intros W A B M. pose proof (owns_iff s W) as O. pose proof owner_not_attacker as NA. unfold Measures.falls.
  destruct (end_of_play (rules a)) eqn:E.
  - assert (moves_left t = moves_left s) as Eq by (unfold moves_left; rewrite E; reflexivity).
    destruct own eqn:Ow.
    + right. split; [apply A; reflexivity | left]. apply own_iff in Ow. destruct (ends_well eq_refl) as [C | [_ C]].
      * apply (bad_spec a c draw_wins s C). intros K. apply O in K. congruence.
      * unfold bad_b. destruct (cycles (rules a)) eqn:D; try reflexivity; [| congruence].
        apply negb_true_iff, not_true_iff_false. rewrite attacker_owns_spec. intros K. apply O in K. congruence.
    + right. split; [apply B; reflexivity | right]. split; [exact Eq |].
      destruct W as [_ [(K & _) | (K & F & _)]]; [apply own_iff in K; congruence |].
      destruct (ends_well eq_refl) as [C | [C _]]; [| congruence].
      rewrite (bad_spec a c draw_wins s C). intros N. apply N, O, K.
  - specialize (M eq_refl). destruct own; right; (split; [first [apply A | apply B]; reflexivity |]); [right; exact M | left; exact M].
Qed.

Lemma falls_pass s : has_won s -> ~ second_pass a s -> falls s 0 (pass a s).
Proof.
  intros W N. assert (own_size (pass a s) = own_size s) as E by (unfold own_size; destruct c; reflexivity).
  assert (weight (prisoners_count a) 0 = 0%Z) as Z by (unfold weight; destruct (prisoners_count a); reflexivity).
  apply falls_if; try (rewrite E, Z; lia); [exact W |]. intros T. unfold moves_left. rewrite T.
  assert (stones (pass a s) (other c) = stones s (other c)) as -> by (destruct (other c); reflexivity).
  enough (passes_left (pass a s) < passes_left s)%Z by lia.
  unfold second_pass, pass_counts in N. unfold passes_left, pass, pass_counts. simpl. rewrite T in *.
  destruct (ban s); [lia |]. destruct (passed s); [| lia]. destruct N. auto.
Qed.

Lemma falls_play s p t : mover s = other c -> played a s p t -> has_won s -> falls s (lost a s t) t.
Proof.
  intros T P W. apply falls_if; [exact W | | |].
  - intros O. apply own_iff in O. unfold own_size, weight, lost. rewrite T, other_other, <- O.
    destruct (prisoners_count a); [| lia]. destruct c; simpl; lia.
  - intros O. assert (c = other (owner a)) as O'.
    { apply ne_other. intros K. apply own_iff in K. congruence. }
    unfold own_size, weight, lost. rewrite T, other_other. destruct (prisoners_count a); [| lia].
    rewrite O'. destruct (owner a); simpl; lia.
  - intros E. unfold moves_left. rewrite E. pose proof (passes_left_range s). pose proof (passes_left_range t).
    enough (size (stones s (other c)) < size (stones t (other c)))%Z by lia.
    unfold size. apply Nat2Z.inj_lt. apply elements_less with p.
    + intros q Q. apply (opp_after s t p T P). auto.
    + apply (opp_after s t p T P). auto.
    + apply (played_at s t p P).
Qed.

Lemma won_pass s : has_won s -> has_won (pass a s).
Proof. intros [S E]. split; [apply safe_pass, S | exact E]. Qed.

Theorem won_measured :
  measured (play a) (prisoners_count a) own bad c (fun _ => False) has_won own_size moves_left.
Proof.
  assert (forall s, {second_pass a s} + {~ second_pass a s}) as Dec.
  { intros s. unfold second_pass. destruct (pass_counts a s), (passed s); (left; tauto) || (right; intros []; discriminate). }
  split; simpl.
  - intros s W T. pose proof (owns_iff s W) as O. destruct (Dec s) as [P | P].
    + left. destruct W as [_ [(K & _) | (K & F & _)]]; rewrite K in *.
      * apply kept_to_the_end; [exact P | right]. intros N. apply O in N. exact (owner_not_attacker N).
      * apply owned_in_the_end; [exact P | exact F | tauto].
    + right. exists 0%Z, (pass a s). split; [apply a_pass, P |]. right. split; [apply won_pass, W | apply falls_pass; auto].
  - intros s W T k M. pose proof (owns_iff s W) as O. inversion M as [| p t P L | | P D | P D At]; subst.
    + destruct W as [S E]. destruct (not_last s p t T P S E L).
    + destruct W as [_ [(K & _) | (K & F & _)]]; [auto |]. exfalso. destruct D as [D | D]; [congruence | tauto].
    + symmetry. apply O, At.
  - intros s W T w t M. right. inversion M as [p t' P L | | P | |]; subst.
    + split; [| apply (falls_play s p t); auto]. destruct W as [S E].
      split; [apply (safe_after s t p T P S) | apply (enough_after s p t T P S E)].
    + split; [apply won_pass, W | apply falls_pass; auto].
Qed.
End Life.
