(* Patterns: from the lines of a file to the nodes of the proved checker.

   Two things differ from the file.  A credit becomes a height, which says the same for all states of a pattern: the
   stones of the winner that a state has are counted by the checker itself.  And a move with its answer becomes two
   moves with a node in between (docs/certificates-why.md, "Answers").  The checker looks at all that is made here, so a
   fault in this file can refuse a proof but let none pass. *)

open Proved

type cover = Closes | Leads of int | Answer of choice * cover

type line = {
  zone : n;
  eyes : n;
  stones : position;
  move : choice option;
  credit : z;
  rank : z;
  after : cover;
  replies : (n * cover) list;
  on_black : n;  (* bans that last, in games that remember *)
  on_white : n;
  lift : cover option;  (* what covers the pass that lifts all bans *)
}

(* *** The text. *)

type words = {
  mask : string -> string -> n;
  decimal : string -> int -> int -> string -> int;
  measure : string -> z;
  state : string -> string -> string -> string -> position;
}

let choice words size what text =
  match words.decimal what (-1) (size - 1) text with -1 -> Passes | p -> Plays (Numbers.of_int p)

let target words text =
  if text = "." then Closes else Leads (words.decimal "the number of a pattern" 0 999_999_999 text)

let cover words size text =
  match String.index_opt text '>' with
  | None -> target words text
  | Some at ->
    let rest = String.sub text (at + 1) (String.length text - at - 1) in
    Answer (choice words size "an answer" (String.sub text 0 at), target words rest)

let line words size text =
  match String.split_on_char ' ' text with
  | zone :: black :: white :: ban :: mover :: move :: credit :: rank :: after :: rest ->
    if String.contains mover 'p' then Json.refuse "a pattern has a bad side to move: %S" mover;
    let ban, on_black, on_white =
      match String.split_on_char ':' ban with
      | [ban] -> (ban, N0, N0)
      | [ban; black; white] -> (ban, words.mask "a set of bans" black, words.mask "a set of bans" white)
      | _ -> Json.refuse "a pattern has no or two sets of bans" in
    let zone, eyes =
      match String.index_opt zone '+' with
      | None -> (zone, N0)
      | Some at -> (String.sub zone 0 at, words.mask "a set of eyes" (String.sub zone (at + 1) (String.length zone - at - 1))) in
    let reply item =
      match String.index_opt item ':' with
      | None -> Json.refuse "a reply without what covers it: %S" item
      | Some at ->
        let point = words.decimal "a reply" (-2) (size - 1) (String.sub item 0 at) in
        (point, cover words size (String.sub item (at + 1) (String.length item - at - 1))) in
    let replies = List.map reply rest in
    let rec twice = function p :: (q :: _ as l) -> p = q || twice l | _ -> false in
    if twice (List.sort compare (List.map fst replies)) then Json.refuse "a pattern lists a reply twice";
    if List.mem_assoc (-1) replies then Json.refuse "a pattern lists a pass as a reply";
    { zone = words.mask "a zone" zone;
      eyes;
      stones = words.state black white ban mover;
      move = (if move = "." then None else Some (choice words size "a move" move));
      credit = words.measure credit;
      rank = words.measure rank;
      after = cover words size after;
      replies = List.filter_map (fun (p, c) -> if p < 0 then None else Some (Numbers.of_int p, c)) replies;
      on_black;
      on_white;
      lift = List.assoc_opt (-2) replies }
  | _ -> Json.refuse "a pattern has too few fields: %S" text

(* *** Heights. *)

let int_z = Numbers.z_of_int
let add, sub = Z.add, Z.sub
let less a b = Z.ltb a b
let stones_of s = function Black -> s.black | White -> s.white

(* Zones only become smaller: a point less is worth more than all stones that a move may take. *)
let height a x zone stones credit =
  if prisoners_count a then
    let point = add (Z.mul (int_z 4) (size a.locale)) (int_z 4) in
    sub (add credit (Z.mul point (size zone))) (size (stones_of stones x))
  else credit

(* *** The nodes, and those in between. *)

