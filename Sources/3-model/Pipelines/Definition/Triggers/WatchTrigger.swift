public import Platform

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

/// How the marker of `done-file` is called for a file: text in which `{name}` stands for the file's name.
public struct MarkerName: Sendable, Hashable {
    public let text: String
    private let prefix: [UInt8]
    private let suffix: [UInt8]

    /// - Throws: `LiteralError`, which says what is wrong with it.
    public init(_ text: String) throws(LiteralError) {
        self.text = text
        if text.utf8.contains(UInt8(ascii: "/")) {
            throw LiteralError("a marker lies beside its file, and its name has no slash", hint: "write `{name}.done`")
        }
        let parts = text.split(separator: "{name}", omittingEmptySubsequences: false)
        guard parts.count == 2,
            !parts.joined().utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") })
        else {
            throw LiteralError("a marker's name has `{name}` in it once", hint: "write `{name}.done`")
        }
        guard !parts.joined().isEmpty else {
            throw LiteralError("a marker cannot be called like its file", hint: "write `{name}.done`")
        }
        (prefix, suffix) = (Array(parts[0].utf8), Array(parts[1].utf8))
    }

    /// The marker of a file, beside it.
    public func marker(for file: Path) -> Path {
        let marker = Path(bytes: prefix + file.name.bytes + suffix)
        return file == file.name ? marker : file.folder.appending(marker)
    }

    /// The file that a marker is of, beside it; nil: it is none.
    public func file(of marker: Path) -> Path? {
        let name = marker.name
        guard name.bytes.count > prefix.count + suffix.count, name.bytes.starts(with: prefix),
            name.bytes.suffix(suffix.count).elementsEqual(suffix)
        else { return nil }
        let file = Path(bytes: name.bytes.dropFirst(prefix.count).dropLast(suffix.count))
        return marker == name ? file : marker.folder.appending(file)
    }
}

/// What the text alone says of a folder that watched files are moved to.
enum MoveFolder {
    /// Where it is, as far as the text says: below what the watch's path matches.
    case fine(PathPattern)
    /// The watched folder itself.
    case watched
    /// Outside of where files may be put without its absolute path.
    case outside
    /// A `..` where none may stand.
    case parent
    /// It looks like a pattern.
    case braces

    init(_ text: String, of pattern: PathPattern) {
        if text.utf8.contains(UInt8(ascii: "{")) || text.utf8.contains(UInt8(ascii: "}")) {
            self = .braces
            return
        }
        let folder = Path(text)
        let names = folder.bytes.split(separator: UInt8(ascii: "/")).map(Array.init).filter { $0 != Array(".".utf8) }
        if folder.isAbsolute {
            let isWatched = pattern.isAbsolute && pattern.segments == names.map(PathSegment.literal)
            self =
                names.contains(PathSegment.parent)
                ? .parent
                : isWatched
                    ? .watched : .fine(PathPattern(text, isAbsolute: true, names.map(PathSegment.literal)))
            return
        }
        var segments = pattern.segments
        // What lies in the workspace may be left as far as the workspace goes; what lies elsewhere may not.
        let isElsewhere = pattern.isAbsolute || segments.contains { $0.isParent }
        let least = isElsewhere ? segments.count : 0
        for name in names {
            if name != PathSegment.parent {
                segments.append(.literal(name))
            } else if segments.count > least {
                segments.removeLast()
            } else {
                self = .outside
                return
            }
        }
        self =
            segments == pattern.segments
            ? .watched : .fine(PathPattern(text, isAbsolute: pattern.isAbsolute, segments))
    }
}
