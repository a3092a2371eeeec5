/// A folder whose files start runs.
public struct WatchTrigger: Sendable, Hashable {
    /// Relative to the workspace; `{name}` stands for one segment.
    public var path: String
    /// Globs; empty: every name.
    public var include: [String] = []
    public var exclude: [String] = []
    /// nil: what the watcher finds right.
    public var settle: TimeSpan?
    /// nil: what the watcher finds right.
    public var rescan: TimeSpan?
    /// How long a file that is empty, or whose format's end is missing, is waited for before it is taken as it is; nil: what
    /// the watcher finds right.
    public var patience: TimeSpan?
    /// The name of the marker that has to lie beside a file before it is taken; `{name}` stands for the file's name. nil:
    /// none is needed.
    public var doneFile: String?
    /// Whether a symbolic link to a file inside the workspace is taken for its target; otherwise links are ignored.
    public var followsLinks = false
    public var isRecursive = false
    /// Whether files that are there at the start are taken.
    public var takesExisting = true
    public var onSuccess: FileAction = .keep
    public var onRejected: FileAction = .keep
    public var onFailure: FileAction = .keep

    public init(path: String) {
        self.path = path
    }

    /// The names between braces, in order: inputs that a file's path gives.
    public var captures: [String] {
        var names: [String] = []
        var rest = path[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            names.append(String(rest[rest.index(after: open)..<close]))
            rest = rest[rest.index(after: close)...]
        }
        return names
    }
}

/// What becomes of a watched file when its run has ended.
public enum FileAction: Sendable, Hashable {
    case keep, delete
    /// To a folder, relative to the watched one.
    case move(String)
}
