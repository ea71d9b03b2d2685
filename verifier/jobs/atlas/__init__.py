"""The atlas: the status of every unit of all positions of small boards. docs/atlas.md describes it."""
