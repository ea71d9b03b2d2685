(** The theorems, and what they rest on: the build looks at what is printed here. *)

Require Import Sets Cycles Board Rules Claims Grid Exec Measures Endless Checker Walls Certificates
  Verdicts.

(** The functions of the checker and of the comparison are the game of [Rules.v]. *)
Print Assumptions played_spec.
Print Assumptions all_moves_spec.
Print Assumptions attacker_owns_spec.
(** The game that is computed for a claim is the one that [Claims.v] defines, and there is no other. *)
Print Assumptions arena_meant.
Print Assumptions meant_once.
(** Strategies with credits and ranks. *)
Print Assumptions measure_decides.
Print Assumptions measured_forces.
Print Assumptions not_both_force.
(** Play to the first repeated state and play for ever; alive is not dead. *)
Print Assumptions forced_for_ever.
Print Assumptions forced_at_once.
Print Assumptions same_for_ever.
Print Assumptions alive_is_not_dead.
(** Accepted, so the claim holds. *)
Print Assumptions accepted_holds.
