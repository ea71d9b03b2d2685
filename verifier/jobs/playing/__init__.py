"""Playing out games under rules of play, and solving their ends."""
