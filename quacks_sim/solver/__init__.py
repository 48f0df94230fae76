"""Exact values of stopping and drawing at any point of a brew, by recursion. See docs/solver.md."""
