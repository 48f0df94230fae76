"""Better strategies by computation: parameters found by search."""
