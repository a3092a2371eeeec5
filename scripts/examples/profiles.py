"""Résumés and questionnaires on paper."""

from athletes import CITY, CLUB, COLUMNS, EMAIL, NAME, PHONE, SCHOOL, season
from paper import Paper

HONORS = [
    "All-Conference First Team, 2025 and 2026", "All-State Second Team, 2026", "Team Captain, 2026",
    "State Cup finalist with the club, 2026", "Academic All-State, 2025 and 2026", "District Science Fair, second place, 2026",
]


def athletic_resume(path, edition):
    """Each edition tells more than the one before."""
    paper = Paper("Athletic Résumé", NAME)
    paper.head(NAME, f"Midfielder · Class of 2027 · {CITY}", f"{EMAIL} · {PHONE}")
    paper.table([
        ["Position", "Central midfielder (8, 10)", "Height, weight", "5′ 8″, 142 lb"],
        ["Foot", "Right; plays with both", "GPA, SAT", "3.92 · 1400" if edition > 1 else "3.89"],
        ["High school", SCHOOL, "Club", CLUB],
    ], [1.0, 2.5, 1.1, 2.1], head=False)
    paper.section("Profile").text(
        "Two-way midfielder with early vision and a high work rate. Takes corners and free kicks. Captain by vote of the team.")
    paper.section("Honors").points(*HONORS[: 2 + edition])
    paper.section("Experience").points(
        f"{SCHOOL}, varsity starter since 2024, 58 matches, 24 goals, 31 assists",
        f"{CLUB}, under-17 and under-19 first teams, 2023 to now",
        "Colorado Olympic Development Program, 2024 and 2025")
    if edition > 2:
        paper.section("Testing").table([
            ["Test", "2025", "2026"], ["30 m sprint", "4.41 s", "4.29 s"], ["Yo-Yo intermittent recovery, level 1", "1,840 m", "2,120 m"],
            ["Vertical jump", "21.5 in", "23.0 in"], ["Pro agility", "4.78 s", "4.63 s"],
        ], [3.6, 1.5, 1.6])
    if edition > 3:
        paper.section("Last ten matches").table(
            [COLUMNS[:7]] + [row[:7] for row in season("junior", "2026-03-10", 22)[-10:]], [1, 1.7, 0.5, 0.8, 0.9, 0.8, 0.9])
    paper.section("References").text(
        "Miguel Alvarez, head coach, (970) 555-0117. Astrid Lindqvist, academy director, (970) 555-0166.").save(path)


def one_page(path):
    paper = Paper("Player Profile", NAME, accent="#7C2D12")
    paper.head(f"{NAME}, No. 8", f"{CLUB} · under-19 · midfielder · 2027")
    paper.section("In a sentence").text("Wins it, keeps it, plays it forward.")
    paper.section("Schedule").table([
        ["Date", "Event", "Place", "Field"], ["12 Dec 2026", "College Showcase", "Phoenix, Arizona", "Reach 11 Sports, 14"],
        ["9 Jan 2027", "Winter Classic", "San Diego, California", "Polo Fields, 6"],
        ["27 Feb 2027", "President's Cup", "Las Vegas, Nevada", "Bettye Wilson, 3"],
    ], [1.2, 1.8, 2.0, 1.7]).save(path)


ANSWERS = [
    ("What are your strengths as a player?",
     "Seeing the next pass early, pressing, and staying calm when a match turns. I like to have the ball when it is hard."),
    ("What are you working on?", "Arriving in the box later, heading, and speaking up earlier when the shape is wrong."),
    ("Why this university?",
     "The program develops midfielders over four years, and the department of human biology lets undergraduates into the "
     "laboratory from the first term. I visited in June and would like to come back."),
    ("What would your team mates say about you?", "That I am the first to practice, and that my jokes do not improve."),
    ("Injuries in the last three years?", "Ankle sprain, right, March 2025; four weeks. Fully recovered."),
]


def questionnaire(path, university, accent="#1D4E89"):
    paper = Paper(f"Recruiting Questionnaire, {university}", NAME, accent=accent)
    paper.letterhead(university, "Soccer Program · Prospective Student-Athlete Questionnaire")
    for title, rows in [
        ("Personal", [["Name", NAME], ["City", CITY], ["E-mail", EMAIL], ["Phone", PHONE], ["Graduation", "June 2027"]]),
        ("Academic", [["High school", SCHOOL], ["GPA", "3.92"], ["SAT", "1400"], ["Intended major", "Human biology"],
                      ["NCAA eligibility number", "on request"]]),
        ("Athletic", [["Position", "Midfielder"], ["Club", CLUB], ["Coach", "Miguel Alvarez"], ["Height", "5′ 8″"],
                      ["Varsity letters", "3"], ["Other sports", "Track, 800 m"]]),
    ]:
        paper.section(title).table(rows, [2.1, 4.6], head=False)
    for question, answer in ANSWERS:
        paper.section(question).text(answer)
    paper.section("Signature").text(f"{NAME}, November 2026").save(path)
