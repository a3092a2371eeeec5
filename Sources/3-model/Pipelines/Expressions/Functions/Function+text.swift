internal import Platform

extension Function {
    static let textFunctions: [Function] = [
        Function(
            "contains", [Parameter("whole", .string, .list(.any)), Parameter("part", .any)], .boolean,
            """
            Whether a text has `part` in it, or a list has an item equal to `part`. Case matters; use `lower` where it \
            should not.
            """,
            example: ("contains('New highlight video', 'highlight')", true), .translated),
        Function(
            "starts-with", [Parameter("text", .string), Parameter("prefix", .string)], .boolean,
            "Whether the text starts with `prefix`.",
            example: ("starts-with('video/mp4', 'video/')", true),
            .plain { arguments throws(ExpressionError) in
                .boolean(SearchText(try arguments.text(0)).starts(with: SearchText(try arguments.text(1))))
            }),
        Function(
            "ends-with", [Parameter("text", .string), Parameter("suffix", .string)], .boolean,
            "Whether the text ends with `suffix`.",
            example: ("ends-with('clip.mp4', '.mp4')", true),
            .plain { arguments throws(ExpressionError) in
                .boolean(SearchText(try arguments.text(0)).ends(with: SearchText(try arguments.text(1))))
            }),
        Function(
            "lower", [Parameter("text", .string)], .string, "The text in lower case, character by character.",
            example: ("lower('Élan.MP4')", "élan.mp4"),
            .plain { arguments throws(ExpressionError) in
                .string(try Limits.check(try arguments.text(0).lowercased(), at: arguments.place))
            }),
        Function(
            "upper", [Parameter("text", .string)], .string, "The text in upper case, character by character.",
            example: ("upper('straße')", "STRASSE"),
            .plain { arguments throws(ExpressionError) in
                .string(try Limits.check(try arguments.text(0).uppercased(), at: arguments.place))
            }),
        Function(
            "trim", [Parameter("text", .string)], .string, "The text without white space at both ends.",
            example: ("trim('  Jordan ')", "Jordan"),
            .plain { arguments throws(ExpressionError) in .string(try arguments.text(0).trimmed) }),
        Function(
            "replace",
            [Parameter("text", .string), Parameter("search", .string), Parameter("replacement", .string)], .string,
            "The text with every `search`, from left to right, replaced. An empty `search` is an error.",
            example: ("replace('highlight_video', '_', ' ')", "highlight video"),
            .plain { arguments throws(ExpressionError) in .string(try replace(arguments)) }),
        Function(
            "matches", [Parameter("text", .string), Parameter("pattern", .string, isLiteral: true)], .boolean,
            """
            Whether a POSIX extended regular expression matches some part of the text; `^` and `$` tie it to the ends. \
            The pattern is a literal and is checked before any run. There are no back-references, and the text may have \
            at most 4096 bytes.
            """,
            example: ("matches('clip-2026.mp4', '-[0-9]{4}\\.mp4$')", true),
            .prepared { literals throws(LiteralArgumentError) in
                let expression: RegularExpression
                do throws(LiteralError) {
                    expression = try RegularExpression(literals[1]?.string ?? "")
                } catch {
                    throw LiteralArgumentError(argument: 1, message: error.message, hint: error.hint)
                }
                return { arguments throws(ExpressionError) in
                    .boolean(try expression.matches(try arguments.text(0), at: arguments.place))
                }
            }),
        Function(
            "basename", [Parameter("path", .string)], .string, "The last part of a path.",
            example: ("basename('inbox/u1/clip.mp4')", "clip.mp4"),
            .plain { arguments throws(ExpressionError) in
                .string(String(decoding: Path(try arguments.text(0)).name.bytes, as: UTF8.self))
            }),
        Function(
            "stem", [Parameter("path", .string)], .string, "The last part of a path, without its last extension.",
            example: ("stem('inbox/clip.final.mp4')", "clip.final"),
            .plain { arguments throws(ExpressionError) in
                .string(String(decoding: Path(try arguments.text(0)).stem.bytes, as: UTF8.self))
            }),
        Function(
            "extension", [Parameter("path", .string)], .string,
            "The last extension of a path with its dot, in lower case; empty if it has none.",
            example: ("extension('inbox/Clip.MP4')", ".mp4"),
            .plain { arguments throws(ExpressionError) in .string(Path(try arguments.text(0)).fileExtension) }),
    ]

    private static func replace(_ arguments: Arguments) throws(ExpressionError) -> String {
        let text = SearchText(try arguments.text(0))
        let search = SearchText(try arguments.text(1))
        let replacement = SearchText(try arguments.text(2)).bytes
        if search.bytes.isEmpty { throw arguments.error("`replace` cannot search for an empty text") }
        let found = text.occurrences(of: search)
        try Limits.check(
            bytes: text.bytes.count + found.count * (replacement.count - search.bytes.count), at: arguments.place)
        var result: [UInt8] = []
        var position = 0
        for start in found {
            result += text.bytes[position..<start]
            result += replacement
            position = start + search.bytes.count
        }
        result += text.bytes[position...]
        return String(decoding: result, as: UTF8.self)
    }
}

/// Text as bytes in which equal texts are equal bytes: composed as Unicode NFC.
struct SearchText {
    let bytes: [UInt8]

    init(_ text: String) {
        let bytes = Array(text.utf8)
        self.bytes = bytes.allSatisfy { $0 < 0x80 } ? bytes : Array(text.composed.utf8)
    }

    /// Where `part` starts, without overlaps, from left to right; none for an empty one. Time grows with the sum of
    /// the lengths and not with their product, whatever they are (Knuth, Morris and Pratt).
    func occurrences(of part: SearchText, limit: Int = .max) -> [Int] {
        let needle = part.bytes
        guard !needle.isEmpty, needle.count <= bytes.count else { return [] }
        let borders = Self.borders(of: needle)
        var found: [Int] = []
        var matched = 0
        for (index, byte) in bytes.enumerated() {
            while matched > 0, needle[matched] != byte { matched = borders[matched - 1] }
            if needle[matched] == byte { matched += 1 }
            guard matched == needle.count else { continue }
            found.append(index + 1 - matched)
            if found.count == limit { return found }
            matched = 0
        }
        return found
    }

    /// For each prefix, how long the longest part is that both starts and ends it.
    private static func borders(of needle: [UInt8]) -> [Int] {
        var borders = [Int](repeating: 0, count: needle.count)
        var length = 0
        for index in needle.indices.dropFirst() {
            while length > 0, needle[index] != needle[length] { length = borders[length - 1] }
            if needle[index] == needle[length] { length += 1 }
            borders[index] = length
        }
        return borders
    }

    func contains(_ part: SearchText) -> Bool { part.bytes.isEmpty || !occurrences(of: part, limit: 1).isEmpty }
    func starts(with part: SearchText) -> Bool { bytes.starts(with: part.bytes) }
    func ends(with part: SearchText) -> Bool { bytes.suffix(part.bytes.count).elementsEqual(part.bytes) }
}
