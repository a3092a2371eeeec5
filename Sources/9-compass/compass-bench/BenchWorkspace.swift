internal import Glibc
internal import Platform

/// A folder to measure in, and the program to measure.
struct BenchWorkspace: Sendable {
    let folder: Path
    let program: Path
    let rounds: Int

    /// - Throws: `SystemError`
    init(parent: Path, rounds: Int) throws {
        var template = parent.appending("compass-bench-XXXXXX").bytes.map(CChar.init(bitPattern:)) + [0]
        guard let made = template.withUnsafeMutableBufferPointer({ $0.baseAddress.flatMap { mkdtemp($0) } }) else {
            throw SystemError("create a folder in", on: parent.description)
        }
        folder = try Files.resolve(Path(cString: made))
        program = try Files.resolve("/proc/self/exe").folder.appending("compass")
        self.rounds = rounds
    }

    func remove() {
        Self.remove(folder)
    }

    /// A fresh workspace with pipelines for transcripts and for videos of any size.
    func workspace(_ name: String) throws -> Path {
        let workspace = folder.appending(Path(name))
        Self.remove(workspace)
        try Files.createFolders(workspace.appending("pipelines"))
        try Files.replace(
            workspace.appending("compass.yaml"),
            with: Array("version: 1\nowner: { id: bench }\nschools: schools.yaml\n".utf8))
        try Files.replace(
            workspace.appending("schools.yaml"),
            with: Array("- { id: stanford, name: Stanford }\n- { id: ucla, name: UCLA }\n".utf8))
        for (pipeline, type) in [("transcript", "transcript"), ("video", "highlight_video")] {
            try Files.replace(
                workspace.appending(Path("pipelines/\(pipeline).yaml")), with: Array(Self.pipeline(pipeline, type).utf8)
            )
        }
        return workspace
    }

    /// Runs a program to its end.
    ///
    /// - Throws: `SystemError`; `BenchError` when it did not succeed.
    func time(_ program: Path, _ arguments: [Path], in folder: Path, allowing: Set<Int32> = [0]) throws -> (
        milliseconds: Double, exit: ChildProcess.Exit
    ) {
        let start = ContinuousClock.now
        let errors = folder.appending(".bench-errors")
        let child = try ChildProcess(
            program, arguments, folder: folder, output: .null,
            errors: .file(try FileDescriptor.open(errors, flags: O_WRONLY | O_CREAT | O_TRUNC)))
        let exit = try child.wait()
        let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
        if !allowing.contains(exit.status) {
            let text = String(decoding: (try? Files.read(errors, limit: 1 << 20)) ?? [], as: UTF8.self)
            throw BenchError(message: "\(program.name) ended with \(exit.status): \(text.prefix(2_000))")
        }
        return (milliseconds, exit)
    }

    /// The median of several rounds.
    func median(of rounds: Int? = nil, _ body: () throws -> Double) rethrows -> Double {
        BenchFigure.median(try (0..<(rounds ?? self.rounds)).map { _ in try body() })
    }

    private static func pipeline(_ name: String, _ type: String) -> String {
        """
        version: 1
        name: \(name)
        inputs:
          type: { type: document-type, default: \(type) }
        stages:
          - uses: detect-mime
          - uses: validate-extension
          - uses: size-check
            with: { max: 10TB }
          - uses: upload
          - uses: create-version
          - uses: share
            with: { schools: [stanford, ucla] }
          - uses: notify
            with: { channel: log, subject: "New: ${{ document.name }}" }

        """
    }

    private static func remove(_ path: Path) {
        guard let status = try? FileStatus.of(path, followingLinks: false) else { return }
        if status.kind == .folder {
            for name in (try? Files.list(path)) ?? [] { remove(path.appending(name)) }
            _ = path.withCString { rmdir($0) }
        } else {
            _ = path.withCString { unlink($0) }
        }
    }
}

/// A measurement that could not be made.
struct BenchError: Error, CustomStringConvertible {
    let message: String
    var description: String { message }
}
