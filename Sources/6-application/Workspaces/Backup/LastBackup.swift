internal import Glibc
internal import Pipelines
package import Platform

/// When the last backup of a workspace was begun that has become a file: a line in the state folder. One that was sent elsewhere
/// is not known to have arrived, and is not on record.
package enum LastBackup {
    static let name: Path = "last-backup"

    /// - Parameter state: the workspace's state folder.
    /// - Returns: nil: none is on record.
    /// - Throws: `SystemError`
    package static func read(in state: Path) throws(SystemError) -> Timestamp? {
        do {
            let bytes = try Files.read(state.appending(name), limit: 256)
            return Timestamp(rfc3339: String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
        } catch {
            if error.code == ENOENT { return nil }
            throw error
        }
    }

    /// On disk on return. Nothing is recorded where this user cannot write: the backup itself needs only to read.
    ///
    /// - Throws: `SystemError`
    static func record(_ time: Timestamp, in state: Path) throws(SystemError) {
        do {
            try Files.replace(state.appending(name), with: Array("\(time)\n".utf8), mode: 0o600)
        } catch {
            if ![EROFS, EACCES, EPERM, ENOENT].contains(error.code) { throw error }
        }
    }
}
