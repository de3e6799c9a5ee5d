"""The games of stated questions are what they always were."""

import pytest

from tests.conformance.frozen.questions import FEW, MANY, Question, kept, questions

ALL = list(questions())
KEPT = kept()


def test_there_are_many_questions_and_each_is_on_file() -> None:
    names = [question.name for question in ALL]
    assert len(set(names)) == len(names) >= 60
    assert sorted(KEPT) == sorted(names)


@pytest.mark.parametrize("question", ALL, ids=lambda question: question.name)
def test_a_few_games_of_each_question_are_the_same(question: Question) -> None:
    assert question.digest(FEW) == KEPT[question.name]["few"]


@pytest.mark.deep
@pytest.mark.parametrize("question", ALL, ids=lambda question: question.name)
def test_many_games_of_each_question_are_the_same(question: Question) -> None:
    assert question.digest(MANY) == KEPT[question.name]["many"]
