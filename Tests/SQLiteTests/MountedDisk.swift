internal import CompassTesting
internal import Glibc
internal import Platform

/// A file system of a given size in memory, where this process sees it, too; needs the right to mount. SQLite resolves
/// links, so the namespaces of `SmallDisk` are nothing for it.
final class MountedDisk: Sendable {
    let folder: TestFolder

    static let isPossible: Bool = (try? MountedDisk(size: 65_536)) != nil

    init(size: Int) throws {
        folder = try TestFolder()
        try systemCall("mount", on: folder.path.description) {
            folder.path.withCString { mount("tmpfs", $0, "tmpfs", 0, "size=\(size)") }
        }
    }

    deinit {
        _ = folder.path.withCString { umount2($0, Int32(2)) }
    }
}
