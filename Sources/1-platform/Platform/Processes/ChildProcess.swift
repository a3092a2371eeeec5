internal import CLinux
internal import Glibc

/// A process of another program, started without a shell. All calls block; call them on a `WorkerPool`.
///
/// `@unchecked Sendable`: every stored property is fixed before the initialiser returns; waiting twice is a programming
/// error that `ECHILD` reveals.
public final class ChildProcess: @unchecked Sendable {
    /// How a process ended.
    public struct Exit: Sendable, Hashable {
        /// The exit status, or 128 + the signal that ended it, as shells count.
        public let status: Int32
        /// The largest resident set it had, in bytes.
        public let peakMemory: Int64
        /// Processor time that it and the children it waited for have used, in seconds: outside of the kernel and within.
        public let userSeconds: Double
        /// Processor time that the kernel took for it.
        public let kernelSeconds: Double
        /// How often one of its threads gave the processor up to wait, and how often one was made to.
        public let voluntarySwitches: Int
        /// How often it lost a processor to others.
        public let involuntarySwitches: Int
    }

    /// Where a stream of the process leads.
    public enum Stream: Sendable {
        case null, inherit, pipe
        case file(FileDescriptor)
    }

    /// The process's id.
    public let id: Int32
    /// The reading ends of its output, where they were asked for as pipes.
    public let output: FileDescriptor?
    /// The reading end of its standard error; nil: that goes elsewhere.
    public let errors: FileDescriptor?
    /// The writing end of its input; it sees the end once this and every copy is gone.
    public let input: FileDescriptor?

    /// Starts a program in a process group of its own, so that a signal for this one does not reach it.
    ///
    /// - Parameters:
    ///   - program: a path, not looked up.
    ///   - arguments: without the program's name.
    ///   - environment: entries "NAME=value"; nil: this process's own.
    ///   - folder: the working folder; nil: this process's own.
    /// - Throws: `SystemError`
    public init(
        _ program: Path, _ arguments: [Path], environment: [String]? = nil, folder: Path? = nil, input: Stream = .null,
        output: Stream = .pipe, errors: Stream = .pipe
    ) throws(SystemError) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let ends = try [
            Self.connect(input, to: 0, &actions), Self.connect(output, to: 1, &actions),
            Self.connect(errors, to: 2, &actions),
        ]
        if let folder { folder.withCString { _ = compass_spawn_in_folder(&actions, $0) } }
        // Not every library opens its sockets so that children do not inherit them.
        _ = compass_spawn_closing_from(&actions, 3)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The threads of this process block signals; the child starts with none blocked and the default actions.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
        var started: pid_t = 0
        let code = withCStrings([program] + arguments) { argv in
            if let environment {
                return withCStrings(environment.map { Path($0) }) { entries in
                    program.withCString { posix_spawn(&started, $0, &actions, &attributes, argv, entries) }
                }
            }
            return program.withCString { posix_spawn(&started, $0, &actions, &attributes, argv, environ) }
        }
        if code != 0 { throw SystemError("start", on: program.description, code: code) }
        id = started
        self.input = ends[0].ours
        self.output = ends[1].ours
        self.errors = ends[2].ours
    }

    /// Sends a signal to the process's group.
    public func signal(_ number: Int32) {
        kill(-id, number)
    }

    /// Waits for its end. Read its pipes first, or it may wait for a reader for ever.
    public func wait() throws(SystemError) -> Exit {
        var status: Int32 = 0
        var usage = rusage()
        try systemCall("wait for the process") { wait4(id, &status, 0, &usage) }
        let signal = status & 0x7F
        return Exit(
            status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal, peakMemory: Int64(usage.ru_maxrss) * 1_024,
            userSeconds: Self.seconds(usage.ru_utime), kernelSeconds: Self.seconds(usage.ru_stime),
            voluntarySwitches: usage.ru_nvcsw, involuntarySwitches: usage.ru_nivcsw)
    }

    private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }

    /// Our end, and the child's, which lives until the spawn is over.
    private struct Ends {
        var ours: FileDescriptor?
        var theirs: FileDescriptor?
    }

    private static func connect(
        _ stream: Stream, to number: Int32, _ actions: inout posix_spawn_file_actions_t
    ) throws(SystemError) -> Ends {
        var ends = Ends()
        switch stream {
        case .inherit: return ends
        case .null: ends.theirs = try FileDescriptor.open("/dev/null", flags: O_RDWR)
        case .file(let file): ends.theirs = file
        case .pipe:
            var pair: [Int32] = [0, 0]
            try systemCall("make a pipe") { compass_pipe(&pair) }
            let (reading, writing) = (FileDescriptor(owning: pair[0]), FileDescriptor(owning: pair[1]))
            ends = number == 0 ? Ends(ours: writing, theirs: reading) : Ends(ours: reading, theirs: writing)
        }
        if let theirs = ends.theirs { posix_spawn_file_actions_adddup2(&actions, theirs.number, number) }
        return ends
    }
}
