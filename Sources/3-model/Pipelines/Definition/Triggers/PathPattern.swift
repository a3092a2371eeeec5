public import Platform

/// Which paths are meant: segments with globs (`*`, `?`, `[a-z]`, `**` for any number of segments) and `{name}`, which
/// stands for a segment, or for the rest of one between literal text, and tells what stands there. Works on bytes, as
/// names are; a capture that is not UTF-8 matches nothing.
///
/// Letters match in their own case. Empty segments and `.` mean nothing. `..` may stand at the beginning of a relative
/// pattern, and nowhere else; neither a glob nor a capture ever stands for it.
public struct PathPattern: Sendable, Hashable {
    public let text: String
    let isAbsolute: Bool
    let segments: [PathSegment]

    /// In bytes: PATH_MAX of Linux, which no path is longer than. It also bounds how many captures there are to compare.
    static let limit = 4_096

    /// - Throws: `LiteralError`, which says what is wrong with it.
    public init(_ text: String) throws(LiteralError) {
        self.text = text
        if text.isEmpty { throw LiteralError("it is empty", hint: "write `.` for the folder itself") }
        if text.utf8.count > Self.limit {
            throw LiteralError("it has \(text.utf8.count) bytes, and a path has at most \(Self.limit)")
        }
        if text.utf8.contains(0) { throw LiteralError("it holds a NUL byte, which no path has") }
        isAbsolute = text.utf8.first == UInt8(ascii: "/")
        var segments: [PathSegment] = []
        // By bytes: together with a combining mark behind it, a slash would be another `Character`.
        for part in text.utf8.split(separator: UInt8(ascii: "/")).map(Substring.init) where part != "." {
            let segment = try PathSegment(part)
            if segment.isParent, isAbsolute || segments.contains(where: { !$0.isParent }) {
                throw LiteralError("`..` stands after a folder", hint: "write the path without it")
            }
            // Several in a row mean no more than one.
            if segment == .anyNumber, segments.last == .anyNumber { continue }
            segments.append(segment)
        }
        self.segments = segments
        var names: Set<String> = []
        for name in captures where !names.insert(name).inserted {
            throw LiteralError("it captures `\(Printable.short(name))` twice", hint: "write `*` for one of them")
        }
    }

    /// What two patterns have in common that mean the same paths by their text: `in/` and `./in`.
    struct Meaning: Hashable {
        let isAbsolute: Bool
        let segments: [PathSegment]
    }

    var meaning: Meaning { Meaning(isAbsolute: isAbsolute, segments: segments) }

    init(_ text: String, isAbsolute: Bool, _ segments: [PathSegment]) {
        (self.text, self.isAbsolute, self.segments) = (text, isAbsolute, segments)
    }

    /// The leading segments without a glob or capture: the folder to look into. "." when there are none.
    public var base: Path {
        let literals = segments.prefix { $0.literal != nil }.compactMap(\.literal)
        let joined = literals.joined(separator: [UInt8(ascii: "/")])
        if isAbsolute { return Path(bytes: [UInt8(ascii: "/")] + joined) }
        return literals.isEmpty ? "." : Path(bytes: Array(joined))
    }

    /// Whether all that it matches is `folder` itself or lies below it, by their text. A glob or a capture never counts
    /// as a name of the folder.
    public func isBelow(_ folder: Path) -> Bool {
        guard folder.isAbsolute == isAbsolute else { return false }
        let names = Self.names(of: folder)
        let literals = segments.prefix { $0.literal != nil }.compactMap(\.literal)
        return !names.isEmpty && literals.count >= names.count
            && zip(literals, names).allSatisfy { $0.elementsEqual($1) }
    }

    /// The same by what both mean where relative paths start at `root`: `/srv/team/.compass/in` and `../team/.compass/in` lie
    /// below `.compass` in `/srv/team`.
    ///
    /// - Parameter root: absolute.
    public func isBelow(_ folder: Path, in root: Path) -> Bool {
        let literals = segments.prefix { $0.literal != nil }.compactMap { $0.literal.map { $0[...] } }
        let own = Self.flattened((isAbsolute ? [] : Self.names(of: root)) + literals)
        let names = Self.flattened(Self.names(of: root.appending(folder)))
        return own.count >= names.count && zip(own, names).allSatisfy(==)
    }

