internal import CLinux
internal import Glibc

/// A program that runs under a guard: a small process between this one and it, which ends all that comes of it, whatever that
/// does, when it is told to, when the program ends, and when this process is gone. The kernel limits what it may use and,
/// as far as it can, what it may reach.
///
/// All calls but `kill` block, and are those of one thread at a time.
///
/// Waiting twice is a programming error that `ECHILD` reveals.
public final class GuardedProcess: Sendable {
    /// What a program may do with a place.
    public struct Rights: OptionSet, Sendable, Hashable {
        /// A bit for each member.
        public let rawValue: Int32

        /// - Parameter rawValue: a bit for each member; others mean nothing.
        public init(rawValue: Int32) {
            self.rawValue = rawValue
        }

        /// Files may be read, folders listed.
        public static let read = Rights(rawValue: Int32(COMPASS_MAY_READ))
        /// Files may be written, made and removed.
        public static let write = Rights(rawValue: Int32(COMPASS_MAY_WRITE))
        /// Files may be executed.
        public static let execute = Rights(rawValue: Int32(COMPASS_MAY_EXECUTE))
    }

    /// What a program may reach.
    public struct Confinement: Sendable {
        /// Whether it is confined, as far as what follows goes. One that root starts is nobody then, with no right of root's
        /// but, where both `restrictsFiles` and `restrictsCalls` are set, the one to read files of others, or to write them
        /// too where it has a place for that beside its working folder and no network.
        public var isOn = false
        /// Files, and folders with all that is in them. In mounts of its own all but those that may be written are read-only.
        public var places: [(descriptor: FileDescriptor, rights: Rights)] = []
        /// Whether whatever else there is may not be touched. Needs Landlock.
        public var restrictsFiles = false
        /// Whether calls of the system that such programs do not need are refused. Needs seccomp.
        public var restrictsCalls = false
        /// Whether the network may be used. Only refused as far as the two above go.
        public var hasNetwork = true
        /// Whether no mode and no time of a file may be changed. Otherwise that is done where it may write if it has mounts of
        /// its own, and if not, it succeeds and does nothing. Needs seccomp.
        public var refusesModes = false
        /// Whether it has numbers of processes and mounts of its own, as `GuardFeatures.namespaces` says.
        public var namespaces: Int32 = 0

        /// No confinement at all.
        public init() {}
    }

    /// What a program may use; 0: as much as this process.
    public struct Limits: Sendable, Hashable {
        /// Private memory in bytes, RLIMIT_DATA of setrlimit(2): of each process.
        public var memory: Int64 = 0
        /// Processor time of each process in seconds.
        public var processorSeconds: Int64 = 0
        /// The size of a file that it writes, in bytes.
        public var fileSize: Int64 = 0
        /// Open files of each process.
        public var openFiles: Int64 = 0
        /// Processes and their children at a time; counted every 20 ms. The kernel refuses more than some thousand (RLIMIT_NPROC).
        public var processes: Int64 = 0

        /// None.
        public init() {}
    }

    /// How it ended. All that came of it is gone.
    public struct End: Sendable, Hashable {
        /// Why.
        public enum Cause: Sendable, Hashable {
            /// The program ended with this status.
            case exit(Int32)
            /// The program was ended by this signal.
            case signal(Int32)
            /// It was killed on demand.
            case killed
            /// It had more processes than allowed.
            case tooManyProcesses
            /// It did not begin.
            case failed(SystemError)
        }

        /// Why it ended.
        public let cause: Cause
        /// How many processes the program left behind when it ended by itself.
        public let leftBehind: Int
        /// Of the program and those it waited for, in seconds.
        public let processorSeconds: Double
        /// The largest resident set of one of them, in bytes.
        public let peakMemory: Int64
    }

    /// Our ends of its pipes. Its input is at an end once the last reference to ours is gone.
    public struct Streams: Sendable {
        /// The writing end of its standard input.
        public let input: FileDescriptor
        /// The reading end of its standard output.
        public let output: FileDescriptor
        /// The reading end of its standard error.
        public let errors: FileDescriptor
    }

