(* Plain play: from the lines of a file to the nodes of the proved checker, as in patterns.ml.  What is made here is
   looked at by the checker. *)

open Proved
open Patterns

(* [bad] says whether a pattern is bad for the winner's cycles. *)
let nodes a x lifts bad lines =
  let f = frame_of a.grid in
  let lines = Array.of_list lines in
  let other = function Black -> White | White -> Black in
  let number_of_threats s = function Black -> s.black_threats | White -> s.white_threats in
  let brief l =
    match number_of_threats l.stones x, number_of_threats l.stones (other x) with
    | N0, N0 -> false
    | N0, Npos XH -> true
    | _ -> Json.refuse "a pattern has threats, or a count beyond 1, in plain play" in
  let shape l = { zone = l.zone; eye_points = l.eyes; face = { l.stones with black_threats = N0; white_threats = N0 } } in
  let on l = function Black -> l.on_black | White -> l.on_white in
  let high l = height a x l.zone l.stones l.credit in
  let doubled l = add (Z.mul (int_z 2) l.rank) (int_z 2) in
  let lowest = Array.fold_left (fun low l -> let h = high l in if less h low then h else low) (int_z 0) lines in
  let number = number_in lines and more = in_between (Array.length lines) in
  (* What is known after a move of the other side, with the bans that it leaves. *)
  let between (known, on_winner, on_loser, brief) move target =
    let noted, height, order =
      match target with
      | Leads i when i < Array.length lines ->
        let u = lines.(i) in
        let cost, gain = match move with Plays p -> (cost f a x known p, gain f a x known p) | Passes -> (int_z 0, int_z 0) in
        (sub u.credit gain, add (high u) cost, if bad known then add (doubled u) (int_z 1) else doubled u)
      | _ -> (int_z (-1_000_000), sub lowest (int_z 1_000_000), int_z 0) in
    let base =
      { shape = known; chooses = Some move; noted; height; order; after_it = number target; listed_replies = [] } in
    add_once more { base; on_winner; on_loser; brief; lifted = None } in
  let node l =
    let v = shape l and brief = brief l in
    let on_winner = on l x and on_loser = on l (other x) in
    let covered known = function Answer (move, target) -> between (known ()) move target | c -> number c in
    let base listed_replies after_it =
      { shape = v; chooses = l.move; noted = l.credit; height = high l; order = doubled l; after_it; listed_replies } in
    let made = { base = base [] Closed; on_winner; on_loser; brief; lifted = None } in
    let after_play p () =
      let r = outcome f a x v p in
      let may = the_point (may_ban f a x v p) in
      (r, remain f x r (N.coq_lor on_winner may), endure f a x r on_loser, brief) in
    let reply (p, c) =
      match c with
      | Answer _ when not (List.mem p (elements (blank v))) -> (p, Closed)  (* the checker refuses it *)
      | c -> (p, covered (after_play p) c) in
    (* An answer to the pass stands for the plays that are not listed too, and does without their points. *)
    let after_pass () =
      let far p = not (List.mem_assoc p l.replies || idle f a made p (effect f a x v p)) in
      let without zone p = if far p then N.ldiff zone (N.shiftl (Npos XH) p) else zone in
      let known = stay v in
      let zone = List.fold_left without known.zone (elements (blank v)) in
      ( { known with zone },
        N.coq_land on_winner zone,
        (if both_b lifts then on_loser else N0),
        brief || lifts = OnceForEachKo ) in
    let listed_replies = List.map reply l.replies in
    let lifted = Option.map (covered (fun () -> (stay v, N0, N0, brief))) l.lift in
    { made with base = base listed_replies (covered after_pass l.after); lifted } in
  let given = List.map node (Array.to_list lines) in
  given @ added more
