"""Shikatsu: proves which stones are dead or alive under a given ruleset of Go."""
__version__ = "0.1.0"
