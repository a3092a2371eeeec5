internal import CLinux
internal import Glibc

/// Sockets of unix(7). All are close-on-exec.
public enum UnixSocket {
    /// A connected pair of streams, for waking a thread that waits in poll(2).
    ///
    /// - Throws: `SystemError`
    public static func pair() throws(SystemError) -> (FileDescriptor, FileDescriptor) {
        var ends: [Int32] = [0, 0]
        try systemCall("create a pair of sockets") {
            socketpair(AF_UNIX, stream | Int32(SOCK_CLOEXEC.rawValue), 0, &ends)
        }
        return (FileDescriptor(owning: ends[0]), FileDescriptor(owning: ends[1]))
    }

    /// Listens at a path that nobody answers at; what a process that is gone has left there is replaced.
    ///
    /// - Parameters:
    ///   - group: whether the group of the socket's file may connect too, and not its owner alone; whatever the umask.
    ///   - queue: how many may wait to be let in.
    /// - Returns: a descriptor that does not block.
    /// - Throws: `SystemError`; `EADDRINUSE` when somebody answers, `EEXIST` when something else than a socket is there.
    public static func listen(
        at path: Path, group: Bool = false, queue: Int32 = 64
    ) throws(SystemError) -> FileDescriptor {
        let address = try UnixAddress(path: path)
        try removeStale(path, address)
        let socket = try make(stream | Int32(SOCK_NONBLOCK.rawValue))
        // The kernel gives the file the rights of the descriptor, so that there is no moment at which others may connect.
        try systemCall("protect the socket", on: path.description) { fchmod(socket.number, 0o600) }
        try systemCall("listen at", on: path.description) { address.withAddress { bind(socket.number, $0, $1) } }
        if group {
            // Here, since the umask took it from the rights above. Of a link that somebody has put there since, nothing is given.
            try systemCall("give rights to", on: path.description) {
                path.withCString { fchmodat(AT_FDCWD, $0, 0o660, AT_SYMLINK_NOFOLLOW) }
            }
        }
        try systemCall("listen at", on: path.description) { Glibc.listen(socket.number, queue) }
        return socket
    }

    /// - Returns: a descriptor that does not block; nil: nobody waits to be let in.
    /// - Throws: `SystemError`, such as `EMFILE`.
    public static func accept(from listener: FileDescriptor) throws(SystemError) -> FileDescriptor? {
        try acceptNumber(from: listener).map { FileDescriptor(owning: $0) }
    }

    /// The same, also for a listener of `TCPSocket`, for somebody who closes the descriptor himself, such as a C library.
    public static func acceptNumber(from listener: FileDescriptor) throws(SystemError) -> Int32? {
        do {
            return try systemCall("accept") { compass_accept(listener.number) }
        } catch {
            if error.code == EAGAIN || error.code == ECONNABORTED { return nil }
            throw error
        }
    }

