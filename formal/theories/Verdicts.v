(** Where no cycle is a draw, every unit is alive or dead: alive is what is not dead.  And verdicts are the same if play
    never stops at a repeated state. *)

Require Import List NArith ZArith Lia Bool.
Require Import Cycles Sets Board Rules Claims Grid Exec Measures Endless Checker.
Import ListNotations.

(** *** In a game with finitely many states one of the two can force what the other cannot prevent. *)
Section Determined.
Context (g : game).
Notation St := (state g).
Hypothesis state_dec : forall s t : St, {s = t} + {s <> t}.
Context (listing : St -> list (next St)).
Hypothesis listing_spec : forall s n, move g s n <-> In n (listing s).
Context (all : list St).
Hypothesis closed : forall s w t, In s all -> move g s (To w t) -> In t all.
Context (W : colour -> past St -> Prop).
Hypothesis either : forall x c, W x c \/ W (other x) c.

Theorem determined x s : In s all -> forces g x (W x) [] s \/ forces g (other x) (W (other x)) [] s.
Proof.
  intros A. enough (forall n h s, (length all < n + length h)%nat -> NoDup (states h) ->
    (forall r, In r (states h) -> In r all) -> In s all ->
    forces g (turn g s) (W (turn g s)) h s \/ forces g (other (turn g s)) (W (other (turn g s))) h s) as K.
  { pose proof (K (S (length all)) [] s ltac:(simpl; lia) (NoDup_nil _) (fun r (F : In r []) => match F with end) A) as H.
    destruct x, (turn g s); simpl in *; tauto. }
  clear s A. induction n as [| n IH]; intros h s N D I A; destruct (in_dec state_dec s (states h)) as [J | J].
  1, 3: destruct (split_at state_dec h s J) as (c & w & rest & -> & O);
    destruct (either (turn g s) (c ++ [(s, w)])); [left | right]; eapply stopped; eauto; exists c, w, rest; auto.
  - exfalso. enough (length (states h) <= length all)%nat as Q by (unfold states in Q; rewrite map_length in Q; lia).
    apply NoDup_incl_length; auto.
  - set (y := turn g s) in *.
    assert (forall w t, In (To w t) (listing s) ->
      forces g y (W y) ((s, w) :: h) t \/ forces g (other y) (W (other y)) ((s, w) :: h) t) as F.
    { intros w t E. apply listing_spec in E. destruct (IH ((s, w) :: h) t) as [F | F]; simpl; auto; try lia.
      - constructor; auto.
      - intros r [<- | R]; auto.
      - eauto.
      - destruct (colour_dec (turn g t) y) as [Q | Q]; [rewrite Q in F; auto | rewrite (ne_other _ _ Q) in F; auto].
      - destruct (colour_dec (turn g t) y) as [Q | Q]; [rewrite Q in F; auto |].
        rewrite (ne_other _ _ Q), other_other in F. auto. }
    assert (forall l, (forall n, In n l -> In n (listing s)) ->
      forces g y (W y) h s \/
      ((forall c, In (Over c) l -> c = other y) /\
       forall w t, In (To w t) l -> forces g (other y) (W (other y)) ((s, w) :: h) t)) as G.
    { induction l as [| m l IHl]; intros H; [right; simpl; tauto |].
      destruct IHl as [G | [G1 G2]]; [intros; apply H; right; assumption | left; exact G |].
      assert (In m (listing s)) as M by (apply H; left; reflexivity). destruct m as [w t | c].
      - destruct (F w t M) as [F1 | F1].
        + left. apply plays with w t; auto. apply listing_spec, M.
        + right. split; [intros c [Q | Q]; [discriminate | auto] |].
          intros v u [Q | Q]; [injection Q as <- <-; exact F1 | auto].
      - destruct (colour_dec c y) as [-> | Q].
        + left. apply ends; auto. apply listing_spec, M.
        + apply ne_other in Q. right. split; [intros d [R | R]; [congruence | auto] |].
          intros v u [R | R]; [discriminate | auto]. }
    destruct (G (listing s)) as [G1 | [G1 G2]]; [auto | left; exact G1 | right].
    apply replies; auto.
    + unfold y. rewrite other_other. reflexivity.
    + intros c M. apply G1, listing_spec, M.
    + intros w t M. apply G2, listing_spec, M.
Qed.
End Determined.

(** *** Play has finitely many states. *)
Section Finite.
Context (a : arena).

Definition limit (s : position) : N := N.max (black_threats s) (white_threats s).
Definition all_units : pset := fold_right N.lor 0%N (units a).

