import Glibc
import Platform

/// A port of this machine where nobody listens, and which nobody else can take meanwhile.
final class ClosedPort: Sendable {
    let port: UInt16
    private let socket: FileDescriptor

    init() throws {
        let number = try systemCall("make a socket") {
            Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        }
        socket = FileDescriptor(owning: number)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        try withUnsafeMutableBytes(of: &address) { raw in
            let address = raw.assumingMemoryBound(to: sockaddr.self).baseAddress
            try systemCall("bind") { bind(number, address, length) }
            try systemCall("examine") { getsockname(number, address, &length) }
        }
        port = address.sin_port.bigEndian
    }
}
