internal import CCurl

/// libcurl, loaded when it is first asked for and never unloaded.
struct CurlLibrary {
    /// The functions in use; every entry is set.
    let table: UnsafePointer<compass_curl>

    /// - Throws: `HTTPError` of kind `unavailable`, each time the same: the attempt is made once.
    static func load() throws(HTTPError) -> CurlLibrary {
        try shared.get()
    }

    /// `nonisolated(unsafe)`: set once under Swift's own lock, and the table is never written again.
    private nonisolated(unsafe) static let shared: Result<CurlLibrary, HTTPError> = {
        let table = UnsafeMutablePointer<compass_curl>.allocate(capacity: 1)
        table.initialize(to: compass_curl())
        if let message = compass_curl_load(table) {
            return .failure(
                HTTPError(.unavailable, reason: "libcurl cannot be loaded: \(String(cString: message))."))
        }
        let library = CurlLibrary(table: UnsafePointer(table))
        let code = table.pointee.global_init(Int(CURL_GLOBAL_DEFAULT))
        if code != CURLE_OK {
            return .failure(
                HTTPError(
                    .unavailable, code: CurlCode(rawValue: code.rawValue),
                    reason: "libcurl cannot be started: \(library.reason(code))."))
        }
        return .success(library)
    }()

    /// libcurl's sentence for a code.
    func reason(_ code: CURLcode) -> String { Self.text(table.pointee.easy_strerror(code)) }

    /// libcurl's sentence for a code.
    func reason(_ code: CURLMcode) -> String { Self.text(table.pointee.multi_strerror(code)) }

    /// libcurl's sentence for a code.
    func reason(_ code: CURLUcode) -> String { Self.text(table.pointee.url_strerror(code)) }

    private static func text(_ text: UnsafePointer<CChar>?) -> String {
        text.map { String(cString: $0) } ?? "unknown error"
    }
}
