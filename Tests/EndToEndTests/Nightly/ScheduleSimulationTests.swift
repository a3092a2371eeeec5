import Platform
import Testing

/// `compass schedule simulate`, and names of pipelines; `SchedulesTests` has the times.
@Suite struct ScheduleSimulationTests {
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

    @Test("slots of a pipeline are found by its name and by its file's; an unknown one is a mistake")
    func names() async throws {
        let sandbox = try Sandbox()
        try sandbox.write(
            "pipelines/a-file.yaml",
            """
            version: 1
            name: a-name
            on: { watch: { path: inbox }, schedule: [{ cron: "0 3 * * *" }] }
            stages: [{ uses: detect-mime }]
            """)
        for name in ["a-file", "a-name"] as [Path] {
            let slots = try await sandbox.compass("schedule", "history", name, "--json")
            #expect((slots.status, slots.text, slots.errors) == (0, "", ""))
        }
        let output = try await sandbox.compass("schedule", "history", "a-nam", ending: 2)
        #expect(output.errors.hasPrefix("compass: there is no pipeline `a-nam` in "), "\(output)")
    }

    @Test("a simulation needs its end, and a time that goes forward")
    func simulationMistakes() async throws {
        let sandbox = try Sandbox()
        for (arguments, message) in [
            ([], "--to is missing"),
            (["--from", "2026-02-01", "--to", "2026-01-01"], "--to must be later than --from"),
            (["--to", "2099-01-01", "--down", "x"], "option --down: write FROM/TO"),
        ] as [([Path], String)] {
            let output = try await sandbox.compass(
                ["schedule", "simulate", "--cron", "0 3 * * *"] + arguments, ending: 2)
            #expect(output.errors.hasPrefix("compass: \(message)"), "\(output)")
        }
    }
}
