extension Value {
    /// Reads JSON text (RFC 8259), strictly: no trailing commas, comments or second value. Keys keep their order; of a key
    /// that stands twice the last value counts. Numbers without fraction and exponent that fit are integers.
    ///
    /// FoundationEssentials has a decoder, which sorts keys, takes trailing commas, and is thirteen times slower; records of
    /// the journal are read by the thousand.
    ///
    /// - Throws: `JSONError` when it is none, or is nested deeper than 512 levels.
    public init(json: String) throws(JSONError) {
        var json = json
        // The closure cannot throw a typed error through every form of `withUTF8`, so it returns a result.
        let result = json.withUTF8 { bytes in
            var reader = JSONReader(bytes: bytes)
            return Result { () throws(JSONError) in try reader.document() }
        }
        self = try result.get()
    }
}

/// Text that was expected to be JSON and is not.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was expected.
    let reason: String
    /// In bytes, from 0.
    let offset: Int

    public var description: String { "not valid JSON: \(reason) at byte \(offset)" }
}
