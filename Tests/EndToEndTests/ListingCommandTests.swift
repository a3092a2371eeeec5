import Glibc
import Platform
import Testing

/// What lists have in common: pages, all of them, times, and how they fit a terminal.
@Suite struct ListingCommandTests {
    private static func sandbox(_ count: Int = 3) async throws -> Sandbox {
        let sandbox = try Sandbox()
        for index in 0..<count { try sandbox.write(Path("film\(index).mp4"), Samples.mp4(UInt8(index))) }
        let files = (0..<count).map { Path("film\($0).mp4") }
        try #require(try await sandbox.compass(["run", "video"] + files).status == 0)
        return sandbox
    }

    /// What a command prints on a terminal.
    private static func screen(
        _ sandbox: Sandbox, _ command: String, columns: Int = 80, environment: [String] = []
    ) async throws -> String {
        let line = "stty cols \(columns) rows 24; exec \(Sandbox.program) \(command)"
        let output = try await sandbox.run(
            "/usr/bin/script", ["-qec", Path(line), "/dev/null"], environment: ["TERM=dumb"] + environment)
        try #require(output.status == 0, "\(command): \(output)")
        return String(decoding: output.text.utf8.filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
    }

    @Test(
        "--all shows what page by page is shown, and says of no next page", arguments: ["runs", "documents"] as [Path])
    func all(list: Path) async throws {
        let sandbox = try await Self.sandbox()
        let first = try await sandbox.compass(list, "list", "--json", "-n", "2")
        #expect(try first.lines.count == 2)
        let cursor = try #require(first.errors.split(separator: "\n").last { $0.hasPrefix("next: ") }).dropFirst(6)
        let second = try await sandbox.compass(list, "list", "--json", "-n", "2", "--after", Path(String(cursor)))
        let all = try await sandbox.compass(list, "list", "--json", "-n", "1", "--all")
        #expect(all.text == first.text + second.text)
        #expect(all.errors == "")
        #expect(try await sandbox.compass(list, "list", "--all").text.split(separator: "\n").count == 4, "one header")
    }

    @Test(
        "--since and --until narrow lists to a time",
        arguments: ["runs list", "documents list", "documents list --sort name", "audit list", "links list"])
    func times(command: String) async throws {
        let sandbox = try await Self.sandbox()
        for title in ["film0", "film1"] as [Path] {
            try #require(try await sandbox.compass("links", "create", title).status == 0)
        }
        let words = command.split(separator: " ").map { Path(String($0)) } + ["--json"]
        let all = try await sandbox.compass(words).text
        #expect(all != "")
        for (options, isThere) in [
            (["--since", "1h"], true), (["--until", "1h"], false), (["--since", "2001-01-01"], true),
            (["--until", "2001-01-01T00:00:00Z"], false), (["--since", "9999-01-01"], false),
            (["--until", "9999-01-01", "--since", "2001-01-01T00:00"], true),
        ] as [([Path], Bool)] {
            let found = try await sandbox.compass(words + options)
            #expect(found.status == 0 && found.text == (isThere ? all : ""), "\(options): \(found)")
        }
        let refused = try await sandbox.compass(words + ["--since", "yesterday"])
        #expect(refused.status == 2)
        #expect(refused.errors.contains("`--since` must be a day such as 2026-03-08, a time such as"), "\(refused)")
    }

    @Test("times are local on a terminal, and in UTC as RFC 3339 elsewhere")
    func zone() async throws {
        let sandbox = try Sandbox()
        try sandbox.write("policy.md", Array("# Policy\n".utf8))
        let published = try await sandbox.compass(
            "legal", "publish", "policy.md", "--version", "1.0", "--effective", "2021-07-01")
        try #require(published.status == 0, "\(published)")
        let elsewhere = try await sandbox.compass("legal", "list", environment: ["TZ=Asia/Kolkata"])
        #expect(elsewhere.text.contains("2021-07-01T00:00:00Z"), "\(elsewhere)")
        for (zone, time) in [
            ("Asia/Kolkata", "2021-07-01 05:30:00"), ("America/New_York", "2021-06-30 20:00:00"),
            ("", "2021-07-01 00:00:00"), ("XYZ-14", "2021-07-01 14:00:00"),
        ] {
            let screen = try await Self.screen(sandbox, "legal list", columns: 120, environment: ["TZ=\(zone)"])
            #expect(screen.contains("  \(time)  "), "\(zone): \(screen)")
        }
    }

    @Test("lists of what a person has fit the terminal, and tell the main thing whole", arguments: [80, 40])
    func widths(columns: Int) async throws {
        let sandbox = try await Self.sandbox()
        try sandbox.write("policy.md", Array("# Policy\n".utf8))
        try #require(
            try await sandbox.compass("legal", "publish", "policy.md", "--version", "1.0").status == 0)
        try #require(try await sandbox.compass("links", "create", "film0").status == 0)
        try sandbox.write("bad.mp4", "no film")
        try #require(try await sandbox.compass("run", "video", "bad.mp4").status == 3)
        for (command, whole) in [
            ("runs list", ""), ("legal list", "privacy-policy"), ("legal status", ""), ("links list", ""),
            ("quarantine list", "bad.mp4"), ("audit list", ""), ("documents list", "film0"),
        ] {
            let screen = try await Self.screen(sandbox, command, columns: columns)
            #expect(screen.contains(whole), "\(command): \(screen)")
            for line in screen.split(separator: "\n") { #expect(line.count <= columns, "\(command): \(line)") }
        }
    }

    @Test("a pipeline, an owner or a person that there is not is refused with the nearest, and lists nothing")
    func unknown() async throws {
        let sandbox = try await Self.sandbox(1)
        for (command, message) in [
            (
                "runs list -p vidoe",
                "There is no pipeline `vidoe`, and none of that name has had runs. Did you mean `video`?"
            ),
            ("batches list -p vidoe", "There is no pipeline `vidoe`, and none of that name has had runs."),
            ("quarantine list -p vidoe", "There is no pipeline `vidoe`, and none of that name has had runs."),
            ("links list --owner nobody", "There is no owner `nobody`."),
            ("uploads list --owner nobody", "There is no owner `nobody`."),
            ("tokens list --person nobody", "There is no person `nobody`."),
            ("sessions list --person nobody", "There is no person `nobody`."),
        ] {
            let output = try await sandbox.compass(command.split(separator: " ").map { Path(String($0)) })
            #expect(output.status == 1 && output.text == "", "\(command): \(output)")
            #expect(output.errors.hasPrefix("compass: \(message)"), "\(command): \(output)")
        }
    }
}
