public import Platform

/// Why a file was not moved or deleted. It is where it was, unless the case says otherwise.
public enum FileMoveError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What lies there is another file by now, or has other contents.
    case changed(Path)
    /// It is neither there nor at its target.
    case gone(Path)
    /// Another file has the target's name: choose another target.
    case taken(Path)
    /// The folder is outside of where the pipeline may put files.
    case outside(folder: Path, root: Path)
    /// The folder lies in, or holds, one of the workspace that no pipeline may put anything into.
    case closed(folder: Path, Path)
    /// Another file had taken its place in the very moment, is at `target` now, and its name is taken again.
    case displaced(Path, target: Path)
    /// Worth another try once the cause is gone: a full disk, missing rights.
    case system(SystemError)

    public var description: String {
        switch self {
        case .changed(let path): "\(path) is another file by now, or was written; it stays as it is."
        case .gone(let path): "\(path) is not there any more."
        case .taken(let path): "\(path) is taken by another file."
        case .outside(let folder, let root):
            "\(folder) is outside of \(root); name a folder inside of it, or write the absolute path of another one."
        case .closed(let folder, let place):
            "\(folder) leads to \(place) of the workspace, which is closed to pipelines; name another folder."
        case .displaced(let path, let target):
            "Another file that had taken the name \(path) was moved to \(target), and could not be put back; look at both."
        case .system(let error): "\(error)"
        }
    }
}
