(* shikatsu-certify FILE...: prints the claim of each certificate that the proved checker accepts.
   Exit code, the largest that applies: 0: accepted; 1: one is refused; 2: one cannot be read; 3: one needs what is
   not proved yet. *)

let most_bytes = 512 * 1024 * 1024

let contents path =
  let channel = open_in_bin path in
  Fun.protect
    ~finally:(fun () -> close_in channel)
    (fun () ->
      let length = in_channel_length channel in
      if length > most_bytes then Json.refuse "larger than 512 MiB";
      really_input_string channel length)

let print (c : Reader.certificate) =
  let colour = if c.claim.Proved.side = Proved.Black then "black" else "white" in
  let what, are =
    match c.units with
    | [unit] -> Printf.sprintf "the %s unit %s" colour unit, "is"
    | units -> Printf.sprintf "the %s units %s together" colour (String.concat " and " units), "are" in
  Printf.printf "proved: %s %s %s\n" what are c.verdict;
  List.iter (Printf.printf "  %s\n") c.rows;
  let crop = match c.opened with [] -> "none" | l -> String.concat ", " (List.sort compare l) in
  Printf.printf "  open sides: %s\n" crop;
  if c.opened <> [] then print_endline "  assumed alive: the chains on an open side or next to the outside";
  List.iter (fun (axis, value) -> Printf.printf "  %s = %s\n" axis value) c.values

let judge path =
  try
    let c = Reader.certificate (contents path) in
    if Proved.check c.claim c.evidence then (print c; 0)
    else (Printf.printf "refused: %s: the evidence does not prove the claim\n" path; 1)
  with
  | Json.Unproved what -> Printf.printf "not proved yet: %s: %s\n" path what; 3
  | Json.Refused why -> Printf.printf "refused: %s: %s\n" path why; 1
  | Stack_overflow | Out_of_memory -> Printf.printf "refused: %s: too large for this machine\n" path; 1
  | Sys_error why -> Printf.printf "cannot be read: %s\n" why; 2
  | End_of_file -> Printf.printf "cannot be read: %s\n" path; 2

let () =
  match List.tl (Array.to_list Sys.argv) with
  | [] -> prerr_endline "use: shikatsu-certify FILE..."; exit 2
  | files -> exit (List.fold_left (fun code file -> max code (judge file)) 0 files)
