import CompassTesting
import Glibc
import Platform
import Testing

/// A workspace in a temporary folder, and the built program run in it. Removed when the last reference goes.
final class Sandbox: Sendable {
    /// What a run of the program left behind.
    struct Output: Sendable, CustomStringConvertible {
        let arguments: [Path]
        let status: Int32
        let text: String
        let errors: String
        let peakMemory: Int64

        /// Every line of the output, read as JSON.
        var lines: [Value] {
            get throws { try text.split(separator: "\n").map { try Value(json: String($0)) } }
        }

        var description: String { "\(arguments) exit \(status)\n--- output\n\(text)\n--- errors\n\(errors)" }
    }

    static let pool = WorkerPool(name: "sandbox", width: 4)
    /// The program that `COMPASS_PROGRAM` names: `make test` and `make soak` name the release build, since that is what
    /// users run. Without it the one that was built with the tests, so that a plain `swift test` never tests an old one.
    static let program: Path = {
        if let named = getenv("COMPASS_PROGRAM") {
            // Tests run it in other folders. A program that is not there fails every test with its path.
            let path = Path(cString: named)
            return (try? Files.resolve(path)) ?? path
        }
        let bundle = (try? Files.resolve("/proc/self/exe")) ?? "."
        let beside = bundle.folder.appending("compass")
        if Files.exists(beside) { return beside }
        let arguments = CommandLine.arguments.first { $0.contains(".xctest") }
        return Path(arguments ?? ".build/debug/x").folder.appending("compass")
    }()

    private let temporary: TestFolder
    /// Resolved, so that messages show it as it is.
    var folder: Path { temporary.path }

    /// With files beside those that every one has.
    init(_ files: KeyValuePairs<Path, [UInt8]> = [:], texts: KeyValuePairs<Path, String> = [:]) throws {
        temporary = try TestFolder()
        try write("schools.yaml", "- { id: stanford, name: Stanford University }\n- { id: ucla, name: UCLA }\n")
        try write("compass.yaml", "version: 1\nowner: { id: u1, name: Jordan Reyes }\nschools: schools.yaml\n")
        try write("pipelines/video.yaml", Self.pipeline("video", type: "highlight_video"))
        try write("pipelines/transcript.yaml", Self.pipeline("transcript", type: "transcript"))
        for (name, bytes) in files { try write(name, bytes) }
        for (name, text) in texts { try write(name, text) }
    }

    /// All seven stages.
    static func pipeline(_ name: String, type: String, max: String = "100MB") -> String {
        """
        version: 1
        name: \(name)
        inputs:
          type: { type: document-type, default: \(type) }
          title: { type: string, default: "${{ document.stem }}" }
          schools: { type: list, of: string, default: [] }
        stages:
          - uses: detect-mime
          - uses: validate-extension
          - uses: size-check
            with: { max: \(max) }
          - uses: upload
          - uses: create-version
            with: { title: "${{ inputs.title }}" }
          - uses: share
            if: length(inputs.schools) > 0
            with: { schools: "${{ inputs.schools }}" }
          - uses: notify
            with: { channel: log, subject: "New: ${{ document.title }}" }

        """
    }

    /// Runs the program and waits for its end.
    ///
    /// - Parameters:
    ///   - status: with which it has to end; nil: with any.
    ///   - errors: how what it writes as errors has to be.
    ///   - text: how its output has to be.
    @discardableResult
    func compass(
        _ arguments: Path..., environment: [String] = [], ending status: Int32? = nil, errors: Expected...,
        text: Expected..., location: SourceLocation = #_sourceLocation
    ) async throws -> Output {
        try await outcome(of: Self.program, arguments, environment).checked(
            status, errors: errors, text: text, location)
    }

    @discardableResult
    func compass(
        _ arguments: [Path], environment: [String] = [], ending status: Int32? = nil, errors: Expected...,
        text: Expected..., location: SourceLocation = #_sourceLocation
    ) async throws -> Output {
        try await outcome(of: Self.program, arguments, environment).checked(
            status, errors: errors, text: text, location)
    }

    /// Runs another program in the workspace's folder.
    @discardableResult
    func run(
        _ program: Path, _ arguments: [Path], environment: [String] = [], ending status: Int32? = nil,
        errors: Expected..., text: Expected..., location: SourceLocation = #_sourceLocation
    ) async throws -> Output {
        try await outcome(of: program, arguments, environment).checked(status, errors: errors, text: text, location)
    }

    func outcome(of program: Path, _ arguments: [Path], _ environment: [String] = []) async throws -> Output {
        let folder = folder
        // Of a name that stands twice, getenv(3) finds the first.
        let names = environment.map { $0.prefix { $0 != "=" } + "=" }
        let usual = Self.environment.filter { entry in !names.contains { entry.hasPrefix($0) } }
        return try await Self.pool.run {
            let streams = try [Self.scratch(), Self.scratch()]
            let child = try ChildProcess(
                program, arguments, environment: usual + environment, folder: folder,
                output: .file(streams[0]), errors: .file(streams[1]))
            let exit = try child.wait()
            let texts = try streams.map { stream in
                String(decoding: try stream.bytes(at: 0, count: Int(try stream.status().size)), as: UTF8.self)
            }
            return Output(
                arguments: arguments, status: exit.status, text: texts[0], errors: texts[1], peakMemory: exit.peakMemory
            )
        }
    }

    /// A small environment, so that the developer's own settings change nothing. What `scripts/sanitize` tells the
    /// sanitizers goes on to the program.
    static let environment =
        ["PATH=/usr/bin:/bin", "HOME=/nonexistent", "LC_ALL=C.UTF-8"]
        + ["ASAN_OPTIONS", "TSAN_OPTIONS", "LD_PRELOAD"].compactMap { (name: String) -> String? in
            getenv(name).map { "\(name)=\(String(cString: $0))" }
        }

    func write(_ name: Path, _ text: String) throws {
        try write(name, Array(text.utf8))
    }

    func write(_ name: Path, _ bytes: [UInt8]) throws {
        let path = folder.appending(name)
        try Files.createFolders(path.folder)
        try Files.replace(path, with: bytes)
    }

    func read(_ name: Path) throws -> [UInt8] {
        try Files.read(folder.appending(name), limit: 1 << 26)
    }

    /// Every object in the store, as paths below it; temporary files included, its marker not.
    func objects(_ below: Path = ".compass/objects") throws -> [Path] {
        guard Files.exists(folder.appending(below)) else { return [] }
        return try Files.list(folder.appending(below)).filter { $0 != ".compass-store" }.flatMap { name -> [Path] in
            let path = below.appending(name)
            return try FileStatus.of(folder.appending(path), followingLinks: false).kind == .folder
                ? try objects(path) : [path]
        }
    }

    /// An open file without a name.
    static func scratch() throws -> FileDescriptor {
        let tmpfile: Int32 = 0o20_200_000
        return try FileDescriptor.open("/tmp", flags: O_RDWR | tmpfile, mode: 0o600)
    }
}
