internal import Glibc
public import Platform

/// A server that a Python script is, in a process of its own which ends with this object, or when its input does because the
/// tests have ended. The script prints the port that it listens at, on a line.
public final class PythonServer: Sendable {
    public let port: Int
    private let process: ChildProcess

    /// Blocks until it listens.
    ///
    /// - Throws: `SystemError`
    public init(_ script: Path, _ arguments: [Path] = []) throws {
        process = try ChildProcess("/usr/bin/env", ["python3", script] + arguments, input: .pipe, errors: .inherit)
        var line: [UInt8] = []
        while line.last != UInt8(ascii: "\n"), let byte = try process.output?.readSome(limit: 1), !byte.isEmpty {
            line += byte
        }
        guard let port = Int(String(decoding: line.dropLast(), as: UTF8.self)) else {
            process.signal(SIGKILL)
            _ = try process.wait()
            throw SystemError("start", on: script.description, code: ECHILD)
        }
        self.port = port
    }

    deinit {
        process.signal(SIGKILL)
        _ = try? process.wait()
    }

    public func url(_ path: String) -> String { "http://127.0.0.1:\(port)/\(path)" }
}
