internal import Glibc
public import Platform

/// Some bytes of the database's disk that are kept, so that on a full disk something can still be erased: the database
/// needs room to say that rows are gone, before what they stand for may go.
///
/// It is a file beside the database, `compass.db-reserve`. It may be deleted at any time. Nothing here throws: without a
/// reserve everything works as long as the disk has room.
public struct DiskReserve: Sendable {
    /// Enough for the log of a document with a few thousand versions.
    static let size: Int64 = 2 << 20

    private let file: Path

    /// - Parameter database: the path of its file.
    public init(database: Path) {
        file = Path(bytes: database.bytes + Array("-reserve".utf8))
    }

    /// Takes the bytes if they are not taken yet and there is as much again besides.
    func fill() {
        if let status = try? FileStatus.of(file, followingLinks: false) {
            if status.kind == .regular, status.size == Self.size { return }
            // A process has died in the middle of this.
            remove()
        }
        guard let room, room >= 2 * Self.size,
            let made = try? FileDescriptor.open(file, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
        else { return }
        if posix_fallocate(made.number, 0, off_t(Self.size)) != 0 { remove() }
    }

    /// Gives the bytes free if the disk is about to be full.
    public func release() {
        if let room, room < 2 * Self.size { remove() }
    }

    /// Of the disk, in bytes, for this user.
    private var room: Int64? {
        var disk = statvfs()
        guard file.folder.withCString({ statvfs($0, &disk) }) == 0 else { return nil }
        return Int64(disk.f_bavail) * Int64(disk.f_frsize)
    }

    private func remove() {
        _ = file.withCString { unlink($0) }
    }
}
