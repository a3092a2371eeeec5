internal import Documents
internal import Glibc
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// A workspace for one case, which real processes work on and are killed in: the pipeline, the document, and the rules,
/// schools and channels' names of the user's workspace. What it announces goes to files. Removed with its last reference.
struct CrashSandbox: Sendable {
    /// What to run, for messages as well.
    let arguments: [Path]
    private let folder: TemporaryFolder
    private let environment: [String]
    private let program: CrashProgram

    /// Where a channel's notifications go.
    static func log(_ channel: String) -> Path { Path(".compass/to-\(channel).ndjson") }

    var root: Path { folder.path }

    /// - Parameter file: the case's document.
    /// - Throws: `SystemError`
    init(_ test: TestCase, file: Path, workspace: WorkspaceFolder, schools: [School], program: CrashProgram) throws {
        folder = try TemporaryFolder()
        self.program = program
        let root = folder.path
        try Files.createFolders(root.appending("pipelines"))
        try Files.replace(
            root.appending(Path("pipelines/\(test.pipeline.name).yaml")), with: Array(test.pipeline.source.utf8))
        try Self.write(Self.settings(workspace.definition), to: root.appending("compass.yaml"))
        let list = schools.map { Value.record(["id": .string($0.id), "name": .string($0.name)]) }
        try Self.write(.list(list), to: root.appending("schools.yaml"))
        try Self.copy(file, to: root.appending(file.name))
        var inputs: [Path] = []
        for input in test.test.inputs {
            for value in input.value.list ?? [input.value] { inputs.append(Path("\(input.key)=\(value.text)")) }
        }
        arguments = program.run(Path(test.pipeline.name), file.name, inputs)
        let secrets = Self.secrets(in: test.pipeline.source).map { "COMPASS_SECRET_\($0)=stand-in-for-\($0)" }
        environment =
            ["PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C.UTF-8"] + secrets
            + test.test.env.map { "\($0.name)=\($0.value)" }
    }

    /// Runs the document's pipeline. Blocks until the process ends.
    func run(_ variable: String? = nil) throws -> CrashProcess {
        try start(arguments, variable)
    }

    /// Carries on what was left. Blocks until the process ends.
    func resume() throws -> CrashProcess {
        try start(program.resume, nil)
    }

    private func start(_ arguments: [Path], _ variable: String?) throws -> CrashProcess {
        let child = try ChildProcess(
            program.path, arguments, environment: environment + (variable.map { [$0] } ?? []), folder: root,
            output: .null, errors: .pipe)
        let errors = try child.errors?.readToEnd(limit: 1 << 16) ?? []
        return CrashProcess(status: try child.wait().status, errors: String(decoding: errors, as: UTF8.self))
    }

    /// YAML is a superset of JSON.
    private static func write(_ value: Value, to path: Path) throws {
        var bytes: [UInt8] = []
        value.write(to: &bytes)
        try Files.replace(path, with: bytes)
    }

    private static func settings(_ definition: WorkspaceDefinition) -> Value {
        var types: Record = [:]
        for type in DocumentType.allCases {
            let rule = definition.rules[type]
            types[type.rawValue] = [
                "extensions": .list(rule.extensions.map { .string($0) }), "max-size": .string("\(rule.maxSize)B"),
            ]
        }
        var channels: Record = [:]
        for channel in definition.channels {
            channels[channel.name] = ["type": "log", "file": .string(log(channel.name).text)]
        }
        return [
            "version": 1, "owner": ["id": .string(definition.owner.id)], "document-types": .record(types),
            "schools": "schools.yaml", "channels": .record(channels),
        ]
    }

    /// The names of the secrets that a pipeline speaks of.
    private static func secrets(in source: String) -> Set<String> {
        var names: Set<String> = []
        for part in source.split(separator: "secrets.").dropFirst() {
            let name = part.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
            if !name.isEmpty { names.insert(String(name)) }
        }
        return names
    }

    private static func copy(_ source: Path, to target: Path) throws {
        let from = try FileDescriptor.open(source, flags: O_RDONLY)
        let to = try FileDescriptor.open(target, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
        var offset: Int64 = 0
        while true {
            let bytes = try from.bytes(at: offset, count: 1 << 20)
            if bytes.isEmpty { return }
            try to.write(bytes)
            offset += Int64(bytes.count)
        }
    }
}

/// How a process ended.
struct CrashProcess: Sendable {
    /// Of a process that was killed.
    static let killed: Int32 = 128 + SIGKILL

    let status: Int32
    let errors: String
}
