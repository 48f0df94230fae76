"""Datasets as other programs read them."""
