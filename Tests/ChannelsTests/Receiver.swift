import CompassTesting
import Digests
import HTTPClient
import Platform

/// `Servers/receiver.py` in a process of its own; one for all tests, which take different names.
final class Receiver: Sendable {
    static let key = Array("0123456789abcdef0123456789abcdef".utf8)
    static let secret = "whsec_" + Base64.encode(key)

    private let server: PythonServer
    private let client = HTTPClient()

    static func shared() throws -> Receiver { try sharedReceiver.get() }

    private static let sharedReceiver = Result { try Receiver() }

    private init() throws {
        let script = Path(#filePath).folder.appending("Servers/receiver.py")
        server = try PythonServer(script, [Path(Base64.encode(Self.key))])
    }

    func url(_ path: String) -> String { server.url(path) }

    /// The requests that came for a name.
    func received(_ name: String) async throws -> [Value] {
        let response = try await client.send(HTTPRequest(url: url("received/\(name)")))
        return try Value(json: String(decoding: response.body, as: UTF8.self)).list ?? []
    }
}
