"""Why words do not declare a value."""

from __future__ import annotations

from enum import StrEnum


class Reason(StrEnum):
    """Why words are not the person's declaration of a value."""

    NO_WORDS = "no_words"
    NOT_IN_WORDS = "not_in_words"
    NOT_THE_PERSONS_MESSAGE = "not_the_persons_message"
    NOT_SAID = "not_said"
    DENIED = "denied"
    QUESTION = "question"
    QUOTED = "quoted"
    SOMEONE_ELSE = "someone_else"
    GIFT = "gift"
    PAST = "past"
    CONDITION = "condition"
    HIDDEN_CHARACTERS = "hidden_characters"
    LOOK_ALIKE = "look_alike"
    UNCLEAR = "unclear"
