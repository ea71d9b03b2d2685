(** The functions as an OCaml program. *)
Require Import Cycles Sets Board Rules Claims Grid Exec Measures Walls Statics Secured Checker Patterns Owning Covers Areas Decide Certificates.
Require Import ExtrOcamlBasic.
Extraction Language OCaml.
Extraction "proved.ml" check arena_of start step pass_step attacker_owns_b cycle_winner elements frame_of size proper_b playable statics_b decide
  effect outcome stay quiet supported_b pattern_bad cost.
