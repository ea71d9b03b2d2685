"""Positions as pictures, records and text, with what is known of them."""
