/// A stretch of an expression's text, in Unicode scalars.
struct Place: Hashable, Sendable {
    var offset: Int
    var length: Int

    var end: Int { offset + length }

    /// From the start of this one to the end of the other.
    func through(_ other: Place) -> Place { Place(offset: offset, length: other.end - offset) }

    init(offset: Int, length: Int) {
        self.offset = offset
        self.length = length
    }

    /// Of a text that starts at `offset`, without the white space at both ends: the caret stands under what people see.
    init(of text: ArraySlice<Unicode.Scalar>, at offset: Int) {
        let leading = text.prefix { $0.properties.isWhitespace }.count
        let trailing = text.dropFirst(leading).reversed().prefix { $0.properties.isWhitespace }.count
        self.init(offset: offset + leading, length: text.count - leading - trailing)
    }
}

extension String {
    /// Without white space at both ends.
    var trimmed: String {
        let scalars = unicodeScalars.drop { $0.properties.isWhitespace }
        let trailing = scalars.reversed().prefix { $0.properties.isWhitespace }.count
        return String(scalars.dropLast(trailing))
    }
}
