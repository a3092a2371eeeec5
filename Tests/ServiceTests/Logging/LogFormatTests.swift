import CompassTesting
import Diagnostics
import Platform
import Testing

@testable import Service

@Suite struct LogFormatTests {
    private let time = LogLines.time

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let entry: LogEntry
        let text: String
        let logfmt: String
        let json: String
        var testDescription: String { name }
    }

    static let rows = [
        Row(
            name: "plain", entry: LogEntry(.info, "ready", "Ready", [.init("watches", 3)]),
            text: "2026-03-08T07:00:00.123Z info    Ready  watches=3",
            logfmt: "time=2026-03-08T07:00:00.123Z level=info event=ready message=Ready watches=3",
            json: #"{"time":"2026-03-08T07:00:00.123Z","level":"info","event":"ready","message":"Ready","watches":"3"}"#
        ),
        Row(
            name: "spaces, quotes and backslashes",
            entry: LogEntry(
                .warning, "watch-lost", #"Cannot see "in box" \ now"#, [.init("path", "in box"), .init("empty", "")]),
            text: #"2026-03-08T07:00:00.123Z warning Cannot see "in box" \ now  path="in box" empty="""#,
            logfmt:
                #"time=2026-03-08T07:00:00.123Z level=warning event=watch-lost message="Cannot see \"in box\" \\ now" "#
                + #"path="in box" empty="""#,
            json: #"{"time":"2026-03-08T07:00:00.123Z","level":"warning","event":"watch-lost","message":"Cannot see "#
                + #"\"in box\" \\ now","path":"in box","empty":""}"#),
        Row(
            name: "line breaks, control characters and marks that reorder text",
            entry: LogEntry(.error, "bad", "one\ntwo\u{1B}[31m\u{202E}", [.init("a=b", "x=y\tz")]),
            text: #"2026-03-08T07:00:00.123Z error   one\ntwo\x1B[31m\xE2\x80\xAE  a=b=x=y\tz"#,
            logfmt:
                #"time=2026-03-08T07:00:00.123Z level=error event=bad message="one\ntwo\u001b[31m\u202e" a_b="x=y\tz""#,
            json: #"{"time":"2026-03-08T07:00:00.123Z","level":"error","event":"bad","message":"one\ntwo\u001b[31m"#
                + #"\u202e","a_b":"x=y\tz"}"#),
        Row(
            name: "fields that have a name that is taken, twice, or none",
            entry: LogEntry(
                .debug, "d", "m", [.init("message", "1"), .init("x", "2"), .init("x", "3"), .init("", "4")]),
            text: "2026-03-08T07:00:00.123Z debug   m  message=1 x=2 x=3 =4",
            logfmt: "time=2026-03-08T07:00:00.123Z level=debug event=d message=m message-2=1 x=2 x-2=3 _=4",
            json:
                #"{"time":"2026-03-08T07:00:00.123Z","level":"debug","event":"d","message":"m","message-2":"1","x":"2","#
                + #""x-2":"3","_":"4"}"#),
    ]

    @Test("each format writes exactly these bytes", arguments: rows)
    func bytes(_ row: Row) {
        #expect(StreamDestination.line(.text, style: .plain)(row.entry, time) == row.text)
        #expect(StreamDestination.line(.logfmt, style: .plain)(row.entry, time) == row.logfmt)
        #expect(StreamDestination.line(.json, style: .plain)(row.entry, time) == row.json)
    }

    @Test("on a terminal text has times as they are shown there, and no other format has")
    func times() {
        let entry = LogEntry(.info, "e", "m")
        func line(_ format: LogFormat) -> String {
            StreamDestination.line(format, style: .plain, shown: { _ in "now" })(entry, time)
        }
        #expect(line(.text) == "now info    m")
        for format in [LogFormat.logfmt, .json, .journald] { #expect(!line(format).contains("now"), "\(format)") }
    }

    @Test("a line that the journal reads from standard error has its priority in front")
    func prefix() {
        let lines = LogEntry.Level.allCases.map {
            StreamDestination.line(.journald, style: .plain)(LogEntry($0, "e", "m"), time).prefix(3)
        }
        #expect(lines == ["<7>", "<6>", "<4>", "<3>"])
    }

    @Test("text has colours only with a style that has them")
    func colours() {
        let entry = LogEntry(.error, "e", "m", [.init("k", "v")])
        #expect(LogText.line(entry, at: time, style: Style(colours: true)).contains("\u{1B}[31merror"))
        #expect(!LogText.line(entry, at: time).contains("\u{1B}"))
    }

    @Test("the journal's protocol: values are made safe to show, a line break too")
    func journal() {
        let entry = LogEntry(
            .warning, "watch-lost", "one\ntwo", [.init("since-when", "x=1"), .init("9 lives", "a\nb")])
        let expected = Array(
            ("PRIORITY=4\nSYSLOG_IDENTIFIER=compass\nCOMPASS_EVENT=watch-lost\nCOMPASS_SINCE_WHEN=x=1\n"
                + "COMPASS_9_LIVES=a\\nb\nMESSAGE=one\\ntwo\n").utf8)
        #expect(JournalMessage.bytes(entry) == expected)
    }

    @Test("a secret in a field is shown as ***")
    func secrets() {
        let secret = Secret("hunter2")
        let entry = LogEntry(.info, "e", "with \(secret)", [.init("token", secret)])
        for format in LogFormat.allCases {
            let line = StreamDestination.line(format, style: .plain)(entry, time)
            #expect(line.contains("***") && !line.contains("hunter2"))
        }
        #expect(!String(decoding: JournalMessage.bytes(entry), as: UTF8.self).contains("hunter2"))
    }

    @Test("random entries survive logfmt and JSON, and are safe in the journal's protocol, each on one line")
    func roundTrip() throws {
        var random = SeededRandom(seed: 41)
        for _ in 0..<(Nightly.isOn ? 2_000 : 200) {
            let fields = (0..<Int.random(in: 0...4, using: &random)).map {
                LogEntry.Field("f\($0)", LogLines.nasty(&random))
            }
            let entry = LogEntry(.warning, LogLines.nasty(&random), LogLines.nasty(&random), fields)
            let expected = [entry.event, entry.message] + fields.map(\.value)

            let logfmt = LogfmtText.line(entry, at: time)
            #expect(!logfmt.utf8.contains { $0 < 0x20 || $0 == 0x7F })
            let pairs = try #require(LogLines.parseLogfmt(logfmt), "\(logfmt)")
            #expect(pairs.dropFirst(2).map(\.value).map(Array.init) == expected.map(Array.init))

            let json = Value.record(LogJSON.record(entry, at: time)).json
            #expect(!json.utf8.contains { $0 < 0x20 })
            let record = try #require(try Value(json: json).record)
            #expect(record.entries.dropFirst(2).map { Array($0.value.text.utf8) } == expected.map { Array($0.utf8) })

            let journal = try #require(LogLines.parseJournal(JournalMessage.bytes(entry)))
            let told =
                [journal[2].value, journal[journal.count - 1].value] + journal[3..<(journal.count - 1)].map(\.value)
            #expect(told.map { Array($0.utf8) } == expected.map { Array(Printable.text($0).utf8) })
        }
    }

    @Test("auto: the journal when it reads standard error, then a terminal, then logfmt")
    func auto() throws {
        let file = try FileDescriptor.open("/dev/null", flags: 1)
        let status = try file.status()
        let ours = "\(status.device):\(status.inode)"
        let rows: [(stream: String?, isInteractive: Bool, format: LogFormat)] = [
            (ours, false, .journald), (ours, true, .journald), ("1:2", true, .text), ("1:2", false, .logfmt),
            (nil, true, .text), (nil, false, .logfmt), ("", false, .logfmt),
        ]
        for row in rows {
            let format = LogFormat.auto.resolved(
                errors: file, isInteractive: row.isInteractive,
                environment: { $0 == "JOURNAL_STREAM" ? row.stream : nil })
            #expect(format == row.format, "\(row)")
        }
        #expect(LogFormat.json.resolved(errors: file, isInteractive: true, environment: { _ in ours }) == .json)
    }
}
