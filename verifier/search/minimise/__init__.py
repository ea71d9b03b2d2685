"""Smaller certificates, and bounds on how small they can be."""
