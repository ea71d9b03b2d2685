"""Hunting for the smallest position on which rulesets disagree, or one ruleset breaks a property."""
