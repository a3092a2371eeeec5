internal import HTTPServer
internal import Platform

/// What a route answers, before conditions, compression and the headers that all answers have.
struct Answer: Sendable {
    enum Content: Sendable {
        case none
        /// Has an entity tag of its bytes, and is compressed where the client can read it so.
        case text([UInt8], mediaType: String)
        /// As it is: ranges, streams, files.
        case raw(HTTPResponse.Body)
    }

    var status: Int
    var headers: [(name: String, value: String)] = []
    var content: Content
    /// nil: that of its kind.
    var cacheControl: String?

    init(
        status: Int, headers: [(name: String, value: String)] = [], content: Content = .none,
        cacheControl: String? = nil
    ) {
        self.status = status
        self.headers = headers
        self.content = content
        self.cacheControl = cacheControl
    }

    static func json(
        _ record: Record, status: Int = 200, headers: [(name: String, value: String)] = []
    ) -> Answer {
        value(.record(record), status: status, headers: headers)
    }

    /// Any value as JSON.
    static func value(
        _ value: Value, status: Int = 200, headers: [(name: String, value: String)] = []
    ) -> Answer {
        Answer(
            status: status, headers: headers,
            content: .text(Array(value.json.utf8), mediaType: "application/json"))
    }

    /// Nothing but the status.
    static func empty(_ status: Int = 204, headers: [(name: String, value: String)] = []) -> Answer {
        Answer(status: status, headers: headers)
    }
}
