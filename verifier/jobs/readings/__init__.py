"""Which values of the axes give all examples that are asked for: docs/readings.md."""
