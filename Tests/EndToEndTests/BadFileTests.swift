import CompassTesting
import Glibc
import Platform
import Testing

/// What each kind of bad file gets: its own clear error and exit status, while the other file of the same command is
/// stored all the same.
@Suite struct BadFileTests {
    struct Case: Sendable {
        let name: String
        /// Makes the bad file, if there is one to make.
        let prepare: @Sendable (Sandbox) throws -> Void
        let file: Path
        let outcome: String
        let kind: String
        let message: String

        init(
            _ name: String, _ file: Path, _ outcome: String, _ kind: String, _ message: String,
            prepare: @escaping @Sendable (Sandbox) throws -> Void = { _ in }
        ) {
            self.name = name
            self.file = file
            self.outcome = outcome
            self.kind = kind
            self.message = message
            self.prepare = prepare
        }
    }

    static let cases: [Case] = [
        Case("empty", "empty.mp4", "rejected", "empty-file", "empty.mp4 is empty (0 bytes).") {
            try $0.write("empty.mp4", "")
        },
        Case("FIFO", "pipe.mp4", "rejected", "not-a-file", "pipe.mp4 is a named pipe, not a file.") { sandbox in
            let made = sandbox.folder.appending("pipe.mp4").withCString { mkfifo($0, 0o600) }
            #expect(made == 0)
        },
        Case("device", "/dev/zero", "rejected", "not-a-file", "/dev/zero is a device, not a file."),
        Case(
            "symlink out of the tree", "link.mp4", "rejected", "symlink-outside",
            "link.mp4 is a symbolic link to /etc/passwd, outside its folder and the workspace. "
                + "Name the file itself if it is meant."
        ) { sandbox in
            #expect(symlink("/etc/passwd", "\(sandbox.folder)/link.mp4") == 0)
        },
        Case(
            "symlink to itself", "loop.mp4", "rejected", "symlink-outside",
            "loop.mp4 is a symbolic link that leads to itself."
        ) { sandbox in
            #expect(symlink("loop.mp4", "\(sandbox.folder)/loop.mp4") == 0)
        },
        Case(
            "newline in the name", "a\nb.mp4", "rejected", "invalid-title",
            "The title contains a control character, such as a line break. "
                + "Choose another title, or rename the file if its name is the title."
        ) { try $0.write("a\nb.mp4", Samples.mp4()) },
        Case(
            "invalid UTF-8 in the name", Path(bytes: [0x61, 0xFF, 0x2E, 0x6D, 0x70, 0x34]), "rejected",
            "invalid-title",
            "The title is not readable text (UTF-8). Choose another title, or rename the file if its name is the title."
        ) { try $0.write(Path(bytes: [0x61, 0xFF, 0x2E, 0x6D, 0x70, 0x34]), Samples.mp4()) },
        Case("a PDF renamed to .mp4", "pdf.mp4", "rejected", "wrong-contents", "PDF") {
            try $0.write("pdf.mp4", Samples.pdf())
        },
        Case(
            "a film that is cut in half", "half.mp4", "rejected", "damaged-contents",
            "half.mp4 cannot be read as a video: 500 bytes of its box `mdat` are missing: it is cut off. "
                + "Save or export it again"
        ) { try $0.write("half.mp4", Array(Samples.mp4().dropLast(500))) },
        Case(
            "a program behind the first box of a film", "program.mp4", "rejected", "damaged-contents",
            "program.mp4 cannot be read as a video: what follows its byte 32 is no part of a video."
        ) {
            try $0.write("program.mp4", Array(Samples.mp4().prefix(32)) + Files.read("/bin/true", limit: 1 << 20))
        },
        Case(
            "a program in the place of an AVI file's lists", "lists.avi", "rejected", "damaged-contents",
            "lists.avi cannot be read as a video: it lacks the list of its streams."
        ) {
            let head = Array("RIFF\u{0}\u{10}\u{0}\u{0}AVI ".utf8)
            try $0.write("lists.avi", head + Files.read("/bin/true", limit: 1 << 20))
        },
        Case("an executable", "tool.exe", "rejected", "wrong-extension", "requires .mp4, .mov, .avi") {
            try $0.write("tool.exe", try Files.read("/bin/true", limit: 1 << 20))
        },
        Case("over the limit", "big.mp4", "rejected", "too-large", "File exceeds 100MB limit.") { sandbox in
            try sandbox.write("big.mp4", Samples.mp4())
            let path = sandbox.folder.appending("big.mp4")
            #expect(path.withCString { truncate($0, 100_000_001) } == 0)
        },
    ]

