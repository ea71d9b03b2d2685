(* Certificates as files: from JSON to what the proved checker takes.  docs/certificates.md is the specification.
   What it does not allow is refused, and so is evidence of a kind that is not proved yet. *)

open Json

(* What the proved checker is asked; the proofs of walls stand the latest first. *)
type question =
  | Forgetting of Proved.claim * Proved.keep list * Proved.strategy list
  | Remembering of Proved.remembering_claim * Proved.plain_strategy list

type certificate = {
  claim : Proved.claim;
  question : question;
  rows : string list;
  opened : string list;
  units : string list;
  walls : string list;
  verdict : string;
  values : (string * string) list;
}

let member o key = match List.assoc_opt key o with Some v -> v | None -> refuse "the key %S is missing" key
let obj what = function Object o -> o | _ -> refuse "%s must be an object" what
let printable s = String.for_all (fun c -> c >= ' ' && c <= '~') s
let text what = function Text s when printable s -> s | _ -> refuse "%s must be a string of printable ASCII characters" what
(* Lists may be long: nothing here keeps a frame for each item. *)
let each f l = List.rev (List.rev_map f l)

let texts what = function List l -> each (text what) l | _ -> refuse "%s must be a list" what
let boolean what = function Bool b -> b | _ -> refuse "%s must be true or false" what
let only what allowed o =
  List.iter (fun (key, _) -> if not (List.mem key allowed) then refuse "%s: the key %S is not known" what key) o

(* *** Numbers and points within a line. *)

let decimal what least most s =
  let digits = if s <> "" && s.[0] = '-' then String.sub s 1 (String.length s - 1) else s in
  let good =
    digits <> "" && String.length digits <= 9
    && String.for_all (fun c -> c >= '0' && c <= '9') digits
    && (s = "0" || digits.[0] <> '0') in
  let value = if good then int_of_string s else 0 in
  if not (good && least <= value && value <= most) then refuse "%s is %S: a number from %d to %d is needed" what s least most;
  value

let mask what size s =
  let good =
    s <> "" && 4 * (String.length s - 1) < size
    && String.for_all (function '0' .. '9' | 'a' .. 'f' -> true | _ -> false) s
    && (s = "0" || s.[0] <> '0') in
  (* The first digit may reach over the edge of the board. *)
  let over = size - (4 * (String.length s - 1)) in
  if not good || (over < 4 && int_of_string ("0x" ^ String.make 1 s.[0]) lsr over > 0) then
    refuse "%s is %S: a set of points of the board in hexadecimal is needed" what s;
  Numbers.of_hex s

let letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ"

let vertex rows cols point = Printf.sprintf "%c%d" letters.[point mod cols] (rows - (point / cols))

let point rows cols name =
  let rec find p = if p = rows * cols then refuse "%S is no point of the board" name else if vertex rows cols p = name then p else find (p + 1) in
  find 0

(* *** The claim. *)

let counts = ["0"; "1"; "2"; "3"; "4"; "unlimited"]

(* The axes and their values.  Those after the first list of an axis are of games that remember. *)
let axes = [
  "suicide", ["forbidden"], [];
  "ko", ["basic"; "none"],
    ["pass before each retake"; "pass once for each ko"; "one pass for all kos"; "one pass for both sides"; "pass before each capture"];
  "owner_threats", counts, [];
  "attacker_threats", counts, [];
  "first_move", ["owner"; "attacker"], [];
  "end", ["never"; "two passes"], [];
  "dead_means", ["finally owned"; "captured once"],
    ["no new stone on its points"; "no new stone inside"; "no new stone nearby"; "no new stone anywhere"];
  "cycle", ["prisoners then ownership"; "prisoners"; "alive"; "draw"], ["prisoners then aim"; "aim"];
  "walls", ["assumed"; "unconditional"; "independent"; "board"], [];
  "territory", ["enclosed by living stones"], [];
  "ko_points", ["excluded"; "counted"], [];
  "seki", ["no concept"; "has dame"; "has dame or atari"; "capturable"], [];
  "score", ["territory and prisoners"; "area"], [];
  "handicap", ["a point for each stone"; "a point for each stone but the first"], [];
]

