"""Dialogues as values: the next question follows from the answers, and one can go back."""

import pytest

from haggis_cli.book.typed_round import parse_sum
from haggis_cli.cli.terminal.questionnaire import Question, QuestionFlow, Questionnaire
from haggis_cli.support.errors import HaggisError, UsageError


def number(text: str) -> int:
    return parse_sum(text, "it")


def sums() -> QuestionFlow[list[int]]:
    """How many numbers there are, each of them, and their sum, which is offered."""
    many = yield Question("How many", number, "A number.")
    numbers: list[int] = []
    while len(numbers) < many:
        value = yield Question(f"Number {len(numbers) + 1}", number, "A number.")
        numbers.append(value)
    total = yield Question("Sum", number, "The sum.", str(sum(numbers)))
    return [*numbers, total]


def due(talk: Questionnaire[list[int]]) -> tuple[str, str | None]:
    assert talk.question is not None
    return talk.question.text, talk.default


def test_the_next_question_follows_from_the_answers() -> None:
    talk = Questionnaire(sums)
    for text in ("2", "5", "3+4", ""):
        talk.answer(text)
    assert (talk.question, talk.result) == (None, [5, 7, 12])


def test_an_answer_that_cannot_be_leaves_the_question_as_it_is() -> None:
    talk = Questionnaire(sums)
    with pytest.raises(HaggisError):
        talk.answer("many")
    assert due(talk) == ("How many", None)


def test_going_back_offers_what_was_answered_there_and_after_it() -> None:
    talk = Questionnaire(sums)
    for text in ("2", "5", "7"):
        talk.answer(text)
    assert [talk.go_back(), talk.go_back()] == [True, True]
    assert due(talk) == ("Number 1", "5")
    talk.answer("6")
    assert due(talk) == ("Number 2", "7")
    talk.answer("")
    assert due(talk) == ("Sum", "13")


def test_what_was_merely_offered_is_worked_out_anew() -> None:
    talk = Questionnaire(sums)
    for text in ("1", "5", ""):
        talk.answer(text)
    assert talk.result == [5, 5]
    assert [talk.go_back(), talk.go_back()] == [True, True]
    talk.answer("6")
    assert due(talk) == ("Sum", "6")


def test_an_answer_that_brought_about_questions_takes_them_with_it() -> None:
    talk = Questionnaire(sums)
    for text in ("2", "5"):
        talk.answer(text)
    assert [talk.go_back(), talk.go_back()] == [True, True]
    talk.answer("0")
    assert due(talk) == ("Sum", "0")


def test_there_is_nothing_before_the_first_question() -> None:
    talk = Questionnaire(sums)
    assert not talk.go_back()
    assert due(talk) == ("How many", None)


def test_going_to_a_question_asks_what_is_meant_and_keeps_the_rest() -> None:
    talk = Questionnaire(sums)
    for text in ("3", "5", "6", "7", ""):
        talk.answer(text)
    talk.go_to(lambda key: key == "Number 2")
    assert due(talk) == ("Number 2", "6")
    talk.answer("8")
    assert (talk.question, talk.result) == (None, [5, 8, 7, 20])


def test_a_kept_answer_that_will_not_do_any_more_is_asked_for() -> None:
    def at_most() -> QuestionFlow[tuple[int, int]]:
        most = yield Question("Most", number, "A number.")

        def small(text: str) -> int:
            if number(text) > most:
                raise UsageError("too much")
            return number(text)

        return most, (yield Question("Value", small, "A number."))

    talk = Questionnaire(at_most)
    talk.answer("9")
    talk.answer("8")
    talk.go_to(lambda key: key == "Most")
    talk.answer("5")
    assert talk.question is not None
    assert (talk.question.text, talk.default) == ("Value", None)


def test_a_kept_answer_to_another_question_is_asked_for() -> None:
    """What is asked for has the same key, but its question names somebody else."""

    def holds() -> QuestionFlow[tuple[str, int]]:
        holder = yield Question("Who", str, "A name.")
        return holder, (yield Question(f"What does {holder} hold", number, "A number.", key="count"))

    talk = Questionnaire(holds)
    talk.answer("Noah")
    talk.answer("3")
    talk.go_to(lambda key: key == "Who")
    talk.answer("Isla")
    assert talk.question is not None
    assert (talk.question.text, talk.default) == ("What does Isla hold", "3")
    talk.answer("")
    assert talk.result == ("Isla", 3)


def test_answers_can_be_filled_in_as_far_as_they_go() -> None:
    talk = Questionnaire(sums)
    talk.fill({"How many": "3", "Number 1": "5", "Number 3": "7"})
    assert due(talk) == ("Number 2", None)
    assert talk.values == {"How many": 3, "Number 1": 5, "Number 3": "7"}
    talk.answer("6")
    assert due(talk) == ("Number 3", "7")
    talk.go_to_start()
    assert due(talk) == ("How many", "3")
    assert talk.values == {"How many": 3, "Number 1": 5, "Number 2": 6, "Number 3": "7"}
