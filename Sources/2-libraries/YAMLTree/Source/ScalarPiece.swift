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
