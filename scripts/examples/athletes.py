"""Who the example is about. The people, the high school, the club and the games are invented; the colleges are real."""

import datetime
import random

NAME = "Jordan Reyes"
SCHOOL = "Cedar Ridge High School"
SCHOOL_ADDRESS = "4100 Timberline Road, Fort Collins, Colorado 80528"
CLUB = "Front Range United SC"
CITY = "Fort Collins, Colorado"
EMAIL = "jordan@example.org"
PHONE = "(970) 555-0142"

OPPONENTS = [
    "Poudre Valley", "Longs Peak", "Horsetooth", "Silver Creek Academy", "St. Brendan", "Mesa Verde", "Loveland Heights",
    "Arapahoe Springs", "Boulder Canyon", "Windsor Plains", "Eagle Butte", "Monument Hill",
]
COLUMNS = ["Date", "Opponent", "H/A", "Result", "Minutes", "Goals", "Assists", "Shots", "Passes", "Completed", "Duels won"]


def season(seed, first, count):
    """The rows of so many games from a day on, two a week; always the same for a seed."""
    chance = random.Random(seed)
    day = datetime.date.fromisoformat(first)
    rows = []
    for number in range(count):
        ours, theirs = chance.choice([0, 1, 1, 2, 2, 3, 4]), chance.choice([0, 0, 1, 1, 2])
        goals = min(ours, chance.choice([0, 0, 0, 1, 1, 2]))
        assists = min(ours - goals, chance.choice([0, 0, 1, 1, 2]))
        passes = chance.randint(38, 74)
        outcome = "W" if ours > theirs else "L" if ours < theirs else "D"
        rows.append([
            day.isoformat(), OPPONENTS[number % len(OPPONENTS)], "HA"[number % 2], f"{outcome} {ours}-{theirs}",
            chance.choice([80, 80, 80, 76, 68, 60]), goals, assists, goals + chance.randint(0, 4), passes,
            round(passes * chance.uniform(0.76, 0.93)), chance.randint(4, 13),
        ])
        day += datetime.timedelta(days=3 if number % 2 else 4)
    return rows
