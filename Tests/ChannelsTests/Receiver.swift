import Digests
import Glibc
import HTTPClient
import Platform

/// `Servers/receiver.py` in a process of its own; one for all tests, which take different names.
final class Receiver: Sendable {
    static let key = Array("0123456789abcdef0123456789abcdef".utf8)
    static let secret = "whsec_" + Base64.encode(key)

    private let port: Int
    private let process: ChildProcess
    private let client = HTTPClient()

    static func shared() throws -> Receiver { try sharedReceiver.get() }

    private static let sharedReceiver = Result { try Receiver() }

    private init() throws {
        let script = Path(#filePath).folder.appending("Servers/receiver.py")
        process = try ChildProcess(
            "/usr/bin/env", ["python3", script, Path(Base64.encode(Self.key))], input: .pipe, errors: .inherit)
        var line: [UInt8] = []
        while line.last != UInt8(ascii: "\n"), let byte = try process.output?.readSome(limit: 1), !byte.isEmpty {
            line += byte
        }
        guard let port = Int(String(decoding: line.dropLast(), as: UTF8.self)) else {
            throw SystemError("start", on: script.description, code: ECHILD)
        }
        self.port = port
    }

    func url(_ path: String) -> String { "http://127.0.0.1:\(port)/\(path)" }

    /// The requests that came for a name.
    func received(_ name: String) async throws -> [Value] {
        let response = try await client.send(HTTPRequest(url: url("received/\(name)")))
        return try Value(json: String(decoding: response.body, as: UTF8.self)).list ?? []
    }
}
