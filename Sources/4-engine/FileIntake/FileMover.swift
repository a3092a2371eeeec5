public import Pipelines
public import Platform

/// Moves and deletes files that were looked at, and only those: what has come in their place stays. Nothing is ever
/// overwritten, and everything is on disk on return. Calls block.
///
/// A move or deletion that a crash has cut short is finished by asking for it again with the same arguments.
public struct FileMover: Sendable {
    let root: Path

    /// - Parameter root: the workspace's folder, absolute. Folders below it are reached without following symbolic links.
    public init(root: Path) {
        self.root = root
    }

    /// The folder that an action of a watch names, absolute. Only computes; the folder need not exist.
    ///
    /// - Parameters:
    ///   - text: absolute, or relative to `watched`.
    ///   - watched: the folder that matches the watch's path; relative to `root`, or absolute.
    /// - Throws: `outside` for a relative one that leaves the workspace (or, when that does not hold the watched folder, the
    ///   watched folder).
    public func folder(_ text: String, of watched: Path) throws(FileMoveError) -> Path { Path(text) }

    /// A free name in a folder, which is made when it is not there: `clip.mp4`, else `clip-2.mp4` and so on. The name of its
    /// reason file is free as well.
    ///
    /// - Parameter folder: absolute.
    public func target(for path: Path, in folder: Path) throws(FileMoveError) -> Path { folder.appending(path.name) }

    /// Moves a file, across disks as well. Done without error when it was done before.
    ///
    /// - Parameters:
    ///   - path: where it is; absolute.
    ///   - expected: as it was when it was looked at; its path does not matter.
    ///   - target: of `target(for:in:)`.
    public func move(_ path: Path, expecting expected: SourceIdentity, to target: Path) throws(FileMoveError) {}

    /// Removes a file. Done without error when it is gone.
    ///
    /// - Parameters:
    ///   - path: where it is; absolute.
    ///   - expected: as it was when it was looked at; its path does not matter.
    public func delete(_ path: Path, expecting expected: SourceIdentity) throws(FileMoveError) {}
}
