internal import Platform

/// The first line of an HTTP request; its headers are of no interest.
package struct ControlRequest: Hashable, Sendable {
    let method: String
    /// Without the query.
    let path: String

    /// In bytes; more is refused.
    static let limit = 8_192

    /// What the bytes that have come so far are.
    enum Reading: Hashable, Sendable {
        case incomplete
        case complete(ControlRequest)
        case invalid
        case tooLarge
    }

    static func read(_ bytes: [UInt8]) -> Reading {
        guard let end = headEnd(bytes) else { return bytes.count >= limit ? .tooLarge : .incomplete }
        if end > limit { return .tooLarge }
        let line = bytes.prefix { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }
        guard let text = String(validating: line, as: UTF8.self) else { return .invalid }
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[2].hasPrefix("HTTP/1."), words[1].hasPrefix("/"),
            !words[0].isEmpty, words[0].utf8.allSatisfy({ (0x41...0x5A).contains($0) })
        else { return .invalid }
        let path = words[1].prefix { $0 != "?" }
        return .complete(ControlRequest(method: String(words[0]), path: String(path)))
    }

    /// Behind the empty line that ends the headers.
    private static func headEnd(_ bytes: [UInt8]) -> Int? {
        var previous: Int?
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
            if let previous {
                let between = bytes[(previous + 1)..<index]
                if between.isEmpty || Array(between) == [UInt8(ascii: "\r")] { return index + 1 }
            }
            previous = index
        }
        return nil
    }
}
