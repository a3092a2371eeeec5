import Glibc
import Platform

extension Files {
    /// Cuts a file, or lengthens it with a hole.
    static func truncate(_ path: Path, to size: Int64) throws {
        try systemCall("truncate", on: path.description) { path.withCString { Glibc.truncate($0, off_t(size)) } }
    }
}
