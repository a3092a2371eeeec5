internal import CCurl

/// The header fields of a request as libcurl wants them.
final class HeaderList {
    private let curl: CurlLibrary
    /// Owned; freed in `deinit` and nowhere else.
    private(set) var pointer: UnsafeMutablePointer<curl_slist>?

    init(_ headers: HTTPHeaders, curl: CurlLibrary) throws(HTTPError) {
        self.curl = curl
        // A name with a colon and nothing else takes out what libcurl would send by itself: a content type that is not
        // true, and the question whether a large body is welcome, on which a server that does not know it costs a second.
        var lines = ["Expect:"]
        if headers["content-type"] == nil { lines.append("Content-Type:") }
        for field in headers.fields {
            // A semicolon instead of the colon is libcurl's spelling of an empty value.
            lines.append(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
        }
        for line in lines {
            guard let longer = curl.table.pointee.slist_append(pointer, line) else {
                throw HTTPError(.unavailable, reason: "libcurl is out of memory.")
            }
            pointer = longer
        }
    }

    deinit {
        curl.table.pointee.slist_free_all(pointer)
    }
}
