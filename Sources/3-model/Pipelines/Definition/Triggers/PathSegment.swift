internal import Platform

/// What stands between two slashes of a `PathPattern`.
enum PathSegment: Sendable, Hashable {
    /// Stands for itself.
    case literal([UInt8])
    case glob(PathGlob)
    case capture(String, prefix: [UInt8], suffix: [UInt8])
    /// `**`
    case anyNumber

    static let parent = Array("..".utf8)

    /// - Parameter text: not empty.
    /// - Throws: `LiteralError`
    init(_ text: Substring) throws(LiteralError) {
        if text == "**" {
            self = .anyNumber
            return
        }
        let characters = Array(text.unicodeScalars)
        let braces = Self.braces(in: characters)
        if braces.isEmpty {
            let glob = try PathGlob(text)
            self = glob.isLiteral ? .literal(Array(text.utf8)) : .glob(glob)
            return
        }
        let alternate = braces.enumerated().allSatisfy { characters[$1] == ($0.isMultiple(of: 2) ? "{" : "}") }
        guard alternate, braces.count.isMultiple(of: 2) else {
            throw LiteralError("a brace has no partner", hint: "write `{name}`")
        }
        guard braces.count == 2 else {
            throw LiteralError(
                "`\(Printable.short(String(text)))` captures twice in one segment", hint: "write a `/` between them")
        }
        let name = Self.text(characters[(braces[0] + 1)..<braces[1]])
        if name.isEmpty { throw LiteralError("`{}` has no name", hint: "write `{name}`, or `*`") }
        let prefix = Self.text(characters[..<braces[0]])
        let suffix = Self.text(characters[(braces[1] + 1)...])
        for literal in [prefix, suffix] where !(try PathGlob(literal)).isLiteral {
            throw LiteralError(
                "`\(Printable.short(String(text)))` has a glob beside `{\(Printable.short(name))}`",
                hint: "only plain text may stand beside it in its segment")
        }
        self = .capture(name, prefix: Array(prefix.utf8), suffix: Array(suffix.utf8))
    }

    var literal: [UInt8]? { if case .literal(let bytes) = self { bytes } else { nil } }

    var capture: String? { if case .capture(let name, _, _) = self { name } else { nil } }

    var isParent: Bool { literal == Self.parent }

    /// - Parameter name: neither empty nor ".".
    func match(_ name: ArraySlice<UInt8>) -> (isMatch: Bool, capture: String?) {
        switch self {
        case .literal(let bytes): return (name == bytes[...], nil)
        case .glob(let glob): return (name != Self.parent[...] && glob.matches(PathGlob.units(of: name)[...]), nil)
        case .anyNumber: return (false, nil)
        case .capture:
            let text = captured(in: name).flatMap { String(validating: $0, as: UTF8.self) }
            return (text != nil, text)
        }
    }

    /// Whether only that it is no UTF-8 keeps a name from being captured.
    func capturesBytes(_ name: ArraySlice<UInt8>) -> Bool {
        captured(in: name).map { String(validating: $0, as: UTF8.self) == nil } ?? false
    }

    /// What stands in a name for the capture; nil: it has another prefix or suffix, or nothing stands there.
    private func captured(in name: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard case .capture(_, let prefix, let suffix) = self, name.count > prefix.count + suffix.count,
            name.starts(with: prefix), name.suffix(suffix.count).elementsEqual(suffix)
        else { return nil }
        let rest = name.dropFirst(prefix.count).dropLast(suffix.count)
        return rest == Self.parent[...] || rest == [UInt8(ascii: ".")] ? nil : rest
    }

    /// Where braces stand, those inside of `[…]` aside, which stand for themselves.
    private static func braces(in characters: [Unicode.Scalar]) -> [Int] {
        var braces: [Int] = []
        var position = 0
        while position < characters.count {
            if characters[position] == "[", let end = closing(of: position, in: characters) {
                position = end
            } else if characters[position] == "{" || characters[position] == "}" {
                braces.append(position)
            }
            position += 1
        }
        return braces
    }

    private static func closing(of bracket: Int, in characters: [Unicode.Scalar]) -> Int? {
        var first = bracket + 1
        if first < characters.count, characters[first] == "!" { first += 1 }
        // Directly behind the opening bracket it stands for itself.
        return characters.dropFirst(first + 1).firstIndex(of: "]")
    }

    private static func text(_ characters: ArraySlice<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: characters)
        return String(text)
    }
}
