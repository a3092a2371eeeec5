extension String {
    /// Without white space at both ends.
    public var trimmed: String {
        let scalars = unicodeScalars.drop { $0.properties.isWhitespace }
        let trailing = scalars.reversed().prefix { $0.properties.isWhitespace }.count
        return String(scalars.dropLast(trailing))
    }
}
