"""Cases under many rulesets: the matrix, what rulesets differ in, findings."""
