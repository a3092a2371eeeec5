public import Documents
public import Pipelines
internal import Platform

extension SourceIdentity {
    /// Of a file that is open.
    init(_ file: SourceFile) {
        let folder = (try? Files.resolve(file.path.folder)) ?? file.path.folder
        self.init(
            path: folder.appending(file.path.name), device: file.status.device, inode: file.status.inode,
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
            let file = try SourceFile(opening: identity.path, tree: tree)
            guard identity.isSame(as: file) else {
                throw SourceFileError(
                    .changed,
                    "\(identity.path) was written or replaced after its run had started. Nothing more is stored of it; "
                        + "run it again.")
            }
            return file
        }
    }
}
