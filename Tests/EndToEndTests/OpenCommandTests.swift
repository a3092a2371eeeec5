import Glibc
import Platform
import Testing

/// `compass documents open`
@Suite struct OpenCommandTests {
    /// A workspace with a document, and a folder `tmp` for copies.
    private static func sandbox() async throws -> Sandbox {
        let sandbox = try Sandbox(["clip.mp4": Samples.mp4(1)], texts: ["tmp/x": "", "empty/x": ""])
        try #require(try await sandbox.compass("run", "video", "clip.mp4").status == 0)
        return sandbox
    }

    private static func environment(_ sandbox: Sandbox, path: String, display: String = ":9") -> [String] {
        [
            "TMPDIR=\(sandbox.folder)/tmp", "PATH=\(sandbox.folder)/\(path)", "DISPLAY=\(display)", "WAYLAND_DISPLAY=",
            "TERM=dumb",
        ]
    }

    private static func onTerminal(_ sandbox: Sandbox, _ environment: [String]) async throws -> Sandbox.Output {
        try await sandbox.run(
            "/usr/bin/script", ["-qec", Path("\(Sandbox.program) documents open clip"), "/dev/null"],
            environment: environment + ["SHELL=/bin/sh"])
    }

    @Test("where standard output is no terminal, it prints where a private copy lies that nobody may write")
    func printed() async throws {
        let sandbox = try await Self.sandbox()
        let output = try await sandbox.compass(
            "documents", "open", "CLIP", environment: Self.environment(sandbox, path: "empty", display: ""), ending: 0)
        let copy = Path(String(output.text.dropLast()))
        #expect(copy.name == "clip.mp4" && copy.folder.folder == sandbox.folder.appending("tmp"))
        #expect(try Files.read(copy, limit: 1 << 20) == Samples.mp4(1))
        var status = stat()
        #expect(copy.withCString { stat($0, &status) } == 0 && status.st_mode & 0o777 == 0o400)
        #expect(copy.folder.withCString { stat($0, &status) } == 0 && status.st_mode & 0o777 == 0o700)
    }

    @Test("on a terminal it gives the copy to xdg-open, without a shell, and says when that fails")
    func opened() async throws {
        let sandbox = try await Self.sandbox()
        try sandbox.write(
            "bin/xdg-open",
            "#!/bin/sh\necho \"$#:$1\" >\"$TMPDIR/opened\"\n/bin/cat \"$TMPDIR/status\" && exit 3\nexit 0\n")
        try #require(sandbox.folder.appending("bin/xdg-open").withCString { chmod($0, 0o755) } == 0)
        let environment = Self.environment(sandbox, path: "bin")
        let output = try await Self.onTerminal(sandbox, environment)
        #expect(output.text.contains("Opened clip, version 1."), "\(output)")
        let given = try String(decoding: sandbox.read("tmp/opened"), as: UTF8.self)
        #expect(given.hasPrefix("1:\(sandbox.folder)/tmp/compass-open-") && given.hasSuffix("/clip.mp4\n"), "\(given)")
        try sandbox.write("tmp/status", "failing")
        let failed = try await Self.onTerminal(sandbox, environment)
        let told = failed.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(told.contains("and ended with status 3. The copy is still there."), "\(failed)")
    }

    @Test("without a display or a program to open it with, it says so and copies nothing")
    func refused() async throws {
        let sandbox = try await Self.sandbox()
        for (environment, message) in [
            (Self.environment(sandbox, path: "empty", display: ""), "There is no display to open it on"),
            (Self.environment(sandbox, path: "empty"), "There is no `xdg-open` in PATH"),
        ] {
            let output = try await Self.onTerminal(sandbox, environment)
            #expect(output.text.contains(message), "\(output)")
        }
        #expect(try Files.list(sandbox.folder.appending("tmp")).map(\.text) == ["x"])
    }
}
