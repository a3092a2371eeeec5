import CompassTesting
import Glibc
import Platform
import Testing

/// What lists and outcomes look like on a terminal: whole names where there is room, short ids, and no line that is wider.
@Suite struct TerminalOutputTests {
    private static let columns = Nightly.isOn ? [80, 40] : [40]

    /// No line is wider but one that is a single word, such as a digest, which has to be copied whole.
    static func expectFit(
        _ screen: String, columns: Int, _ command: String, location: SourceLocation = #_sourceLocation
    ) {
        for line in screen.split(separator: "\n") where line.drop(while: { $0 == " " }).contains(" ") {
            #expect(line.count <= columns, "\(command): \(line)", sourceLocation: location)
        }
    }

    /// What a command shows on a terminal, however it ends.
    private static func shown(_ sandbox: Sandbox, _ command: String, columns: Int) async throws -> String {
        let line = "stty cols \(columns) rows 24; \(Sandbox.program) \(command) || true"
        let output = try await sandbox.run(
            "/usr/bin/script", ["-qec", Path(line), "/dev/null"], environment: ["TERM=dumb"])
        try #require(output.status == 0, "\(command): \(output)")
        return String(decoding: output.text.utf8.filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
    }

    @Test(
        "what is said where there is nothing, of a mistake, and of cases and runs fits the terminal",
        arguments: columns)
    func tellings(columns: Int) async throws {
        let sandbox = try Sandbox()
        for file in ["one", "a film of the whole season of 2026", "the same again"] {
            try sandbox.write(Path("\(file).mp4"), Samples.mp4(UInt8(file.count)))
        }
        try sandbox.write("bad.mp4", "no film")
        let cases =
            "tests:\n  - name: takes a film of the whole season as it is\n    given: { file: ../one.mp4 }\n    expect: { status: "
        try sandbox.write(
            "pipelines/cases.yaml",
            Sandbox.pipeline("cases", type: "highlight_video") + cases + "succeeded }\n")
        try sandbox.write(
            "pipelines/wrong.yaml",
            Sandbox.pipeline("wrong", type: "highlight_video") + cases + "rejected }\n")
        for (command, whole) in [
            ("legal list", "Nothing is published"), ("tokens list", "No tokens yet"),
            ("plugins list", "No plugin is installed"), ("links list", ""), ("runs list", "No runs"),
            ("schedule", "needs a command"), ("documents show nothing", "no document"),
            ("documents shw", "unknown command"),
            ("test cases", "1 passed"), ("test wrong", "stages:"), ("test video", "has no tests"),
            ("run video one.mp4", "version 1 of `one`"),
            ("run video 'a film of the whole season of 2026.mp4' 'the same again.mp4'", "2 files"),
            ("run video bad.mp4", "rejected"),
        ] {
            let screen = try await Self.shown(sandbox, command, columns: columns)
            let words = screen.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(words.contains(whole), "\(command): \(screen)")
            Self.expectFit(screen, columns: columns, command)
        }
    }

    @Test("lists of what a person has fit the terminal, and tell the main thing whole", arguments: columns)
    func widths(columns: Int) async throws {
        let sandbox = try await Sandbox.films(3)
        try sandbox.write("policy.md", Array("# Policy\n".utf8))
        try await sandbox.compass("legal", "publish", "policy.md", "--version", "1.0", ending: 0)
        try #require(try await sandbox.compass("links", "create", "film0").status == 0)
        try sandbox.write("bad.mp4", "no film")
        try #require(try await sandbox.compass("run", "video", "bad.mp4").status == 3)
        for (command, whole) in [
            ("runs list", ""), ("legal list", "privacy-policy"), ("legal status", ""), ("links list", ""),
            ("quarantine list", "bad.mp4"), ("audit list", ""), ("documents list", "film0"),
        ] {
            let screen = try await sandbox.screen(command, columns: columns)
            #expect(screen.contains(whole), "\(command): \(screen)")
            Self.expectFit(screen, columns: columns, command)
        }
    }
}