(* How long a ban on a retake lasts, by the value of the axis. *)
let lasting =
  let open Proved in
  function
  | "none" -> NoBan
  | "basic" -> ForATurn
  | "pass before each retake" -> EachRetake
  | "pass once for each ko" -> OnceForEachKo
  | "one pass for all kos" -> AllKos
  | "one pass for both sides" -> BothSides
  | _ -> EachCapture

let ruleset data =
  let data = obj "ruleset" data in
  only "ruleset" ["id"; "values"; "digest"] data;
  let id = text "the id of the ruleset" (member data "id") in
  let inner = function 'a' .. 'z' | 'A' .. 'Z' | '0' .. '9' | '.' | ',' | '_' | '=' | '-' | '[' | ']' -> true | _ -> false in
  let last = String.length id - 1 in
  if last < 0 || last >= 300 || not (String.for_all (fun c -> inner c || c = ' ') id) || not (inner id.[0] && inner id.[last]) then
    refuse "the id of the ruleset has characters that are not allowed";
  let said = member data "values" in
  if text "the digest" (member data "digest") <> Sha256.hex (canonical said) then refuse "the ruleset does not match its digest";
  let said = List.map (fun (axis, value) -> (axis, text "each value of the ruleset" value)) (obj "values" said) in
  List.iter (fun (axis, _) -> if not (List.exists (fun (name, _, _) -> name = axis) axes) then refuse "unknown axis %S" axis) said;
  let value (axis, proved, remembering) =
    match List.assoc_opt axis said with
    | None when axis = "handicap" -> (axis, "none")
    | None -> refuse "axis %S is missing" axis
    | Some value when axis = "suicide" && value = "allowed" -> unproved "suicide"
    | Some value when List.mem value proved || List.mem value remembering -> (axis, value)
    | Some value -> refuse "%s = %S is not known" axis value in
  let values = List.map value axes in
  let is axis value = List.assoc axis values = value in
  let remembers axis = List.exists (fun (name, _, others) -> name = axis && List.mem (List.assoc axis values) others) axes in
  let limit axis = match List.assoc axis values with "unlimited" -> None | k -> Some (Numbers.of_int (int_of_string k)) in
  let memory = remembers "ko" || remembers "dead_means" in
  let prisoners = is "cycle" "prisoners" || is "cycle" "prisoners then ownership" || is "cycle" "prisoners then aim" in
  let open Proved in
  let cycles () =
    match List.assoc "cycle" values with
    | "prisoners then ownership" -> PrisonersThenOwnership
    | "prisoners" -> Prisoners
    | "alive" -> OwnersAlways
    | "draw" -> Draw
    | cycle -> refuse "cycle = %S is about stones that a capture enables" cycle in
  let kind =
    if not memory then None
    else begin
      let wanted =
        if not (remembers "dead_means") then
          let cycles = cycles () in
          if is "dead_means" "captured once" then SayCapture cycles
          else if cycles = PrisonersThenOwnership then SayOwn
          else refuse "this cycle rule leaves passing for ever without a result"
        else begin
          if not (remembers "cycle") then refuse "new stones need a cycle rule that speaks of them";
          let where =
            match List.assoc "dead_means" values with
            | "no new stone on its points" -> OnItsPoints
            | "no new stone nearby" -> Nearby
            | "no new stone anywhere" -> Anywhere
            | what -> unproved "dead_means = %S" what in
          SayNoNewStone (where, prisoners)
        end in
      let lifts =
        lasting (List.assoc "ko" values) in
      Some (lifts, wanted)
    end in
  ( { ko = (if is "ko" "none" then NoKo else Basic);
      owner_threats = limit "owner_threats";
      attacker_threats = limit "attacker_threats";
      first_move = (if is "first_move" "owner" then OwnerFirst else AttackerFirst);
      end_of_play = (if is "end" "never" then Never else TwoPasses);
      dead_means = (if memory || not (is "dead_means" "finally owned") then CapturedOnce else FinallyOwned);
      cycles = (if memory then if prisoners then Prisoners else OwnersAlways else cycles ());
      walls =
        (match List.assoc "walls" values with
         | "assumed" -> Assumed
         | "unconditional" -> Unconditional
         | "independent" -> Independent
         | _ -> Everywhere) },
    values, kind )

