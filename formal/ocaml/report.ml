(* What is said of a certificate: the claim in full if it is accepted, else why not.  With the exit code. *)

let accepted (c : Reader.certificate) =
  let colour = if c.claim.Proved.side = Proved.Black then "black" else "white" in
  let what, are =
    match c.units with
    | [unit] -> Printf.sprintf "the %s unit %s" colour unit, "is"
    | units -> Printf.sprintf "the %s units %s together" colour (String.concat " and " units), "are" in
  let crop = match c.opened with [] -> "none" | l -> String.concat ", " (List.sort compare l) in
  String.concat "\n"
    ([Printf.sprintf "proved: %s %s %s" what are c.verdict]
     @ List.map (( ^ ) "  ") c.rows
     @ [Printf.sprintf "  open sides: %s" crop]
     @ (if c.opened = [] then [] else ["  assumed alive: the chains on an open side or next to the outside"])
     @ (if c.walls = [] then [] else [Printf.sprintf "  walls by proof: the chains at %s" (String.concat ", " (List.sort compare c.walls))])
     @ List.map (fun (axis, value) -> Printf.sprintf "  %s = %s" axis value) c.values)

let judge path text =
  try
    let c = Reader.certificate text in
    if Reader.accepted c then (0, accepted c)
    else (1, Printf.sprintf "refused: %s: the evidence does not prove the claim" path)
  with
  | Json.Unproved what -> (3, Printf.sprintf "not proved yet: %s: %s" path what)
  | Json.Refused why -> (1, Printf.sprintf "refused: %s: %s" path why)
  | Stack_overflow | Out_of_memory -> (1, Printf.sprintf "refused: %s: too large for this machine" path)
