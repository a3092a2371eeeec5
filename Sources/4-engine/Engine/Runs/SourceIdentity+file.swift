public import Documents
public import Pipelines
public import Platform

extension SourceIdentity {
    /// Of a file that is open.
    init(_ file: SourceFile) {
        self.init(
            path: file.realPath, device: file.status.device, inode: file.status.inode,
            size: file.status.size, modified: file.status.modified)
    }

    /// Whether a file that is open is this one, unchanged.
    public func isSame(as file: SourceFile) -> Bool {
        file.status.device == device && file.status.inode == inode && file.status.size == size
            && file.status.modified == modified
    }
}

extension SourceFile {
    /// Opens the file of a run that goes on; nil when it has none.
    static func reopen(_ run: RunRecord, tree: Path?) -> Result<SourceFile, SourceFileError>? {
        if let source = run.source { return reopen(source, tree: tree) }
        guard let file = run.file else { return nil }
        return .failure(
            SourceFileError(.unreadable, "\(file) could not be opened when its run began. Run it again."))
    }

    /// Only if it is still the same.
    static func reopen(_ identity: SourceIdentity, tree: Path?) -> Result<SourceFile, SourceFileError> {
        Result { () throws(SourceFileError) in
            let file = try SourceFile(opening: identity.path, in: .ofRecord(identity.path, tree: tree))
            guard identity.isSame(as: file) else {
                throw SourceFileError(
                    .changed,
                    "\(identity.path) was written or replaced after its run had started. Nothing more is stored of it; "
                        + "run it again.")
            }
            return file
        }
    }

    /// Opens the file of a run that begins.
    static func open(_ request: RunRequest, tree: Path?) -> Result<SourceFile, SourceFileError>? {
        request.file.map { path in
            Result { () throws(SourceFileError) in
                if let obstacle = request.obstacle { throw SourceFileError(.missing, obstacle) }
                guard let base = request.base else { return try SourceFile(opening: path, tree: tree) }
                return try SourceFile(opening: path, in: base)
            }
        }
    }
}

extension TrustedFolder {
    /// What a file is reached from that a run has on record: its path was recorded without links in its folders, so whoever
    /// has put one there since leads to another file. One in place of the file itself is followed as the run followed it.
    ///
    /// - Parameter tree: the workspace's folder.
    public static func ofRecord(_ path: Path, tree: Path?) -> TrustedFolder {
        TrustedFolder("/", followingLinks: LinkLimits(roots: [path.folder] + (tree.map { [$0] } ?? [])))
    }
}
