internal import CLinux
internal import Glibc

/// Sockets of tcp(7), over IPv4 and IPv6. All are close-on-exec.
public enum TCPSocket {
    /// An address as the kernel has it.
    public struct Address: Sendable, Hashable {
        /// In numbers: "127.0.0.1", "::1". An IPv4 address that came over an IPv6 socket is written as IPv4.
        public let host: String
        /// The TCP port, in the byte order of this machine.
        public let port: UInt16
    }

    /// Listens.
    ///
    /// - Parameters:
    ///   - host: an IPv4 or IPv6 address in numbers.
    ///   - port: 0: any that is free; `address(of:)` tells which.
    ///   - queue: how many may wait to be let in.
    /// - Returns: a descriptor that does not block.
    /// - Throws: `SystemError`; `EINVAL` when `host` is no address, `EADDRINUSE` when somebody listens there.
    public static func listen(
        host: String, port: UInt16, queue: Int32 = 1_024
    ) throws(SystemError) -> FileDescriptor {
        let listener = try bound(host: host, port: port)
        try systemCall("listen at", on: name(host, port)) { Glibc.listen(listener.number, queue) }
        return listener
    }

    /// Finds out whether one could listen there, without letting anybody in.
    ///
    /// - Throws: as `listen`.
    public static func checkIsFree(host: String, port: UInt16) throws(SystemError) {
        _ = try bound(host: host, port: port)
    }

    private static func bound(host: String, port: UInt16) throws(SystemError) -> FileDescriptor {
        let address = try SocketAddress(host: host, port: port)
        let listener = try make(address, flags: Int32(SOCK_NONBLOCK.rawValue))
        // Without it, nobody could listen for a minute after a server with open connections has ended.
        try set(SO_REUSEADDR, level: SOL_SOCKET, of: listener)
        if address.isIPv6 { try set(IPV6_V6ONLY, level: Int32(IPPROTO_IPV6), of: listener) }
        try systemCall("listen at", on: name(host, port)) { address.withAddress { bind(listener.number, $0, $1) } }
        return listener
    }

    private static func name(_ host: String, _ port: UInt16) -> String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    /// A stream to whoever listens at an address in numbers. It blocks.
    ///
    /// - Throws: `SystemError`; `ECONNREFUSED` when nobody does.
    public static func connect(host: String, port: UInt16) throws(SystemError) -> FileDescriptor {
        let address = try SocketAddress(host: host, port: port)
        let socket = try make(address, flags: 0)
        try systemCall("connect to", on: "\(host):\(port)") {
            address.withAddress { Glibc.connect(socket.number, $0, $1) }
        }
        return socket
    }

    /// The address that a socket has itself.
    ///
    /// - Throws: `SystemError`
    public static func address(of socket: FileDescriptor) throws(SystemError) -> Address {
        try name("examine a socket") { getsockname(socket.number, $0, $1) }
    }

    /// The address of the other side.
    ///
    /// - Throws: `SystemError`; `ENOTCONN` when it has gone.
    public static func peer(of number: Int32) throws(SystemError) -> Address {
        try name("examine a socket") { getpeername(number, $0, $1) }
    }

    /// Of all bytes that were sent, how many the other side has confirmed, tcpi_bytes_acked of tcp(7).
    ///
    /// - Throws: `SystemError`; `ENOTSUP` or `EOPNOTSUPP` where there is no such figure.
    public static func confirmedBytes(of number: Int32) throws(SystemError) -> UInt64 {
        var count: UInt64 = 0
        try systemCall("examine a socket") { compass_confirmed_bytes(number, &count) }
        return count
    }

    private static func make(_ address: SocketAddress, flags: Int32) throws(SystemError) -> FileDescriptor {
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | flags
        return FileDescriptor(
            owning: try systemCall("create a socket") { socket(address.isIPv6 ? AF_INET6 : AF_INET, type, 0) })
    }

    private static func set(_ option: Int32, level: Int32, of socket: FileDescriptor) throws(SystemError) {
        var one: Int32 = 1
        try systemCall("set up a socket") {
            setsockopt(socket.number, level, option, &one, socklen_t(MemoryLayout<Int32>.size))
        }
    }

    private static func name(
        _ operation: String, _ ask: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) throws(SystemError) -> Address {
        var storage = sockaddr_storage()
        var count = socklen_t(MemoryLayout<sockaddr_storage>.size)
        try systemCall(operation) {
            withUnsafeMutablePointer(to: &storage) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { ask($0, &count) }
            }
        }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let port: UInt16
        switch Int32(storage.ss_family) {
        case AF_INET:
            port = withUnsafePointer(to: &storage) {
                $0.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
                    var host = address.pointee.sin_addr
                    inet_ntop(AF_INET, &host, &text, socklen_t(text.count))
                    return UInt16(bigEndian: address.pointee.sin_port)
                }
            }
        case AF_INET6:
            port = withUnsafePointer(to: &storage) {
                $0.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
                    var host = address.pointee.sin6_addr
                    inet_ntop(AF_INET6, &host, &text, socklen_t(text.count))
                    return UInt16(bigEndian: address.pointee.sin6_port)
                }
            }
        default: throw SystemError(operation, code: EAFNOSUPPORT)
        }
        var host = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        if host.hasPrefix("::ffff:"), host.contains(".") { host.removeFirst(7) }
        return Address(host: host, port: port)
    }
}

/// An IPv4 or IPv6 address as system calls take it.
private struct SocketAddress {
    private let bytes: [UInt8]
    let isIPv6: Bool

    init(host: String, port: UInt16) throws(SystemError) {
        var four = sockaddr_in()
        var six = sockaddr_in6()
        if inet_pton(AF_INET, host, &four.sin_addr) == 1 {
            four.sin_family = sa_family_t(AF_INET)
            four.sin_port = port.bigEndian
            bytes = withUnsafeBytes(of: &four) { Array($0) }
            isIPv6 = false
        } else if inet_pton(AF_INET6, host, &six.sin6_addr) == 1 {
            six.sin6_family = sa_family_t(AF_INET6)
            six.sin6_port = port.bigEndian
            bytes = withUnsafeBytes(of: &six) { Array($0) }
            isIPv6 = true
        } else {
            throw SystemError("use the address", on: Printable.text(host), code: EINVAL)
        }
    }

    func withAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        // Aligned, which the bytes of an array need not be.
        var storage = sockaddr_storage()
        withUnsafeMutableBytes(of: &storage) { $0.copyBytes(from: bytes) }
        return withUnsafePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(bytes.count)) }
        }
    }
}