let claim data =
  let data = obj "claim" data in
  let about = if List.mem_assoc "together" data then "together" else "unit" in
  only "claim" ["rows"; "open_sides"; about; "verdict"; "ruleset"; "walls"] data;
  let lines = texts "rows" (member data "rows") in
  let rows = List.length lines in
  let cols = match lines with [] -> 0 | line :: _ -> String.length line in
  if rows < 1 || rows > 25 || cols < 1 || cols > 25 then refuse "rows: a position has 1 to 25 rows and columns";
  let sign = function '.' | 'X' | 'O' -> true | _ -> false in
  if List.exists (fun line -> String.length line <> cols || not (String.for_all sign line)) lines then
    refuse "the rows of the position are ragged or hold other characters than . X O";
  let points = String.concat "" lines in
  let stones wanted =
    let made = ref Proved.N0 in
    for p = String.length points - 1 downto 0 do
      made := (match !made with
        | Proved.N0 -> if points.[p] = wanted then Proved.Npos Proved.XH else Proved.N0
        | Proved.Npos n -> Proved.Npos (if points.[p] = wanted then Proved.XI n else Proved.XO n))
    done;
    !made in
  let opened = texts "open_sides" (member data "open_sides") in
  List.iteri
    (fun i side ->
      if not (List.mem side ["top"; "bottom"; "left"; "right"]) then refuse "open_sides: %S is no side" side;
      if List.exists (( = ) side) (List.filteri (fun j _ -> j < i) opened) then refuse "open_sides names a side twice")
    opened;
  let units =
    if about = "unit" then [text "unit" (member data "unit")]
    else
      let l = texts "together" (member data "together") in
      if List.length l < 2 || List.length l > 16 then refuse "together names 2 to 16 chains";
      l in
  let walls = match List.assoc_opt "walls" data with None -> [] | Some names -> texts "walls" names in
  let verdict = text "verdict" (member data "verdict") in
  let ruled, values, kind = ruleset (member data "ruleset") in
  let named = List.map (point rows cols) units in
  let blacks = stones 'X' and whites = stones 'O' in
  let open Proved in
  ( { shown =
        { size_of = { rows = Numbers.of_int rows; cols = Numbers.of_int cols };
          blacks;
          whites;
          open_top = List.mem "top" opened;
          open_bottom = List.mem "bottom" opened;
          open_left = List.mem "left" opened;
          open_right = List.mem "right" opened };
      side = (if points.[List.hd named] = 'X' then Black else White);
      named = List.map Numbers.of_int named;
      relied = List.map (fun name -> Numbers.of_int (point rows cols name)) walls;
      ruled;
      said =
        (match verdict with
         | "alive" -> IsAlive
         | "dead" -> IsDead
         | "drawn" -> IsDrawn
         | _ -> refuse "the verdict %S is none of alive, dead, drawn" verdict) },
    (rows, cols), lines, opened, units, walls, verdict, values, kind )

(* *** The evidence. *)

(* From 0 to 10^15: more than a machine number holds where that has 32 bits. *)
let measure s =
  let good =
    s <> "" && String.for_all (fun c -> c >= '0' && c <= '9') s
    && (s = "0" || s.[0] <> '0')
    && (String.length s <= 15 || s = "1000000000000000") in
  if not good then refuse "a credit or rank is %S: a number from 0 to 1000000000000000 is needed" s;
  Numbers.z_of_decimal s

