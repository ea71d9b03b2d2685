"""Why a unit is dead or alive: kinds of fights, lines of play, arguments against a player."""
