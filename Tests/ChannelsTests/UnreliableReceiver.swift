import CompassTesting
import HTTPClient
import Platform

/// `Servers/unreliable.py` in a process of its own, which ends with this.
final class UnreliableReceiver: Sendable {
    private let server: PythonServer
    private let client = HTTPClient()

    init() throws {
        server = try PythonServer(Path(#filePath).folder.appending("Servers/unreliable.py"))
    }

    func url(_ path: String) -> String { server.url(path) }

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
