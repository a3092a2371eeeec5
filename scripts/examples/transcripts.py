"""Transcripts, score reports and a progress report."""

from athletes import NAME, SCHOOL, SCHOOL_ADDRESS
from paper import Paper

COURSES = {
    "Grade 9, 2023–24": [
        ("English 9 Honors", "A", "A-"), ("Geometry Honors", "A", "A"), ("Biology", "A-", "A"), ("World History", "A", "A"),
        ("Spanish II", "B+", "A-"), ("Physical Education", "A", "A"), ("Introduction to Engineering", "A-", "A"),
    ],
    "Grade 10, 2024–25": [
        ("English 10 Honors", "A", "A"), ("Algebra II Honors", "A-", "A-"), ("Chemistry Honors", "B+", "A-"),
        ("AP Human Geography", "A", "A"), ("Spanish III", "A", "A"), ("Strength and Conditioning", "A", "A"),
        ("Drawing and Design", "A", "A"),
    ],
    "Grade 11, 2025–26": [
        ("AP English Language", "A-", "A"), ("Precalculus Honors", "A", "A"), ("AP Biology", "A", "A"),
        ("AP United States History", "A-", "A-"), ("Spanish IV Honors", "A", "A"), ("Athletic Training", "A", "A"),
        ("Statistics", "A", "A"),
    ],
    "Grade 12, 2026–27": [
        ("AP English Literature", "in progress", ""), ("AP Calculus AB", "in progress", ""), ("Physics", "in progress", ""),
        ("AP Government", "in progress", ""), ("AP Spanish Language", "in progress", ""), ("Sports Medicine", "in progress", ""),
    ],
}


def transcript(path, years, gpa, name=NAME):
    paper = Paper("Official Transcript", SCHOOL, accent="#14532D", serif=True)
    paper.letterhead(SCHOOL, "Office of the Registrar", f"{SCHOOL_ADDRESS} · (970) 555-0100 · CEEB 060555")
    paper.table([
        ["Student", name, "Student number", "20231187"], ["Date of birth", "on file", "Class of", "2027"],
        ["Cumulative GPA", f"{gpa} (unweighted)", "Class rank", "14 of 318"],
    ], [1.2, 2.3, 1.3, 1.9], head=False)
    for year in list(COURSES)[:years]:
        paper.section(year)
        paper.table(
            [["Course", "Semester 1", "Semester 2", "Credits"]]
            + [[course, first, second, "1.0" if second else ""] for course, first, second in COURSES[year]],
            [3.7, 1.05, 1.05, 0.9])
    paper.section("Grading scale").fine(
        "A 90–100, B 80–89, C 70–79, D 60–69. Honors courses carry half a point, Advanced Placement courses a full point, in "
        "the weighted average. Attendance to date: 97.8 %.").gap(0.3)
    paper.fine("Ruth Castellano, Registrar", "This transcript is official when it bears the seal of the school.")
    paper.save(path)


def progress_report(path):
    paper = Paper("Progress Report, Fall 2026", SCHOOL, accent="#14532D")
    paper.head("Progress Report", f"{NAME} · Grade 12 · Weeks 1–9, Fall 2026")
    rows = [["Course", "Teacher", "Average", "Remark"]]
    remarks = [
        ("AP English Literature", "L. Brandt", "93", "Thoughtful essays"), ("AP Calculus AB", "D. Nakamura", "91", "Keeps improving"),
        ("Physics", "P. Whitfield", "95", "Leads the lab group"), ("AP Government", "J. Ferrari", "94", ""),
        ("AP Spanish Language", "C. Villanueva", "96", "Excellent speaking"), ("Sports Medicine", "A. Lindqvist", "98", ""),
    ]
    paper.table(rows + [list(row) for row in remarks], [2.3, 1.5, 0.9, 2.0]).save(path)


def score_report(path):
    paper = Paper("SAT Score Report", NAME, accent="#7C2D12")
    paper.head("SAT Score Report", f"{NAME} · Test of 2 May 2026 · {SCHOOL}")
    paper.table([
        ["Section", "Score", "Range", "Percentile"], ["Reading and Writing", 690, "200–800", "93rd"],
        ["Mathematics", 710, "200–800", "92nd"], ["Total", 1400, "400–1600", "94th"],
    ], [2.6, 1.2, 1.4, 1.4])
    paper.text("A copy for the family's records; colleges receive scores from the testing organisation.").save(path)


AP_SCORES = """\
ADVANCED PLACEMENT SCORES
Jordan Reyes, Cedar Ridge High School, Class of 2027

Year  Examination                      Score
----  -------------------------------  -----
2025  Human Geography                      4
2026  Biology                              5
2026  English Language and Composition     4
2026  United States History                4

Sent as plain text by the counseling office on 14 July 2026.
"""
