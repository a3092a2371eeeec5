/// Tells the parts of YAML apart for their colours: enough for pipelines, whatever is typed. It refuses nothing; lint does.
struct YAMLColours {
    enum Kind: String, Sendable, CaseIterable {
        case plain, key, text, number, word, comment, sign, expression
    }

    struct Token: Sendable, Equatable {
        let kind: Kind
        let text: String
    }

    /// The tokens of each line, which are the whole of it but its end.
    static func lines(_ source: String) -> [[Token]] {
        var colours = YAMLColours()
        return source.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            colours.tokens(Array(line.last == "\r" ? line.dropLast() : line))
        }
    }

    /// How far the line that a text block belongs to stands in; nil: not in one.
    private var block: Int?
    /// The quote of a text that goes on.
    private var quote: Unicode.Scalar?
    /// How many `{` and `[` are open.
    private var depth = 0

    private var line: [Unicode.Scalar] = []
    private var index = 0
    private var found: [Token] = []

    private mutating func tokens(_ scalars: [Unicode.Scalar]) -> [Token] {
        (line, index, found) = (scalars, 0, [])
        let indent = line.prefix { $0 == " " }.count
        if let block {
            if indent > block || indent == line.count {
                add(.plain, upTo: indent)
                text(upTo: line.count)
                return found
            }
            self.block = nil
        }
        if let quote { quoted(quote, from: 0) }
        while index < line.count { next(indent) }
        return found
    }

    private mutating func next(_ indent: Int) {
        let scalar = line[index]
        if scalar == " " || scalar == "\t" {
            return add(.plain, upTo: line[index...].firstIndex { $0 != " " && $0 != "\t" } ?? line.count)
        }
        if scalar == "#", index == 0 || line[index - 1] == " " || line[index - 1] == "\t" {
            return add(.comment, upTo: line.count)
        }
        if scalar == "\"" || scalar == "'" {
            quote = scalar
            return quoted(scalar, from: index + 1)
        }
        if depth > 0 || scalar == "{" || scalar == "[", "{}[],".unicodeScalars.contains(scalar),
            !startsExpression(index)
        {
            if scalar == "{" || scalar == "[" { depth += 1 }
            if scalar == "}" || scalar == "]" { depth = max(0, depth - 1) }
            return add(.sign, upTo: index + 1)
        }
        if (scalar == "-" || scalar == ":" || scalar == "?"), endsWord(index + 1) { return add(.sign, upTo: index + 1) }
        if (scalar == "|" || scalar == ">"), depth == 0, isBlockHeader { block = indent }
        if scalar == "|" || scalar == ">" || scalar == "&" || scalar == "*" || scalar == "!" {
            return add(.sign, upTo: line[index...].firstIndex { $0 == " " } ?? line.count)
        }
        plain()
    }

    /// A text in quotes, to its end on this line, or on to the next one.
    private mutating func quoted(_ mark: Unicode.Scalar, from start: Int) {
        var end = start
        while end < line.count {
            if line[end] == "\\", mark == "\"" {
                end += 2
            } else if line[end] == mark {
                if mark == "'", end + 1 < line.count, line[end + 1] == "'" { end += 2 } else { break }
            } else {
                end += 1
            }
        }
        end = min(end, line.count)
        if end < line.count {
            quote = nil
            end += 1
        }
        if isKey(at: end) { add(.key, upTo: end) } else { text(upTo: end) }
    }

    /// A text without quotes: a key, a number, a word, or other text.
    private mutating func plain() {
        var end = index
        while end < line.count {
            if startsExpression(end) {
                end = endOfExpression(end)
                continue
            }
            let scalar = line[end]
            if scalar == ":", endsWord(end + 1) { break }
            if scalar == "#", end > 0, line[end - 1] == " " { break }
            if depth > 0, "{}[],".unicodeScalars.contains(scalar) { break }
            end += 1
        }
        if end < line.count, line[end] == ":" { return add(.key, upTo: end) }
        while end > index + 1, line[end - 1] == " " { end -= 1 }
        let word = String(String.UnicodeScalarView(line[index..<end]))
        if ["true", "false", "null", "~"].contains(word) { return add(.word, upTo: end) }
        if let first = word.unicodeScalars.first, ("0"..."9").contains(first), !word.contains(" "), !word.contains("$")
        {
            return add(.number, upTo: end)
        }
        text(upTo: end)
    }

    /// Text, with the expressions in it told apart.
    private mutating func text(upTo end: Int) {
        while index < end {
            if startsExpression(index) {
                add(.expression, upTo: min(end, endOfExpression(index)))
            } else {
                add(.text, upTo: (index..<end).first { startsExpression($0) } ?? end)
            }
        }
    }

    private mutating func add(_ kind: Kind, upTo end: Int) {
        guard end > index else { return }
        found.append(Token(kind: kind, text: String(String.UnicodeScalarView(line[index..<end]))))
        index = end
    }

    private func startsExpression(_ place: Int) -> Bool { line[place...].starts(with: "${{".unicodeScalars) }

    private func endOfExpression(_ place: Int) -> Int {
        (place..<line.count).first { line[$0...].starts(with: "}}".unicodeScalars) }.map { $0 + 2 } ?? line.count
    }

    private func endsWord(_ place: Int) -> Bool {
        place >= line.count || line[place] == " " || (depth > 0 && "{}[],".unicodeScalars.contains(line[place]))
    }

    private func isKey(at place: Int) -> Bool { place < line.count && line[place] == ":" && endsWord(place + 1) }

    /// Whether nothing but the signs of a text block stands from here on.
    private var isBlockHeader: Bool {
        var rest = line[(index + 1)...]
        rest = rest.drop { "+-123456789".unicodeScalars.contains($0) }
        rest = rest.drop { $0 == " " }
        return rest.isEmpty || rest.first == "#"
    }
}
