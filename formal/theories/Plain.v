(** Plain play: patterns that win games that remember, as little need be remembered.  docs/games.md, "Plain play".  Here for
    the owner who never loses the units, and for the attacker where one capture ends play.  The checker. *)

Require Import List NArith ZArith Lia Bool.
Require Import Cycles Sets Board Rules Claims Grid Exec Measures Judging Walls Life Statics Finite Breath Regions Secured Least
  Checker Patterns Owning Standing Covers Areas Patterned Remembering.
Import ListNotations.

(** A node: that of a pattern, whose ban is one for one turn; bans that last on the winner, perhaps, and on the other side,
    for certain; whether bans on that side last for one turn; and what covers the pass that lifts all bans, where there is
    such a pass. *)
Record plain_node := PlainNode {
  base : entry;
  on_winner : pset;
  on_loser : pset;
  brief : bool;
  lifted : option target
}.

Definition waits_b (w : lifting) : bool := match w with NoBan | ForATurn => false | _ => true end.
Definition both_b (w : lifting) : bool := match w with BothSides => true | _ => false end.

Section Check.
Context (f : frame) (a : arena) (x : colour) (w : lifting) (o : purpose).
Context (bad : pattern -> bool) (find : N -> option plain_node) (shut : pattern -> option point -> bool).
Notation y := (other x).

Definition find_base (i : N) : option entry := option_map base (find i).

(** The pattern with the other side to move. *)
Definition turned (r : pattern) : pattern :=
  let s := face r in
  Pattern (zone r) (eye_points r) (Position (black s) (white s) None y false (black_threats s) (white_threats s) (gone s)).

(** A play of the other side on [q] takes one stone for certain, and stands alone. *)
Definition one_taken (r : pattern) (q : point) : bool :=
  let M := stones (face r) x in
  N.testbit (blank r) q &&
  (N.ldiff (N.land (reach f M (N.setbit 0 q)) (reach f M (unknown a r)))
    (reach f M (N.lor (N.clearbit (blank r) q) (wall a x))) =? 0)%N &&
  match sure_ban f a x (turned r) q with Some _ => true | None => false end.

(** A ban on the winner has lapsed for certain. *)
Definition lapsed (r : pattern) (q : point) : bool :=
  negb (N.testbit (blank r) q) || some (N.land (near f (N.setbit 0 q)) (N.lor (blank r) (stones (face r) x))).
Definition remain (r : pattern) (A : pset) : pset := keep_if (fun q => negb (lapsed r q)) (N.land A (zone r)).
Definition endure (r : pattern) (A : pset) : pset := keep_if (one_taken r) A.

(** Bans [A] on the winner and [B] on the other side, which last for one turn if [k], are such as [u] says. *)
Definition bans_cover (A B : pset) (k : bool) (u : plain_node) : bool :=
  subset (on_loser u) B && subset (N.land A (zone (shape (base u)))) (on_winner u) && implb k (brief u).
(** The winner does not play there in [u]. *)
Definition avoids (k : option point) (u : plain_node) : bool :=
  match k, chooses (base u) with Some q, Some (Plays p) => negb (p =? q)%N | _, _ => true end.
Definition follows (to : target) (fit : plain_node -> bool) : bool :=
  match to with Closed => true | Leading i => match find i with Some u => fit u | None => false end end.

Definition leads_to (n : plain_node) (cost : Z) (r : pattern) (to : target) (may : option point) (fit : plain_node -> bool) : bool :=
  leads a x find_base shut (base n) (bad (shape (base n))) cost r (fun _ => true) to may && follows to fit.
Definition in_words (n : plain_node) (gain : Z) (to : target) : bool := written a x find_base (base n) (bad (shape (base n))) gain to.

