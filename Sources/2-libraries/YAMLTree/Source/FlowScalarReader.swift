/// Reads plain and quoted scalars from their source (YAML 1.2 §7.3).
struct FlowScalarReader {
    private let source: SourceText
    private let end: Int
    private let quote: Unicode.Scalar?
    private var position: Int
    private var pieces: [ScalarPiece] = []

    /// - Parameters:
    ///   - range: what is between the quotes.
    ///   - quote: nil for a plain scalar.
    init(_ source: SourceText, _ range: Range<Int>, quote: Unicode.Scalar?) {
        self.source = source
        self.quote = quote
        position = range.lowerBound
        end = range.upperBound
    }

    mutating func read() -> [ScalarPiece] {
        while position < end {
            let scalar = source.scalars[position]
            if scalar.isBlank || scalar.isBreak {
                readSpace(isAfterEscapedBreak: false)
            } else if quote == "'", scalar == "'" {
                take("'", 2)
            } else if quote == "\"", scalar == "\\" {
                readEscape()
            } else {
                take(scalar, 1)
            }
        }
        return pieces
    }

    private mutating func take(_ scalar: Unicode.Scalar, _ count: Int) {
        let next = min(position + count, end)
        pieces.append(ScalarPiece(scalar, position..<next))
        position = next
    }

    /// A run of blanks and breaks: kept when it has no break; one break becomes a space; of more the first is dropped.
    private mutating func readSpace(isAfterEscapedBreak: Bool) {
        var blanks: [ScalarPiece] = []
        var breaks: [ScalarPiece] = []
        while position < end {
            let scalar = source.scalars[position]
            if scalar.isBlank {
                if breaks.isEmpty, !isAfterEscapedBreak {
                    blanks.append(ScalarPiece(scalar, position..<(position + 1)))
                }
                position += 1
            } else if scalar.isBreak {
                let piece = ScalarPiece(breakAt: position, in: source)
                breaks.append(piece)
                position = piece.range.upperBound
            } else {
                break
            }
        }
        if isAfterEscapedBreak {
            pieces += breaks
        } else if let first = breaks.first {
            pieces += breaks.count == 1 ? [ScalarPiece(" ", first.range)] : Array(breaks.dropFirst())
        } else {
            pieces += blanks
        }
    }

    private mutating func readEscape() {
        guard let sign = source[position + 1], position + 1 < end else { return take("\\", 1) }
        if sign.isBreak {
            position = ScalarPiece(breakAt: position + 1, in: source).range.upperBound
            return readSpace(isAfterEscapedBreak: true)
        }
        let digits: Int
        switch sign {
        case "x": digits = 2
        case "u": digits = 4
        case "U": digits = 8
        default: return take(Self.escapes[sign] ?? sign, 2)
        }
        var value: UInt32 = 0
        for index in (position + 2)..<min(position + 2 + digits, end) {
            value = value << 4 | UInt32(Character(source.scalars[index]).hexDigitValue ?? 0)
        }
        take(Unicode.Scalar(value) ?? "\u{FFFD}", 2 + digits)
    }

    /// YAML 1.2 §5.7; every other sign stands for itself.
    private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
        "0": "\0", "a": "\u{07}", "b": "\u{08}", "t": "\t", "n": "\n", "v": "\u{0B}", "f": "\u{0C}", "r": "\r",
        "e": "\u{1B}", "N": "\u{85}", "_": "\u{A0}", "L": "\u{2028}", "P": "\u{2029}",
    ]
}
