"""What the box prints: tables, chips, books and rule options. Knows nobody, does nothing."""
