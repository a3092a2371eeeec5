import CompassTesting
import Platform
import Schedules
import Testing

@Suite struct CronErrorTests {
    /// The text, what is to blame in it, the message, the hint.
    static let table: [(String, String, String, String)] = [
        ("", "", "a schedule has 5 fields, and this one is empty", order),
        (" \t", " \t", "a schedule has 5 fields, and this one is empty", order),
        ("0 3 * *", "0 3 * *", "a schedule has 5 fields, and this one has 4", order),
        (
            " 0 0 3 * * * 2026 ", "0 0 3 * * * 2026", "a schedule has 5 fields, and this one has 7",
            "\(order); seconds may stand before them, and there is no field for years"
        ),
        ("60 * * * *", "60", "`60` is no minute of a schedule", "it goes from 0 to 59"),
        ("0 24 * * *", "24", "`24` is no hour of a schedule", "it goes from 0 to 23"),
        ("0 0 0 * *", "0", "`0` is no day of month of a schedule", "it goes from 1 to 31"),
        ("0 0 1 13 *", "13", "`13` is no month of a schedule", "it goes from 1 to 12"),
        ("0 0 * * 8", "8", "`8` is no day of week of a schedule", "it goes from 0 to 7"),
        ("99 0 0 * * *", "99", "`99` is no second of a schedule", "it goes from 0 to 59"),
        ("0 1-99 * * *", "99", "`99` is no hour of a schedule", "it goes from 0 to 23"),
        (
            "0 0 1 1 * 2026", "2026", "`2026` is no day of week of a schedule",
            "with six fields the first is for seconds, and there is none for years"
        ),
        ("0 0 * * fry", "fry", "`fry` is no day of week of a schedule", "did you mean `fri`?"),
        ("0 0 * * friday", "friday", "`friday` is no day of week of a schedule", "write `fri`"),
        ("0 0 1 sept *", "sept", "`sept` is no month of a schedule", "write `sep`"),
        (
            "0 0 1 xyz *", "xyz", "`xyz` is no month of a schedule",
            "names are jan feb mar apr may jun jul aug sep oct nov dec"
        ),
        ("x * * * *", "x", "`x` is no minute of a schedule", form),
        ("1,,2 * * * *", "", "a list of the minute lacks a value: `1,,2`", "commas stand between values: `0,30`"),
        ("1, * * * *", "", "a list of the minute lacks a value: `1,`", "commas stand between values: `0,30`"),
        ("0 ,1 * * *", "", "a list of the hour lacks a value: `,1`", "commas stand between values: `0,30`"),
        ("-5 * * * *", "-5", "`-5` is no minute of a schedule", form),
        ("5- * * * *", "5-", "`5-` is no minute of a schedule", form),
        ("1-5-9 * * * *", "1-5-9", "`1-5-9` is no minute of a schedule", form),
        ("12345 * * * *", "12345", "`12345` is no minute of a schedule", form),
        ("*5 * * * *", "*5", "`*5` is no minute of a schedule", form),
        ("é * * * *", "é", "`é` is no minute of a schedule", form),
        ("0 3 * * *\n", "*\n", "`*\\n` is no day of week of a schedule", oneLine),
        ("0\u{1B}[31m 3 * * *", "0\u{1B}[31m", "`0\\x1B[31m` is no minute of a schedule", oneLine),
        ("0 3 ? * *", "?", "`?` is no day of month of a schedule", "write `*`"),
        (
            "0~30 * * * *", "0~30", "`0~30` is no minute of a schedule",
            "what `~` picks changes; write `H(0-30)`, which stays the same"
        ),
        ("*/0 * * * *", "0", "`0` is no step of the minute", "a step is a number from 1"),
        ("*/x * * * *", "x", "`x` is no step of the minute", "a step is a number from 1"),
        ("0 */-2 * * *", "-2", "`-2` is no step of the hour", "a step is a number from 1"),
        ("*/5/5 * * * *", "5/5", "`5/5` is no step of the minute", "a step is a number from 1"),
        ("*/ * * * *", "*/", "the minute lacks the step after `/`", "a step is a number from 1"),
        ("10-5 * * * *", "10-5", "`10-5` is no minute of a schedule", "\(upward); write `10-59,0-5`"),
        ("0 22-4/2 * * *", "22-4", "`22-4` is no hour of a schedule", "\(upward); write `22-23,0-4`"),
        ("0 23-0 * * *", "23-0", "`23-0` is no hour of a schedule", "\(upward); write `23,0`"),
        ("0 0 28-3 * *", "28-3", "`28-3` is no day of month of a schedule", "\(upward); write `28-31,1-3`"),
        ("0 0 1 nov-feb *", "nov-feb", "`nov-feb` is no month of a schedule", "\(upward); write `nov-dec,jan-feb`"),
        (
            "0 0 * * sat-tue", "sat-tue", "`sat-tue` is no day of week of a schedule",
            "\(upward); write `sat-sun,mon-tue`"
        ),
        ("0 0 * * 6-1", "6-1", "`6-1` is no day of week of a schedule", "\(upward); write `6-7,1`"),
        (
            "0 0 30 2 *", "30 2", "day of month `30` never comes in month `2`",
            "no month that is named has more than 29 days"
        ),
        (
            "0 0 31 feb,4,jun *", "31 feb,4,jun", "day of month `31` never comes in month `feb,4,jun`",
            "no month that is named has more than 30 days"
        ),
        (
            "0 0 0 L-30 4 *", "L-30 4", "day of month `L-30` never comes in month `4`",
            "no month that is named has more than 30 days"
        ),
        (
            "0 0 */31 * mon#2", "*/31 * mon#2", "no day is `*/31` of month `*` and `mon#2` of the week",
            "both must match, because the text of one of them begins with `*`"
        ),
        ("0 0 L-0 * *", "0", "`0` is no day of month of a schedule", "behind `L-` stands a number from 1 to 30"),
        ("0 0 L-31 * *", "31", "`31` is no day of month of a schedule", "behind `L-` stands a number from 1 to 30"),
        ("0 0 L5 * *", "L5", "`L5` is no day of month of a schedule", "write `L`, `L-3`, `LW` or `L-3W`"),
        (
            "0 0 LW-3 * *", "LW-3", "`LW-3` is no day of month of a schedule",
            "the workday nearest to three days before the last one is `L-3W`"
        ),
        ("0 0 LW3 * *", "LW3", "`LW3` is no day of month of a schedule", "write `L`, `L-3`, `LW` or `L-3W`"),
        (
            "0 0 15L * *", "15L", "`15L` is no day of month of a schedule",
            "the last day is `L`, three days before it is `L-3`"
        ),
        ("0 0 1-15W * *", "1-15W", "`1-15W` is no day of month of a schedule", "`W` goes with a single day: `15W`"),
        ("0 0 15W-20 * *", "15W-20", "`15W-20` is no day of month of a schedule", "`W` goes with a single day: `15W`"),
        ("L * * * *", "L", "`L` is no minute of a schedule", form),
        (
            "0 0 * * L", "L", "`L` is no day of week of a schedule",
            "`L` needs a day of the week before it: `5L` is the last Friday"
        ),
        ("0 0 * * 5L-6", "5L-6", "`5L-6` is no day of week of a schedule", "`L` goes with a single day: `5L`"),
        (
            "0 0 * * 5#6", "6", "`6` is no day of week of a schedule",
            "behind `#` stands a number from 1 to 5, or `L`: `5#3`"
        ),
        (
            "0 0 * * 5#", "5#", "`5#` is no day of week of a schedule",
            "behind `#` stands a number from 1 to 5, or `L`: `5#3`"
        ),
        ("H(5) * * * *", "H(5)", "`H(5)` is no minute of a schedule", hash),
        ("H(5-9 * * * *", "H(5-9", "`H(5-9` is no minute of a schedule", hash),
        ("H-9 * * * *", "H-9", "`H-9` is no minute of a schedule", hash),
        ("H(9-5) * * * *", "9-5", "`9-5` is no minute of a schedule", upward),
        ("H(0-60) * * * *", "60", "`60` is no minute of a schedule", "it goes from 0 to 59"),
        (
            "0 0 H(29-31) * *", "29-31", "`29-31` is no day of month of a schedule",
            "`H` chooses from the days 1 to 28, which every month has"
        ),
        ("@dayly", "@dayly", "`@dayly` is no schedule", "did you mean `@daily`?"),
        ("@Dayly", "@Dayly", "`@Dayly` is no schedule", "did you mean `@daily`?"),
        (
            "@Reboot", "@Reboot", "`@Reboot` is no schedule",
            "a start of the system is no time; `on.watch` takes what is there when the service starts"
        ),
        (
            "@x", "@x", "`@x` is no schedule",
            "there are @yearly @annually @monthly @weekly @daily @midnight @hourly"
        ),
        (
            "@daily 5", "@daily 5", "`@daily 5` is no schedule",
            "did you mean `@daily`?"
        ),
        (
            "@reboot", "@reboot", "`@reboot` is no schedule",
            "a start of the system is no time; `on.watch` takes what is there when the service starts"
        ),
        ("@every 5m", "@every 5m", "`@every 5m` is no schedule", "write `*/5 * * * *` for every 5 minutes"),
        (
            "CRON_TZ=UTC 0 3 * * *", "CRON_TZ=UTC", "`CRON_TZ=UTC` is no field of a schedule",
            "the zone stands beside the schedule, under `timezone`"
        ),
    ]