    /// Can be read once all is over, by `wait`.
    public let report: FileDescriptor

    private let guardProcess: pid_t
    private let control: FileDescriptor
    private let program: String

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: a path, not looked up.
    ///   - arguments: without the program's name.
    ///   - environment: entries "NAME=value"; it has no others.
    ///   - folder: the working folder.
    ///   - content: what it finds open as descriptor 3.
    /// - Throws: `SystemError`. That the program cannot be executed is told by its end.
    public static func start(
        _ program: Path, _ arguments: [Path], environment: [Path], folder: FileDescriptor,
        content: FileDescriptor? = nil,
        limits: Limits = Limits(), confinement: Confinement = Confinement()
    ) throws(SystemError) -> (process: GuardedProcess, streams: Streams) {
        let (inputReader, inputWriter) = try pipe()
        let (outputReader, outputWriter) = try pipe()
        let (errorReader, errorWriter) = try pipe()
        let (reportReader, reportWriter) = try pipe()
        let (controlReader, controlWriter) = try pipe()
        // The guard gives the program the numbers from 0 on, and must not overwrite one that it still needs.
        var kept: [FileDescriptor] = []
        func raised(_ descriptor: FileDescriptor) throws(SystemError) -> Int32 {
            let number = try systemCall("copy a descriptor") { compass_raise_descriptor(descriptor.number) }
            kept.append(FileDescriptor(owning: number))
            return number
        }
        var plan = compass_guard_plan()
        plan.input = try raised(inputReader)
        plan.output = try raised(outputWriter)
        plan.errors = try raised(errorWriter)
        plan.report = try raised(reportWriter)
        plan.control = try raised(controlReader)
        plan.folder = try raised(folder)
        plan.content = -1
        if let content { plan.content = try raised(content) }
        var places: [compass_guard_place] = []
        for place in confinement.places {
            places.append(compass_guard_place(descriptor: try raised(place.descriptor), rights: place.rights.rawValue))
        }
        plan.restricts_files = confinement.restrictsFiles ? 1 : 0
        plan.restricts_calls = confinement.restrictsCalls ? 1 : 0
        plan.has_network = confinement.hasNetwork ? 1 : 0
        plan.is_confined = confinement.isOn ? 1 : 0
        plan.refuses_modes = confinement.refusesModes ? 1 : 0
        plan.namespaces = confinement.namespaces
        plan.memory = UInt64(clamping: limits.memory)
        plan.processor_seconds = UInt64(clamping: limits.processorSeconds)
        plan.file_size = UInt64(clamping: limits.fileSize)
        plan.open_files = UInt64(clamping: limits.openFiles)
        plan.processes = UInt64(clamping: limits.processes)
        var started: Int32 = -1
        var code: Int32 = 0
        program.withCString { name in
            withCStrings([program] + arguments) { argv in
                withCStrings(environment) { entries in
                    places.withUnsafeBufferPointer { places in
                        plan.program = name
                        plan.arguments = UnsafePointer(argv)
                        plan.environment = UnsafePointer(entries)
                        plan.places = places.baseAddress
                        plan.place_count = places.count
                        started = compass_guard_start(&plan)
                        code = errno
                    }
                }
            }
        }
        // What is the guard's has to be closed here by now, or its end would never be seen.
        kept.removeAll()
        if started < 0 { throw SystemError("start", on: program.description, code: code) }
        return (
            GuardedProcess(started, program.description, report: reportReader, control: controlWriter),
            Streams(input: inputWriter, output: outputReader, errors: errorReader)
        )
    }

    private init(_ guardProcess: pid_t, _ program: String, report: FileDescriptor, control: FileDescriptor) {
        self.guardProcess = guardProcess
        self.program = program
        self.report = report
        self.control = control
    }

    /// Has all that comes of the program killed. From any thread; more than once does no harm.
    public func kill() {
        var byte: UInt8 = 0
        // Whoever has ended already cannot be told: then the reading end is gone.
        SignalMask.withoutPipeSignal { _ = Glibc.write(control.number, &byte, 1) }
    }

