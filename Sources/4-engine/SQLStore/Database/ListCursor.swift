internal import Digests
package import Documents

/// Where a list goes on: the sort key of the last item shown. As text it is opaque, carries a checksum, and belongs to
/// one query.
package struct ListCursor: Equatable, Sendable {
    /// The version's row, the last part of every sort key.
    package var row: Int64
    /// The first part of the sort key: a number of shares, or of a type.
    package var group: Int64 = 0
    /// The first part of the sort key of lists by name.
    package var title: String = ""

    /// - Parameter scope: what identifies the listing and its query.
    package func text(scope: String) -> String {
        let payload = "\(row):\(group):\(title)"
        return Base64URL.encode(Array("\(Checksum.text(of: "\(scope)\u{0}\(payload)".utf8)):\(payload)".utf8))
    }

    /// - Throws: `CatalogError` of kind `invalidCursor`.
    package init(text: String, scope: String) throws(CatalogError) {
        let invalid = CatalogError(
            .invalidCursor,
            "The cursor is damaged or belongs to another listing. Take it from `next` of a page of the same query.")
        guard let bytes = Base64URL.decode(text), let decoded = String(validating: bytes, as: UTF8.self) else {
            throw invalid
        }
        let parts = decoded.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == Checksum.text(of: "\(scope)\u{0}\(parts[1])".utf8) else { throw invalid }
        let keys = parts[1].split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        // The smallest number has no counterpart above zero: a forged one must not end the process where it is negated.
        guard keys.count == 3, let row = Int64(keys[0]), let group = Int64(keys[1]), row > .min, group > .min
        else { throw invalid }
        self.init(row: row, group: group, title: String(keys[2]))
    }

    package init(row: Int64, group: Int64 = 0, title: String = "") {
        self.row = row
        self.group = group
        self.title = title
    }
}

/// FNV-1a, 64 bits (http://www.isthe.com/chongo/tech/comp/fnv/): finds accidents, not attacks.
package enum Checksum {
    package static func of(_ bytes: some Sequence<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes {
            hash ^= UInt64(byte)
            hash &*= 0x100_0000_01B3
        }
        return hash
    }

    /// 16 hexadecimal digits.
    package static func text(of bytes: some Sequence<UInt8>) -> String {
        let digits = String(of(bytes), radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
