"""Which documents there are, how their files are made, and what becomes of them."""

import csv
import multiprocessing
from dataclasses import dataclass, field

import films
import letters
import profiles
import transcripts
from athletes import COLUMNS, NAME, season
from office import write_docx, write_xlsx

FEW = ["stanford", "colorado", "santa-clara"]
SOME = [*FEW, "duke", "unc", "michigan", "washington", "denver"]
MANY = [
    *SOME, "ucla", "berkeley", "portland", "gonzaga", "utah", "byu", "creighton", "indiana", "notre-dame", "northwestern",
    "virginia", "wake-forest", "georgetown", "princeton", "colorado-state", "texas", "wisconsin",
]


@dataclass
class Document:
    pipeline: str
    title: str
    name: str
    # Each writes a version to the path that it is given.
    makers: list
    description: str = ""
    schools: list = field(default_factory=list)
    # The school that it is about.
    school: str = ""
    owner: str = "jordan"
    # How many days ago the first version came, and how many days lie between versions.
    since: int = 40
    every: int = 5


def film(kind, seed, *lines, seconds=20, size=(640, 360)):
    return lambda path: films.make_film(path, kind, seed, lines, seconds, size)


def write_csv(path, rows):
    with open(path, "w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)


def games(count, seed="junior", first="2026-08-25"):
    return lambda path: write_csv(path, [COLUMNS, *season(seed, first, count)])


def club_workbook(path):
    totals = [["Season", "Matches", "Goals", "Assists"], ["2024–25", 28, 6, 9], ["2025–26", 31, 9, 13]]
    write_xlsx(path, {"Matches": [COLUMNS, *season("club", "2026-01-17", 18)], "Totals": totals})


def fitness(path):
    write_csv(path, [
        ["Date", "30 m (s)", "Yo-Yo IR1 (m)", "Vertical jump (in)", "Pro agility (s)", "Resting heart rate"],
        ["2026-02-03", 4.41, 1840, 21.5, 4.78, 58], ["2026-05-12", 4.35, 1960, 22.0, 4.70, 56],
        ["2026-08-04", 4.31, 2040, 22.5, 4.66, 55], ["2026-11-02", 4.29, 2120, 23.0, 4.63, 54],
    ])


def academic_resume(path):
    write_docx(path, f"{NAME}: Academic Résumé", [
        ("Education", ["Cedar Ridge High School, Class of 2027. GPA 3.92 unweighted, SAT 1400.",
                       "AP: Human Geography (4), Biology (5), English Language (4), United States History (4)."]),
        ("Research", ["Heart-rate recovery of eleven team mates over eleven weeks; district science fair, second place."]),
        ("Service", ["Saturday soccer clinic, 120 hours.", "Conversation table for families new to town, founder."]),
        ("Languages", ["English and Spanish, both fluently; French, first year."]),
    ])


def word_questionnaire(path):
    write_docx(path, "Prospective Student-Athlete Questionnaire", [
        (question, [answer]) for question, answer in profiles.ANSWERS
    ])


def asked(university, accent="#1D4E89"):
    return [lambda path: profiles.questionnaire(path, university, accent)]


DOCUMENTS = [
    Document(
        "highlight-video", "Junior Season Highlights", "junior-season.mp4",
        [film("mp4", f"junior {cut}", NAME, "Junior Season Highlights", "No. 8 · Midfielder · Class of 2027", seconds=20 + 5 * cut,
              size=(960, 540) if cut == 2 else (640, 360)) for cut in range(3)],
        "Goals, assists and defending from 22 varsity matches, fall 2026. Jordan is circled.", MANY, since=60, every=18),
    Document(
        "highlight-video", "Sophomore Season Highlights", "sophomore.mp4",
        [film("mp4", "sophomore", NAME, "Sophomore Season", "No. 18 · Midfielder")], "Fall 2025, varsity.", FEW, since=72),
    Document(
        "highlight-video", "Passing and Vision", "IMG_2291.MOV",
        [film("mov", "vision", "Passing and Vision", "Thirty passes that broke a line", "Club season 2025–26")],
        "Thirty passes that broke a line, from the club's spring season.", SOME, since=44),
    Document(
        "highlight-video", "State Cup Semifinal", "STATECUP.AVI",
        [film("avi", "cup", "State Cup Semifinal", "Second half, 60th to 80th minute", "Front Range United SC", seconds=30)],
        "From the stadium's camera, uncut.", since=52),
    Document(
        "highlight-video", "ID Camp Clips, Summer 2026", "IMG_3107.mp4",
        [film("hevc", "camp", "ID Camp", "Summer 2026", "Filmed by phone")], "Filmed by phone, in HEVC.", ["stanford"], since=70),
    Document(
        "highlight-video", "Set Pieces and Long Shots", "set-pieces.mp4",
        [film("mp4", f"set pieces {cut}", NAME, "Set Pieces and Long Shots", "2025 and 2026") for cut in range(2)],
        "Corners, free kicks and shots from outside the box.", SOME, since=36, every=9),
    Document(
        "transcript", "Official Transcript, Grades 9–12", "Reyes_Jordan_transcript.pdf",
        [lambda path: transcripts.transcript(path, 3, "3.90"), lambda path: transcripts.transcript(path, 4, "3.92")],
        "Sent by the registrar, with the courses in progress.", MANY, since=66, every=41),
    Document(
        "transcript", "Progress Report, Fall 2026", "progress.pdf", [transcripts.progress_report],
        "Nine weeks into grade 12.", FEW, since=20),
    Document("transcript", "SAT Score Report", "sat.pdf", [transcripts.score_report], "", FEW, since=74),
    Document(
        "transcript", "AP Exam Scores", "ap-scores.txt",
        [lambda path: path.write_text(transcripts.AP_SCORES, encoding="utf-8")], "Four examinations, 2025 and 2026.", since=73),
    Document(
        "resume", "Athletic Résumé", "resume.pdf",
        [lambda path, edition=edition: profiles.athletic_resume(path, edition) for edition in range(1, 5)],
        "Two pages, updated after each tournament.", SOME, since=68, every=16),
    Document("resume", "Academic Résumé", "academic.docx", [academic_resume], "For applications.", since=35),
    Document(
        "resume", "Player Profile with Tournament Schedule", "profile.pdf", [profiles.one_page],
        "One page to hand to coaches on the sideline.", SOME, since=12),
    Document(
        "rec-letter", "Letter from Coach Alvarez", "alvarez.pdf", [letters.from_coach], "Head coach of the varsity team.", MANY,
        since=62),
    Document(
        "rec-letter", "Letter from Ms. Okafor, AP Biology", "okafor.pdf", [letters.from_teacher], "", FEW, since=48),
    Document(
        "rec-letter", "Letter from the Academy Director", "lindqvist.pdf", [letters.from_club],
        "Front Range United SC, with match data.", since=19),
    Document(
        "rec-letter", "Counselor's Letter for Stanford", "counselor.pdf", [letters.for_stanford], "", ["stanford"], "stanford",
        since=13),
    Document(
        "questionnaire", "Stanford Recruiting Questionnaire", "stanford.pdf", asked("Stanford University", "#8C1515"), "",
        ["stanford"], "stanford", since=50),
    Document(
        "questionnaire", "Michigan Recruiting Questionnaire", "michigan.pdf", asked("University of Michigan", "#00274C"),
        "Sent before the October camp.", ["michigan"], "michigan", since=46),
    Document(
        "questionnaire", "Duke Recruiting Questionnaire", "duke.pdf", asked("Duke University", "#012169"), "", [], "duke",
        since=9),
    Document(
        "questionnaire", "Santa Clara Player Questionnaire", "santa-clara.docx", [word_questionnaire], "In Word, as they asked.",
        ["santa-clara"], "santa-clara", since=8),
    Document(
        "stats-sheet", "Senior Season Statistics", "season.csv", [games(count) for count in range(2, 26, 2)],
        "Match by match; a new version each week.", SOME, since=64, every=5),
    Document("stats-sheet", "Club Season 2025–26", "club.xlsx", [club_workbook], "Two sheets: matches and totals.", FEW, since=58),
    Document("stats-sheet", "Fitness Testing", "fitness.csv", [fitness], "Four dates in 2026.", since=16),
    Document(
        "highlight-video", "First Cut, Not for Coaches", "first-cut.mp4",
        [film("mp4", "first cut", NAME, "First cut", "Draft")], "Has the wrong music.", FEW, since=61),
    Document(
        "highlight-video", "Casey's Goals, Fall 2026", "goals.mp4",
        [film("mp4", "casey", "Casey Reyes", "Goals, Fall 2026", "Forward · Class of 2030")], "Every goal.", owner="casey", since=30),
    Document(
        "stats-sheet", "Casey's Season", "season.csv", [games(9, "casey"), games(12, "casey")], "", ["denver"], owner="casey",
        since=28, every=12),
    Document(
        "transcript", "Grade 8 Report", "grade-8.txt",
        [lambda path: path.write_text("GRADE 8\nCasey Reyes\n\nEnglish A\nMathematics A-\nScience A\n", encoding="utf-8")], "",
        owner="casey", since=27),
]

# Shared by nobody's wish, and put into the trash.
TRASHED = "First Cut, Not for Coaches"


def make_files(folder):
    """Writes each version to `folder/NUMBER/VERSION/NAME`, where it is not there yet, several at a time."""
    missing = [
        (folder, number, version) for number, document in enumerate(DOCUMENTS) for version in range(1, len(document.makers) + 1)
        if not _path(folder, number, version).exists()]
    if missing:
        # By fork, since the makers are no values that could be sent.
        with multiprocessing.get_context("fork").Pool() as pool:
            pool.starmap(_make, missing, chunksize=1)


def _path(folder, number, version):
    return folder / f"{number:02}" / str(version) / DOCUMENTS[number].name


def _make(folder, number, version):
    path = _path(folder, number, version)
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name("unfinished" + path.suffix)
    DOCUMENTS[number].makers[version - 1](unfinished)
    unfinished.replace(path)
