(* JSON in ASCII, as docs/certificates.md asks for it: no key twice, no number out of bounds. *)

exception Refused of string

(* What the file asks for is no part of the proof yet. *)
exception Unproved of string

let refuse format = Printf.ksprintf (fun text -> raise (Refused text)) format

let unproved format = Printf.ksprintf (fun text -> raise (Unproved text)) format

type t =
  | Null
  | Bool of bool
  | Whole of int  (* at most 9 digits are kept; larger ones are Other *)
  | Other         (* a number that nothing here asks for *)
  | Text of string
  | List of t list
  | Object of (string * t) list

let deepest = 900

let parse (s : string) : t =
  let length = String.length s in
  let at = ref 0 in
  let fail () = refuse "not a JSON file (at byte %d)" !at in
  let peek () = if !at < length then s.[!at] else '\000' in
  let next () = incr at in
  let rec space () = match peek () with ' ' | '\t' | '\n' | '\r' when !at < length -> next (); space () | _ -> () in
  let word w value =
    if !at + String.length w <= length && String.sub s !at (String.length w) = w then (at := !at + String.length w; value)
    else fail () in
  let digits () =
    let from = !at in
    while match peek () with '0' .. '9' -> true | _ -> false do next () done;
    if !at = from then fail ();
    String.sub s from (!at - from) in
  let number () =
    let from = !at in
    if peek () = '-' then next ();
    let whole = digits () in
    if String.length whole > 1 && whole.[0] = '0' then fail ();
    let plain = ref true in
    if peek () = '.' then (plain := false; next (); if String.length (digits ()) > 30 then refuse "a number out of bounds");
    (match peek () with
     | 'e' | 'E' ->
       plain := false;
       next ();
       (match peek () with '+' | '-' -> next () | _ -> ());
       if String.length (digits ()) > 3 then refuse "a number out of bounds"
     | _ -> ());
    let text = String.sub s from (!at - from) in
    if String.length whole > 20 || (!plain && String.length text > 20) then refuse "a number of too many digits";
    if not !plain then (if Float.abs (float_of_string text) > 1e300 then refuse "a number out of bounds"; Other)
    else if String.length whole > 9 then Other
    else Whole (int_of_string text) in
  let text () =
    next ();
    let made = Buffer.create 32 in
    let rec go () =
      if !at >= length then fail ();
      match s.[!at] with
      | '"' -> next ()
      | '\\' ->
        next ();
        (match peek () with
         | '"' | '\\' | '/' -> Buffer.add_char made (peek ()); next ()
         | 'b' -> Buffer.add_char made '\b'; next ()
         | 'f' -> Buffer.add_char made '\012'; next ()
         | 'n' -> Buffer.add_char made '\n'; next ()
         | 'r' -> Buffer.add_char made '\r'; next ()
         | 't' -> Buffer.add_char made '\t'; next ()
         | 'u' ->
           next ();
           if !at + 4 > length then fail ();
           let code = String.sub s !at 4 in
           String.iter (function '0' .. '9' | 'a' .. 'f' | 'A' .. 'F' -> () | _ -> fail ()) code;
           let code = int_of_string ("0x" ^ code) in
           (* What is not ASCII stays distinct, and is refused wherever ASCII is asked for. *)
           if code < 128 then Buffer.add_char made (Char.chr code) else Buffer.add_string made (Printf.sprintf "\xff%04x" code);
           at := !at + 4
         | _ -> fail ());
        go ()
      | c when Char.code c < 32 -> fail ()
      | c when Char.code c > 127 -> refuse "not ASCII text"
      | c -> Buffer.add_char made c; next (); go () in
    go ();
    Buffer.contents made in
  let rec value depth =
    if depth > deepest then fail ();
    space ();
    if !at >= length then fail ();
    match peek () with
    | '{' ->
      next (); space ();
      if peek () = '}' then (next (); Object [])
      else begin
        let seen = Hashtbl.create 8 in
        let rec members made =
          space ();
          if peek () <> '"' then fail ();
          let key = text () in
          if Hashtbl.mem seen key then refuse "the key %S stands twice in one object" key;
          Hashtbl.add seen key ();
          space ();
          if peek () <> ':' then fail ();
          next ();
          let made = (key, value (depth + 1)) :: made in
          space ();
          match peek () with ',' -> next (); members made | '}' -> next (); List.rev made | _ -> fail () in
        Object (members [])
      end
    | '[' ->
      next (); space ();
      if peek () = ']' then (next (); List [])
      else begin
        let rec items made =
          let made = value (depth + 1) :: made in
          space ();
          match peek () with ',' -> next (); items made | ']' -> next (); List.rev made | _ -> fail () in
        List (items [])
      end
    | '"' -> Text (text ())
    | '-' | '0' .. '9' -> number ()
    | 't' -> word "true" (Bool true)
    | 'f' -> word "false" (Bool false)
    | 'n' -> word "null" Null
    | _ -> fail () in
  let made = value 0 in
  space ();
  if !at <> length then fail ();
  made

(* As the digest of a claim is taken: keys sorted, no spaces.  Claims hold texts, lists and objects only. *)
let rec canonical = function
  | Text s ->
    let made = Buffer.create (String.length s + 2) in
    Buffer.add_char made '"';
    String.iter
      (function '"' -> Buffer.add_string made "\\\"" | '\\' -> Buffer.add_string made "\\\\" | c -> Buffer.add_char made c) s;
    Buffer.add_char made '"';
    Buffer.contents made
  | List l -> "[" ^ String.concat "," (List.map canonical l) ^ "]"
  | Object l ->
    let sorted = List.sort (fun (a, _) (b, _) -> compare a b) l in
    "{" ^ String.concat "," (List.map (fun (k, v) -> canonical (Text k) ^ ":" ^ canonical v) sorted) ^ "}"
  | _ -> refuse "the claim holds something else than texts, lists and objects"
