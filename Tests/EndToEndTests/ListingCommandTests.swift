import CompassTesting
import Glibc
import Platform
import Testing

/// What lists have in common: pages, all of them, times, and how they fit a terminal.
@Suite struct ListingCommandTests {
    @Test("pipelines are listed with their inputs, those that may be left out in brackets; a wrong file is told of")
    func pipelines() async throws {
        let sandbox = try Sandbox()
        try sandbox.write(
            "pipelines/notes.yaml",
            """
            version: 1
            name: notes
            description: Keeps notes
            on: { webhook: [{ path: /hooks/notes, secret: "${{ secrets.FORM }}", owner: u1, type: transcript }] }
            inputs: { user: { type: string, required: true }, size: { type: integer, default: 3 } }
            stages: [{ uses: detect-mime }]

            """)
        let output = try await sandbox.compass("pipelines", ending: 0)
        let line = output.text.split(separator: "\n").first { $0.contains("notes") }
        #expect(line?.contains("user [size]") == true, "\(output)")
        let record = try await sandbox.compass("pipelines", "--json").lines.first { $0["name"] == "notes" }
        #expect(record?["inputs"]?.list?.map { $0["required"] } == [true, false], "\(output)")
        #expect(record?["webhooks"] == [["path": "/hooks/notes", "type": "transcript"]], "\(output)")
        try sandbox.write("pipelines/wrong.yaml", "version: 1\nname: wrong\nstages: 3\n")
        let rest = try await sandbox.compass("pipelines", ending: 2)
        #expect(rest.text.contains("notes") && rest.errors.contains("pipelines/wrong.yaml has errors"), "\(rest)")
    }

    @Test("--since and --until narrow lists to a time")
    func times() async throws {
        let sandbox = try await Sandbox.films(1)
        try #require(try await sandbox.compass("links", "create", "film0").status == 0)
        for command in ["runs list", "documents list --sort name", "audit list", "documents history film0"] {
            let words = command.split(separator: " ").map { Path(String($0)) } + ["--json"]
            let all = try await sandbox.compass(words).text
            #expect(all != "")
            for (options, isThere) in [
                (["--since", "1h"], true), (["--until", "1h"], false), (["--since", "2001-01-01"], true),
                (["--until", "9999-01-01", "--since", "2001-01-01T00:00"], true),
            ] as [([Path], Bool)] {
                let found = try await sandbox.compass(words + options)
                #expect(found.status == 0 && found.text == (isThere ? all : ""), "\(command) \(options): \(found)")
            }
            let refused = try await sandbox.compass(words + ["--since", "yesterday"], ending: 2)
            #expect(refused.errors.contains("`--since` must be a day such as 2026-03-08, a time such as"), "\(refused)")
        }
    }

    @Test("times are local on a terminal, and in UTC as RFC 3339 elsewhere")
    func zone() async throws {
        let sandbox = try Sandbox(["policy.md": Array("# Policy\n".utf8)])
        try await sandbox.compass(
            "legal", "publish", "policy.md", "--version", "1.0", "--effective", "2021-07-01", ending: 0)
        try await sandbox.compass("legal", "list", environment: ["TZ=Asia/Kolkata"], text: .has("2021-07-01T00:00:00Z"))
        for (zone, time) in [
            ("Asia/Kolkata", "2021-07-01 05:30:00"), ("America/New_York", "2021-06-30 20:00:00"),
            ("", "2021-07-01 00:00:00"), ("XYZ-14", "2021-07-01 14:00:00"),
        ] {
            let screen = try await sandbox.screen("legal list", columns: 120, environment: ["TZ=\(zone)"])
            #expect(screen.contains("  \(time)  "), "\(zone): \(screen)")
        }
    }

    @Test("the day of a document is that of the clock, on a terminal, in a pipe and for --since, whatever the zone")
    func days() async throws {
        let sandbox = try await Sandbox.films(1)
        // In one of them it is another day than in UTC.
        for zone in ["XYZ-14", "XYZ+12"] {
            let piped = try await sandbox.compass("documents", "list", environment: ["TZ=\(zone)"])
            let found = try #require(piped.text.firstMatch(of: /\d{4}-\d\d-\d\d/))
            let day = String(found.output)
            let screen = try await sandbox.screen("documents list", columns: 120, environment: ["TZ=\(zone)"])
            #expect(screen.contains(day), "\(zone): \(piped), \(screen)")
            let since = try await sandbox.compass(
                "documents", "list", "--since", Path(day), environment: ["TZ=\(zone)"])
            #expect(since.text == piped.text, "\(zone): \(since)")
        }
    }

    @Test("a pipeline, an owner or a person that there is not is refused with the nearest, and lists nothing")
    func unknown() async throws {
        let sandbox = try await Sandbox.films(1)
        for (command, message) in [
            (
                "runs list -p vidoe",
                "There is no pipeline `vidoe`, and none of that name has had runs. Did you mean `video`?"
            ),
            ("documents stats --owner u2", "There is no owner `u2`. Did you mean `u1`?"),
            ("tokens list --person nobody", "There is no person `nobody`."),
            ("sessions revoke --person nobody", "There is no person `nobody`."),
            (
                "notifications list --channel lgo",
                "There is no channel `lgo`, and none of that name has had notifications. Did you mean `log`?"
            ),
            ("notifications list --run 01ZZZZ", "There is no run `01ZZZZ`. `compass runs list` shows them."),
            ("runs list --of 01ZZZZ", "There is no run `01ZZZZ`."),
            ("runs list --batch 01ZZZZ", "There is no batch `01ZZZZ`."),
            ("audit list --actor nobody", "There is no person `nobody`, and no change was made under that name."),
            ("audit list --subject 01ZZZZ", "There is nothing `01ZZZZ` that the audit has changes of."),
            (
                "quarantine list --stage size-chekc",
                "No pipeline has a stage `size-chekc`, and none of that id has decided on a file in quarantine. Did you "
                    + "mean `size-check`?"
            ),
            (
                "legal list --kind privacy-polcy",
                "Nothing is published as `privacy-polcy`. Did you mean `privacy-policy`?"
            ),
        ] {
            let output = try await sandbox.compass(command.split(separator: " ").map { Path(String($0)) })
            #expect(output.status == 2 && output.text == "", "\(command): \(output)")
            #expect(output.errors.hasPrefix("compass: \(message)"), "\(command): \(output)")
        }
    }
}
