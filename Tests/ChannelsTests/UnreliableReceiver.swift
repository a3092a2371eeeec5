import Glibc
import HTTPClient
import Platform

/// `Servers/unreliable.py` in a process of its own, which ends with this.
final class UnreliableReceiver: Sendable {
    private let port: Int
    private let process: ChildProcess
    private let client = HTTPClient()

    init() throws {
        let script = Path(#filePath).folder.appending("Servers/unreliable.py")
        process = try ChildProcess("/usr/bin/env", ["python3", script], input: .pipe, errors: .inherit)
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

    /// Returns when so many requests have come for a name.
    func reached(_ name: String, _ count: Int) async throws {
        var limits = HTTPLimits()
        limits.timeout = .seconds(600)
        _ = try await client.send(HTTPRequest(url: url("reached/\(name)/\(count)")), limits: limits)
    }

    /// The ids of the requests that have come for a name, in order.
    func ids(_ name: String) async throws -> [String] {
        let response = try await client.send(HTTPRequest(url: url("ids/\(name)")))
        return String(decoding: response.body, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
