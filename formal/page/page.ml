(* The proved checker in a browser: the page calls shikatsuCertify with the name and the bytes of a file, and shows
   what comes back: the exit code of the program, a space, and what it prints. *)

open Js_of_ocaml

let judge name bytes =
  let code, said = Report.judge (Js.to_string name) (Js.to_bytestring bytes) in
  Js.string (Printf.sprintf "%d %s" code said)

let () = Js.Unsafe.set Js.Unsafe.global (Js.string "shikatsuCertify") (Js.wrap_callback judge)
