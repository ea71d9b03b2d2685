(** Where no cycle is a draw, every unit is alive or dead: alive is what is not dead.  And verdicts are the same if play
    never stops at a repeated state. *)

Require Import List NArith ZArith Lia Bool.
Require Import Cycles Sets Board Rules Claims Grid Exec Measures Endless Walls Judging Finite Checker.
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

Section Verdicts.
Context (a : arena).

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

Theorem alive_is_not_dead s : cycles (rules a) <> Draw -> future a s s -> (alive a s <-> ~ dead a s).
Proof.
  intros N F. split.
  - intros A. apply not_both_win; [| exact A]. intros c. apply not_both_won.
  - intros D. destruct (finitely_many a s F) as (all & I & Cl).
    destruct (determined (play a) position_dec (all_moves a) (all_moves_spec a) all Cl (cycle_won a)) with (x := owner a) (s := s)
      as [H | H]; auto.
    + intros x c. destruct (owner_or_attacker c N) as [W | W]; destruct (colour_dec x (owner a)) as [-> | K];
        rewrite ?(ne_other _ _ K), ?other_other, ?won_owner, ?won_attacker; auto.
    + destruct (D H).
Qed.

(** A side can force a win by the rules if and only if it can win play that goes on for ever. *)
Theorem same_for_ever s x : future a s s -> (can_win (play a) x s <-> forces_for_ever (play a) x (cycle_won a x) s).
Proof.
  intros F. destruct (finitely_many a s F) as (all & I & Cl). split.
  - apply forced_for_ever. exact position_dec.
  - apply (forced_at_once (play a) position_dec x _ all Cl s I).
Qed.
End Verdicts.

Lemma arena_of_any d k l w r v v' : arena_of (Claim d k l w r v) = arena_of (Claim d k l w r v').
Proof.
  unfold arena_of, by_proof_set, alive_set, assumed_set, outside_set, area_set, cut_set, is_cut, bare, of_colour.
  cbn [shown side named relied ruled]. reflexivity.
Qed.

(** Of the claims that differ in the verdict alone one is true at most. *)
Theorem one_verdict d k l w r v v' : holds (Claim d k l w r v) -> holds (Claim d k l w r v') -> v = v'.
Proof.
  intros [_ [_ (a & M & H)]] [_ [_ (a' & M' & H')]].
  apply meant_once in M, M'. rewrite (arena_of_any d k l w r v' v) in M'. subst a a'.
  set (a := arena_of (Claim d k l w r v)) in *. change (start (Claim d k l w r v') a) with (start (Claim d k l w r v) a) in H'.
  assert (forall v, walled (Claim d k l w r v) <-> exists u, In u l /\ mem u (wall a k)) as W.
  { intros u. unfold a. rewrite (arena_of_any d k l w r v u).
    split; intros (q & I & Q); exists q; (split; [exact I |]); apply (wall_spec (Claim d k l w r u)), Q. }
  clearbody a. cbn [said] in H, H'.
  generalize dependent (start (Claim d k l w r v) a). intros s H H'.
  assert (alive a s -> ~ dead a s) as N by (apply not_both_win; intros c; apply not_both_won).
  assert (forall v, walled (Claim d k l w r v) <-> walled (Claim d k l w r v')) as W' by (intros u; rewrite !W; reflexivity).
  specialize (W' v). clear W. unfold drawn in *. revert H H' N W'.
  generalize (walled (Claim d k l w r v)), (walled (Claim d k l w r v')), (alive a s), (dead a s). clear.
  intros P Q A D. destruct v, v'; tauto.
Qed.
