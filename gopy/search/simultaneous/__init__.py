"""The search of games whose players move at the same time: DUCT, Exp3, regret matching, OOS."""
