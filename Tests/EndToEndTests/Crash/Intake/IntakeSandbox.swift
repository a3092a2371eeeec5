import CompassTesting
import Glibc
import Platform
import Testing

/// A workspace with a watched folder, whose process is stopped and killed.
struct IntakeSandbox: Sendable {
    /// What the pipeline does with a file.
    enum Work {
        /// All that there is: the file is stored, entered into the catalog, announced and moved away.
        case full
        /// Nothing that leaves a trace but its run; the file stays.
        case light
    }

    let sandbox: Sandbox
    let files: Int
    private let work: Work

    init(files: Int, _ work: Work) throws {
        self.files = files
        self.work = work
        sandbox = try Sandbox()
        for name: Path in ["pipelines/video.yaml", "pipelines/transcript.yaml"] {
            TestFolder.remove(sandbox.folder.appending(name))
        }
        try sandbox.write("pipelines/drop.yaml", Self.pipeline(work))
        try Files.createFolders(sandbox.folder.appending("inbox/u1"))
    }

    private static func pipeline(_ work: Work) -> String {
        let start = """
            version: 1
            name: drop
            on:
              watch:
                path: inbox/{user}
                settle: 0s
                rescan: 1h
                on-success: \(work == .full ? "{ move: done }" : "keep")
            inputs:
              user: { type: string, required: true }
              type: { type: document-type, default: transcript }
            stages:
              - uses: detect-mime

            """
        let rest = """
              - uses: validate-extension
              - uses: size-check
              - uses: upload
              - uses: create-version
                with: { title: "${{ document.stem }}" }
              - uses: notify
                with: { channel: log, subject: "New: ${{ document.stem }}" }

            """
        return work == .full ? start + rest : start
    }

    static func name(_ number: Int) -> Path { Path("t\(number).pdf") }

    /// Puts a file into the watched folder, in one of the ways in which files come: written in place, in two parts, by a
    /// rename, by a link.
    func drop(_ number: Int) throws {
        let bytes =
            work == .full
            ? Samples.pdf(number, padding: number % 5 * 3_000) : Array("%PDF-1.4\n\(number)\n%%EOF\n".utf8)
        let path = sandbox.folder.appending("inbox/u1").appending(Self.name(number))
        switch number % 4 {
        case 0, 1:
            let file = try FileDescriptor.open(path, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o644)
            let middle = number % 4 == 0 ? bytes.count : bytes.count / 2
            try file.write(Array(bytes[..<middle]))
            try file.write(Array(bytes[middle...]))
        case let way:
            let beside = sandbox.folder.appending(Self.name(number))
            let file = try FileDescriptor.open(beside, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o644)
            try file.write(bytes)
            try systemCall("put", on: path.description) {
                beside.withCString { old in
                    path.withCString { way == 2 ? rename(old, $0) : link(old, $0) }
                }
            }
            if way == 3 { TestFolder.remove(beside) }
        }
    }

    /// Lets the program run, and kills it after a time while `body` goes on.
    ///
    /// - Returns: whether it died.
    func up(dyingAfter milliseconds: Int, _ body: @Sendable () throws -> Void) async throws -> Sandbox.Output {
        async let output = sandbox.run(
            "/usr/bin/timeout",
            ["-s", "KILL", Path("\(max(1, milliseconds))e-3"), Sandbox.program, "up", "--log-format", "json"])
        try body()
        return try await output
    }

    /// Takes what is left, as a user of cron would.
    func finish() async throws -> Sandbox.Output { try await sandbox.compass("watch", "drop", "--once") }
}
