internal import Platform

/// The name of an object: segments of `[A-Za-z0-9._-]` joined by "/", none empty, none with a leading dot, at most
/// 200 bytes each and 1,024 together. Such a name is valid in every store and cannot leave a folder.
public struct ObjectKey: Hashable, Sendable, CustomStringConvertible {
    public let text: String

    /// nil when it breaks a rule.
    public init?(_ text: String) {
        let segments = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard text.utf8.count <= 1_024,
            segments.allSatisfy({
                !$0.isEmpty && $0.count <= 200 && $0.first != UInt8(ascii: ".") && $0.allSatisfy(Self.isAllowed)
            })
        else { return nil }
        self.text = text
    }

    /// The key of an upload: `{owner}/{type}/{timestamp}_{name}`. Bytes of owner and name that a key cannot hold become
    /// "_"; the original name stays in the catalog.
    ///
    /// - Parameter timestamp: of the run, taken once and journaled, so that a repeated upload has the same key.
    public init(owner: String, type: DocumentType, timestamp: Int64, name: String) {
        let owner = Self.segment(owner, limit: 100)
        text = "\(owner)/\(type.rawValue)/\(timestamp)_\(Self.segment(name, limit: 150, keepingEnd: true))"
    }

    public var segments: [String] { text.split(separator: "/").map(String.init) }

    public var description: String { text }

    private static func segment(_ text: String, limit: Int, keepingEnd: Bool = false) -> String {
        var bytes = text.composed.unicodeScalars.map { scalar -> UInt8 in
            guard let byte = UInt8(exactly: scalar.value), isAllowed(byte) else { return UInt8(ascii: "_") }
            return byte
        }
        if bytes.count > limit { bytes = Array(keepingEnd ? bytes.suffix(limit) : bytes.prefix(limit)) }
        if bytes.isEmpty { bytes = [UInt8(ascii: "_")] }
        if bytes[0] == UInt8(ascii: ".") { bytes[0] = UInt8(ascii: "_") }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
