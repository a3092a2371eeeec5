import Glibc
import Platform
import Testing

extension Sandbox {
    /// The failpoint in the middle of an upload: some bytes of a file of more than 256 KiB are stored, and not all of them.
    static let uploading = "objects.bytes-begun"

    /// Starts the program and returns when it stands still at a failpoint, such as `uploading` or `engine.waiting`. `SIGCONT`
    /// has it go on, after which signals that it got meanwhile reach it.
    ///
    /// - Throws: `SystemError`; an issue with its exit status when it ended without coming to the failpoint.
    func start(
        stoppingAt failpoint: String, _ arguments: [Path], environment: [String] = [],
        output: ChildProcess.Stream = .null, errors: ChildProcess.Stream = .null,
        location: SourceLocation = #_sourceLocation
    ) async throws -> ChildProcess {
        let folder = folder
        let stopping = ["COMPASS_FAILPOINT=\(failpoint)", "COMPASS_FAILPOINT_ACTION=stop"]
        return try await Self.pool.run {
            let child = try ChildProcess(
                Self.program, arguments, environment: Self.environment + environment + stopping, folder: folder,
                output: output, errors: errors)
            var info = siginfo_t()
            // What it tells is left to be told again: the end is for whoever waits for that.
            try systemCall("wait until it stands still") {
                waitid(P_PID, id_t(child.id), &info, WSTOPPED | WEXITED | WNOWAIT)
            }
            if info.si_code != Int32(CLD_STOPPED) {
                let status = try child.wait().status
                try #require(
                    Bool(false), "it ended with \(status) before it came to `\(failpoint)`", sourceLocation: location)
            }
            return child
        }
    }

    /// Waits for the end of a process that this test started.
    func end(of child: ChildProcess) async throws -> Int32 {
        try await Self.pool.run { try child.wait().status }
    }
}
