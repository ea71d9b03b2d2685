(** The functions as an OCaml program. *)
Require Import NArith ZArith.
Require Import Cycles Sets Board Rules Claims Grid Exec Measures Judging Walls Statics Finite Secured Checker Patterns Owning Standing Covers Areas Forced Relied Decide Certificates
  Remembering Plain PlainPlay Holding HoldingWon Remembered Stepping.
Require Import ExtrOcamlBasic.
Extraction Language OCaml.
Extraction "proved.ml" check arena_of start step pass_step attacker_owns_b cycle_winner elements frame_of size proper_b playable statics_b
  decide blank outcome stay quiet may_ban pattern_bad cost gain game_of_patterns keeping_arena kept_by owners prisoners_count Z.mul Z.ltb N.ldiff N.shiftl
  remembering_check play_step pass_for passes from marked captured all_units remain endure idle the_point both_b holder_arena hold_bad N.land N.lor.
