import Platform
import Testing

/// `compass schedule`: what it prints is computed by what `compass up` follows.
@Suite struct ScheduleCommandTests {
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
            (["--cron", "5 25 * * *"], "--cron:1:3: error[invalid-cron]: "),
            (["--cron", "5 * * * *", "--timezone", "America/New_Yrok"], "--timezone:1:1: error[unknown-timezone]: "),
            (["--cron", "5 * * * *", "--from", "yesterday"], "compass: option --from: `yesterday` is no time;"),
            (["--timezone", "UTC"], "compass: --timezone goes with --cron\nusage: compass schedule next"),
            (["--cron", "5 * * * *", "video"], "compass: --cron is a schedule of its own, without a PIPELINE"),
        ] as [([String], String)])
    func mistakes(arguments: [String], message: String) async throws {
        let output = try await Sandbox().compass(["schedule", "next"] + arguments.map { Path($0) }, ending: 2)
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
}