    /// A stream to whoever listens at a path.
    ///
    /// - Parameter timeout: how long each read and write waits; then it fails with `EAGAIN`.
    /// - Throws: `SystemError`; `ENOENT` or `ECONNREFUSED` when nobody does.
    public static func connect(to path: Path, timeout: Duration) throws(SystemError) -> FileDescriptor {
        let socket = try make(stream)
        let (seconds, attoseconds) = timeout.components
        var limit = timeval(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            try systemCall("limit the waiting on a socket") {
                setsockopt(socket.number, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
            }
        }
        let address = try UnixAddress(path: path)
        try systemCall("connect to", on: path.description) {
            address.withAddress { Glibc.connect(socket.number, $0, $1) }
        }
        return socket
    }

    /// A socket for datagrams, without an address.
    ///
    /// - Throws: `SystemError`
    public static func datagram() throws(SystemError) -> FileDescriptor {
        try make(Int32(SOCK_DGRAM.rawValue))
    }

    /// A socket that gets the datagrams that are sent to an address, which must be free.
    ///
    /// - Throws: `SystemError`
    public static func datagram(at address: UnixAddress) throws(SystemError) -> FileDescriptor {
        let socket = try datagram()
        try systemCall("receive datagrams") { address.withAddress { bind(socket.number, $0, $1) } }
        return socket
    }

    /// Sends one datagram.
    ///
    /// - Parameter waits: whether a full queue is waited for; otherwise it fails with `EAGAIN`.
    /// - Throws: `SystemError`; `EMSGSIZE` when it is too large.
    public static func send(
        _ bytes: [UInt8], from socket: FileDescriptor, to address: UnixAddress, waits: Bool
    ) throws(SystemError) {
        let flags = Int32(MSG_NOSIGNAL) | (waits ? 0 : Int32(MSG_DONTWAIT))
        try systemCall("send a datagram") {
            address.withAddress { sendto(socket.number, bytes, bytes.count, flags, $0, $1) }
        }
    }

    /// Sends bytes of any number as a sealed file in memory, which the receiver gets as a descriptor.
    ///
    /// - Throws: `SystemError`
    public static func sendFile(
        _ bytes: [UInt8], from socket: FileDescriptor, to address: UnixAddress
    ) throws(SystemError) {
        let file = FileDescriptor(owning: try systemCall("make a file in memory") { compass_memory_file("compass") })
        try file.write(bytes)
        try systemCall("seal a file in memory") { compass_seal(file.number) }
        try systemCall("send a file") {
            address.withAddress { compass_send_descriptor(socket.number, $0, $1, file.number) }
        }
    }

    /// The file that `sendFile` has sent.
    ///
    /// - Throws: `SystemError`; `EBADMSG` when something else came.
    public static func receiveFile(from socket: FileDescriptor) throws(SystemError) -> FileDescriptor {
        FileDescriptor(owning: try systemCall("receive a file") { compass_receive_descriptor(socket.number) })
    }

    private static var stream: Int32 { Int32(SOCK_STREAM.rawValue) }

    private static func make(_ type: Int32) throws(SystemError) -> FileDescriptor {
        FileDescriptor(
            owning: try systemCall("create a socket") { socket(AF_UNIX, type | Int32(SOCK_CLOEXEC.rawValue), 0) })
    }

    private static func removeStale(_ path: Path, _ address: UnixAddress) throws(SystemError) {
        let status: FileStatus
        do {
            status = try FileStatus.of(path, followingLinks: false)
        } catch {
            if error.code == ENOENT { return }
            throw error
        }
        if status.kind != .socket { throw SystemError("listen at", on: path.description, code: EEXIST) }
        // One that does not answer at once because its queue is full is alive all the same.
        let caller = try make(stream | Int32(SOCK_NONBLOCK.rawValue))
        do {
            try systemCall("connect to") { address.withAddress { Glibc.connect(caller.number, $0, $1) } }
        } catch {
            if error.code == ECONNREFUSED {
                try systemCall("remove", on: path.description) { path.withCString { unlink($0) } }
                return
            }
            if error.code == ENOENT { return }
        }
        throw SystemError("listen at", on: path.description, code: EADDRINUSE)
    }
}

/// Where a Unix socket is: a file of any path length, or a name in the abstract namespace. See unix(7).
public struct UnixAddress: Sendable {
    /// The kernel's `sun_path` holds no more, its NUL included.
    static let capacity = 108

    private let name: [UInt8]
    /// Held while the address is in use, since `name` goes through its number.
    private let folder: FileDescriptor?

    /// A file. A path that is too long for the kernel goes through `/proc/self/fd/N` of its folder, which has to exist.
    ///
    /// - Throws: `SystemError`; `ENAMETOOLONG` when the last part alone is too long.
    public init(path: Path) throws(SystemError) {
        if path.bytes.count < Self.capacity {
            name = path.bytes + [0]
            folder = nil
            return
        }
        let folder = try FileDescriptor.open(path.folder, flags: O_RDONLY | O_DIRECTORY)
        let short = Array("/proc/self/fd/\(folder.number)/".utf8) + path.name.bytes
        if short.count >= Self.capacity {
            throw SystemError("use the socket", on: path.description, code: ENAMETOOLONG)
        }
        name = short + [0]
        self.folder = folder
    }

    /// As the service manager writes it in `NOTIFY_SOCKET`: an absolute path, or `@NAME` for the abstract namespace.
    ///
    /// - Throws: `SystemError`; `EAFNOSUPPORT` for anything else, such as a `vsock:` address.
    public init(notation: String) throws(SystemError) {
        let bytes = Array(notation.utf8)
        switch bytes.first {
        case UInt8(ascii: "/"): try self.init(path: Path(bytes: bytes))
        case UInt8(ascii: "@") where bytes.count > 1 && bytes.count <= Self.capacity:
            self.init(name: [0] + bytes.dropFirst())
        default: throw SystemError("use the socket", on: Printable.text(notation), code: EAFNOSUPPORT)
        }
    }

    private init(name: [UInt8]) {
        self.name = name
        folder = nil
    }

    /// Calls `body` with the C structure and its length in bytes.
    func withAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let count = socklen_t(MemoryLayout<sockaddr_un>.size - Self.capacity + name.count)
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, count) }
        }
    }
}