(* What covers a move, as the number of a node among the lines. *)
let number_in lines = function
  | Leads i when i >= Array.length lines -> Json.refuse "a pattern refers to one that is not there"
  | Leads i -> Leading (Numbers.of_int i)
  | _ -> Closed

(* Nodes in between, each once, with numbers from [next] on. *)
type 'node in_between = { mutable next : int; mutable nodes : 'node list; seen : (string, Proved.n) Hashtbl.t }
let in_between next = { next; nodes = []; seen = Hashtbl.create 64 }
let added more = List.rev more.nodes
let add_once more node =
  let key = Digest.string (Marshal.to_string node []) in
  match Hashtbl.find_opt more.seen key with
  | Some i -> Leading i
  | None ->
    let i = Numbers.of_int more.next in
    more.next <- more.next + 1;
    more.nodes <- node :: more.nodes;
    Hashtbl.add more.seen key i;
    Leading i

let entries a x draw_wins lines =
  let f = frame_of a.grid in
  List.iter
    (fun l ->
      if l.on_black <> N0 || l.on_white <> N0 || l.lift <> None then
        Json.refuse "a pattern has retakes that wait for a pass where there are none")
    lines;
  let lines = Array.of_list lines in
  let shape l = { zone = l.zone; eye_points = l.eyes; face = l.stones } in
  let high l = height a x l.zone l.stones l.credit in
  let doubled l = add (Z.mul (int_z 2) l.rank) (int_z 2) in
  let lowest = Array.fold_left (fun low l -> let h = high l in if less h low then h else low) (int_z 0) lines in
  let number = number_in lines and more = in_between (Array.length lines) in
  (* [taken] is what the move before takes of the winner. *)
  let between l (known : pattern) taken may move target =
    let face = known.face in
    let ban = match move, may with Plays p, Some q when p = q -> Some q | _ -> None in
    let shape = { known with face = { face with ban } } in
    let bad = pattern_bad f a x draw_wins shape in
    let noted, height, order =
      match target with
      | Leads i when i < Array.length lines ->
        let u = lines.(i) in
        let cost, gain = match move with Plays p -> (cost f a x shape p, gain f a x shape p) | Passes -> (int_z 0, int_z 0) in
        let height = add (high u) cost and noted = sub u.credit gain in
        let tight = noted = sub l.credit taken in
        ( noted, height,
          if owners a x then
            if tight && not (pattern_bad f a x draw_wins { zone = l.zone; eye_points = l.eyes; face = l.stones }) then
              sub (doubled l) (int_z 1)
            else add (doubled u) (int_z 1)
          else if bad then add (doubled u) (int_z 1)
          else doubled u )
      | _ -> (int_z (-1_000_000), sub lowest (int_z 1_000_000), int_z 0) in
    add_once more
      { shape; chooses = Some move; noted; height; order; after_it = number target; listed_replies = [] } in
  let entry l =
    let v = shape l in
    let covered known taken may = function
      | Answer (move, target) -> between l (known ()) (taken ()) (may ()) move target
      | c -> number c in
    let reply (p, c) =
      match c with
      | Answer _ when not (List.mem p (elements (blank v))) -> (p, Closed)  (* the checker refuses it *)
      | c -> (p, covered (fun () -> outcome f a x v p) (fun () -> gain f a x v p) (fun () -> may_ban f a x v p) c) in
    let listed_replies = List.map reply l.replies in
    (* An answer to the pass stands for the plays that are not listed too, and does without their points. *)
    let after_pass () =
      let far p = not (List.mem_assoc p l.replies || quiet f a x v p) in
      let without zone p = if far p then N.ldiff zone (N.shiftl (Npos XH) p) else zone in
      let known = stay v in
      { known with zone = List.fold_left without known.zone (elements (blank v)) } in
    let after_it = covered after_pass (fun () -> int_z 0) (fun () -> None) l.after in
    { shape = v; chooses = l.move; noted = l.credit; height = high l; order = doubled l; after_it; listed_replies } in
  let given = List.map entry (Array.to_list lines) in
  given @ added more
