"""The numbers by which a purposeful player of Hike decides, from ``bots.toml``; most are in cards."""

WEIGHTS = (
    "cover",  # a top that the rest of the hand can answer: a card that will not be left over
    "longest",  # each further card of the kind that is played: the longest suit first
    "squeeze",  # a next player without an answer
    # Specialty cards that are kept, as insurance:
    *("keep_avalanche", "keep_drought", "keep_earthquake", "keep_litter", "keep_lost"),
    *("keep_poop", "keep_spring", "keep_sun", "keep_worm", "keep_wind"),
    "keep_longer",  # the same for each card in hand beyond four
    "own_answer",  # a suit that the rest of the hand can answer, should it come round
    "drought",  # a player who has no Lake for a Drought
    "sun",  # a next player who has no Light for The Sun
    "avalanche",  # each player who draws
    "earthquake",  # each card that one has more than the average
    "poop",  # each card of the others' hands, an eighth of a Bug
    "poop_bug",  # each own Bug that Poop lays out
    "spring",  # each Tree in hand
    "worm",  # The Worm, with a Bird in hand
    "captures",  # a Bird that captures The Worm
    "planted",  # each card that is planted
)
COVER, LONGEST, SQUEEZE, KEEP_AVALANCHE = range(4)
KEEP_WIND, KEEP_LONGER, OWN_ANSWER, DROUGHT, SUN, AVALANCHE, EARTHQUAKE = range(12, 19)
POOP, POOP_BUG, SPRING, WORM, CAPTURES, PLANTED = range(19, 25)
LAST = 20.0  # what an empty hand is worth
