(** The checker of certificates of states, and its theorem: accepted, so the claim holds. *)

Require Import List NArith ZArith Lia Bool.
Require Import Cycles Sets Board Rules Claims Grid Exec Measures Checker Walls.
Import ListNotations.

(** Evidence: a strategy of the side [by_], given by its states. *)
Record strategy := Strategy { by_ : colour; draws : bool; nodes : list node }.

Section Check.
Context (c : claim).
Notation f := (frame_of (size_of (shown c))).

Definition stones_b : bool :=
  subset (N.lor (blacks (shown c)) (whites (shown c))) (full f) && (N.land (blacks (shown c)) (whites (shown c)) =? 0)%N.

Definition breathe_b : bool :=
  let air := N.lor (cut_set c) (near f (bare c)) in
  forallb (fun k => subset (of_colour c k) (spread f (of_colour c k) air)) [Black; White].

Fixpoint different_b (l : list point) : bool :=
  match l with
  | [] => true
  | u :: l => forallb (fun v => negb (N.testbit (chain_of f (of_colour c (side c)) u) v)) l && different_b l
  end.

Definition units_b : bool :=
  match named c with [] => false | _ => true end &&
  forallb (fun u => N.testbit (of_colour c (side c)) u && negb (N.testbit (assumed_set c (side c)) u)) (named c) &&
  different_b (named c).

Definition proper_b : bool := stones_b && breathe_b && units_b.

(** The combinations of values that have a game ([conflict] in verifier/rules/axes.py). *)
Definition no_threats (n : option N) : bool := match n with Some n => (n =? 0)%N | None => false end.
Definition playable (r : ruleset) : bool :=
  (no_threats (owner_threats r) && no_threats (attacker_threats r) || match ko r with Basic => true | NoKo => false end) &&
  match cycles r, walls r with Draw, Independent => false | _, _ => true end &&
  match end_of_play r, cycles r, dead_means r with
  | TwoPasses, _, _ | Never, PrisonersThenOwnership, _ => true
  | Never, Draw, _ | Never, _, FinallyOwned => false
  | Never, _, CapturedOnce => true
  end.

Definition supports (a : arena) (x : colour) (draw_wins : bool) (e : strategy) : bool :=
  same_colour (by_ e) x && Bool.eqb (draws e) draw_wins && check_strategy f a x draw_wins (start c a) (nodes e).

Definition check (evidence : list strategy) : bool :=
  let a := arena_of c in
  proper_b && playable (ruled c) &&
  if existsb (fun u => N.testbit (wall a (side c)) u) (named c)
  then match said c, evidence with IsAlive, [] => true | _, _ => false end
  else match said c, evidence with
       | IsAlive, [e] => supports a (side c) false e
       | IsDead, [e] => supports a (other (side c)) false e
       | IsDrawn, [e; e'] =>
         match cycles (ruled c) with
         | Draw => supports a (side c) true e && supports a (other (side c)) true e'
         | _ => false
         end
       | _, _ => false
       end.
End Check.

Section Sound.
Context (c : claim).
Notation b := (size_of (shown c)).
Notation f := (frame_of b).

Lemma proper_spec : proper_b c = true -> proper c.
Proof.
  unfold proper_b. rewrite !andb_true_iff. intros [[A B] D].
  unfold stones_b in A. apply andb_true_iff in A as [A A']. rewrite mem_subset in A. rewrite empty_iff in A'.
  unfold breathe_b in B. rewrite forallb_forall in B.
  unfold units_b in D. rewrite !andb_true_iff, forallb_forall in D. destruct D as [[D E] F].
  split.
  - intros k p P. apply full_spec, A, mem_lor. destruct k; auto.
  - intros p P Q. apply (A' p), mem_land. auto.
  - intros k p P. assert (In k [Black; White]) as I by (destruct k; simpl; auto).
    specialize (B k I). rewrite mem_subset in B. apply of_colour_spec, B, spread_spec in P as (r & R & L).
    exists r. split.
    + apply linked_sym. revert L. apply linked_iff. intros q. apply of_colour_spec.
    + apply mem_lor in R as [R | R]; [left; apply cut_spec, R | right].
      apply near_spec in R as (q & Q & J). exists q. split; [apply adj_sym, J | apply bare_spec, Q].
  - destruct (named c); [discriminate | congruence].
  - intros u U. specialize (E u U). apply andb_true_iff in E as [E E']. apply negb_true_iff in E'. split.
    + apply of_colour_spec, E.
    + intros K. apply assumed_spec in K. unfold mem in K. congruence.
  - clear E D. induction (named c) as [| u l IH]; simpl in F; constructor.
    + apply andb_true_iff in F as [F _]. rewrite forallb_forall in F. apply Forall_forall. intros v V L.
      specialize (F v V). apply negb_true_iff in F.
      assert (mem v (chain_of f (of_colour c (side c)) u)) as K.
      { apply chain_spec. revert L. apply linked_iff. intros q. symmetry. apply of_colour_spec. }
      unfold mem in K. congruence.
    + apply andb_true_iff in F as [_ F]. auto.
Qed.

Lemma supports_win a x e : grid a = b -> supports c a x false e = true -> can_win (play a) x (start c a).
Proof.
  unfold supports. intros G H. apply andb_true_iff in H as [_ H]. rewrite <- G in H. eapply checked_win, H.
Qed.

Lemma supports_hold a x e : grid a = b -> cycles (rules a) = Draw -> supports c a x true e = true ->
  can_hold (play a) x (start c a).
Proof.
  unfold supports. intros G D H. apply andb_true_iff in H as [_ H]. rewrite <- G in H. eapply checked_hold, H. exact D.
Qed.

(** The theorem. *)
Theorem accepted_holds evidence : check c evidence = true -> holds c.
Proof.
  unfold check. rewrite !andb_true_iff. intros [[P _] H]. split; [apply proper_spec, P |].
  exists (arena_of c). split; [apply arena_meant |]. set (a := arena_of c) in *.
  assert (existsb (fun u => N.testbit (wall a (side c)) u) (named c) = true <-> walled c) as W.
  { rewrite existsb_exists. unfold walled. split; intros (u & I & K); exists u; (split; [exact I |]); apply wall_spec, K. }
  destruct (existsb _ _).
  - destruct (said c), evidence; try discriminate. left. apply W. reflexivity.
  - assert (~ walled c) as NW by (intros K; apply W in K; discriminate).
    destruct (said c), evidence as [| e [| e' [| e'' l]]]; try discriminate.
    + right. apply supports_win with e; [reflexivity | exact H].
    + split; [exact NW |]. apply supports_win with e; [reflexivity | exact H].
    + destruct (cycles (ruled c)) eqn:D; try discriminate. apply andb_true_iff in H as [H H'].
      split; [exact NW |]. split.
      * unfold alive. apply supports_hold in H'; [| reflexivity | exact D]. apply hold_not_lost in H'.
        rewrite other_other in H'. exact H'.
      * unfold dead, attacker. apply supports_hold in H; [| reflexivity | exact D]. apply hold_not_lost in H. exact H.
Qed.
End Sound.