    @Test("each bad file gets its own error, and the good one among them is stored all the same")
    func bad() async throws {
        let sandbox = try Sandbox(["good.mp4": Samples.mp4()])
        for bad in Self.cases { try bad.prepare(sandbox) }
        let files = Self.cases.map(\.file)
        let output = try await sandbox.compass(["run", "video", "--json", "good.mp4"] + files, ending: 3)
        let lines = try output.lines
        try #require(lines.count == 1 + files.count, "\(output)")
        for bad in Self.cases {
            let line = try #require(
                lines.first { $0["file"]?.string == bad.file.description }, "\(bad.name): \(output)")
            #expect(line["status"]?.string == bad.outcome, "\(bad.name): \(line)")
            #expect(line["error"]?["kind"]?.string == bad.kind, "\(bad.name): \(line)")
            #expect(line["error"]?["message"]?.string?.contains(bad.message) == true, "\(bad.name): \(line)")
        }
        #expect(try sandbox.objects().count == 1)
        let documents = try await sandbox.compass("documents", "list", "--json").lines
        #expect(documents.map { $0["title"] } == ["good"])
        try await sandbox.compass("run", "video", "empty.mp4", ending: 3)
    }

    @Test("a file that does not exist, and a folder, are refused before anything is started")
    func named() async throws {
        let sandbox = try Sandbox(["good.mp4": Samples.mp4(), "films/x.mp4": Samples.mp4()])
        for (name, message) in [
            ("none.mp4", "none.mp4 does not exist"), ("good.mp4/x", "good.mp4/x does not exist"),
            ("films", "films is a folder; name its files\nusage: compass run [OPTIONS] PIPELINE [FILE…]"),
        ] as [(Path, String)] {
            try await sandbox.compass(
                "run", "video", "good.mp4", name, ending: 2,
                errors: .equals("compass: \(message)\n"), text: .equals(""))
        }
        #expect(try await sandbox.compass("runs", "list", "--json").lines == [])
        #expect(try sandbox.objects() == [])
    }

    @Test("a file that may not be read fails, as root does not see")
    func unreadable() async throws {
        let sandbox = try Sandbox(["secret.mp4": Samples.mp4()])
        #expect(sandbox.folder.appending("secret.mp4").withCString { chmod($0, 0) } == 0)
        // As a user without privileges in a user namespace; root of the machine may read everything.
        let output = try await sandbox.unprivileged("run", "video", "secret.mp4", "--json", ending: 1)
        #expect(try output.lines.first?["error"]?["kind"]?.string == "unreadable", "\(output)")
        #expect(try sandbox.objects() == [])
    }

    @Test("a name of 255 bytes is a title that is shortened in its middle, unless somebody has chosen it")
    func longName() async throws {
        let sandbox = try Sandbox()
        let name = String(repeating: "n", count: 250)
        try sandbox.write(Path(name + "1.mp4"), Samples.mp4())
        let output = try await sandbox.compass("run", "video", "--json", Path(name + "1.mp4"), ending: 0)
        let title = String(repeating: "n", count: 69) + "…" + String(repeating: "n", count: 29) + "1"
        #expect(try output.lines.first?["document"]?["title"]?.string == title, "\(output)")
        let chosen = try await sandbox.compass(
            "run", "video", "--json", Path(name + "1.mp4"), "-i", Path("title=\(name)"), ending: 3)
        #expect(
            try chosen.lines.first?["error"]?["message"]?.string
                == "The title has 250 characters. A title may have up to 100.", "\(chosen)")
    }

    @Test("a leading dash is a file behind -- and an option before it")
    func leadingDash() async throws {
        let sandbox = try Sandbox(["-clip.mp4": Samples.mp4()])
        try await sandbox.compass("run", "video", "-clip.mp4", ending: 2)
        let output = try await sandbox.compass("run", "video", "--json", "--", "-clip.mp4", ending: 0)
        #expect(try output.lines.first?["document"]?["title"]?.string == "-clip")
    }

    @Test("names in NFC and NFD are two files and one document")
    func normalisation() async throws {
        let sandbox = try Sandbox()
        try sandbox.write("re\u{301}sume\u{301}.mp4", Samples.mp4(1))
        try sandbox.write("r\u{E9}sum\u{E9}.mp4", Samples.mp4(2))
        for name in ["re\u{301}sume\u{301}.mp4", "r\u{E9}sum\u{E9}.mp4"] as [Path] {
            try await sandbox.compass("run", "video", name, "--json", ending: 0)
        }
        let documents = try await sandbox.compass("documents", "list", "--json").lines
        #expect(documents.count == 1)
        #expect(documents.first?["version"]?.integer == 2)
        #expect(documents.first?["title"]?.string.map { Array($0.utf8) } == Array("r\u{E9}sum\u{E9}".utf8))
        #expect(try sandbox.objects().count == 2)
    }

    @Test("an unknown school in an input is refused with the nearest, and nothing begins")
    func unknownSchool() async throws {
        let sandbox = try Sandbox(["clip.mp4": Samples.mp4()])
        for command in ["run", "plan"] as [Path] {
            try await sandbox.compass(
                command, "video", "clip.mp4", "-i", "schools=stanfort", "--json", ending: 2,
                errors: .equals("compass: There is no school `stanfort`. Did you mean `stanford`?\n"),
                text: .equals(""))
        }
        #expect(try await sandbox.compass("runs", "list", "--json").lines == [])
        #expect(try sandbox.objects() == [])
        #expect(try await sandbox.compass("documents", "list", "--json").lines == [])
    }

    @Test(
        "a document that libmagic had no memory for has failed, and is not rejected as damaged",
        .disabled(if: Sanitizers.areActive, "a sanitizer allocates by itself, so nothing can refuse memory for it"))
    func noMemory() async throws {
        let sandbox = try Sandbox()
        try sandbox.write("pipelines/video.yaml", Sandbox.pipeline("video", type: "highlight_video", max: "10MB"))
        try sandbox.write("clip.mp4", Samples.mp4())
        let size = 3_000_000
        #expect(sandbox.folder.appending("clip.mp4").withCString { truncate($0, size) } == 0)
        try sandbox.write("once", [])
        let once = sandbox.folder.appending("once")
        let output = try await sandbox.compass(
            "run", "video", "clip.mp4", "--json",
            environment: try await sandbox.faults(["FAULT_MEMORY=\(size)", "FAULT_MEMORY_ONCE=\(once)"]))
        #expect(!Files.exists(once))
        #expect(output.status == 1, "\(output)")
        let error = try output.lines.last?["error"]
        #expect(error?["kind"] == "unreadable", "\(output)")
        #expect(error?["message"]?.string?.contains("Cannot allocate memory (ENOMEM)") == true, "\(output)")
        #expect(try await sandbox.compass("run", "video", "clip.mp4").status == 0)
    }

    @Test("a film whose first box libmagic does not know is stored with the type of a film")
    func unusualFilm() async throws {
        let sandbox = try Sandbox()
        let box: [UInt8] = [0, 0, 0, 8] + Array("free".utf8)
        try sandbox.write("clip.mp4", box + Samples.mp4())
        try await sandbox.compass("run", "video", "clip.mp4", ending: 0)
        #expect(try await sandbox.list("documents", "list").map { $0["mime-type"] } == ["video/mp4"])
    }
}
