(** The checker of certificates of states and of patterns, and its theorem: accepted, so the claim holds. *)

Require Import List NArith ZArith Lia Bool.
Require Import Cycles Sets Board Rules Claims Grid Exec Measures Judging Walls Life Statics Finite Checker Patterns Standing Covers
  Patterned Forced Keeping Relied.
Import ListNotations.

(** Evidence: a strategy of the side [by_], given by its states or by patterns. *)
Inductive nodes := States (l : list node) | Patterns (l : list entry).
Record strategy := Strategy { by_ : colour; draws : bool; given : nodes }.

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
  same_colour (by_ e) x && Bool.eqb (draws e) draw_wins &&
  match given e with
  | States l => check_strategy f a x draw_wins (start c a) l
  | Patterns [] => check_strategy f a x draw_wins (start c a) []
  | Patterns l =>
    if captures_end a && same_colour x (attacker a) then check_patterns f (unending a) x false (start c a) l
    else check_patterns f a x draw_wins (start c a) l
  end.

(** The proofs of walls, the latest first, and the evidence for the verdict. *)
Definition check (keeps : list keep) (evidence : list strategy) : bool :=
  let a := arena_of c in
  proper_b && playable (ruled c) && relied_b c keeps &&
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

Lemma arena_sound : playable (ruled c) = true -> sound (arena_of c).
Proof.
  intros P. split.
  - intros k q W L. apply wall_spec in W. apply locale_spec in L as [(_ & B & B' & _) _]. destruct k; auto.
  - intros U V q I J P' Q. change (units (arena_of c)) with (map (chain_of f (of_colour c (side c))) (named c)) in I, J.
    apply in_map_iff in I as (u & <- & _). apply in_map_iff in J as (v & <- & _).
    apply chain_spec in P', Q. apply pset_ext. intros r. rewrite !chain_spec.
    split; intros L; apply linked_trans with q.
    + exact Q.
    + apply linked_trans with u; [apply linked_sym; exact P' | exact L].
    + exact P'.
    + apply linked_trans with v; [apply linked_sym; exact Q | exact L].
  - intros E. change (rules (arena_of c)) with (ruled c) in *. unfold playable in P. apply andb_true_iff in P as [_ P].
    rewrite E in P. destruct (cycles (ruled c)), (dead_means (ruled c)); try discriminate; auto; right; split; congruence.
Qed.

Lemma unending_sound a : captures_end a = true -> sound a -> sound (unending a).
Proof.
  intros E [A B C]. apply captures_end_spec in E as (_ & E & _). split; [exact A | exact B |]. intros _. right. split; [exact E | discriminate].
Qed.

Lemma supports_forces x draw_wins e : playable (ruled c) = true -> (draw_wins = true -> cycles (ruled c) = Draw) ->
  supports c (arena_of c) x draw_wins e = true ->
  forces (play (arena_of c)) x (fine (arena_of c) x draw_wins) [] (start c (arena_of c)).
Proof.
  unfold supports. intros P D H. apply andb_true_iff in H as [_ H]. pose proof (arena_sound P) as So. pose proof So as [A B C].
  assert (future (arena_of c) (start c (arena_of c)) (start c (arena_of c))) as Fu by apply start_within.
  destruct (given e) as [l | [| n l]]; [apply checked_forces in H; auto .. |].
  destruct (captures_end (arena_of c) && same_colour x (attacker (arena_of c))) eqn:E; [| exact (patterns_forces _ _ _ _ _ So D Fu H)].
  apply andb_true_iff in E as [E X]. apply same_colour_spec in X as ->.
  apply (captures_forced (arena_of c) E (fine (unending (arena_of c)) (attacker (arena_of c)) false)); [| reflexivity | reflexivity |].
  - intros k. unfold fine. change (attacker (arena_of c)) with (other (owner (unending (arena_of c)))). rewrite won_attacker. auto.
  - apply patterns_forces in H; [exact H | exact (unending_sound _ E So) | discriminate | exact Fu].
Qed.

Lemma supports_win x e : playable (ruled c) = true -> supports c (arena_of c) x false e = true ->
  can_win (play (arena_of c)) x (start c (arena_of c)).
Proof. intros P H. apply (supports_forces x false e P); [discriminate | exact H]. Qed.

Lemma supports_hold x e : playable (ruled c) = true -> cycles (ruled c) = Draw ->
  supports c (arena_of c) x true e = true -> can_hold (play (arena_of c)) x (start c (arena_of c)).
Proof. intros P D H. apply (supports_forces x true e P); auto. Qed.

(** The theorem. *)
Theorem accepted_holds keeps evidence : check c keeps evidence = true -> holds c.
Proof.
  unfold check. rewrite !andb_true_iff. intros [[[P R] Rl] H]. split; [apply proper_spec, P | split; [exact (relied_proved c keeps Rl) |]].
  exists (arena_of c). split; [apply arena_meant |]. set (a := arena_of c) in *.
  assert (existsb (fun u => N.testbit (wall a (side c)) u) (named c) = true <-> walled c) as W.
  { rewrite existsb_exists. unfold walled. split; intros (u & I & K); exists u; (split; [exact I |]); apply wall_spec, K. }
  destruct (existsb _ _).
  - destruct (said c), evidence; try discriminate. left. apply W. reflexivity.
  - assert (~ walled c) as NW by (intros K; apply W in K; discriminate).
    destruct (said c), evidence as [| e [| e' [| e'' l]]]; try discriminate.
    + right. apply supports_win with e; assumption.
    + split; [exact NW |]. apply supports_win with e; assumption.
    + destruct (cycles (ruled c)) eqn:D; try discriminate. apply andb_true_iff in H as [H H'].
      split; [exact NW |]. split.
      * unfold alive. apply supports_hold in H'; [| exact R | exact D]. apply hold_not_lost in H'.
        rewrite other_other in H'. exact H'.
      * unfold dead, attacker. apply supports_hold in H; [| exact R | exact D]. apply hold_not_lost in H. exact H.
Qed.
End Sound.
