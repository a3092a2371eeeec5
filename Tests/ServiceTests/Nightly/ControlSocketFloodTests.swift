import CompassTesting
import Diagnostics
import Glibc
import Platform
import Synchronization
import Testing

@testable import Service

/// Many clients, also such as read nothing.
@Suite struct ControlSocketFloodTests {
    private let base: ControlSocketTests
    private var path: Path { base.path }

    init() throws { base = try ControlSocketTests() }

    @Test("clients that find no place are let in when others go")
    func manyClients() async throws {
        let socket = try base.serve(timeout: .milliseconds(300), maxClients: 4)
        let idle = try (0..<12).map { _ in try UnixSocket.connect(to: path, timeout: .seconds(60)) }
        #expect(try ControlQuery.get("/status", from: path, timeout: .seconds(60)) != nil)
        withExtendedLifetime(idle) {}
        await socket.close()
    }

    @Test(
        "clients that ask and never read, however many and however large the answer, make room long before their time is over",
        arguments: [100, 8 << 20])
    func unresponsiveClients(size: Int) async throws {
        let large = [UInt8](repeating: 0x61, count: size)
        let socket = try ControlSocket(path, timeout: .seconds(600), log: .none) { _ in
            ControlResponse("text/plain", large)
        }
        var unresponsive: [FileDescriptor] = []
        for _ in 0..<96 {
            let client = try UnixSocket.connect(to: path, timeout: .seconds(60))
            try client.write(Array("GET / HTTP/1.0\r\n\r\n".utf8))
            unresponsive.append(client)
        }
        let answer = try #require(try ControlQuery.get("/", from: path, timeout: .seconds(60)))
        #expect(answer.count == size)
        await socket.close()
        withExtendedLifetime(unresponsive) {}
    }
}
