/// Where the anchor, the tag and the content of a node stand. libyaml's marks of a node start at the first of them.
struct NodeProperties {
    private(set) var anchor: Range<Int>?
    private(set) var tag: Range<Int>?
    /// The first scalar of the node itself.
    private(set) var content: Int

    /// - Parameters:
    ///   - start: of the node as libyaml counts it.
    ///   - isPlain: whether it has neither anchor nor tag.
    init(in source: SourceText, at start: Int, isPlain: Bool) {
        content = start
        if isPlain { return }
        while let sign = source[content] {
            guard sign == "&" && anchor == nil || sign == "!" && tag == nil else { return }
            let end = sign == "&" ? Self.endOfAnchor(in: source, content) : Self.endOfTag(in: source, content)
            if sign == "&" { anchor = content..<end } else { tag = content..<end }
            content = end
            skipSpace(in: source)
        }
    }

    /// Blanks, breaks and comments.
    private mutating func skipSpace(in source: SourceText) {
        let before = content
        while let scalar = source[content] {
            if scalar.isBlank || scalar.isBreak {
                content += 1
            } else if scalar == "#", content > before {
                content = source.skip(from: content) { !$0.isBreak }
            } else {
                return
            }
        }
    }

    /// libyaml knows ASCII names only, and lets a `:` follow one.
    private static func endOfAnchor(in source: SourceText, _ start: Int) -> Int {
        source.skip(from: start + 1) { scalar in
            switch scalar {
            case "0"..."9", "A"..."Z", "a"..."z", "_", "-": true
            default: false
            }
        }
    }

    private static func endOfTag(in source: SourceText, _ start: Int) -> Int {
        let isVerbatim = source[start + 1] == "<"
        return source.skip(from: start + 1) { scalar in
            switch scalar {
            case ",", "[", "]", "{", "}": isVerbatim
            default: !scalar.isBlank && !scalar.isBreak
            }
        }
    }
}
