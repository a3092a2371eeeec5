internal import Documents
internal import Engine
internal import FileIntake
internal import Glibc
internal import Pipelines
internal import Platform

/// Walks the folders of a source by descriptor: below the folder that it names, no symbolic link is followed, whoever
/// changes the tree meanwhile. Blocks.
struct FolderWalk: Sendable {
    enum Found {
        /// Relative to the workspace.
        case file(Path, FileStatus)
        case leftOut(Path, String)
    }

    let root: Path
    let base: TrustedFolder
    let source: FileSource

    /// The folder that a source names: what its pattern begins with, or what holds that when it is a file's name. Blocks.
    static func base(of source: FileSource, root: Path) -> TrustedFolder {
        let top = Self.top(of: source, root: root)
        return TrustedFolder((try? FileStatus.of(top))?.kind == .folder ? top : top.folder)
    }

    private static func top(of source: FileSource, root: Path) -> Path {
        if source.glob.base == "." { return root }
        // As the files' own paths are named, which are compared with it by their text.
        return root == "." ? source.glob.base : root.appending(source.glob.base)
    }

    /// Calls `visit` for each file that is meant.
    ///
    /// - Returns: what kept a folder below from being looked into; the rest was.
    /// - Throws: `StageError` when the folder itself cannot be looked into; `CancellationError`.
    func walk(_ visit: (Found) -> Void) throws -> StageError? {
        let below = source.glob.base
        let top = Self.top(of: source, root: root)
        let folder: Folder
        do {
            if base.path != top {
                // A pattern without wildcards is a file's name.
                guard let status = try base.status(of: top) else {
                    throw SystemError("examine", on: top.description, code: ENOENT)
                }
                if let found = meaning(of: below, status) { visit(found) }
                return nil
            }
            folder = try base.folder()
        } catch {
            throw StageError.failed(
                .storage, "unreadable-source", "The files of `\(source.glob.text)` cannot be looked for: \(error)")
        }
        var failure: StageError?
        // Paths below `top`; "." is itself.
        var pending: [Path] = ["."]
        while let next = pending.popLast() {
            try Task.checkCancellation()
            do {
                try look(into: next, of: folder, below, visit, &pending)
            } catch {
                // It went, or became something else, while we were looking.
                if [ENOENT, ENOTDIR, ELOOP, EXDEV].contains(error.code) { continue }
                failure =
                    failure
                    ?? .failed(
                        .storage, "unreadable-folder",
                        "The folder \(full(below, next)) cannot be looked into: \(error)")
            }
        }
        return failure
    }

    private func look(
        into below: Path, of top: Folder, _ base: Path, _ visit: (Found) -> Void, _ pending: inout [Path]
    ) throws(SystemError) {
        let folder = try top.folder(below)
        // A folder may hold millions of files, which are handed on as they come; what goes on or is told of is in order.
        var folders: [Path] = []
        var leftOut: [(path: Path, reason: String)] = []
        let reader = try FolderReader(folder, path: ".")
        while let name = try reader.next()?.name {
            let path = full(base, below == "." ? name : below.appending(name))
            guard let found = try folder.status(of: name) else { continue }
            guard found.kind == .folder else {
                switch meaning(of: path, found) {
                case .file(let path, let status): visit(.file(path, status))
                case .leftOut(let path, let reason): leftOut.append((path, reason))
                case nil: break
                }
                continue
            }
            if PrivateFolders.names.contains(path) || TemporaryNames.reason(forFolder: name) != nil { continue }
            if source.glob.mayMatch(below: path) { folders.append(below == "." ? name : below.appending(name)) }
        }
        leftOut.sort { $0.path.bytes.lexicographicallyPrecedes($1.path.bytes) }
        for (path, reason) in leftOut { visit(.leftOut(path, reason)) }
        pending += folders.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }

    /// nil: the source does not mean it.
    private func meaning(of path: Path, _ status: FileStatus) -> Found? {
        guard source.match(path) != nil else { return nil }
        if let reason = TemporaryNames.reason(forFile: path.name) { return .leftOut(path, "it is \(reason)") }
        return switch status.kind {
        case .regular: .file(path, status)
        case .symbolicLink: .leftOut(path, "it is a symbolic link")
        default: .leftOut(path, "it is no regular file")
        }
    }

    private func full(_ base: Path, _ below: Path) -> Path {
        if below == "." { return base }
        return base == "." ? below : base.appending(below)
    }
}

/// A file that a source means.
struct FoundFile: AgedFile, Hashable {
    let modified: Int64
    /// Relative to the workspace.
    let path: Path
    /// What it was when it was found; nil: it is known by a cursor.
    let listed: ExpectedFile?

    init(modified: Int64, path: Path, listed: ExpectedFile? = nil) {
        self.modified = modified
        self.path = path
        self.listed = listed
    }

    /// As a cursor: names need not be text.
    var cursor: String {
        let digits = Array("0123456789abcdef".utf8)
        let hex = path.bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return "\(modified):\(String(decoding: hex, as: UTF8.self))"
    }

    /// nil when the text is none that `cursor` gave.
    init?(cursor: String) {
        let parts = cursor.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let modified = Int64(parts[0]) else { return nil }
        let digits = Array(parts[1].utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let byte = UInt8(String(decoding: digits[index..<(index + 2)], as: UTF8.self), radix: 16) else {
                return nil
            }
            bytes.append(byte)
        }
        self.init(modified: modified, path: Path(bytes: bytes))
    }
}