    private static let order = "minute, hour, day of month, month, day of week: `0 3 * * *`"
    private static let form = "write `*`, `5`, `1-5`, `*/15` or a list of such"
    private static let oneLine = "a schedule stands in one line, with blanks between fields"
    private static let upward = "a range goes from low to high"
    private static let hash = "write `H`, `H(0-7)`, `H/15` or `H(0-29)/10`"

    @Test("C5 to C7, C26: each mistake is told with its field, its place and what to write", arguments: table.indices)
    func messages(index: Int) {
        let (text, part, message, hint) = Self.table[index]
        let error = #expect(throws: CronError.self) { try CronExpression(text, seed: "x") }
        guard let error else { return }
        #expect(error.message == message)
        #expect(error.hint == hint)
        #expect(Array(text.utf8)[error.range].elementsEqual(part.utf8), "\(error.range)")
        #expect(error.description == "\(message); \(hint)")
    }

    @Test("C26: where a list lacks a value, its place is the blame", arguments: [("1,,2", 2), ("1,", 2), (",1", 0)])
    func emptyItem(list: String, place: Int) {
        let error = #expect(throws: CronError.self) { try CronExpression("\(list) * * * *", seed: "x") }
        #expect(error?.range == place..<place)
    }

    @Test("C26: a text that is too long is not read")
    func tooLong() {
        let error = #expect(throws: CronError.self) {
            try CronExpression("0 0 * * " + String(repeating: "1,", count: 500), seed: "")
        }
        #expect(error?.message == "a schedule has 1000 bytes at most, and this one has 1008")
    }

    @Test(
        "C3: a step that does not go on evenly is warned of",
        arguments: [
            (
                "*/35 * * * *", "*/35", "`*/35` means minute 0 and 35 of every hour, not every 35 minutes",
                "write `0,35` if that is meant"
            ),
            (
                "0 0,*/13 * * *", "*/13", "`*/13` means hour 0 and 13 of every day, not every 13 hours",
                "write `0,13` if that is meant"
            ),
            (
                "0 0 * * */5", "*/5", "`*/5` means day of week 0 and 5 of every week, not every 5 day of weeks",
                "write `0,5` if that is meant"
            ),
            (
                "*/60 * * * *", "*/60",
                "the step of `*/60` is larger than its range, so that only minute 0 is left",
                "a step counts within one hour; write `0` if that is meant"
            ),
            (
                "0 1-5/9 * * *", "1-5/9", "the step of `1-5/9` is larger than its range, so that only hour 1 is left",
                "a step counts within one day; write `1` if that is meant"
            ),
            (
                "H/90 * * * *", "H/90", "the step of `H/90` is larger than its range, so that it means `H` alone",
                "a step counts within one hour"
            ),
        ])
    func warnings(text: String, part: String, message: String, hint: String) throws {
        let warnings = try CronExpression(text, seed: "x").warnings
        #expect(warnings.map(\.message) == [message])
        #expect(warnings.map(\.hint) == [hint])
        #expect(warnings.map { Array(text.utf8)[$0.range].elementsEqual(part.utf8) } == [true])
    }

    @Test("C3: what goes on evenly, or is plainly a list, is not warned of")
    func noWarnings() throws {
        for text in ["*/15 */6 * * *", "*/7 * * * *", "0 0 */2 * *", "5/15 * * * *", "0 9-17/4 * * *", "H/15 * * * *"] {
            #expect(try CronExpression(text, seed: "x").warnings.isEmpty, "\(text)")
        }
    }

    @Test("C16: `H` without a name to choose by is warned of")
    func seedless() throws {
        #expect(
            try CronExpression("H 3 * * *", seed: "").warnings.map(\.description)
                == ["`H` has no name to choose by, so that it is the same for all; write a number"])
    }

    @Test(
        "C26: no text makes it crash; a range is always inside of the text",
        arguments: 0..<(Nightly.isOn ? 4 : 1) as Range<UInt64>)
    func fuzz(seed: UInt64) {
        let pieces = [
            "*", "0", "5", "59", "60", "7", "-", "/", ",", "#", "L", "W", "H", "(", ")", "H(", " ", "  ", "\t", "fri",
            "sun", "jan", "@", "@daily", "?", "~", "é", "\u{0}", "99999999999999999999", "0 0 ", "* * ", "l", "w", "=",
        ]
        var random = SeededRandom(seed: Nightly.seed &* 1_000 &+ seed)
        for _ in 0..<(Nightly.isOn ? 250_000 : 5_000) {
            var text = ""
            for _ in 0..<random.below(14) { text += pieces[random.below(pieces.count)] }
            if random.below(8) == 0 {
                let byte = UInt8(truncatingIfNeeded: random.next())
                text = String(decoding: Array(text.utf8) + [byte] + Array(text.utf8), as: UTF8.self)
            }
            do {
                let schedule = Schedule(try CronExpression(text, seed: "x"), in: .utc)
                // Whatever is accepted comes some day.
                #expect(schedule.next(after: Timestamp(microseconds: 1_795_000_000_000_000)) != nil, "\(text)")
            } catch {
                if error.range.upperBound > text.utf8.count { Issue.record("\(text): \(error)") }
            }
        }
    }
}
