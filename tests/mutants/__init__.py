"""Mutants: copies of the kernel with one broken rule each, which the checks must tell from the rules.

``python -m tests.mutants`` runs them all and prints who caught which.
"""
