import Platform
import Testing

/// Names from outside that would command a terminal, forge lines, hide or reorder what stands beside them, through every
/// command that shows them. What is looked at are the bytes that the program prints.
@Suite struct HostileTextTests {
    static let marks =
        "\u{1B}[31m\u{1B}]0;t\u{7}\u{9B}2J\u{202E}\u{2066}\u{200B}\u{200E}\u{61C}\u{2060}\u{FEFF}\u{2028}\u{E0041}\r\u{7F}"
    static let hostile = "a\(marks)\nforged: b"
    /// A title may have no control characters and none that reorder it, and these are neither.
    private static let title = "Tit\u{200B}l\u{200E}e\u{61C}\u{2060}\u{FEFF}"

    private static let pipeline = """
        version: 1
        name: video
        on: { watch: { path: "inbox/{user}/{album}" } }
        inputs:
          user: { type: string, default: u1 }
          title: { type: string, default: x }
          album: { type: string, default: none }
        stages:
          - uses: detect-mime
          - uses: validate-extension
            with: { type: highlight_video }
          - uses: upload
            with: { type: highlight_video }
          - uses: create-version
            with: { type: highlight_video, title: "${{ inputs.title }}" }
          - uses: notify
            with: { channel: log, subject: "New: ${{ inputs.title }} in ${{ document.name }}" }

        """

    /// Whether nothing printed does harm: line breaks and the like only where the program itself sets them.
    static func check(
        _ output: Sandbox.Output, _ arguments: [Path], location: SourceLocation = #_sourceLocation
    ) {
        for text in [output.text, output.errors] {
            let bad = text.unicodeScalars.filter { $0 != "\n" && $0 != "\t" && UnsafeCharacters.contains($0) }
            #expect(bad.isEmpty, "\(arguments): \(bad.map(UnsafeCharacters.code))", sourceLocation: location)
            for line in text.split(separator: "\n") {
                #expect(!line.hasPrefix("forged"), "\(arguments): \(text)", sourceLocation: location)
            }
        }
    }

    /// Runs a command as it is and with `--json`.
    static func show(
        _ sandbox: Sandbox, _ arguments: Path..., json: Bool = true, location: SourceLocation = #_sourceLocation
    ) async throws { try await show(sandbox, arguments, json: json, location: location) }

    static func show(
        _ sandbox: Sandbox, _ arguments: [Path], json: Bool = true, location: SourceLocation = #_sourceLocation
    ) async throws {
        check(try await sandbox.compass(arguments), arguments, location: location)
        guard json else { return }
        let output = try await sandbox.compass(arguments + ["--json"])
        check(output, arguments + ["--json"], location: location)
        if output.status == 0 { _ = try output.lines }
    }

    static func sandbox() throws -> Sandbox {
        let sandbox = try Sandbox()
        try sandbox.write("pipelines/video.yaml", pipeline)
        return sandbox
    }

    @Test("names of files and titles are escaped by every command that shows runs, documents and the quarantine")
    func shown() async throws {
        let sandbox = try Self.sandbox()
        let good = Path("\(Self.hostile).mp4")
        let bad = Path("\(Self.hostile).txt")
        try sandbox.write(good, Samples.mp4(1))
        try sandbox.write(bad, Samples.pdf())
        try await Self.show(sandbox, "plan", "video", good, "-i", Path("title=\(Self.title)"))
        let run = try await sandbox.compass(
            "run", "video", good, "-i", Path("title=\(Self.title)"), "--json", ending: 0)
        Self.check(run, ["run"])
        // JSON keeps the value.
        #expect(try run.lines.last?["document"]?["title"]?.string == Self.title)
        #expect(run.text.contains("\\u200b"), "\(run)")
        try await Self.show(sandbox, "run", "video", good, "-i", Path("title=\(Self.title)"))
        try await Self.show(sandbox, "run", "video", bad)
        for command in [["runs", "list"], ["documents", "list"], ["quarantine", "list"], ["documents", "stats"]] {
            let arguments = command.map { Path($0) }
            Self.check(try await sandbox.compass(arguments), arguments)
            let output = try await sandbox.compass(arguments + ["--json"])
            Self.check(output, arguments)
            guard let id = try output.lines.first?["id"]?.string, let group = command.first else { continue }
            try await Self.show(sandbox, Path(group), "show", Path(id))
        }
        let found = try await sandbox.compass("documents", "list", "--json").lines
        let document = try #require(found.first?["id"]?.string)
        #expect(found.first?["title"]?.string == Self.title)
        try await Self.show(sandbox, "documents", "versions", Path(document))
        try await Self.show(sandbox, "documents", "share", Path(document), "--school", "ucla")
        try await Self.show(sandbox, "documents", "edit", Path(document), "--title", Path(Self.title + "2"))
        try await Self.show(sandbox, "documents", "trash", Path(document))
        try await Self.show(sandbox, "documents", "show", Path(Self.hostile))
        try await Self.show(sandbox, "run", Path(Self.hostile), "x.mp4", json: false)
        let log = try #require(String(validating: try sandbox.read(".compass/notifications.ndjson"), as: UTF8.self))
        #expect(log.unicodeScalars.allSatisfy { $0 == "\n" || !UnsafeCharacters.contains($0) })
    }

    @Test("an owner, or what a path gives, that is empty or has such characters is refused")
    func identifiers() async throws {
        let sandbox = try Self.sandbox()
        try sandbox.write("clip.mp4", Samples.mp4(1))
        for (input, message) in [
            ("user=", "The owner `` is empty."), ("user=..", "The owner `..` names a folder and no person."),
            ("user= ", "The owner ` ` has nothing but spaces."),
            ("user=a\nb", "The owner `a\\nb` has the character U+000A, which no name may have."),
            ("user=a\u{202E}b", "The owner `a\\xE2\\x80\\xAEb` has the character U+202E, which no name may have."),
            (
                "album=a\u{200B}",
                "Input `album` is `a\\xE2\\x80\\x8B` and has the character U+200B, which no name may have."
            ),
        ] {
            let output = try await sandbox.compass("run", "video", "clip.mp4", "-i", Path(input), "--json", ending: 1)
            #expect(try output.lines.last?["error"]?["message"]?.string?.hasPrefix(message) == true, "\(output)")
            #expect(try sandbox.objects().isEmpty)
        }
    }
}