let state size black white ban mover =
  let blacks = mask "the stones of a state" size black in
  let whites = mask "the stones of a state" size white in
  let place = decimal "a ban" (-1) (size - 1) ban in
  let bad () = refuse "a state has a bad side to move: %S" mover in
  let at = ref 0 in
  let more () = !at < String.length mover in
  let next () = if more () then (incr at; mover.[!at - 1]) else bad () in
  let is c = more () && mover.[!at] = c && (incr at; true) in
  let to_move = match next () with '0' -> Proved.Black | '1' -> Proved.White | _ -> bad () in
  let counts = is 'p' in
  let digit () = match next () with '0' .. '9' as c -> Char.code c - 48 | _ -> bad () in
  let black_left, white_left =
    if is 't' then (let b = digit () in let w = digit () in if b = 0 && w = 0 then bad () else (b, w)) else (0, 0) in
  let taken =
    if is 'x' then begin
      let chains = mask "the chains that were taken" size (String.sub mover !at (String.length mover - !at)) in
      if chains = Proved.N0 then bad ();
      at := String.length mover;
      chains
    end
    else Proved.N0 in
  if more () then bad ();
  { Proved.black = blacks;
    white = whites;
    ban = (if place < 0 then None else Some (Numbers.of_int place));
    mover = to_move;
    passed = counts;
    black_threats = Numbers.of_int black_left;
    white_threats = Numbers.of_int white_left;
    gone = taken }

let node size line =
  match String.split_on_char ' ' line with
  | [black; white; ban; mover; move; credit; rank] ->
    let listed = state size black white ban mover in
    let chosen =
      if move = "." then None
      else
        match decimal "a move" (-1) (size - 1) move with
        | -1 -> Some Proved.Passes
        | p -> Some (Proved.Plays (Numbers.of_int p)) in
    { Proved.listed; chosen; credit = measure credit; rank = measure rank }
  | _ -> refuse "a state has not 7 fields: %S" line

let side data =
  match text "side" (member data "side") with
  | "black" -> Proved.Black
  | "white" -> Proved.White
  | _ -> refuse "side must be black or white"

let named data =
  match List.assoc_opt "named" data with
  | None -> false
  | Some named -> boolean "named" named

let patterns size arena by_ draws data =
  if named data then refuse "no pass names a ko here";
  (match List.assoc_opt "holds" data with
   | None -> ()
   | Some holds -> if boolean "holds" holds then refuse "the game holds nothing");
  let words = { Patterns.mask = (fun what -> mask what size); decimal; measure; state = state size } in
  Patterns.entries arena by_ draws (each (Patterns.line words size) (texts "nodes" (member data "nodes")))

let strategy size arena data =
  let data = obj "a piece of evidence" data in
  let family = text "family" (member data "family") in
  if family = "refutation" then unproved "refutations";
  let by_ = side data in
  let draws = boolean "draw_wins" (member data "draw_wins") in
  let given =
    match family with
    | "strategy" -> Proved.States (each (node size) (texts "nodes" (member data "nodes")))
    | "patterns" -> Proved.Patterns (patterns size (Proved.game_of_patterns (Lazy.force arena) by_) by_ draws data)
    | family -> refuse "unknown family of evidence %S" family in
  { Proved.by_; draws; given }

