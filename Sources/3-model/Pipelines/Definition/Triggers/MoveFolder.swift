internal import Platform

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
