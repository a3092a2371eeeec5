import Glibc
import Platform

/// `Servers/server.py` in a process of its own, which ends with this or with the tests.
final class TestServer: Sendable {
    let port: Int
    private let process: ChildProcess

    /// For tests that neither count connections nor wait for other requests.
    static func shared() throws -> TestServer { try sharedServer.get() }

    private static let sharedServer = Result { try TestServer() }

    init(_ arguments: Path...) throws {
        let script = Path(#filePath).folder.appending("Servers/server.py")
        process = try ChildProcess("/usr/bin/env", ["python3", script] + arguments, input: .pipe, errors: .inherit)
        var line: [UInt8] = []
        while line.last != UInt8(ascii: "\n"), let byte = try process.output?.readSome(limit: 1), !byte.isEmpty {
            line += byte
        }
        guard let port = Int(String(decoding: line.dropLast(), as: UTF8.self)) else {
            throw SystemError("start", on: script.description, code: ECHILD)
        }
        self.port = port
    }

    deinit {
        process.signal(SIGKILL)
        _ = try? process.wait()
    }

    func url(_ path: String) -> String { "http://127.0.0.1:\(port)/\(path)" }
}
