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

let judge path =
  let code, said =
    match contents path with
    | text -> Report.judge path text
    | exception Json.Refused why -> (1, Printf.sprintf "refused: %s: %s" path why)
    | exception Out_of_memory -> (1, Printf.sprintf "refused: %s: too large for this machine" path)
    | exception Sys_error why -> (2, Printf.sprintf "cannot be read: %s" why)
    | exception End_of_file -> (2, Printf.sprintf "cannot be read: %s" path) in
  print_endline said;
  code

let () =
  match List.tl (Array.to_list Sys.argv) with
  | [] -> prerr_endline "use: shikatsu-certify FILE..."; exit 2
  | files -> exit (List.fold_left (fun code file -> max code (judge file)) 0 files)
