"""Certificates of endings, where moves alternate and passes count, and their checker."""
