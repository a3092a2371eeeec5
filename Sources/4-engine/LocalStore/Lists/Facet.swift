internal import Documents

/// A word of the search index that stands for a filter. It begins with a private-use character that no word of a title, a
/// description or a search has: there it is exchanged for the next one. The rest is hexadecimal, so that any text becomes one
/// word.
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
    /// Its title's key is this up to the first space. The view `listing_words` adds it.
    case beginning(String)

    static let mark: Unicode.Scalar = "\u{E000}"
    /// What stands for the mark in the words of texts.
    static let exchanged: Unicode.Scalar = "\u{E001}"

    var word: String {
        switch self {
        case .trashed: "\u{E000}x"
        case .owner(let owner): "\u{E000}o\(Self.hexadecimal(owner))"
        case .type(let type): "\u{E000}t\(Self.hexadecimal(type.rawValue))"
        case .school(let school): "\u{E000}s\(Self.hexadecimal(school))"
        case .shares(let count): "\u{E000}c\(count)"
        case .shared: "\u{E000}h"
        case .beginning(let word): "\u{E000}n\(Self.hexadecimal(word))"
        }
    }

    private static func hexadecimal(_ text: String) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 { bytes += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
        return String(decoding: bytes, as: UTF8.self)
    }
}
