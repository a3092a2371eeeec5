internal import FileIntake
internal import Glibc
internal import Pipelines
internal import Platform

/// What a look at one path has shown.
struct PathInspection: Sendable {
    enum Result: Sendable {
        case gone
        /// No watched folder holds it.
        case elsewhere
        case folder
        case ignored(String)
        /// A file that needs no more than this: it is as the ledger has it, or on its way.
        case known
        /// `blur` is what `ChangeClock` says of it.
        case file(FoundFile, FileGate.Verdict, hasMarker: Bool, blur: Duration)
        /// Not even its status can be had.
        case unreachable(SystemError)
    }

    let path: Path
    let result: Result

    var isKnown: Bool { if case .known = result { true } else { false } }

    /// Looks at a path. Blocks.
    ///
    /// - Parameter isKnown: whether a file that was found needs no closer look.
    static func at(_ path: Path, _ rules: WatchRules, isKnown: (FoundFile) -> Bool) -> PathInspection {
        do {
            return PathInspection(path: path, result: try result(path, rules, isKnown: isKnown))
        } catch {
            if error.code == ENOENT || error.code == ENOTDIR || error.code == ELOOP {
                return PathInspection(path: path, result: .gone)
            }
            return PathInspection(path: path, result: .unreachable(error))
        }
    }

    /// Which file lies at a path, without a look at whether it is whole; nil: none. Blocks.
    static func identify(_ path: Path, _ rules: WatchRules) -> FoundFile? {
        guard case .entry(let place, let status)? = try? rules.trusted.place(of: path), status.kind == .regular else {
            return nil
        }
        return try? found(place, status, named: path)
    }

    private static func result(
        _ path: Path, _ rules: WatchRules, isKnown: (FoundFile) -> Bool
    ) throws(SystemError) -> Result {
        if rules.trusted.rest(of: path) == nil { return .elsewhere }
        // A file that is replaced between the looks is looked at again; one that always is is not whole.
        for _ in 0..<3 {
            let entry = try rules.trusted.locate(path)
            let status = try entry.status()
            if status.kind == .folder { return .folder }
            // Folders on the way to watched ones tell of their files as well.
            if rules.watched(holding: path.folder) == nil {
                return rules.refusal(ofFileAbove: path).map { .ignored($0) } ?? .elsewhere
            }
            if let reason = rules.refusal(of: path.name) { return .ignored(reason) }
            let found: FoundFile
            switch status.kind {
            case .regular: found = try self.found(entry, status, named: path)
            case .symbolicLink:
                switch try rules.trusted.place(of: path) {
                case .link(let refusal): return .ignored("\(refusal)")
                case .entry(let target, let status): found = try self.found(target, status, named: path)
                }
            default: return .ignored("not a regular file")
            }
            if isKnown(found) { return .known }
            let before = ChangeClock.now()
            let verdict = rules.gate.examine(path)
            guard verdict.status.map({ $0.device == found.file.device && $0.inode == found.file.inode }) ?? true else {
                continue
            }
            let hasMarker = try rules.marker.map { marker throws(SystemError) in
                try rules.trusted.status(of: marker.marker(for: path)) != nil
            }
            let blur = verdict.status.map { ChangeClock.blur(of: $0, before: before) } ?? .zero
            return .file(found, verdict, hasMarker: hasMarker ?? true, blur: blur)
        }
        return .gone
    }

    /// - Parameter path: of the file, or of a link to it.
    static func found(
        _ place: FileDescriptor, _ status: FileStatus, named path: Path
    ) throws(SystemError) -> FoundFile {
        FoundFile(
            file: LedgerEntry.File(device: status.device, inode: status.inode, born: try BirthTime.of(place)),
            path: path, mark: FileMark(status))
    }
}

extension FileGate.Verdict {
    /// Of the file that was looked at; nil: none was.
    var status: FileStatus? {
        switch self {
        case .whole(_, let status), .openForWriting(let status), .empty(let status), .incomplete(_, _, let status):
            status
        case .gone, .unreadable, .unsuitable: nil
        }
    }
}

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
