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
                if !isFolded || wasIndented || isIndented {
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

    /// What may follow the `|` or `>`.
    static func isHeader(_ scalar: Unicode.Scalar) -> Bool { "+-123456789".unicodeScalars.contains(scalar) }

    private mutating func readHeader() {
        position += 1
        while let sign = source[position], Self.isHeader(sign) {
            if sign == "-" { chomping = .strip }
            if sign == "+" { chomping = .keep }
            position += 1
        }
        while position < end, !source.scalars[position].isBreak { position += 1 }
        _ = readBreak()
    }

    /// Spaces before the first line that is not empty, less those that the text still has. Before it, empty lines of
    /// source and text are the same ones.
    private var indentation: Int {
        let lines = text.unicodeScalars.drop(while: \.isBreak)
        // Of nothing but empty lines all blanks are indentation.
        if lines.isEmpty { return .max }
        var index = position
        for _ in 0..<text.unicodeScalars.prefix(while: \.isBreak).count {
            index = source.skip(from: index) { !$0.isBreak }
            if index < end { index = ScalarPiece(breakAt: index, in: source).range.upperBound }
        }
        let spaces = source.skip(from: index) { $0 == " " } - index
        return max(0, spaces - lines.prefix { $0 == " " }.count)
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
