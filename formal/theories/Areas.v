(** Statics on an area: what is known by a pattern names the winner in all its states.  "Statics that name S on an area
    name him in the state", docs/certificates-why.md.  Hints are found on the area; how does not matter, all is checked. *)

Require Import List NArith ZArith Lia Bool.
Require Import Cycles Sets Board Rules Claims Grid Exec Measures Judging Walls Life Statics Finite Breath Regions Filling Secured
  Checker Patterns Standing Covers.
Import ListNotations.

Section Check.
Context (f : frame) (a : arena) (x : colour).

(** The game on the area of a pattern: all other points are walls of the other side. *)
Definition narrow (v : pattern) : arena :=
  let area := N.lor (zone v) (eye_points v) in
  let out := N.ldiff (locale a) area in
  Arena (grid a) (rules a)
    (match x with Black => black_wall a | White => N.lor (black_wall a) out end)
    (match x with Black => N.lor (white_wall a) out | White => white_wall a end)
    area (units a) (owner a).

Definition hint_on (contested : pset) (v : pattern) : hint := hint_without f (narrow v) x contested (face v).
Definition living_on (v : pattern) : hint :=
  hint_on (if same_colour x (owner a) then 0%N else N.ldiff (all_units a) (stones (face v) x)) v.
Definition hand_on (v : pattern) : hint := hint_on (N.ldiff (all_units a) (stones (face v) x)) v.
Definition rooms_on (A : pset) (v : pattern) : hint * list pset :=
  let h := hint_on (N.ldiff A (stones (face v) x)) v in (h, rooms_for f (narrow v) x A h).
Definition candidates_on (v : pattern) : list (hint * list pset) :=
  if same_colour x (owner a) then map (fun U => rooms_on U v) (units a) else [rooms_on (all_units a) v].

(** A region of the area that holds a point without an opposing stone, whatever is on the eyes. *)
Definition roomy_b (v : pattern) (R : pset) : bool :=
  subset R (N.lor (zone v) (eye_points v)) &&
  (some (N.ldiff (N.land R (zone v)) (stones (face v) (other x))) || existsb (fun K => subset K R) (eyes_of f a x v)).
Definition firm_on (v : pattern) (h : hint) : bool :=
  firm_b f a x (face v) h && subset (kept h) (zone v) &&
  forallb (fun e => roomy_b v (fst (snd e)) && roomy_b v (snd (snd e))) (pairs h).

Definition kept_on (v : pattern) (h : hint) (R : list pset) : bool := firm_on v h && rooms_in f a x h R && suffices_in a x h R.

(** The winner has won in all states of the pattern.  With him to move, [may] is the one point of the zone where he may
    be forbidden to play. *)
Definition shut (v : pattern) (may : option point) : bool :=
  form_b a v && subset (all_units a) (zone v) &&
  if negb (final_b a)
  then let h := living_on v in firm_on v h && enough_b a x (kept h) (face v)
  else if same_colour x (owner a) then existsb (fun e => kept_on v (fst e) (snd e)) (candidates_on v)
  else
    let h := hand_on v in
    firm_on v h &&
    (let R := rooms_for f (narrow v) x (all_units a) h in (rooms_in f a x h R && suffices_in a x h R) ||
     (may_seize a x &&
      (let A := N.land (blank v) (at_hand f a x h) in
       if same_colour (mover (face v)) x
       then some (match may with Some q => N.clearbit A q | None => A end)
       else two A))).

(** All states of which this is said because of one of some patterns. *)
Definition living_all (l : list pattern) : list hint :=
  map living_on l ++ flat_map (fun v => map (with_point (hand_on v)) (elements (all_units a))) l.
Definition over_shut (l : list pattern) (s : position) : bool :=
  existsb (held_b f a x s) (living_all l) || over_rooms f a x (flat_map candidates_on l) s ||
  over_seizes f a x (map hand_on l) s || over_next f a x (map hand_on l) s.
End Check.

Section Sound.
Context (a : arena) (x : colour) (draw_wins : bool).
Notation f := (frame_of (grid a)).
Notation adj := (adj (grid a)).
Notation linked := (linked (grid a)).
Hypothesis walls_apart : forall k q, mem q (wall a k) -> ~ mem q (locale a).
Hypothesis units_apart : forall U V q, In U (units a) -> In V (units a) -> mem q U -> mem q V -> U = V.
Hypothesis ends_well : end_of_play (rules a) = Never ->
  cycles (rules a) = PrisonersThenOwnership \/ (dead_means (rules a) = CapturedOnce /\ cycles (rules a) <> Draw).

Lemma firm_on_spec v h s : form a v -> agrees x v s -> breathing a s -> firm_on f a x v h = true -> firm a x h s.
Proof.
  intros F A B. unfold firm_on. rewrite !andb_true_iff, (firm_b_spec a x), mem_subset, forallb_forall.
  intros [[(_ & St & Fi) Z] Ro].
  assert (forall R y, roomy_b f a x v R = true -> vital a x (kept h) (face v) y R -> vital a x (kept h) s y R) as Vi.
  { intros R y Rm [V1 V2 V3 V4 V5]. unfold roomy_b in Rm. rewrite andb_true_iff, orb_true_iff, mem_subset, some_spec, existsb_exists in Rm.
    destruct Rm as [Sub Rm]. split.
    - exact V1.
    - intros p P K. specialize (Sub p P). apply mem_lor in Sub as [Zp | Ep].
      + apply (proj1 A) in K; [| exact Zp]. exact (V2 p P K).
      + exact (proj2 A p Ep K).
    - exact V3.
    - destruct Rm as [(p & P) | (K & I & P)].
      + apply mem_ldiff in P as [P N]. apply mem_land in P as [P Zp]. exists p. split; [exact P |]. intros K.
        apply (proj1 A) in K; [| exact Zp]. exact (N K).
      + apply filter_In in I as [_ I]. destruct (eye_empty a x walls_apart v s F A B K I) as (q & Q & E).
        rewrite mem_subset in P. exists q. split; [apply P, Q |]. apply (empty_split a x) in E. tauto.
    - intros p P N. apply V5; [exact P |]. intros K. apply N. apply (proj1 A); [eapply stones_in; eauto | exact K]. }
  split; [apply (inside_any a x), B | split].
  - intros y Y. apply (proj1 A); [apply Z, Y | apply St, Y].
  - intros y Y. destruct (Fi y Y) as [W | (e & I & (V & V' & N) & L)]; [left; exact W | right].
    exists e. split; [exact I | split; [| exact L]]. specialize (Ro e I). apply andb_true_iff in Ro as [R1 R2].
    split; [apply Vi; auto | split; [apply Vi; auto | exact N]].
Qed.

Theorem over_shut_done l : done a x draw_wins (over_shut f a x l).
Proof.
  apply (seize_next a x walls_apart units_apart draw_wins ends_well (fun s => existsb (held_b f a x s) (living_all f a x l) ||
    over_rooms f a x (flat_map (candidates_on f a x) l) s || over_seizes f a x (map (hand_on f a x) l) s)).
  - apply (seize a x units_apart draw_wins ends_well (fun s => existsb (held_b f a x s) (living_all f a x l) ||
      over_rooms f a x (flat_map (candidates_on f a x) l) s) _ (map (hand_on f a x) l)); [| | reflexivity].
    + apply (done_rooms a x walls_apart draw_wins ends_well).
      exists (own_size a x), (moves_left a x). split; [apply (hinted_measured a x walls_apart units_apart draw_wins); exact ends_well |].
      exists (size (locale a)). intros s S. apply (hinted_iff a x) in S as (h & _ & (_ & ((I & _) & _))).
      unfold own_size. pose proof (size_nonneg (locale a)). destruct (prisoners_count a); [| lia]. apply size_le, (I x).
    + intros h s p I U H. apply orb_true_iff. left. apply existsb_exists. exists (with_point h p). split; [| apply (held_b_spec a x), H].
      apply in_or_app. right. apply in_map_iff in I as (u & <- & I). apply in_flat_map. exists u. split; [exact I |].
      apply in_map, elements_spec, U.
  - intros s S. rewrite S. apply orb_true_r.
Qed.

Theorem shut_over l v may s : In v l -> shut f a x v may = true -> stands a x v s ->
  (mover s = x -> forall q, ban s = Some q -> mem q (zone v) -> may = Some q) -> over_shut f a x l s = true.
Proof.
  unfold shut. rewrite !andb_true_iff. intros I [[Fo _] H] [A B Mo Pa Go _ _] May. apply form_b_spec in Fo.
  assert (forall h, firm_on f a x v h = true -> firm a x h s) as Fi by (intros h; apply (firm_on_spec v h s Fo A B)).
  unfold over_shut, over_rooms, over_seizes, over_next. rewrite !orb_true_iff, !existsb_exists.
  destruct (final_b a) eqn:Fin; simpl in H.
  2:{ left; left; left. exists (living_on f a x v). split; [apply in_or_app; left; apply in_map, I |].
      apply andb_true_iff in H as [H E]. apply (held_b_spec a x). split; [| apply Fi, H].
      apply (enough_b_spec a x) in E. destruct E as [(E1 & U & E2 & E3 & q & Q & N) | E]; [left | right; exact E].
      split; [exact E1 |]. exists U. split; [exact E2 | split; [exact E3 |]]. exists q. split; [exact Q |]. intros K. apply N.
      unfold as_gone, owners in Go. rewrite (proj2 (same_colour_spec x (owner a)) E1), mem_subset in Go. apply Go, K. }
  unfold final_b in Fin. destruct (dead_means (rules a)) eqn:Dm; [| discriminate].
  assert (forall h R, In (h, R) (candidates_on f a x v) -> firm_on f a x v h = true -> rooms_in f a x h R = true -> suffices_in a x h R = true ->
    exists e, In e (flat_map (candidates_on f a x) l) /\ kept_in f a x (fst e) (snd e) s = true) as Ke.
  { intros h R J H1 H2 H3. exists (h, R). split; [apply in_flat_map; eauto |]. apply (kept_in_spec a x). split.
    - exact Dm.
    - apply Fi, H1.
    - exact H2.
    - apply suffices_b_spec, H3.
    - congruence.
    - exact B. }
  destruct (same_colour x (owner a)) eqn:Ow.
  - left; left; right. apply existsb_exists in H as ([h R] & J & H). unfold kept_on in H. rewrite !andb_true_iff in H.
    apply (Ke h R J); apply H.
  - apply andb_true_iff in H as [H1 H]. apply orb_true_iff in H as [H | H].
    + left; left; right. apply andb_true_iff in H as [H2 H3]. apply (Ke (hand_on f a x v) (rooms_for f (narrow a x v) x (all_units a) (hand_on f a x v))); [| exact H1 | exact H2 | exact H3].
      unfold candidates_on. rewrite Ow. left. unfold rooms_on, hand_on. reflexivity.
    + apply andb_true_iff in H as [Ms H2]. rewrite <- Mo in H2.
      assert (forall q, mem q (blank v) -> mem q (free a s)) as Bf.
      { intros q Q. apply free_spec. exact (blank_empty a x v s Fo A q Q). }
      destruct (same_colour (mover s) x) eqn:T.
      * left; right. exists (hand_on f a x v). split; [apply in_map, I |]. unfold seizes_b. rewrite !andb_true_iff, (firm_b_spec a x).
        split; [split; [split; [exact Ms | apply Fi, H1] | exact T] |]. apply same_colour_spec in T.
        apply some_spec in H2 as (q & Q). apply some_spec. exists q.
        assert (mem q (blank v) /\ mem q (at_hand f a x (hand_on f a x v)) /\ may <> Some q) as (Q1 & Q2 & Q3).
        { destruct may as [k |]; [apply mem_clearbit in Q as [Q N] |]; apply mem_land in Q as [Q Q']; (split; [exact Q | split; [exact Q' |]]); congruence. }
        destruct (ban s) as [k |] eqn:Bs; [apply mem_clearbit; split; [apply mem_land; auto |] | apply mem_land; auto].
        intros ->. apply Q3, May; auto. apply blank_spec in Q1. tauto.
      * right. exists (hand_on f a x v). split; [apply in_map, I |]. unfold seizes_next_b.
        rewrite !andb_true_iff, (firm_b_spec a x), negb_true_iff, same_colour_spec.
        split; [split; [split; [split; [exact Ms | apply Fi, H1] |] | exact Pa] |].
        -- apply ne_other. intros K. apply same_colour_spec in K. congruence.
        -- apply two_spec in H2 as (p & q & N & P & Q). apply mem_land in P as [P P'], Q as [Q Q'].
           apply two_spec. exists p, q. split; [exact N |]. rewrite !mem_land. auto.
Qed.
End Sound.
