internal import FileIntake
internal import Pipelines
internal import Platform

/// A regular file as a look at its folder shows it.
struct FoundFile: AgedFile, Hashable {
    let file: LedgerEntry.File
    /// Absolute.
    let path: Path
    let mark: FileMark

    var modified: Int64 { mark.modified }
}

/// What tells without reading that a file may have changed.
struct FileMark: Sendable, Hashable {
    /// In bytes.
    let size: Int64
    /// Nanoseconds since 1970.
    let modified: Int64
    /// Nanoseconds since 1970.
    let changed: Int64

    init(size: Int64, modified: Int64, changed: Int64) {
        self.size = size
        self.modified = modified
        self.changed = changed
    }

    init(_ status: FileStatus) {
        self.init(size: status.size, modified: status.modified, changed: status.changed)
    }

    init(_ entry: LedgerEntry) {
        self.init(size: entry.size, modified: entry.modified, changed: entry.changed)
    }

    /// Whether size and time of the contents are the same; rights, owners and names may have changed.
    func hasSameContents(as other: FileMark) -> Bool { size == other.size && modified == other.modified }
}