Definition within (n : N) (g : pset) (s : position) : Prop :=
  (forall c q, stone s c q -> mem q (locale a)) /\ (forall q, ban s = Some q -> mem q (locale a)) /\
  (forall c, threats s c <= n)%N /\ (forall q, mem q (gone s) -> mem q g \/ mem q all_units).

Lemma all_units_spec q : mem q all_units <-> exists U, In U (units a) /\ mem q U.
Proof.
  unfold all_units. induction (units a) as [| U l IH]; simpl.
  - split; [intros H; destruct (mem_0 _ H) | intros (U & [] & _)].
  - rewrite mem_lor, IH. split.
    + intros [H | (V & I & H)]; [exists U; auto | exists V; auto].
    + intros (V & [-> | I] & H); [auto | right; exists V; auto].
Qed.

Lemma either_colour c k : k = c \/ k = other c.
Proof. destruct c, k; auto. Qed.

Lemma within_moves n g s w t : within n g s -> moves a s (To w t) -> within n g t.
Proof.
  intros (A & B & C & D) M. inversion M as [p t' P _ E | | | |]; subst.
  - destruct P as [On Re Ow Th Su Ba Mo Pa T1 T2 T3 Go]. split; [| split; [| split]].
    + intros c q Q. destruct (either_colour (mover s) c) as [-> | ->].
      * apply Ow in Q as [Q | ->]; [eauto | apply On].
      * apply Th in Q as [Q _]. eauto.
    + intros q Q. apply Ba in Q as [_ [[[(r & L & _) _] _] _]]. apply linked_ends in L as [L _]. eapply A, L.
    + intros c. destruct (either_colour (mover s) c) as [-> | ->].
      * specialize (C (mover s)). destruct (ban s) as [q |]; [destruct (N.eq_dec q p) as [-> | Ne] |].
        -- rewrite T2 by reflexivity. lia.
        -- rewrite T1 by congruence. exact C.
        -- rewrite T1 by congruence. exact C.
      * rewrite T3. apply C.
    + intros q Q. apply Go in Q as [Q | (U & I & Q & _)]; [auto | right]. apply all_units_spec. eauto.
  - unfold pass. split; [| split; [| split]].
    + intros c q Q. apply (A c q). destruct c; exact Q.
    + discriminate.
    + intros c. specialize (C c). destruct c; exact C.
    + exact D.
Qed.

Definition up_to (n : N) : list N := map N.of_nat (seq 0 (S (N.to_nat n))).

Lemma up_to_spec n k : (k <= n)%N -> In k (up_to n).
Proof. intros L. apply in_map_iff. exists (N.to_nat k). split; [apply N2Nat.id |]. apply in_seq. lia. Qed.

Lemma sub_le A B : (forall q, mem q A -> mem q B) -> In A (up_to B).
Proof.
  intros I. apply up_to_spec, N.ldiff_le, N.eqb_eq, empty_iff. intros p P. apply mem_ldiff in P as [P N]. auto.
Qed.

Definition every (n : N) (g : pset) : list position :=
  flat_map (fun b => flat_map (fun w => flat_map (fun k => flat_map (fun m => flat_map (fun p =>
  flat_map (fun i => flat_map (fun j => map (Position b w k m p i j) (up_to (N.lor g all_units)))
    (up_to n)) (up_to n)) [true; false]) [Black; White]) (None :: map Some (elements (locale a))))
    (up_to (locale a))) (up_to (locale a)).

Lemma every_spec n g s : within n g s -> In s (every n g).
Proof.
  intros (A & B & C & D). unfold every. destruct s as [b w k m p i j h].
  apply in_flat_map; exists b; split; [apply sub_le, (A Black) |].
  apply in_flat_map; exists w; split; [apply sub_le, (A White) |].
  apply in_flat_map; exists k; split.
  { destruct k as [q |]; [right; apply in_map, elements_spec, B; reflexivity | left; reflexivity]. }
  apply in_flat_map; exists m; split; [destruct m; simpl; auto |].
  apply in_flat_map; exists p; split; [destruct p; simpl; auto |].
  apply in_flat_map; exists i; split; [apply up_to_spec, (C Black) |].
  apply in_flat_map; exists j; split; [apply up_to_spec, (C White) |].
  apply in_map_iff; exists h; split; [reflexivity |]. apply sub_le. intros q Q. apply mem_lor, D, Q.
Qed.

(** The states that play can have from [s] on, and perhaps more. *)
Definition future (s : position) : position -> Prop := within (limit s) (gone s).

Lemma future_now s : (forall c q, stone s c q -> mem q (locale a)) -> (forall q, ban s = Some q -> mem q (locale a)) ->
  future s s.
Proof.
  intros A B. split; [exact A | split; [exact B | split]]; [| auto]. intros c. unfold limit. destruct c; simpl; lia.
Qed.

Theorem finitely_many s : future s s -> exists all : list position,
  In s all /\ forall r w t, In r all -> moves a r (To w t) -> In t all.
Proof.
  intros F. set (inside := fun t => forallb (fun q => N.testbit (locale a) q) (elements (N.lor (black t) (white t))) &&
    match ban t with Some q => N.testbit (locale a) q | None => true end &&
    (black_threats t <=? limit s)%N && (white_threats t <=? limit s)%N &&
    forallb (fun q => N.testbit (N.lor (gone s) all_units) q) (elements (gone t))).
  assert (forall t, inside t = true <-> future s t) as E.
  { intros t. unfold inside, future, within. rewrite !andb_true_iff, !forallb_forall, !N.leb_le. split.
    - intros [[[[A B] C] C'] D]. split; [| split; [| split]].
      + intros c q Q. apply A, elements_spec, mem_lor. destruct c; auto.
      + intros q Q. rewrite Q in B. exact B.
      + intros []; assumption.
      + intros q Q. apply mem_lor, D, elements_spec, Q.
    - intros (A & B & C & D). split; [split; [split; [split |] |] |].
      + intros q Q. apply elements_spec, mem_lor in Q as [Q | Q]; [apply (A Black), Q | apply (A White), Q].
      + destruct (ban t) as [q |]; [apply B; reflexivity | reflexivity].
      + apply (C Black).
      + apply (C White).
      + intros q Q. apply elements_spec, D in Q. apply mem_lor, Q. }
  exists (filter inside (every (limit s) (gone s))). split.
  - apply filter_In. split; [apply every_spec, F | apply E, F].
  - intros r w t R M. apply filter_In in R as [_ R]. apply E in R. pose proof (within_moves _ _ _ _ _ R M) as T.
    apply filter_In. split; [apply every_spec, T | apply E, T].
Qed.

(** *** The verdicts. *)
Lemma owner_or_attacker c : cycles (rules a) <> Draw -> owner_wins a c \/ attacker_wins a c.
Proof.
  intros N. unfold owner_wins, attacker_wins. destruct (cycles (rules a)); try tauto; [| lia].
  destruct (Z_lt_le_dec (sum c) 0); auto. destruct (Z.eq_dec (sum c) 0) as [E | E]; [| right; left; lia].
  destruct (Forall_dec (attacker_owns a) (attacker_owns_dec a) (states c)) as [F | F].
  - right; right. split; [exact E |]. apply Forall_forall, F.
  - left; right. split; [exact E |]. apply neg_Forall_Exists_neg in F; [| apply attacker_owns_dec].
    apply Exists_exists in F. exact F.
Qed.

Theorem alive_is_not_dead s : cycles (rules a) <> Draw -> future s s -> (alive a s <-> ~ dead a s).
Proof.
  intros N F. split.
  - intros A. apply not_both_win; [| exact A]. intros c. apply not_both_won.
  - intros D. destruct (finitely_many s F) as (all & I & Cl).
    destruct (determined (play a) position_dec (all_moves a) (all_moves_spec a) all Cl (cycle_won a)) with (x := owner a) (s := s)
      as [H | H]; auto.
    + intros x c. destruct (owner_or_attacker c N) as [W | W]; destruct (colour_dec x (owner a)) as [-> | K];
        rewrite ?(ne_other _ _ K), ?other_other, ?won_owner, ?won_attacker; auto.
    + destruct (D H).
Qed.

(** A side can force a win by the rules if and only if it can win play that goes on for ever. *)
Theorem same_for_ever s x : future s s -> (can_win (play a) x s <-> forces_for_ever (play a) x (cycle_won a x) s).
Proof.
  intros F. destruct (finitely_many s F) as (all & I & Cl). split.
  - apply forced_for_ever. exact position_dec.
  - apply (forced_at_once (play a) position_dec x _ all Cl s I).
Qed.
End Finite.

(** The first state of a claim is such a state. *)
Theorem start_within c a : future a (start c a) (start c a).
Proof.
  apply future_now; [| discriminate]. intros [] q Q; apply mem_land in Q; apply Q.
Qed.
