/// A folder whose files start runs.
public struct WatchTrigger: Sendable, Hashable {
    /// A `PathPattern`, relative to the workspace unless it is absolute.
    public var path: String
    /// Of `NameGlob`; empty: every name.
    public var include: [String] = []
    public var exclude: [String] = []
    /// How long nothing about a file may have changed before it is taken.
    public var settle = TimeSpan(milliseconds: 2_000)
    /// How often the folder is looked through.
    public var rescan = TimeSpan(milliseconds: 300_000)
    /// How long a file that is empty, or whose format's end is missing, is waited for before it is taken as it is.
    public var patience = TimeSpan(milliseconds: 60_000)
    /// What has to lie beside a file before it is taken. nil: nothing has to.
    public var doneFile: MarkerName?
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
        if let pattern = try? PathPattern(path) { return pattern.captures }
        // Of a path with a mistake, what can be told: lint speaks of both. One that is too long is not looked into.
        if path.utf8.count > PathPattern.limit { return [] }
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
