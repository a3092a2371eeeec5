public import Platform

/// A program to be run, without a shell.
public struct ProgramCommand: Sendable {
    /// A path; it is not looked up.
    public var program: Path
    /// Without the program's name.
    public var arguments: [Path]
    /// All variables that it has.
    public var environment: [(name: String, value: Path)]
    /// Its working folder.
    public var folder: Path
    /// Of its time, memory, processes and files.
    public var limits: ProgramLimits
    /// What it may see and do.
    public var sandbox: ProgramSandbox

    /// - Parameters: as the properties.
    public init(
        _ program: Path, _ arguments: [Path] = [], environment: [(name: String, value: Path)] = [], folder: Path = "/",
        limits: ProgramLimits = ProgramLimits(), sandbox: ProgramSandbox = ProgramSandbox()
    ) {
        self.program = program
        self.arguments = arguments
        self.environment = environment
        self.folder = folder
        self.limits = limits
        self.sandbox = sandbox
    }

    /// Where a program of that name is, as a shell would find it.
    ///
    /// - Parameters:
    ///   - name: with a slash it is a path, relative to `folder`.
    ///   - path: the folders to look into, as `PATH` has them.
    /// - Returns: nil: nobody may execute such a file.
    public static func find(
        _ name: String, in path: String = "/usr/local/bin:/usr/bin:/bin", folder: Path = "/"
    ) -> Path? {
        let places =
            name.contains("/")
            ? [folder.appending(Path(name))]
            : path.split(separator: ":").map { Path(String($0)).appending(Path(name)) }
        return places.first { Files.isExecutable($0) }
    }
}

/// What a program may use. nil: as much as this process.
public struct ProgramLimits: Sendable, Hashable {
    /// Private memory of each of its processes, in bytes.
    public var memory: Int64?
    /// Processor time of each of its processes, rounded up to seconds.
    public var processorTime: Duration?
    /// Bytes of one file that it writes.
    public var fileSize: Int64?
    /// Files that each of its processes has open.
    public var openFiles: Int64? = 256
    /// Processes at a time, threads not counted.
    public var processes: Int64? = 64
    /// Bytes that it writes to its standard output and error in all, or, of a program that takes several requests, for
    /// one of them.
    public var output: Int = 16 << 20
    /// Bytes of a line of its standard output.
    public var line: Int = 1 << 20

    /// - Parameters: as the properties; nil: no limit. The others have the values above until they are set.
    public init(memory: Int64? = nil, processorTime: Duration? = nil, fileSize: Int64? = nil) {
        self.memory = memory
        self.processorTime = processorTime
        self.fileSize = fileSize
    }

    var ofProcess: GuardedProcess.Limits {
        var limits = GuardedProcess.Limits()
        limits.memory = memory ?? 0
        limits.processorSeconds =
            processorTime.map { $0.components.seconds + ($0.components.attoseconds > 0 ? 1 : 0) } ?? 0
        limits.fileSize = fileSize ?? 0
        limits.openFiles = openFiles ?? 0
        limits.processes = processes ?? 0
        return limits
    }
}
