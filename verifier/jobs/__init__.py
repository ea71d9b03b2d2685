"""Jobs that people run: cases and their claims, comparisons, explanations."""
