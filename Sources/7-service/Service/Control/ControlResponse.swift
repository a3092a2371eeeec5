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
