internal import CCurl
internal import HTTPMessages

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

extension Duration {
    /// Rounded up and at least 1, since libcurl takes 0 for "no limit".
    var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 1 }
        guard seconds < Int64(Int32.max) / 1_000 else { return Int(Int32.max) }
        return max(1, Int(seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))
    }
}

/// A CURLcode as libcurl gave it; see libcurl-errors(3). A number that this program does not know survives.
public struct CurlCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The number that libcurl gave.
    public let rawValue: UInt32

    /// Takes any number, also one that this program does not know.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The number with its origin, for messages.
    public var description: String { "curl error \(rawValue)" }
}
