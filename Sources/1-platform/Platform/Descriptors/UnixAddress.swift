internal import Glibc

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
