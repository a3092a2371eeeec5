internal import Glibc
internal import Platform

/// A file system of a given size in memory; needs the right to mount.
final class SmallDisk: Sendable {
    let folder: TemporaryFolder

    static let isPossible: Bool = (try? SmallDisk(size: 65_536)) != nil

    init(size: Int) throws {
        folder = try TemporaryFolder()
        try systemCall("mount", on: folder.path.description) {
            folder.path.withCString { mount("tmpfs", $0, "tmpfs", 0, "size=\(size)") }
        }
    }

    deinit {
        _ = folder.path.withCString { umount2($0, Int32(2)) }
    }
}
