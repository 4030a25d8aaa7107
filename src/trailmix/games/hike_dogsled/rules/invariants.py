"""The invariants of Hike! by number, and what to say of a state that breaks one."""

SOUND, HUSKY_LOST, CARD_LOST, LOOSE_LOST, TRACK_WRONG, EDGES_CLASH, HAND_WRONG, KNOWN_WRONG = range(8)
READY_WRONG, EQUIPPED_WRONG, TIRED_WRONG, DAY_WRONG, ORDER_WRONG, DECISION_WRONG, NO_CHOICE = range(8, 15)
INVARIANTS = (
    "All is well.",
    "A husky is in two places, or in none.",
    "There are not as many equipment, care or mentor cards as there should be.",
    "There are not as many loose cards as there should be.",
    "The landscapes of the track are not different ones, or not turned up in their order.",
    "Two edges that touch in a sled have different colours.",
    "A hand has another number of cards than it says, or has spent more than it has.",
    "Cards are known to be in a hand, or not to be there, that are not, or are.",
    "A seat is ready without a complete sled or with huskies in its hand, or not the first on its day.",
    "Equipment is tucked where it cannot be.",
    "Huskies are tired or at rest that cannot be.",
    "There was no such day, something of the race has happened before it, or a pawn is where it cannot be.",
    "The order of the day does not fit the racers.",
    "What is decided does not fit the phase, the turn or the loose card at work.",
    "There is nothing to choose from.",
)
