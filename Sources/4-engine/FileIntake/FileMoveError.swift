public import Platform

/// Why a file was not moved or deleted. It is where it was, unless the case says otherwise.
public enum FileMoveError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What lies there is another file by now, or has other contents.
    case changed(Path)
    /// Another file has taken the target's name: choose another target.
    case taken(Path)
    /// The folder is outside of where the pipeline may put files.
    case outside(folder: Path, root: Path)
    /// Another file had taken its place in the very moment; it is at `target` now, and its name is taken again.
    case displaced(Path, target: Path)
    /// Worth another try once the cause is gone: a full disk, missing rights.
    case system(SystemError)

    public var description: String { "" }
}
