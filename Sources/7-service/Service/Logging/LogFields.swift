internal import Diagnostics

/// The fields of an entry under names that no format trips over, each once.
struct LogFields {
    /// In the order of the entry.
    let pairs: [(name: String, value: String)]

    /// Names that every line has by itself.
    private static let own: Set<String> = ["time", "level", "event", "message"]

    /// Letters, digits, `.`, `_` and `-` stay; everything else becomes `_`. A name that is taken gets a number.
    init(_ entry: LogEntry) {
        var taken = Self.own
        pairs = entry.fields.map { field in
            var name = String(decoding: field.name.utf8.map(Self.plain), as: UTF8.self)
            if name.isEmpty { name = "_" }
            var number = 2
            var candidate = name
            while !taken.insert(candidate).inserted {
                candidate = "\(name)-\(number)"
                number += 1
            }
            return (candidate, field.value)
        }
    }

    private static func plain(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
            byte
        default: UInt8(ascii: "_")
        }
    }
}