(** The winner's play is no take in a ko, and under [EachCapture] takes nothing where a ban stands. *)
Definition no_retake (v : pattern) (p : point) (e : pset * pset) : bool :=
  some (N.land (near f (N.setbit 0 p)) (N.lor (blank v) (N.lor (stones (face v) x) (wall a x)))) ||
  (match w with EachCapture => false | _ => two (fst e) end).
Definition sure_ban_of (v : pattern) (p : point) (e : pset * pset) (r : pattern) : option point :=
  match sure_ban_e f a v p e with Some q => if one_taken r q then Some q else None | None => None end.

Definition own_play (n : plain_node) (p : point) (e : pset * pset) : bool :=
  let v := shape (base n) in
  let r := outcome_e a v p e in
  let ban := sure_ban_e f a v p e in
  legal_e f a v p e && (negb (N.testbit (on_winner n) p) || no_retake v p e) &&
  (if captures_e a x v e then match after_it (base n) with Closed => true | Leading _ => false end
   else
     leads_to n (cost_e a e) r (after_it (base n)) None (fun u =>
       banned_by (if brief n then sure_ban_of v p e r else None) (base u) &&
       bans_cover (remain r (on_winner n)) (endure r (N.lor (on_loser n) (if brief n then 0%N else the_point ban))) (brief n) u) &&
     in_words n (gain_e a e) (after_it (base n))).

Definition first_lifted (A : pset) : pset := match elements A with q :: _ => N.clearbit A q | [] => 0%N end.
Definition own_pass (n : plain_node) : bool :=
  leads_to n 0 (stay (shape (base n))) (after_it (base n)) None (fun u =>
    banned_by None (base u) &&
    (if both_b w then bans_cover 0%N 0%N (brief n) u else bans_cover (first_lifted (on_winner n)) (on_loser n) (brief n) u)) &&
  in_words n 0 (after_it (base n)).

Definition own_move (n : plain_node) : bool :=
  let v := shape (base n) in
  match ban (face v) with Some _ => false | None => true end &&
  match chooses (base n) with
  | Some Passes => own_pass n
  | Some (Plays p) => N.testbit (blank v) p && own_play n p (effect f a x v p)
  | None => false
  end && orderly f a x (base n) 0%N.

(** A play of the other side is forbidden or illegal in all states. *)
Definition idle (n : plain_node) (p : point) (e : pset * pset) : bool :=
  let v := shape (base n) in
  illegal_e f a v p e || same_option (ban (face v)) (Some p) || N.testbit (on_loser n) p.
Definition their_play (n : plain_node) (p : point) (e : pset * pset) : bool :=
  let v := shape (base n) in
  match reply_of (base n) p with
  | Some to =>
    let r := outcome_e a v p e in
    let may := may_ban_e f a v p e in
    negb (idle n p e) && in_words n (- gain_e a e) to && spares_e a x v e &&
    leads_to n 0 r to may (fun u => avoids may u &&
      bans_cover (remain r (N.lor (on_winner n) (the_point may))) (endure r (on_loser n)) (brief n) u)
  | None => idle n p e
  end.

(** The pass that lifts all bans. *)
Definition their_lift (n : plain_node) : bool :=
  if both_b w && some (on_loser n) then
    match lifted n with
    | Some to => leads_to n 0 (stay (shape (base n))) to None (bans_cover 0%N 0%N (brief n)) && in_words n 0 to
    | None => false
    end
  else match lifted n with Some _ => false | None => true end.

(** After a pass a node stands for plays far away too: they end no ban of its. *)
Definition after_pass (n u : plain_node) : bool :=
  bans_cover (on_winner n) (if both_b w then on_loser n else 0%N)
    (brief n || match w with OnceForEachKo => true | _ => false end) u &&
  forallb (one_taken (shape (base u))) (elements (on_loser u)).

Definition their_move (n : plain_node) : bool :=
  let v := shape (base n) in
  let covered scope :=
    (let ey := with_eye f a x v in forallb (fun p => their_play n p (effect_from f a v ey p)) (elements (N.land (blank v) scope))) &&
    (orderly f a x (base n) scope && in_words n 0 (after_it (base n)) && their_lift n) in
  match chooses (base n), after_it (base n) with
  | Some _, _ => false
  | None, Closed => shut v None && covered (zone v)
  | None, Leading i =>
    leads_to n 0 (stay v) (Leading i) None (after_pass n) &&
    match find i with Some u => covered (zone (shape (base u))) | None => false end
  end.

Definition check_plain (n : plain_node) : bool :=
  let v := shape (base n) in
  form_b a v && subset (all_units a) (zone v) && supported_b f a x v && may_be_gone a (gone (face v)) &&
  subset (N.lor (on_winner n) (on_loser n)) (blank v) &&
  (if same_colour (mover (face v)) x then own_move n && match lifted n with Some _ => false | None => true end else their_move n).

(** *** The states of which a node speaks. *)
Definition stands_b (v : pattern) (s : position) : bool :=
  same_on x v s && breathing_in f a s && same_colour (mover s) (mover (face v)) && negb (passed s) && as_gone a x (gone (face v)) (gone s) &&
  ((threats (face v) x <=? threats s x) && (threats s (other x) <=? threats (face v) (other x)))%N.

(** For the owner: units that were not taken stand, and there is one.  And a state remembers nothing else than its rules say. *)
Definition unit_left (s : position) : bool :=
  negb (owners a x) || (forallb (fun U => subset U (stones s (owner a)) || subset U (gone s)) (units a) && negb (subset (all_units a) (gone s))).
Definition lasting_b (s : remembered) : bool :=
  negb (waits_b w) || forallb (fun c => forallb (stays a w (fst s) c) (elements (part (bans (snd s)) c))) [Black; White].
Definition freed_b (m : memory) : bool :=
  match w with OnceForEachKo => true | _ => (of_black (freed m) =? 0)%N && (of_white (freed m) =? 0)%N end.
Definition sound_b (s : remembered) : bool :=
  match ban (fst s) with Some _ => false | None => true end && unit_left (fst s) &&
  match o with ToOwn => (gone (fst s) =? 0)%N | _ => true end && lasting_b s && freed_b (snd s).

Definition bans_match (n : plain_node) (s : remembered) : bool :=
  let m := snd s in
  (negb (waits_b w) || subset (N.land (part (bans m) x) (zone (shape (base n)))) (on_winner n)) &&
  match w, chooses (base n) with ForATurn, Some (Plays p) => negb (N.testbit (part (bans m) x) p) | _, _ => true end &&
  (subset (on_loser n) (N.ldiff (part (bans m) y) (part (freed m) y)) && (waits_b w || (on_loser n =? 0)%N)) &&
  match ban (face (shape (base n))) with
  | Some q => N.testbit (part (bans m) y) q && match w with NoBan => false | _ => true end
  | None => true
  end &&
  (brief n || match w with ForATurn => false | OnceForEachKo => (part (freed m) y =? 0)%N | _ => true end).
Definition plain_matches (n : plain_node) (s : remembered) : bool :=
  stands_b (shape (base n)) (fst s) && sound_b s && bans_match n s.
End Check.
