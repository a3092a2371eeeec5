/// Where a link leads, if it may lead there.
struct LinkTarget {
    /// As it stands in an attribute with quotes.
    let text: String
    /// Whether it leads to another site.
    let isForeign: Bool

    /// - Parameter url: as the text has it, without escapes of Markdown or HTML.
    /// - Returns: nil: a link there is not safe, or leads nowhere.
    init?(_ url: [UInt8], idPrefix: String) {
        guard let first = url.first else { return nil }
        // What stands before the first of these is a scheme or a part of a path. Whoever reads addresses otherwise, such as with
        // a tab in a scheme, finds none here: all such bytes are escaped below.
        let end = url.firstIndex { ":/?#".utf8.contains($0) }
        if let end, url[end] == UInt8(ascii: ":") {
            switch String(decoding: url[..<end], as: UTF8.self).lowercased() {
            case "http", "https": isForeign = true
            case "mailto": isForeign = false
            default: return nil
            }
        } else {
            isForeign = url.starts(with: "//".utf8)
        }
        if first == UInt8(ascii: "#"), !idPrefix.isEmpty {
            text = Self.escaped("#\(idPrefix)".utf8 + url.dropFirst())
        } else {
            text = Self.escaped(url)
        }
    }

    /// Bytes that have no place in an address are percent-encoded, and "%" is taken for an escape.
    private static func escaped(_ url: some Sequence<UInt8>) -> String {
        var result: [UInt8] = []
        for byte in url {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                result.append(byte)
            case UInt8(ascii: "&"): result += "&amp;".utf8
            case _ where "-_.+!*(),%#@?=;:/$~".utf8.contains(byte): result.append(byte)
            default: result += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