(* Evidence in games that remember: patterns of plain play. *)
let plain_strategy size arena lifts wanted data =
  let data = obj "a piece of evidence" data in
  let family = text "family" (member data "family") in
  if family = "refutation" then refuse "games that remember are proved by strategies";
  let plain_by = side data in
  if boolean "draw_wins" (member data "draw_wins") then refuse "no cycle is a draw";
  if family = "strategy" then unproved "states of games that remember";
  if family <> "patterns" then refuse "unknown family of evidence %S" family;
  if named data then unproved "plain play where passes name kos";
  let plain_holds = match List.assoc_opt "holds" data with None -> false | Some holds -> boolean "holds" holds in
  let arena, bad =
    if not plain_holds then (arena, fun _ -> true)
    else begin
      (match wanted with
       | Proved.SayOwn -> unproved "an owner who holds what he has to own in the end"
       | Proved.SayCapture _ -> refuse "where one capture ends play nobody holds"
       | Proved.SayNoNewStone _ -> ());
      match Proved.elements (Proved.all_units arena) with
      | first :: _ -> (Proved.holder_arena arena, Proved.hold_bad plain_by first)
      | [] -> refuse "there is no unit"
    end in
  let words = { Patterns.mask = (fun what -> mask what size); decimal; measure; state = state size } in
  let lines = each (Patterns.line words size) (texts "nodes" (member data "nodes")) in
  { Proved.plain_by; plain_holds; plain_nodes = Plain.nodes arena plain_by lifts bad lines }

(* A proof of walls, after those [before] it. *)
let keep rows cols claim before data =
  let data = obj "a proof of walls" data in
  let kept_chains = List.map (fun name -> Numbers.of_int (point rows cols name)) (texts "stones" (member data "stones")) in
  let evidence = obj "the evidence for walls" (member data "evidence") in
  if text "family" (member evidence "family") <> "patterns" then refuse "a wall is proved by patterns";
  let kept_side = side evidence in
  if boolean "draw_wins" (member evidence "draw_wins") then refuse "a wall is kept without the help of draws";
  let made kept_nodes = { Proved.kept_side; kept_chains; kept_nodes } in
  let arena = Proved.keeping_arena claim (made []) (Proved.kept_by claim before kept_side) in
  made (patterns (rows * cols) arena kept_side false evidence) :: before

let nothing o key =
  match List.assoc_opt key o with None | Some (List []) -> () | Some _ -> unproved "%s" key

let certificate s =
  let o = match parse s with Object o -> o | _ -> refuse "not a certificate" in
  if List.assoc_opt "format" o <> Some (Text "shikatsu-certificate") then refuse "not a certificate";
  if List.assoc_opt "version" o <> Some (Whole 1) then refuse "another version of certificates than 1";
  let said = member o "claim" in
  let claim, (height, width), rows, opened, units, walls, verdict, values, kind = claim said in
  if text "claim_digest" (member o "claim_digest") <> Sha256.hex (canonical said) then refuse "the claim does not match its digest";
  ignore (obj "about" (member o "about"));
  nothing o "supports";
  nothing o "standing";
  let evidence = match member o "evidence" with List l -> l | _ -> refuse "evidence must be a list" in
  let keeps = match List.assoc_opt "keeps" o with None -> [] | Some (List l) -> l | Some _ -> refuse "keeps must be a list" in
  let size = height * width in
  let question =
    match kind with
    | None ->
      let keeps = List.fold_left (keep height width claim) [] keeps in
      Forgetting (claim, keeps, List.map (strategy size (lazy (Proved.arena_of claim))) evidence)
    | Some (lifts, wanted) ->
      if keeps <> [] || walls <> [] then refuse "no walls are proved in games that remember";
      (match claim.Proved.said, wanted with
       | Proved.IsDead, (Proved.SayOwn | Proved.SayNoNewStone _) -> unproved "death in this game"
       | _ -> ());
      let arena = Proved.arena_of claim in
      let evidence = List.map (plain_strategy size arena lifts wanted) evidence in
      Remembering ({ Proved.position_of = claim; lifts; wanted }, evidence) in
  { claim; question; rows; opened; units; walls; verdict; values }

let accepted c =
  match c.question with
  | Forgetting (claim, keeps, evidence) -> Proved.check claim keeps evidence
  | Remembering (claim, evidence) -> Proved.remembering_check claim evidence
