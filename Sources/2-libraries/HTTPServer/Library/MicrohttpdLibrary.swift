internal import CMicrohttpd

/// libmicrohttpd, loaded when it is first asked for and never unloaded.
///
/// SwiftPM does not notice changes of shim.h: whoever changes the table there builds this target anew.
///
/// `@unchecked Sendable`: the table is never written again once it is loaded.
struct MicrohttpdLibrary: @unchecked Sendable {
    /// The functions in use; every entry is set.
    let table: UnsafePointer<compass_microhttpd>

    /// - Throws: `HTTPServerError.unavailable`, each time the same: the attempt is made once.
    static func load() throws(HTTPServerError) -> MicrohttpdLibrary {
        try shared.get()
    }

    private static let shared: Result<MicrohttpdLibrary, HTTPServerError> = {
        let table = UnsafeMutablePointer<compass_microhttpd>.allocate(capacity: 1)
        table.initialize(to: compass_microhttpd())
        if let message = compass_microhttpd_load(table) {
            return .failure(.unavailable("libmicrohttpd cannot be loaded: \(String(cString: message))"))
        }
        return .success(MicrohttpdLibrary(table: UnsafePointer(table)))
    }()

    /// The phrase of a status: "Not Found".
    func reason(_ status: Int) -> String {
        table.pointee.get_reason_phrase_for(UInt32(status)).map { String(cString: $0) } ?? "Unknown"
    }
}

/// A connection of libmicrohttpd that is suspended.
///
/// `@unchecked Sendable`: it is kept only while the connection is suspended, and used for nothing but `resume_connection`,
/// which may be called from any thread then.
struct SuspendedConnection: @unchecked Sendable {
    let pointer: OpaquePointer
}
