(** Points of a rectangular board, neighbours, and what is connected.  Points are numbered by rows from the top left,
    from 0; a set of points is a number, see [Sets.v]. *)

Require Import NArith.
Require Import Sets.
Open Scope N_scope.

Record board := Board { rows : N; cols : N }.

Section Board.
Context (b : board).

Definition on_board (p : point) : Prop := p < rows b * cols b.
Definition row (p : point) : N := p / cols b.
Definition col (p : point) : N := p mod cols b.

(** Two points are neighbours. *)
Definition adj (p q : point) : Prop :=
  on_board p /\ on_board q /\
  ((row p = row q /\ (col p + 1 = col q \/ col q + 1 = col p)) \/
   (col p = col q /\ (row p + 1 = row q \/ row q + 1 = row p))).

(** [p] and [q] are connected by points of [A]. *)
Inductive linked (A : point -> Prop) : point -> point -> Prop :=
| here p : A p -> linked A p p
| further p q r : linked A p q -> adj q r -> A r -> linked A p r.
End Board.
