"""What documents claim, one claim after the other, and what becomes of each: docs/claims-format.md."""