    /// Whether it is a folder that holds `folder`, by what both mean where relative paths start at `root`, which need not be
    /// known: the workspace itself holds its `.compass`. A glob or a capture never counts as a name of a folder.
    func holds(_ folder: Path, in root: Path?) -> Bool {
        let literals = segments.compactMap { $0.literal.map { $0[...] } }
        guard literals.count == segments.count, root != nil || isAbsolute == folder.isAbsolute else { return false }
        let start = root.map { Self.names(of: $0) } ?? []
        let own = Self.flattened((isAbsolute ? [] : start) + literals)
        let names = Self.flattened(Self.names(of: root.map { $0.appending(folder) } ?? folder))
        return own.count < names.count && zip(own, names).allSatisfy(==)
    }

    /// With every `..` taking the name before it away.
    private static func flattened(_ names: [ArraySlice<UInt8>]) -> [ArraySlice<UInt8>] {
        names.reduce(into: []) { flat, name in
            if isParent(name) { _ = flat.popLast() } else { flat.append(name) }
        }
    }

    /// The names between braces, in order.
    public var captures: [String] { segments.compactMap(\.capture) }

    /// What a path, relative like the pattern, captures; nil: it does not match. Where `**` leaves a choice, it stands for
    /// as few segments as possible.
    public func match(_ path: Path) -> [String: String]? {
        guard path.isAbsolute == isAbsolute else { return nil }
        let names = Self.names(of: path)
        var captured: [Int: String] = [:]
        var (segment, name) = (0, 0)
        // As in `PathGlob.matches`: only the last `**` can be asked to take more.
        var retry: (segment: Int, name: Int)?
        while name < names.count {
            if segment < segments.count, segments[segment] == .anyNumber {
                segment += 1
                retry = (segment, name)
                continue
            }
            if segment < segments.count, case let found = segments[segment].match(names[name]), found.isMatch {
                captured[segment] = found.capture
                segment += 1
                name += 1
                continue
            }
            guard let last = retry, !Self.isParent(names[last.name]) else { return nil }
            retry = (last.segment, last.name + 1)
            (segment, name) = (last.segment, last.name + 1)
        }
        guard segments[segment...].allSatisfy({ $0 == .anyNumber }) else { return nil }
        var result: [String: String] = [:]
        for (index, segment) in segments.enumerated() {
            if let capture = segment.capture { result[capture] = captured[index] }
        }
        return result
    }

    /// Whether something below the folder `path` may match, so that it is worth looking into.
    public func mayMatch(below path: Path) -> Bool {
        reached(by: path).contains { $0 < segments.count }
    }

    /// Whether a path, or something below it, would match if what stands in it for a capture were UTF-8; it does not, so
    /// nothing matches.
    public func wantsText(_ path: Path) -> Bool {
        reached(by: path).isEmpty && !reached(by: path, capturesBytes: true).isEmpty
    }

    /// How many segments the names of a path can stand for, in every way.
    ///
    /// - Parameter capturesBytes: whether captures stand for names that are no text as well.
    private func reached(by path: Path, capturesBytes: Bool = false) -> Set<Int> {
        guard path.isAbsolute == isAbsolute else { return [] }
        var reached = closed([0])
        for name in Self.names(of: path) {
            var next: Set<Int> = []
            for segment in reached where segment < segments.count {
                if segments[segment] == .anyNumber {
                    if !Self.isParent(name) { next.insert(segment) }
                } else if segments[segment].match(name).isMatch
                    || capturesBytes && segments[segment].capturesBytes(name)
                {
                    next.insert(segment + 1)
                }
            }
            reached = closed(next)
        }
        return reached
    }

    /// With what is reached without another name, since `**` may stand for none.
    private func closed(_ reached: Set<Int>) -> Set<Int> {
        var closed = reached
        for start in reached {
            var segment = start
            while segment < segments.count, segments[segment] == .anyNumber {
                segment += 1
                closed.insert(segment)
            }
        }
        return closed
    }

    private static func names(of path: Path) -> [ArraySlice<UInt8>] {
        path.bytes.split(separator: UInt8(ascii: "/")).filter { $0 != [UInt8(ascii: ".")] }
    }

    private static func isParent(_ name: ArraySlice<UInt8>) -> Bool { name == PathSegment.parent[...] }
}
