(* Between the numbers of the proved program and those of OCaml. *)

open Proved

(* From hexadecimal digits: each digit from the left appends four bits. *)
let of_hex text =
  let bit number set =
    match number with
    | N0 -> if set then Npos XH else N0
    | Npos p -> Npos (if set then XI p else XO p) in
  let digit number c =
    let d = int_of_string ("0x" ^ String.make 1 c) in
    List.fold_left (fun number i -> bit number ((d lsr i) land 1 = 1)) number [3; 2; 1; 0] in
  Seq.fold_left digit N0 (String.to_seq text)

let of_int k = if k < 0 then invalid_arg "of_int" else of_hex (Printf.sprintf "%x" k)

let z_of_int k =
  match of_int (abs k) with N0 -> Z0 | Npos p -> if k < 0 then Zneg p else Zpos p

(* From decimal digits, with a sign perhaps: no more than 18, so that 64 bits are enough.  Machine numbers may have 32. *)
let z_of_decimal text =
  let value = Int64.of_string text in
  match of_hex (Printf.sprintf "%Lx" (Int64.abs value)) with
  | N0 -> Z0
  | Npos p -> if Int64.compare value 0L < 0 then Zneg p else Zpos p

let rec positive = function XH -> 1 | XO p -> 2 * positive p | XI p -> (2 * positive p) + 1
let to_int = function N0 -> 0 | Npos p -> positive p
let z_to_int = function Z0 -> 0 | Zpos p -> positive p | Zneg p -> - positive p

let to_hex number =
  let rec bits = function XH -> [true] | XO p -> false :: bits p | XI p -> true :: bits p in
  let rec digits = function
    | [] -> []
    | l ->
      let rec take k value l =
        if k = 4 then (value, l)
        else match l with [] -> (value, []) | b :: l -> take (k + 1) (if b then value lor (1 lsl k) else value) l in
      let value, l = take 0 0 l in
      Printf.sprintf "%x" value :: digits l in
  match number with N0 -> "0" | Npos p -> String.concat "" (List.rev (digits (bits p)))