    /// Waits until all is over. Read its pipes first, or it may wait for a reader for ever. Once.
    public func wait() throws(SystemError) -> End {
        var what = compass_guard_report()
        var filled = 0
        let size = MemoryLayout<compass_guard_report>.size
        while filled < size {
            let count = try systemCall("read the guard's report") {
                withUnsafeMutableBytes(of: &what) { buffer in
                    Glibc.read(report.number, buffer.baseAddress?.advanced(by: filled), size - filled)
                }
            }
            if count == 0 { break }
            filled += count
        }
        var status: Int32 = 0
        try systemCall("wait for the guard") { waitpid(guardProcess, &status, 0) }
        if filled < size {
            // Somebody has killed the guard itself: in its namespace nothing outlives it.
            return End(cause: .killed, leftBehind: 0, processorSeconds: 0, peakMemory: 0)
        }
        return End(
            cause: cause(of: what), leftBehind: Int(what.left_behind),
            processorSeconds: Double(what.processor_microseconds) / 1e6, peakMemory: what.peak_memory)
    }

    private func cause(of what: compass_guard_report) -> End.Cause {
        switch Int(what.cause) {
        case COMPASS_GUARD_TOLD: return .killed
        case COMPASS_GUARD_PROCESSES: return .tooManyProcesses
        case COMPASS_GUARD_FAILED:
            return .failed(SystemError(Self.step(what.failed_step), on: program, code: what.failed_code))
        default:
            let signal = what.status & 0x7F
            return signal == 0 ? .exit((what.status >> 8) & 0xFF) : .signal(signal)
        }
    }

    private static func step(_ number: Int32) -> String {
        switch number {
        case 1: "enter the working folder of"
        case 2: "connect the streams of"
        case 3: "limit"
        case 4: "take rights from"
        case 5: "restrict the files of"
        case 6: "restrict the system calls of"
        case 7: "execute"
        case 9: "make a user namespace for"
        case 10: "close the file systems for"
        default: "start a process for"
        }
    }

    private static func pipe() throws(SystemError) -> (reader: FileDescriptor, writer: FileDescriptor) {
        var pair: [Int32] = [0, 0]
        try systemCall("make a pipe") { compass_pipe(&pair) }
        return (FileDescriptor(owning: pair[0]), FileDescriptor(owning: pair[1]))
    }
}

/// What the kernel grants for guarding programs. Found out once, by trying.
public struct GuardFeatures: Sendable, Hashable {
    /// The version of Landlock's interface; 0: it is not to be had.
    public let landlock: Int
    /// Whether system calls can be filtered, seccomp(2).
    public let hasCallFilter: Bool
    /// For `GuardedProcess.Confinement`; 0: none.
    public let namespaces: Int32

    /// Those without the one of mounts, for a program that is not confined.
    public var namespacesWithoutMounts: Int32 { namespaces & ~Int32(COMPASS_MOUNT_NAMESPACE) }
    /// Whether a program can have mounts of its own, in which only what it may write is not read-only.
    public var hasMounts: Bool { namespaces & Int32(COMPASS_MOUNT_NAMESPACE) != 0 }

    /// Of this machine and this process's rights. The first use blocks for about a millisecond.
    public static let available = GuardFeatures(
        landlock: max(0, Int(compass_landlock_version())), hasCallFilter: compass_has_call_filter() != 0,
        namespaces: compass_guard_namespaces())

    /// As another machine would grant them, for tests.
    public init(landlock: Int, hasCallFilter: Bool, namespaces: Int32) {
        self.landlock = landlock
        self.hasCallFilter = hasCallFilter
        self.namespaces = namespaces
    }
}

/// Lends a list of C strings, ended by a null pointer.
func withCStrings<Result>(
    _ strings: [Path], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { $0.withCString { strdup($0) } } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return pointers.withUnsafeMutableBufferPointer { buffer in
        guard let base = buffer.baseAddress else { preconditionFailure("a terminated list is never empty") }
        return body(base)
    }
}
