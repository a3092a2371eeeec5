internal import Documents

/// A word of the search index that stands for a filter. It begins with a private-use character, which the index's
/// tokenizer takes for a letter and no prefix search of a user begins with; the rest is hexadecimal, so that any text
/// becomes one word.
enum Facet {
    case trashed
    case owner(String)
    case type(DocumentType)
    /// Shared with that school, or about it.
    case school(String)
    /// Shared with exactly so many schools.
    case shares(Int64)
    /// Shared with at least one.
    case shared

    var word: String {
        switch self {
        case .trashed: "\u{E000}x"
        case .owner(let owner): "\u{E000}o\(Self.hexadecimal(owner))"
        case .type(let type): "\u{E000}t\(Self.hexadecimal(type.rawValue))"
        case .school(let school): "\u{E000}s\(Self.hexadecimal(school))"
        case .shares(let count): "\u{E000}c\(count)"
        case .shared: "\u{E000}h"
        }
    }

    private static func hexadecimal(_ text: String) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 { bytes += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
        return String(decoding: bytes, as: UTF8.self)
    }
}
