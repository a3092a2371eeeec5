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

/// An answer in HTTP/1.0: the connection ends behind it.
package struct ControlResponse: Hashable, Sendable {
    let status: Int
    let contentType: String
    let body: [UInt8]

    init(status: Int = 200, _ contentType: String, _ body: [UInt8]) {
        self.status = status
        self.contentType = contentType
        self.body = body
    }

    /// A sentence instead of what was wanted.
    static func refusal(_ status: Int, _ message: String) -> ControlResponse {
        ControlResponse(status: status, "text/plain; charset=utf-8", Array((message + "\n").utf8))
    }

    /// - Parameter withBody: false: as to `HEAD`.
    func bytes(withBody: Bool) -> [UInt8] {
        let head = """
            HTTP/1.0 \(status) \(reason)\r
            Content-Type: \(contentType)\r
            Content-Length: \(body.count)\r
            Cache-Control: no-store\r
            Connection: close\r
            \(status == 405 ? "Allow: GET, HEAD\r\n" : "")\r\n
            """
        return Array(head.utf8) + (withBody ? body : [])
    }

    private var reason: String {
        switch status {
        case 200: "OK"
        case 400: "Bad Request"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 431: "Request Header Fields Too Large"
        default: "Service Unavailable"
        }
    }
}
