/// Reads literal and folded block scalars from their source (YAML 1.2 §8.1).
struct BlockScalarReader {
    private enum Chomping {
        case strip, clip, keep
    }

    private let source: SourceText
    private let end: Int
    private let isFolded: Bool
    private let text: String
    private var position: Int
    private var chomping = Chomping.clip
    private var pieces: [ScalarPiece] = []

    /// - Parameters:
    ///   - range: from the `|` or `>` on.
    ///   - text: what libyaml read, which tells the indentation that it found or was told.
    init(_ source: SourceText, _ range: Range<Int>, text: String, isFolded: Bool) {
        self.source = source
        self.text = text
        self.isFolded = isFolded
        position = range.lowerBound
        end = range.upperBound
    }

    mutating func read() -> [ScalarPiece] {
        readHeader()
        let indentation = indentation
        var lineBreak: ScalarPiece?
        var emptyLines = readEmptyLines(indentation)
        var wasIndented = false
        while position < end, !source.scalars[position].isBreak, column == indentation {
            let isIndented = source.scalars[position].isBlank
            if let lineBreak {
                if !isFolded || lineBreak.scalar != "\n" || wasIndented || isIndented {
                    pieces.append(lineBreak)
                } else if emptyLines.isEmpty {
                    pieces.append(ScalarPiece(" ", lineBreak.range))
                }
            }
            pieces += emptyLines
            wasIndented = isIndented
            while position < end, !source.scalars[position].isBreak {
                pieces.append(ScalarPiece(source.scalars[position], position..<(position + 1)))
                position += 1
            }
            lineBreak = readBreak()
            emptyLines = readEmptyLines(indentation)
        }
        if chomping != .strip, let lineBreak { pieces.append(lineBreak) }
        if chomping == .keep { pieces += emptyLines }
        return pieces
    }

    private mutating func readHeader() {
        while position < end, !source.scalars[position].isBreak, !source.scalars[position].isBlank {
            if source.scalars[position] == "-" { chomping = .strip }
            if source.scalars[position] == "+" { chomping = .keep }
            position += 1
        }
        while position < end, !source.scalars[position].isBreak { position += 1 }
        _ = readBreak()
    }

    /// Spaces before the first line that has something else, less those that the text still has.
    private var indentation: Int {
        var index = position
        var spaces = 0
        while index < end {
            let scalar = source.scalars[index]
            if scalar.isBreak { spaces = 0 } else if scalar == " " { spaces += 1 } else { break }
            index += 1
        }
        let line = text.unicodeScalars.split(whereSeparator: \.isBreak).first { !$0.allSatisfy { $0 == " " } }
        return max(0, spaces - (line?.prefix { $0 == " " }.count ?? 0))
    }

    /// Of `position`, from 0, as libyaml counts it.
    private var column: Int {
        var start = position
        while start > 0, !source.scalars[start - 1].isBreak { start -= 1 }
        return position - start
    }

    private mutating func readBreak() -> ScalarPiece? {
        guard position < end, source.scalars[position].isBreak else { return nil }
        let piece = ScalarPiece(breakAt: position, in: source)
        position = piece.range.upperBound
        return piece
    }

    /// Lines that have nothing but indentation, and the indentation of the line behind them.
    private mutating func readEmptyLines(_ indentation: Int) -> [ScalarPiece] {
        var breaks: [ScalarPiece] = []
        repeat {
            var spaces = 0
            while spaces < indentation, position < end, source.scalars[position] == " " {
                position += 1
                spaces += 1
            }
            guard let piece = readBreak() else { return breaks }
            breaks.append(piece)
        } while true
    }
}
