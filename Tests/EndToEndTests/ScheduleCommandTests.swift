import Platform
import Testing

/// `compass schedule`: what it prints is computed by what `compass up` follows.
@Suite struct ScheduleCommandTests {
    private func next(_ arguments: Path...) async throws -> Sandbox.Output {
        try await Sandbox().compass(["-w", "/nonexistent", "schedule", "next"] + arguments)
    }

    @Test("C8: a time in the gap fires right after it; instants are shown with the zone's offset")
    func gap() async throws {
        let arguments: [Path] = [
            "schedule", "next", "--cron", "30 2 * * *", "--timezone", "America/New_York", "--from", "2026-03-07", "-n",
            "3",
        ]
        let sandbox = try Sandbox()
        let json = try await sandbox.compass(["-w", "/nonexistent"] + arguments + ["--json"])
        #expect(
            json.text == """
                {"at":"2026-03-07T02:30:00-05:00","utc":"2026-03-07T07:30:00Z"}
                {"at":"2026-03-08T03:00:00-04:00","utc":"2026-03-08T07:00:00Z"}
                {"at":"2026-03-09T02:30:00-04:00","utc":"2026-03-09T06:30:00Z"}

                """)
        #expect((json.status, json.errors) == (0, ""))
        let text = try await sandbox.compass(arguments)
        #expect(
            text.text == """
                DAY  AT                         IN      NOTE
                Sat  2026-03-07T02:30:00-05:00  2h 30m
                Sun  2026-03-08T03:00:00-04:00  1d 02h  there is no 02:30 that day; right after the gap
                Mon  2026-03-09T02:30:00-04:00  2d 01h

                """)
    }

    @Test(
        "C26: what is wrong on the command line is told with its place; exit status 2",
        arguments: [
            (
                ["--cron", "5 25 * * *"],
                "--cron:1:3: error[invalid-cron]: "
            ),
            (
                ["--cron", "5 * * * *", "--timezone", "America/New_Yrok"],
                """
                --timezone:1:1: error[unknown-timezone]: there is no time zone `America/New_Yrok`
                    1 | America/New_Yrok
                      | ^^^^^^^^^^^^^^^^ did you mean `America/New_York`?
                """
            ),
            (["--cron", "5 * * * *", "--from", "yesterday"], "compass: option --from: `yesterday` is no time;"),
            (["--timezone", "UTC"], "compass: --timezone goes with --cron\nusage: compass schedule next"),
            (["--cron", "5 * * * *", "video"], "compass: --cron is a schedule of its own, without a PIPELINE"),
        ] as [([String], String)])
    func mistakes(arguments: [String], message: String) async throws {
        let output = try await Sandbox().compass(["schedule", "next"] + arguments.map { Path($0) })
        #expect(output.status == 2)
        #expect(output.text == "")
        #expect(output.errors.hasPrefix(message), "\(output)")
    }

    private func scheduled() throws -> Sandbox {
        let sandbox = try Sandbox()
        try sandbox.write(
            "pipelines/nightly.yaml",
            """
            version: 1
            name: nightly
            on:
              watch: { path: inbox }
              schedule:
                - { cron: "0 3 * * *", timezone: America/New_York, catch-up: once }
                - { cron: "*/30 2 * * *", overlap: queue }
            stages:
              - uses: detect-mime

            """)
        return sandbox
    }

    @Test("the schedules of a workspace are shown in the order of their times, and nothing is made in it")
    func workspace() async throws {
        let sandbox = try scheduled()
        let output = try await sandbox.compass("schedule", "next", "--from", "2026-07-01", "-n", "4", "--json")
        #expect(
            output.text == """
                {"at":"2026-07-01T02:00:00Z","utc":"2026-07-01T02:00:00Z","pipeline":"nightly","schedule":"*/30 2 * * * UTC"}
                {"at":"2026-07-01T02:30:00Z","utc":"2026-07-01T02:30:00Z","pipeline":"nightly","schedule":"*/30 2 * * * UTC"}
                {"at":"2026-07-01T03:00:00-04:00","utc":"2026-07-01T07:00:00Z","pipeline":"nightly","schedule":"0 3 * * * America/New_York"}
                {"at":"2026-07-02T02:00:00Z","utc":"2026-07-02T02:00:00Z","pipeline":"nightly","schedule":"*/30 2 * * * UTC"}

                """, "\(output)")
        let one = try await sandbox.compass("schedule", "next", "nightly", "--from", "2026-07-01", "-n", "1")
        #expect(
            one.text == """
                DAY  AT                    IN      PIPELINE  SCHEDULE          NOTE
                Wed  2026-07-01T02:00:00Z  2h 00m  nightly   */30 2 * * * UTC

                """)
        let none = try await sandbox.compass("schedule", "next", "video")
        #expect((none.status, none.text) == (0, ""))
        let slots = try await sandbox.compass("schedule", "history", "--json")
        #expect((slots.status, slots.text, slots.errors) == (0, "", ""))
        #expect(!Files.exists(sandbox.folder.appending(".compass")))
    }

    @Test("C18, C19: a simulation shows what fires, is skipped and is caught up, as text and as JSON")
    func simulate() async throws {
        let sandbox = try Sandbox()
        let arguments: [Path] = [
            "schedule", "simulate", "--cron", "*/20 * * * *", "--catch-up", "once", "--duration", "25m", "--from",
            "2026-01-01", "--to", "2026-01-01T05:00", "--down", "2026-01-01T01:05/2026-01-01T04:02",
        ]
        let text = try await sandbox.compass(arguments)
        #expect(
            text.text == """
                Thu 2026-01-01T00:20:00Z  fired
                Thu 2026-01-01T00:40:00Z  skipped    still running
                Thu 2026-01-01T01:00:00Z  fired
                Thu 2026-01-01T03:40:00Z  skipped    missed, with 7 before it
                Thu 2026-01-01T04:20:00Z  skipped    still running
                Thu 2026-01-01T04:00:00Z  caught up  starts at 2026-01-01T04:22:00Z
                Thu 2026-01-01T04:40:00Z  skipped    still running
                Thu 2026-01-01T05:00:00Z  fired

                """, "\(text)")
        #expect(text.errors == "3 fired, 1 caught up, 11 skipped\n")
        let json = try await sandbox.compass(arguments + ["--json"])
        #expect(
            try json.lines.map { $0["what"]?.string ?? "" } == [
                "fires", "skipped", "fires", "skipped", "skipped", "caught-up", "skipped", "fires",
            ])
        #expect(
            json.text.split(separator: "\n")[3] == """
                {"at":"2026-01-01T03:40:00Z","utc":"2026-01-01T03:40:00Z","what":"skipped",\
                "time":"2026-01-01T04:02:00.000Z","reason":"missed","others":7}
                """)
    }

    @Test("schedules of a pipeline are found by its name and by its file's; an unknown one is a mistake")
    func names() async throws {
        let sandbox = try Sandbox()
        try sandbox.write(
            "pipelines/a-file.yaml",
            """
            version: 1
            name: a-name
            on:
              watch: { path: inbox }
              schedule: [{ cron: "0 3 * * *" }]
            stages:
              - uses: detect-mime

            """)
        for name in ["a-file", "a-name"] as [Path] {
            let next = try await sandbox.compass("schedule", "next", name, "--from", "2026-07-01", "-n", "1", "--json")
            #expect(try next.lines.map { $0["pipeline"]?.string } == ["a-name"], "\(next)")
            let slots = try await sandbox.compass("schedule", "history", name, "--json")
            #expect((slots.status, slots.text, slots.errors) == (0, "", ""))
        }
        for command in ["next", "history"] as [Path] {
            let output = try await sandbox.compass("schedule", command, "a-nam")
            #expect(output.status == 2)
            #expect(output.errors.hasPrefix("compass: there is no pipeline `a-nam` in "), "\(output)")
        }
    }

    @Test("a simulation needs its end, and a time that goes forward")
    func simulationMistakes() async throws {
        let sandbox = try Sandbox()
        for (arguments, message) in [
            ([], "--to is missing"),
            (["--from", "2026-02-01", "--to", "2026-01-01"], "--to must be later than --from"),
            (["--to", "2099-01-01", "--down", "x"], "option --down: write FROM/TO"),
        ] as [([Path], String)] {
            let output = try await sandbox.compass(["schedule", "simulate", "--cron", "0 3 * * *"] + arguments)
            #expect(output.status == 2)
            #expect(output.errors.hasPrefix("compass: \(message)"), "\(output)")
        }
    }
}
