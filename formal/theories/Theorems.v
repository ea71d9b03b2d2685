(** The theorems, and what they rest on: the build looks at what is printed here. *)

Require Import Sets Cycles Board Rules Claims Grid Exec Measures Checker Walls Certificates.

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
(** Accepted, so the claim holds. *)
Print Assumptions accepted_holds.
