"""Better play by search and by learning: tuning of parameters, learned values of positions."""
