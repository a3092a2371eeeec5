"""Letters of recommendation."""

from athletes import CLUB, NAME, SCHOOL, SCHOOL_ADDRESS
from paper import Paper


def _letter(path, head, date, to, paragraphs, name, post, accent):
    paper = Paper(f"Letter of Recommendation for {NAME}", name, accent=accent, serif=True)
    paper.letterhead(*head).text(date).gap(0.05).text(to)
    paper.text(*paragraphs).gap(0.1).text("Sincerely,").gap(0.35).text(name).fine(post).save(path)


def from_coach(path):
    _letter(path, (SCHOOL, "Department of Athletics", SCHOOL_ADDRESS), "September 8, 2026", "To the coaching staff:", [
        f"It is my pleasure to recommend {NAME}, who has started every varsity match for us since the spring of the freshman "
        "year and captains the team this fall. In nineteen years of coaching I have known few midfielders who see the next "
        "pass as early, and none who work as hard to win the ball back.",
        "Jordan plays as an eight or a ten, strikes cleanly with both feet, and takes our set pieces. Last season the team went "
        "14-3-3 and reached the state semifinal; Jordan had 11 goals and 17 assists and completed 84 per cent of all passes. "
        "The numbers do not show how the others play better around this player.",
        "Off the field Jordan runs our Saturday clinic for third graders, has never missed a study hall, and called every "
        "freshman before the first practice. When we lost on penalties in the semifinal, it was Jordan who went to the "
        "keeper first.",
        "I recommend Jordan to your program without reservation. Please call me with any question.",
    ], "Miguel Alvarez", "Head Coach, Varsity Soccer · (970) 555-0117 · m.alvarez@example.org", "#14532D")


def from_teacher(path):
    _letter(path, (SCHOOL, "Department of Science", SCHOOL_ADDRESS), "October 2, 2026", "To the Admissions Committee:", [
        f"I taught {NAME} in Advanced Placement Biology last year, in a class of twenty-six, and would place this student among "
        "the three most curious I have met. Jordan asks what a result would look like if the idea were wrong.",
        "For the year's project Jordan measured recovery heart rates of team mates over eleven weeks, learned the statistics "
        "for it alone, and presented to the district's science fair, where it took second place. All of it in the season, on "
        "bus rides, with a notebook that is a pleasure to read.",
        "Jordan earned a 5 on the examination. More telling to me, four classmates asked to be in the same study group.",
    ], "Ngozi Okafor, M.S.", "AP Biology · (970) 555-0129 · n.okafor@example.org", "#1D4E89")


def from_club(path):
    _letter(path, (CLUB, "Academy Office", "900 Riverside Avenue, Fort Collins, Colorado 80524"), "November 3, 2026",
            "Dear Coach:", [
        f"{NAME} has been with our academy since the age of nine and plays for the under-19 first team a year early. We have "
        "tracked every session since 2022: Jordan covers 10.9 km in a match, of which 780 m above 19.8 km/h, and is in the "
        "top tenth of our league in passes into the final third.",
        "What I value most is composure. In the State Cup quarterfinal, a goal down with a player sent off, Jordan asked for "
        "the ball on every restart. We won 2-1.",
        "Full match video of the spring season is available on request.",
    ], "Astrid Lindqvist", "Academy Director · UEFA B · a.lindqvist@example.org", "#7C2D12")


def for_stanford(path):
    _letter(path, (SCHOOL, "Counseling Office", SCHOOL_ADDRESS), "November 10, 2026",
            "Dear members of the Stanford admission office:", [
        f"As counselor of the class of 2027 I have met with {NAME} every month for three years. Jordan has chosen the most "
        "demanding courses that our school offers, holds a 3.92 average, and has done so with twenty hours of practice a week.",
        "The family moved here when Jordan was eleven. Jordan interprets for grandparents at every appointment, and started "
        "our school's conversation table for families who are new to town; thirty families came last year.",
        "We know what we are recommending, and do so warmly.",
    ], "Harold Ito", "School Counselor · (970) 555-0131 · h.ito@example.org", "#14532D")
