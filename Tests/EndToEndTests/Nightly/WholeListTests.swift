import CompassTesting
import Glibc
import Platform
import Testing

/// Long lists, all pages of each list, rows out of order and time zones.
@Suite struct WholeListTests {
    @Test(
        "versions that were written beside each other belong to the day of their ids, whatever the order of their rows",
        arguments: ["newest", "oldest", "name"])
    func disorder(sort: String) async throws {
        let sandbox = try await Sandbox.films(3)
        let script = """
            import datetime, sqlite3
            database = sqlite3.connect('.compass/compass.db')
            rows = [row for row, in database.execute('SELECT row FROM versions ORDER BY row')]
            for row, day in zip(rows, (3, 1, 2)):
                time = int(datetime.datetime(2026, 1, day, 12, tzinfo=datetime.timezone.utc).timestamp() * 1000)
                digits = '%012x' % time
                database.execute(
                    'UPDATE versions SET id = ?, number = ? WHERE row = ?',
                    (digits[:8] + '-' + digits[8:] + '-7000-8000-00000000000' + str(day), day, row))
            database.commit()
            """
        try #require(try await sandbox.run("/usr/bin/python3", ["-c", Path(script)]).status == 0)
        for (since, until, days) in [
            ("2026-01-02", "2026-01-03", [2]), ("2026-01-02", "2026-02-01", [2, 3]),
            ("2025-01-01", "2026-01-03", [1, 2]),
            ("2026-01-04", "2027-01-01", []), ("2025-01-01", "2026-01-01", []),
        ] as [(Path, Path, [Int64])] {
            let found = try await sandbox.compass(
                "documents", "list", "--json", "--sort", Path(sort), "--since", since, "--until", until, ending: 0)
            #expect(
                try found.lines.compactMap { $0["version"]?.integer }.sorted() == days, "\(since) to \(until): \(found)"
            )
        }
    }

    @Test(
        "when schedules fire, and what the doctor's clock says, is local on a terminal, and what a schedule's zone shows beside"
    )
    func scheduleZone() async throws {
        let sandbox = try Sandbox()
        let command = "schedule next --cron '0 3 * * *' --from 2026-11-28 -n 1"
        let far = try await sandbox.screen(command, columns: 120, environment: ["TZ=XYZ+5"])
        #expect(far.contains(/Fri  2026-11-27 22:00:00  3h 00m  2026-11-28T03:00:00Z\n/), "\(far)")
        #expect(far.contains("IN ITS ZONE"), "\(far)")
        let same = try await sandbox.screen(command, columns: 120, environment: ["TZ=UTC"])
        #expect(same.contains(/Sat  2026-11-28 03:00:00  3h 00m\n/) && !same.contains("IN ITS ZONE"), "\(same)")
        let elsewhere = try await sandbox.run(
            "/bin/sh", ["-c", Path("exec \"$0\" \(command)"), Sandbox.program], environment: ["TZ=XYZ+5"])
        #expect(elsewhere.text.contains(/Sat  2026-11-28T03:00:00Z  3h 00m\n/), "\(elsewhere)")
        // The doctor may have other things to complain about here.
        let doctor = try await sandbox.screen("doctor || true", columns: 120, environment: ["TZ=XYZ-14"])
        #expect(doctor.contains(/the clock says \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\n/), "\(doctor)")
        let piped = try await sandbox.compass("doctor", environment: ["TZ=XYZ-14"])
        #expect(piped.text.contains(/the clock says \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\n/), "\(piped)")
    }

    @Test("--all takes no more memory for a long list than for a page of it")
    func memory() async throws {
        let sandbox = try Sandbox()
        for part in 0..<3 {
            let lines = (0..<10_000).map { "- { id: school-\(part)-\($0), name: The school number \($0) of a list }\n" }
            try sandbox.write("many.yaml", lines.joined())
            try await sandbox.compass("schools", "import", "many.yaml", ending: 0)
        }
        let page = try await sandbox.compass("schools", "list", "--json", "-n", "1000")
        let all = try await sandbox.compass("schools", "list", "--json", "--all")
        #expect(try page.lines.count == 1_000)
        #expect(all.text.utf8.count { $0 == UInt8(ascii: "\n") } >= 30_000)
        #expect(Double(all.peakMemory) < 1.15 * Double(page.peakMemory), "\(all.peakMemory) against \(page.peakMemory)")
    }

    @Test("--all shows what page by page is shown, and says of no next page")
    func others() async throws {
        let sandbox = try Sandbox()
        for number in 1...3 {
            try sandbox.write(Path("film\(number).mp4"), Samples.mp4(UInt8(number)))
            try await sandbox.compass("run", "video", Path("film\(number).mp4"), "-i", "title=Reel", ending: 0)
        }
        try sandbox.write(
            "pipelines/each.yaml",
            """
            version: 1
            name: each
            stages:
              - uses: notify
                id: tell
                for-each: "${{ [1, 2, 3] }}"
                with: { channel: log, subject: "number ${{ item }}" }

            """)
        let each = try await sandbox.compass("run", "each", "--json", ending: 0)
        for name in ["min-words", "max-words", "no-words"] as [Path] {
            try #require(try await sandbox.compass("new", "plugin", name).status == 0)
        }
        for command in [
            ["documents", "versions", "Reel"], ["runs", "list"], ["notifications", "list"],
            ["documents", "history", "Reel"], ["runs", "show", try sandbox.run(each), "--items", "tell"],
            ["plugins", "list"],
        ] as [[Path]] {
            var pages: [String] = []
            var after: [Path] = []
            repeat {
                let page = try await sandbox.compass(command + ["--json", "-n", "2"] + after)
                pages.append(page.text)
                after =
                    page.errors.split(separator: "next: ").last.map { ["--after", Path(String($0.dropLast()))] } ?? []
            } while !after.isEmpty
            #expect(pages.count > 1 && !pages.contains(""), "\(command): \(pages)")
            let all = try await sandbox.compass(command + ["--json", "-n", "1", "--all"])
            #expect(all.text == pages.joined() && all.errors == "", "\(command): \(all)")
        }
    }
}
