import CompassTesting
import Diagnostics
import Glibc
import Platform
import Synchronization
import Testing

@testable import Service

/// Many clients, also such as read nothing.
@Suite struct ControlSocketFloodTests {
    private let folder: TestFolder
    private let path: Path

    init() throws {
        folder = try TestFolder()
        path = folder.path.appending("up.sock")
    }

    private func serve(timeout: Duration = .seconds(60), maxClients: Int = 32) throws -> ControlSocket {
        try ControlSocket(path, timeout: timeout, maxClients: maxClients, log: .none) {
            ControlSocket.answer($0, SampleReport())
        }
    }

    private func ask(_ request: [UInt8], closing: Bool = false) throws -> String {
        let socket = try UnixSocket.connect(to: path, timeout: .seconds(60))
        try socket.write(request)
        if closing { shutdown(socket.number, Int32(SHUT_WR)) }
        return String(decoding: try socket.readToEnd(limit: 1 << 20), as: UTF8.self)
    }

    @Test("clients that find no place are let in when others go")
    func manyClients() async throws {
        let socket = try serve(timeout: .milliseconds(300), maxClients: 4)
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
