internal import FileIntake
internal import Glibc
internal import Pipelines
internal import Platform

/// What a look at one path has shown.
struct Look: Sendable {
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

    /// Looks at a path. Blocks.
    ///
    /// - Parameter isKnown: whether a file that was found needs no closer look.
    static func at(_ path: Path, _ rules: WatchRules, isKnown: (FoundFile) -> Bool) -> Look {
        do {
            return Look(path: path, result: try result(path, rules, isKnown: isKnown))
        } catch {
            if error.code == ENOENT || error.code == ENOTDIR || error.code == ELOOP {
                return Look(path: path, result: .gone)
            }
            return Look(path: path, result: .unreachable(error))
        }
    }

    /// The file that a symbolic link stands for, under the link's path.
    static func found(behind path: Path) throws(SystemError) -> FoundFile {
        let target = try Files.resolve(path)
        return try found(at: target, named: path, FileStatus.of(target, followingLinks: false))
    }

    /// Which file lies at a path, without a look at whether it is whole; nil: none. Blocks.
    static func identify(_ path: Path, _ rules: WatchRules) -> FoundFile? {
        guard let status = try? FileStatus.of(path, followingLinks: false) else { return nil }
        switch status.kind {
        case .regular: return try? found(at: path, named: path, status)
        case .symbolicLink: return rules.trigger.followsLinks ? try? found(behind: path) : nil
        default: return nil
        }
    }

    private static func result(
        _ path: Path, _ rules: WatchRules, isKnown: (FoundFile) -> Bool
    ) throws(SystemError) -> Result {
        // A file that is replaced between the looks is looked at again; one that always is is not whole.
        for _ in 0..<3 {
            let status = try FileStatus.of(path, followingLinks: false)
            if status.kind == .folder { return .folder }
            // Folders on the way to watched ones tell of their files as well.
            if rules.watched(holding: path.folder) == nil {
                return rules.strayReason(of: path).map { .ignored($0) } ?? .elsewhere
            }
            if let reason = rules.refusal(of: path.name) { return .ignored(reason) }
            let found: FoundFile
            switch status.kind {
            case .regular: found = try self.found(at: path, named: path, status)
            case .symbolicLink:
                guard rules.trigger.followsLinks else { return .ignored("a symbolic link") }
                found = try self.found(behind: path)
            default: return .ignored("not a regular file")
            }
            if isKnown(found) { return .known }
            let before = ChangeClock.now()
            let verdict = rules.gate.examine(path)
            guard verdict.status.map({ $0.device == found.file.device && $0.inode == found.file.inode }) ?? true else {
                continue
            }
            let hasMarker =
                rules.marker.map { (try? FileStatus.of($0.path(for: path), followingLinks: false)) != nil } ?? true
            let blur = verdict.status.map { ChangeClock.blur(of: $0, before: before) } ?? .zero
            return .file(found, verdict, hasMarker: hasMarker, blur: blur)
        }
        return .gone
    }

    private static func found(
        at place: Path, named path: Path, _ status: FileStatus
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
