(* The proved game, for comparison with another one: reads questions line by line, answers each in one line.
   compare_game.py asks them and has the format. *)

open Proved

let colour = function "0" -> Black | _ -> White
let number s = Numbers.of_int (int_of_string s)
let shown = function Black -> "0" | White -> "1"
let hex = Numbers.to_hex

let state s =
  let left = Numbers.(to_int s.black_threats, to_int s.white_threats) in
  Printf.sprintf "%s,%s,%d,%s%s%s%s" (hex s.black) (hex s.white)
    (match s.ban with None -> -1 | Some p -> Numbers.to_int p)
    (shown s.mover) (if s.passed then "p" else "")
    (if left = (0, 0) then "" else Printf.sprintf "t%d%d" (fst left) (snd left))
    (if s.gone = N0 then "" else "x" ^ hex s.gone)

(* States of games that remember. *)
let remembered_text a o (s, m) =
  let both t = hex (part t Black) ^ "," ^ hex (part t White) in
  let taken = match a.units with [_] -> N0 | _ -> s.gone in
  String.concat ","
    [ hex s.black; hex s.white; shown s.mover; both m.bans; both m.freed; (if captured a o s then "c" else "w");
      hex m.old; hex m.staying; hex taken ]

let remembered_of a text =
  match String.split_on_char ',' text with
  | [b; w; mover; bans_b; bans_w; freed_b; freed_w; taken; old; staying; gone] ->
    let set = Numbers.of_hex in
    let gone = match a.units with [_] -> if taken = "c" then all_units a else N0 | _ -> set gone in
    ( { black = set b; white = set w; ban = None; mover = colour mover; passed = false;
        black_threats = N0; white_threats = N0; gone },
      { bans = { of_black = set bans_b; of_white = set bans_w }; freed = { of_black = set freed_b; of_white = set freed_w };
        old = set old; staying = set staying } )
  | _ -> failwith "a state that remembers has 11 fields"

let next_remembered a o = function
  | To (w, t) -> Printf.sprintf "%d>%s" (Numbers.z_to_int w) (remembered_text a o t)
  | Over c -> "over " ^ shown c

let next = function
  | To (w, t) -> Printf.sprintf "%d>%s" (Numbers.z_to_int w) (state t)
  | Over c -> "over " ^ shown c

let limit = function "unlimited" -> None | k -> Some (number k)

let claim = function
  | rows :: cols :: blacks :: whites :: opened :: named :: ko :: mine :: theirs :: first :: ending :: aim :: cycle :: walls :: _ ->
    let rules =
      { ko = (if ko = "none" then NoKo else Basic);
        owner_threats = limit mine;
        attacker_threats = limit theirs;
        first_move = (if first = "owner" then OwnerFirst else AttackerFirst);
        end_of_play = (if ending = "never" then Never else TwoPasses);
        dead_means = (if aim = "finally owned" then FinallyOwned else CapturedOnce);
        cycles =
          (match cycle with
           | "prisoners then ownership" -> PrisonersThenOwnership
           | "prisoners" -> Prisoners
           | "alive" -> OwnersAlways
           | _ -> Draw);
        walls =
          (match walls with
           | "assumed" -> Assumed
           | "unconditional" -> Unconditional
           | "independent" -> Independent
           | _ -> Everywhere) } in
    let b = Numbers.of_hex blacks in
    let points = List.map int_of_string (String.split_on_char ',' named) in
    let first_black = List.mem (List.hd points) (List.map Numbers.to_int (elements b)) in
    { shown =
        { size_of = { rows = number rows; cols = number cols };
          blacks = b;
          whites = Numbers.of_hex whites;
          open_top = String.contains opened 't';
          open_bottom = String.contains opened 'b';
          open_left = String.contains opened 'l';
          open_right = String.contains opened 'r' };
      side = (if first_black then Black else White);
      named = List.map Numbers.of_int points;
      relied = [];
      ruled = rules;
      said = IsAlive }
  | _ -> failwith "a claim has 14 fields"

let position line =
  match String.split_on_char ',' line with
  | [black; white; ban; mover] -> Reader.state (30 * 30) black white ban mover
  | _ -> failwith "a state has 4 fields"

let () =
  let game = ref None and asked = ref None and remembers = ref None in
  try
    while true do
      let line = input_line stdin in
      let fields = String.split_on_char ';' line in
      (match fields, !game with
       | "claim" :: rest, _ ->
         let c = claim rest in
         if not (proper_b c) then print_endline "improper"
         else begin
           let a = arena_of c in
           let f = frame_of a.grid in
           game := Some (f, a);
           asked := Some c;
           Printf.printf "%s %s %s %b %s\n" (hex a.black_wall) (hex a.white_wall)
             (String.concat "," (List.sort compare (List.map hex a.units)))
             (playable c.ruled)
             (if List.exists (fun u -> List.mem u (elements (wall a c.side))) c.named then "walled"
              else hex a.locale ^ " " ^ state (start c a))
         end
       | ["state"; text], Some (f, a) ->
         let s = position text in
         let moves =
           List.filter_map
             (fun p -> Option.map (fun r -> string_of_int (Numbers.to_int p) ^ ":" ^ next r) (step f a s p))
             (elements a.locale) in
         let settled = List.filter (fun c -> statics_b f a c s) [a.owner; other a.owner] in
         let settled = match settled with [] -> "-" | c :: _ -> shown c in
         Printf.printf "%b %s %s\n" (attacker_owns_b f a s) settled (String.concat " " (moves @ ["-1:" ^ next (pass_step f a s)]))
       | ["verdict"], Some (f, a) ->
         let rec fuel n = if n = 0 then O else S (fuel (n - 1)) in
         let first = start (Option.get !asked) a in
         let wins c = decide f a c (fuel 1000) [] first in
         Printf.printf "%b %b\n" (wins a.owner) (wins (other a.owner))
       | ["cycle"; total; always], Some (_, a) ->
         print_endline
           (match cycle_winner a (Numbers.z_of_int (int_of_string total)) (always = "true") with
            | None -> "nobody" | Some c -> shown c)
       (* After the claim, whose rules are those of the board: the ko rule, what dead means and the scope. *)
       | ["remembers"; ko; aim; scope], Some (_, a) ->
         let lifts = Reader.lasting ko in
         let o =
           match aim with
           | "finally owned" -> ToOwn
           | "captured once" -> ToCapture Prisoners
           | _ -> NoNewStone (Numbers.of_hex scope, true) in
         remembers := Some (lifts, o);
         print_endline (remembered_text a o (from a o (start (Option.get !asked) a)))
       | ["remembered"; text], Some (_, a) ->
         let lifts, o = Option.get !remembers in
         let s = remembered_of a text in
         let plays =
           List.filter_map
             (fun p -> Option.map (fun r -> string_of_int (Numbers.to_int p) ^ ":" ^ next_remembered a o r) (play_step a lifts o s p))
             (elements a.locale) in
         let pass k =
           let name = match k with None -> -1 | Some p -> -2 - Numbers.to_int p in
           string_of_int name ^ ":" ^ next_remembered a o (pass_for a lifts o s k) in
         let marks = match o with NoNewStone _ -> string_of_bool (marked a o s) | _ -> "-" in
         Printf.printf "%s %s\n" marks (String.concat " " (plays @ List.map pass (passes lifts s)))
       | _ -> failwith ("what is asked? " ^ line));
      flush stdout
    done
  with End_of_file -> ()
