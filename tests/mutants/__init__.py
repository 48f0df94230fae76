"""Mutants: copies of the kernel with one broken rule each, which the checks must find.

``python -m tests.mutants`` runs them all and prints who caught which.
"""
