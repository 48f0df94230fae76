"""The command line: one module for each command, each importing what it needs when it runs."""
