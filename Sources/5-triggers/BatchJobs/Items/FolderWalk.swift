internal import Documents
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
    let source: FileSource
    /// The workspace's own state.
    private static let state: Path = ".compass"

    init(root: Path, source: FileSource) {
        self.root = root
        self.source = source
    }

    /// Calls `visit` for each file that is meant.
    ///
    /// - Returns: what kept a folder below from being looked into; the rest was.
    /// - Throws: `StageError` when the folder itself cannot be looked into; `CancellationError`.
    func walk(_ visit: (Found) -> Void) throws -> StageError? {
        let base = source.glob.base
        let top = base == "." ? root : root.appending(base)
        let folder: FileDescriptor
        do {
            if try FileStatus.of(top).kind != .folder {
                // A pattern without wildcards is a file's name.
                let status = try FileStatus.of(top, followingLinks: false)
                report(base, status, visit)
                return nil
            }
            folder = try FileDescriptor.open(top, flags: O_RDONLY | O_DIRECTORY)
        } catch {
            throw StageError.failed(
                .storage, "unreadable-source", "The files of `\(source.glob.text)` cannot be looked for: \(error)")
        }
        var failure: StageError?
        // Paths below `top`; "." is itself.
        var pending: [Path] = ["."]
        while let below = pending.popLast() {
            try Task.checkCancellation()
            do {
                try look(into: below, of: folder, base, visit, &pending)
            } catch {
                // It went, or became something else, while we were looking.
                if [ENOENT, ENOTDIR, ELOOP, EXDEV].contains(error.code) { continue }
                failure =
                    failure
                    ?? .failed(
                        .storage, "unreadable-folder",
                        "The folder \(full(base, below)) cannot be looked into: \(error)")
            }
        }
        return failure
    }

    private func look(
        into below: Path, of top: FileDescriptor, _ base: Path, _ visit: (Found) -> Void, _ pending: inout [Path]
    ) throws(SystemError) {
        let folder =
            below == "."
            ? try FileDescriptor.open(".", in: top, flags: O_RDONLY | O_DIRECTORY)
            : try FileDescriptor.open(below, beneath: top, flags: O_RDONLY | O_DIRECTORY)
        for name in try folder.names() {
            let path = full(base, below == "." ? name : below.appending(name))
            var status = stat()
            if name.withCString({ fstatat(folder.number, $0, &status, AT_SYMLINK_NOFOLLOW) }) != 0 {
                if errno == ENOENT { continue }
                throw SystemError("examine", on: path.description)
            }
            let found = FileStatus(status)
            guard found.kind == .folder else {
                report(path, found, visit)
                continue
            }
            if path == Self.state || TemporaryNames.reason(forFolder: name) != nil { continue }
            if source.glob.mayMatch(below: path) { pending.append(below == "." ? name : below.appending(name)) }
        }
    }

    private func report(_ path: Path, _ status: FileStatus, _ visit: (Found) -> Void) {
        guard source.match(path) != nil else { return }
        if let reason = TemporaryNames.reason(forFile: path.name) { return visit(.leftOut(path, "it is \(reason)")) }
        switch status.kind {
        case .regular: visit(.file(path, status))
        case .symbolicLink: visit(.leftOut(path, "it is a symbolic link"))
        default: visit(.leftOut(path, "it is no regular file"))
        }
    }

    private func full(_ base: Path, _ below: Path) -> Path {
        if below == "." { return base }
        return base == "." ? below : base.appending(below)
    }
}
