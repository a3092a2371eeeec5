internal import CLinux
internal import Glibc

/// How far symbolic links may lead: to what lies below a folder, some of its own folders excepted.
public struct LinkLimits: Sendable {
    private let roots: [TrustedFolder]
    private let closed: [Path]

    /// - Parameters:
    ///   - roots: absolute; what lies below one of them is enough.
    ///   - closed: paths below them.
    public init(roots: [Path], closed: [Path] = []) {
        self.roots = roots.map { TrustedFolder($0) }
        self.closed = closed
    }

    /// Why what a link has led to is not taken; nil: it is.
    func refusal(of target: FileDescriptor) throws(SystemError) -> LinkRefusal? {
        var refusal = LinkRefusal.leadsOut
        for root in roots {
            guard let found = try self.refusal(of: target, below: root) else { return nil }
            if found != .leadsOut { refusal = found }
        }
        return refusal
    }

    /// It is judged by descriptors: the kernel says where it lies, which may be old by the time it is read; so it has to be
    /// found there again from the root, without a link on the way, and none of the folders on the way may be a closed one.
    private func refusal(of target: FileDescriptor, below root: TrustedFolder) throws(SystemError) -> LinkRefusal? {
        let top = try root.folder()
        guard let rest = try target.place().rest(below: top.descriptor.place()), rest != "." else {
            return .leadsOut
        }
        for name in closed where rest.rest(below: name) != nil { return .leadsInto(name) }
        guard let found = try top.status(of: rest), found.isSameFile(as: try target.status()) else { return .leadsOut }
        for name in closed {
            guard let status = try top.status(of: name) else { continue }
            var above = rest
            while above != "." {
                if let folder = try top.status(of: above), folder.isSameFile(as: status) { return .leadsInto(name) }
                above = above.folder
            }
        }
        return nil
    }
}

/// Why a symbolic link is not followed.
public enum LinkRefusal: Hashable, Sendable, CustomStringConvertible {
    case notFollowed, leadsNowhere, leadsInACircle, leadsOut
    case leadsInto(Path)

    /// For people: "a symbolic link to nothing".
    public var description: String {
        switch self {
        case .notFollowed: "a symbolic link"
        case .leadsNowhere: "a symbolic link to nothing"
        case .leadsInACircle: "a symbolic link that leads in a circle"
        case .leadsOut: "a symbolic link that leads out of the workspace"
        case .leadsInto(let folder): "a symbolic link that leads into \(folder) of the workspace"
        }
    }
}

extension FileDescriptor {
    /// Opens what an entry of a folder stands for, links followed, for nothing but to examine it.
    static func follow(_ name: Path, in folder: Folder) throws(SystemError) -> FileDescriptor {
        let number = try systemCall("open", on: name.description) {
            name.withCString { compass_openat(folder.descriptor.number, $0, compass_place_only | O_CLOEXEC, 0) }
        }
        return FileDescriptor(owning: number)
    }

    /// Where the kernel says that it lies.
    fileprivate func place() throws(SystemError) -> Path {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = try systemCall("examine") { readlink("/proc/self/fd/\(number)", &buffer, buffer.count) }
        return Path(bytes: buffer[..<count].map { UInt8(bitPattern: $0) })
    }
}
