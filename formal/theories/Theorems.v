(** The theorems, and what they rest on: the build looks at what is printed here. *)

Require Import Sets Cycles Board Rules Claims Grid Exec Measures Endless Walls Judging Life Statics Finite Breath Regions Filling Secured
  Checker Decide Least Patterns Owning Standing Covers Areas Patterned Forced Keeping Relied Certificates Verdicts
  Remembering Plain Bans PlainCovers PlainWon PlainPlay Holding HoldingWon HoldingPlay Remembered Stepping Settled.

(** Exec: the functions of the checker and of the comparison are the game of [Rules.v]. *)
Print Assumptions played_spec.
Print Assumptions step_spec.
Print Assumptions pass_spec.
Print Assumptions moves_spec.
Print Assumptions all_moves_spec.
Print Assumptions attacker_owns_spec.
(** Walls: the game that is computed for a claim is the one that [Claims.v] defines, and there is no other. *)
Print Assumptions rounds_unconditional.
Print Assumptions arena_meant.
Print Assumptions meant_once.
(** Measures: strategies with credits and ranks. *)
Print Assumptions measure_decides.
Print Assumptions measured_forces.
Print Assumptions measured_forces_in.
Print Assumptions not_both_force.
Print Assumptions joined.
(** Endless: play to the first repeated state and play for ever. *)
Print Assumptions forced_for_ever.
Print Assumptions forced_at_once.
(** Life and Statics: unconditionally alive stones, and the rule in certificates. *)
Print Assumptions safe_after.
Print Assumptions won_measured.
Print Assumptions hinted_measured.
(** Breath, Regions, Filling and Secured: secured regions, points at hand, and the rule in certificates. *)
Print Assumptions breathing_after.
Print Assumptions worth_after.
Print Assumptions fill.
Print Assumptions keeps_point.
Print Assumptions filling_measured.
Print Assumptions statics_measured.
(** Checker and Certificates: accepted, so the claim holds. *)
Print Assumptions decided_fine.
Print Assumptions checked_forces.
Print Assumptions accepted_holds.
(** Patterns, Covers, Areas and Patterned: strategies by patterns. *)
Print Assumptions eye_empty.
Print Assumptions far_play.
Print Assumptions outcome_agrees.
Print Assumptions legal_plays.
Print Assumptions illegal_plays.
Print Assumptions sure_ban_spec.
Print Assumptions may_ban_spec.
Print Assumptions surely_owns_spec.
Print Assumptions least_measured.
Print Assumptions covers_measured.
Print Assumptions shut_over.
Print Assumptions patterns_forces.
(** Verdicts: finitely many states, and what follows. *)
Print Assumptions determined.
Print Assumptions finitely_many.
Print Assumptions alive_is_not_dead.
Print Assumptions same_for_ever.
Print Assumptions start_within.
Print Assumptions one_verdict.
(** Forced: captures that are forced where passes never end play. *)
Print Assumptions captures_forced.
(** Keeping, Relied: walls by proof. *)
Print Assumptions patterns_keep.
Print Assumptions relied_proved.
(** Decide: the rule for cycles as a function, and small games played out. *)
Print Assumptions cycle_winner_spec.
Print Assumptions decided_forces.
Print Assumptions over_shut_done.
(** Bans to Remembered: plain play in games that remember. *)
Print Assumptions steps_spec.
Print Assumptions forbids.
Print Assumptions one_taken_ko.
Print Assumptions own_arrives.
Print Assumptions play_arrives.
Print Assumptions pass_arrives.
Print Assumptions plain_measured.
Print Assumptions plain_fine.
Print Assumptions plain_play_wins.
Print Assumptions holding_nodes_measured.
Print Assumptions holder_wins.
Print Assumptions purpose_somewhere.
Print Assumptions remembering_accepted.
Print Assumptions remembering_alive_is_not_dead.
Print Assumptions remembering_for_ever.
Print Assumptions remembering_one_verdict.
