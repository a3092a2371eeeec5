import Glibc
import Platform

/// `Servers/server.py` in a process of its own.
final class TestServer: Sendable {
    let port: Int
    private let process: pid_t
    /// The server ends when this is closed, so also when the tests crash.
    private let lifeline: FileDescriptor

    /// For tests that neither count connections nor wait for other requests.
    static func shared() throws -> TestServer { try sharedServer.get() }

    private static let sharedServer = Result { try TestServer() }

    init(_ arguments: String...) throws {
        let script = Path(#filePath).folder.appending("Servers/server.py")
        // One socket is its standard input and output.
        var ends: [Int32] = [-1, -1]
        try systemCall("make a socket") {
            socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends)
        }
        let (lifeline, theirs) = (FileDescriptor(owning: ends[0]), FileDescriptor(owning: ends[1]))
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, theirs.number, 0)
        posix_spawn_file_actions_adddup2(&actions, theirs.number, 1)

        var argv = (["python3", script.text] + arguments).map { strdup($0) } + [nil]
        defer { for argument in argv { free(argument) } }
        var process: pid_t = 0
        let code = posix_spawnp(&process, "python3", &actions, nil, &argv, environ)
        if code != 0 { throw SystemError("start", on: "python3", code: code) }
        self.process = process
        self.lifeline = lifeline

        var line: [UInt8] = []
        var byte: UInt8 = 0
        while try systemCall("read", { read(lifeline.number, &byte, 1) }) == 1, byte != UInt8(ascii: "\n") {
            line.append(byte)
        }
        guard let port = Int(String(decoding: line, as: UTF8.self)) else { throw SystemError("start", code: ECHILD) }
        self.port = port
    }

    deinit {
        kill(process, SIGKILL)
        var status: Int32 = 0
        waitpid(process, &status, 0)
    }

    func url(_ path: String) -> String { "http://127.0.0.1:\(port)/\(path)" }
}
