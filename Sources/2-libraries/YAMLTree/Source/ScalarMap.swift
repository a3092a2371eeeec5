/// Which part of the file each character of a scalar's text comes from.
///
/// It reads the source a second time by YAML's rules of quoting, escaping, indentation and folding, and is trusted only
/// when that gives the very text that libyaml read. Made when a message needs it, since most scalars never do.
struct ScalarMap {
    /// For each Unicode scalar of the text.
    private(set) var ranges: [Range<Int>] = []
    /// The place behind the last one.
    private(set) var end: Int

    /// nil when the source does not give the text.
    init?(of scalar: YAMLScalar, in source: SourceText, at range: Range<Int>) {
        guard range.upperBound <= source.scalars.count else { return nil }
        let pieces: [ScalarPiece]
        switch scalar.style {
        case .plain:
            var reader = FlowScalarReader(source, range, quote: nil)
            pieces = reader.read()
            end = range.upperBound
        case .singleQuoted, .doubleQuoted:
            guard range.count >= 2 else { return nil }
            let inner = range.dropFirst().dropLast()
            var reader = FlowScalarReader(
                source, inner.startIndex..<inner.endIndex, quote: scalar.style == .singleQuoted ? "'" : "\"")
            pieces = reader.read()
            end = inner.endIndex
        case .literal, .folded:
            var reader = BlockScalarReader(source, range, text: scalar.text, isFolded: scalar.style == .folded)
            pieces = reader.read()
            // A final line break is where the last line ends, not where the next one starts.
            end = pieces.last.map { $0.scalar.isBreak ? $0.range.lowerBound : $0.range.upperBound } ?? range.lowerBound
        }
        guard pieces.lazy.map(\.scalar).elementsEqual(scalar.text.unicodeScalars) else { return nil }
        ranges = pieces.map(\.range)
    }

    /// Where a part of the text stands, escapes and line breaks between its characters included.
    func range(of offset: Int, length: Int) -> Range<Int> {
        guard ranges.indices.contains(offset) else { return offset < 0 ? range(of: 0, length: length) : end..<end }
        let last = offset + min(max(1, length), ranges.count - offset) - 1
        return ranges[offset].lowerBound..<max(ranges[offset].upperBound, ranges[last].upperBound)
    }
}

/// A character of a scalar's text with the part of the file that it comes from.
struct ScalarPiece {
    let scalar: Unicode.Scalar
    let range: Range<Int>

    /// A line break, which YAML reads as LF.
    init(breakAt index: Int, in source: SourceText) {
        let isPair = source[index] == "\r" && source[index + 1] == "\n"
        scalar = "\n"
        range = index..<(index + (isPair ? 2 : 1))
    }

    init(_ scalar: Unicode.Scalar, _ range: Range<Int>) {
        self.scalar = scalar
        self.range = range
    }
}
