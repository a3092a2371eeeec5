internal import CMicrohttpd
internal import Glibc
internal import HTTPMessages
internal import Platform

/// An answer as libmicrohttpd sends it.
struct Answer: Sendable {
    let response: HTTPResponse
    /// The header of an answer with a body, and no body: of HEAD and of 304.
    let isBodiless: Bool
    /// Whether the client may send another request.
    var closes = false

    /// Replaces what cannot be sent.
    init(_ response: HTTPResponse, isHead: Bool = false) {
        isBodiless = isHead || response.status == 304
        guard (200...599).contains(response.status) else {
            self.response = .text("The server made an answer that does not exist.\n", status: 500)
            return
        }
        var response = response
        if response.status == 204 { response.body = .none }
        self.response = response
    }

    /// Bytes of the body; nil: it is not known.
    var length: Int64? {
        switch response.body {
        case .none: 0
        case .bytes(let bytes): Int64(bytes.count)
        case .file(_, _, let count): max(count, 0)
        case .stream(let length, _): length.map { max($0, 0) }
        }
    }

    /// Whether its body is written by a closure.
    var isStream: Bool { if case .stream = response.body { !isBodiless } else { false } }

    /// Only in the access callback of a request, and once for each.
    ///
    /// - Returns: false: there is no memory, or libmicrohttpd does not want it.
    func queue(_ handle: OpaquePointer, for exchange: Exchange, _ library: MicrohttpdLibrary) -> Bool {
        let table = library.table.pointee
        guard let made = isBodiless ? makeBodiless(library) : make(table, exchange) else { return false }
        // The connection keeps it until it is sent.
        defer { table.destroy_response(made) }
        for field in response.headers.fields where !Self.isReserved(field) {
            if table.add_response_header(made, field.name, field.value) == .NO { return false }
        }
        if closes || wantsClose, table.add_response_header(made, "Connection", "close") == .NO { return false }
        return table.queue_response(handle, UInt32(response.status), made) == .YES
    }

    /// libmicrohttpd 0.9.75 sends the last chunk of a body in chunks even where no body is sent, which would be taken for the
    /// beginning of the next answer. And of a 304 without a body it would tell the length 0, which some clients then take
    /// for that of what they have.
    private func makeBodiless(_ library: MicrohttpdLibrary) -> OpaquePointer? {
        let table = library.table.pointee
        if let length = toldLength {
            if length == 0 { return table.create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT) }
            return table.create_response_from_callback(UInt64(length), 64, { _, _, _, _ in endWithError }, nil, nil)
        }
        let made = table.create_response_from_callback(.max, 64, { _, _, _, _ in endWithError }, nil, nil)
        if let made { _ = compass_microhttpd_send_unchunked(library.table, made) }
        return made
    }

    /// nil: there is no length to tell.
    private var toldLength: Int64? {
        if case .none = response.body, response.status == 304 { return nil }
        return length
    }

    private func make(_ table: compass_microhttpd, _ exchange: Exchange) -> OpaquePointer? {
        switch response.body {
        case .none: return table.create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
        case .bytes(var bytes):
            return table.create_response_from_buffer(bytes.count, &bytes, .RESPMEM_MUST_COPY)
        case .file(let file, let offset, let count):
            if count <= 0 { return table.create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT) }
            // libmicrohttpd closes the descriptor it is given.
            let copy = fcntl(file.number, F_DUPFD_CLOEXEC, 0)
            if copy == -1 { return nil }
            let made = table.create_response_from_fd_at_offset64(UInt64(count), copy, UInt64(max(offset, 0)))
            if made == nil { close(copy) }
            return made
        case .stream:
            let context = Unmanaged.passRetained(exchange)
            // The last: MHD_SIZE_UNKNOWN, which is a macro with a cast.
            let made = table.create_response_from_callback(
                length.map(UInt64.init) ?? .max, 65_536, readStream, context.toOpaque(), releaseStream)
            if made == nil { context.release() }
            return made
        }
    }

    /// The whole answer as text of the protocol, for a client that is still sending; nil: its body is not in memory.
    func text(_ library: MicrohttpdLibrary) -> [UInt8]? {
        let body: [UInt8]
        switch response.body {
        case .none: body = []
        case .bytes(let bytes): body = bytes
        case .file, .stream: return nil
        }
        var head = "HTTP/1.1 \(response.status) \(library.reason(response.status))\r\n"
        for field in response.headers.fields where !Self.isReserved(field) {
            head += "\(field.name): \(field.value)\r\n"
        }
        if response.headers["Date"] == nil { head += "Date: \(HTTPDate.text(.now()))\r\n" }
        head += "Connection: close\r\n"
        if response.status != 204, response.status != 304 { head += "Content-Length: \(body.count)\r\n" }
        return Array((head + "\r\n").utf8) + (isBodiless ? [] : body)
    }

    private var wantsClose: Bool { response.headers["Connection"]?.lowercased() == "close" }

    /// Fields that are the server's, or that hold a value which libmicrohttpd would not take.
    private static func isReserved(_ field: HTTPHeaders.Field) -> Bool {
        field.value.isEmpty || ["content-length", "transfer-encoding", "connection"].contains(field.name.lowercased())
    }
}

private func readStream(
    context: UnsafeMutableRawPointer?, position: UInt64, buffer: UnsafeMutablePointer<CChar>?, capacity: Int
) -> Int {
    guard let context, let buffer else { return endWithError }
    return Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
        .read(into: UnsafeMutableRawBufferPointer(start: buffer, count: capacity))
}

private func releaseStream(context: UnsafeMutableRawPointer?) {
    if let context { Unmanaged<Exchange>.fromOpaque(context).release() }
}

/// MHD_CONTENT_READER_END_OF_STREAM and MHD_CONTENT_READER_END_WITH_ERROR, macros with a cast.
let endOfStream = -1
let endWithError = -2
