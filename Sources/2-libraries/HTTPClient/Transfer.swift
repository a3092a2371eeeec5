internal import CCurl
internal import HTTPMessages
internal import Platform
internal import Synchronization

/// One request on its way.
///
/// `@unchecked Sendable`: made by the caller's thread and from then on touched by the loop's thread alone; only
/// `cancellation`, which is safe, is shared.
final class Transfer: @unchecked Sendable {
    let request: HTTPRequest
    let limits: HTTPLimits
    let turns: ConnectionTurns
    let cancellation: CancellationFlag
    private var continuation: CheckedContinuation<Result<HTTPResponse, HTTPError>, Never>?

    /// Set by the loop before the transfer waits for its turn.
    var endpoint: Endpoint?
    /// Set while it runs.
    private(set) var handle: EasyHandle?
    private var headerList: HeaderList?

    private var headers = HTTPHeaders()
    private var headerBytes = 0
    private var body: [UInt8] = []
    /// Where the body goes in place of `body`; nil: nowhere else.
    private let sink: FileDescriptor?
    private var written = 0
    private var fault: SystemError?
    private var overflow: Overflow?
    /// The last address that it may not reach.
    private var forbidden: NetworkAddress?

    private enum Overflow { case headers, body }

    /// What no honest server sends; keeps a hostile one from filling the memory.
    private static let maxHeaderBytes = 256 * 1_024

    init(
        request: HTTPRequest, limits: HTTPLimits, sink: FileDescriptor?, turns: ConnectionTurns,
        cancellation: CancellationFlag, continuation: CheckedContinuation<Result<HTTPResponse, HTTPError>, Never>
    ) {
        self.request = request
        self.limits = limits
        self.sink = sink
        self.turns = turns
        self.cancellation = cancellation
        self.continuation = continuation
    }

    /// Hands the result to the caller; the first one counts.
    func end(_ result: Result<HTTPResponse, HTTPError>) {
        handle = nil
        headerList = nil
        continuation?.resume(returning: result)
        continuation = nil
    }

    /// Sets all options. The transfer has to live until the handle is taken out of the multi handle.
    func prepare(_ handle: EasyHandle, endpoint: Endpoint, userAgent: String) throws(HTTPError) {
        let headerList = try HeaderList(request.headers, curl: handle.curl)
        try handle.reset()
        try handle.set(CURLOPT_URL, request.url)
        try handle.set(CURLOPT_PROTOCOLS_STR, "http,https")
        try handle.set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
        try handle.set(CURLOPT_FOLLOWLOCATION, limits.maxRedirects > 0 ? 1 : 0)
        try handle.set(CURLOPT_MAXREDIRS, max(0, limits.maxRedirects))
        // Signals would hit another thread's calls; names are resolved in a thread of libcurl's own instead.
        try handle.set(CURLOPT_NOSIGNAL, 1)
        // Ending a transfer while a name server does not answer would otherwise wait for it, and all transfers with it.
        try handle.set(CURLOPT_QUICK_EXIT, 1)
        try handle.set(CURLOPT_TIMEOUT_MS, limits.timeout.wholeMilliseconds)
        try handle.set(CURLOPT_CONNECTTIMEOUT_MS, limits.connectTimeout.wholeMilliseconds)
        try handle.set(CURLOPT_SSL_VERIFYPEER, 1)
        try handle.set(CURLOPT_SSL_VERIFYHOST, 2)
        if endpoint.isLoopback { try handle.set(CURLOPT_NOPROXY, "*") }
        try handle.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        try handle.set(CURLOPT_USERAGENT, userAgent)
        try handle.set(CURLOPT_HTTPHEADER, headerList)
        try setMethod(handle)
        if !request.isIdempotent {
            // On a connection that was used before libcurl sends a request anew, up to five times, when it is closed without
            // an answer (Curl_retry_request in its transfer.c); on a new one only what an HTTP/2 server says that it has not
            // looked at. Nor may others use this one after it: what a server that is about to close it makes of the next
            // request nobody knows.
            try handle.set(CURLOPT_FRESH_CONNECT, 1)
            try handle.set(CURLOPT_FORBID_REUSE, 1)
        }

        let context = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        try handle.set(CURLOPT_HEADERDATA, context)
        try handle.set(CURLOPT_HEADERFUNCTION) { buffer, size, count, context in
            Transfer.call(buffer, size * count, context) { $0.receiveHeader($1) }
        }
        try handle.set(CURLOPT_WRITEDATA, context)
        try handle.set(CURLOPT_WRITEFUNCTION) { buffer, size, count, context in
            Transfer.call(buffer, size * count, context) { $0.receiveBody($1) }
        }
        try setReach(handle, context)
        self.headerList = headerList
        self.handle = handle
    }

    /// What came of it, after libcurl has ended it.
    func result(_ code: CURLcode, _ handle: EasyHandle) -> Result<HTTPResponse, HTTPError> {
        if cancellation.isSet {
            return .failure(HTTPError(.cancelled, url: endpoint?.text, reason: "it was cancelled."))
        }
        if code != CURLE_OK, overflow == nil, let forbidden {
            return .failure(
                HTTPError(
                    .forbidden, url: endpoint?.text,
                    reason: "it leads to \(forbidden), which is no public address, and not allowed."))
        }
        if let fault {
            return .failure(HTTPError(.disk, url: endpoint?.text, reason: "the answer cannot be stored: \(fault)."))
        }
        switch overflow {
        case .body where limits.overflow == .truncate:
            return .success(HTTPResponse(status: handle.status, headers: headers, body: body, isTruncated: true))
        case .body:
            return .failure(
                HTTPError(
                    .tooLarge, code: CurlCode(rawValue: code.rawValue), url: endpoint?.text,
                    reason: "the answer is larger than \(limits.maxResponseBytes) bytes."))
        case .headers:
            return .failure(
                HTTPError(
                    .tooLarge, code: CurlCode(rawValue: code.rawValue), url: endpoint?.text,
                    reason: "the answer's header is larger than \(Self.maxHeaderBytes) bytes."))
        case nil where code == CURLE_OK:
            return .success(HTTPResponse(status: handle.status, headers: headers, body: body))
        case nil:
            return .failure(
                HTTPError(
                    HTTPError.Kind(code), code: CurlCode(rawValue: code.rawValue), url: endpoint?.text,
                    reason: handle.reason(code)))
        }
    }

    /// Addresses are looked at where the kernel is about to get them, behind every spelling, name, redirect and proxy: a name that
    /// was looked up before may lead elsewhere by now. A connection that is used again may have been made by a transfer that
    /// may reach more.
    private func setReach(_ handle: EasyHandle, _ context: UnsafeRawPointer) throws(HTTPError) {
        try handle.set(CURLOPT_OPENSOCKETDATA, context)
        try handle.set(
            CURLOPT_OPENSOCKETFUNCTION,
            opening: { context, _, address in
                guard let context, let address else { return CURL_SOCKET_BAD }
                var bytes = [UInt8](repeating: 0, count: 16)
                let count = compass_curl_address(address, &bytes)
                let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
                let isAllowed = transfer.mayReach(NetworkAddress(bytes: Array(bytes.prefix(count))))
                return isAllowed ? compass_curl_open_socket(address) : CURL_SOCKET_BAD
            })
        try handle.set(CURLOPT_PREREQDATA, context)
        try handle.set(
            CURLOPT_PREREQFUNCTION,
            asking: { context, address, _, _, _ in
                guard let context, let address else { return CURL_PREREQFUNC_ABORT }
                let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
                let isAllowed = transfer.mayReach(NetworkAddress(String(cString: address)))
                return isAllowed ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
            })
    }

    private func mayReach(_ address: NetworkAddress?) -> Bool {
        guard let address else { return false }
        if limits.reach.allows(address) { return true }
        forbidden = address
        return false
    }

    private func setMethod(_ handle: EasyHandle) throws(HTTPError) {
        switch request.method {
        case "GET" where request.body.isEmpty: try handle.set(CURLOPT_HTTPGET, 1)
        case "HEAD": try handle.set(CURLOPT_NOBODY, 1)
        default:
            // A POST, PUT or PATCH without a body says so with a length of 0; RFC 9110, section 8.6.
            if !request.body.isEmpty || ["POST", "PUT", "PATCH"].contains(request.method) {
                try handle.set(CURLOPT_POST, 1)
                try handle.setBody(request.body)
            }
            if request.method != "POST" { try handle.set(CURLOPT_CUSTOMREQUEST, request.method) }
        }
    }

    private static func call(
        _ buffer: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
        _ receive: (Transfer, UnsafeRawBufferPointer) -> Bool
    ) -> Int {
        guard let context, let buffer else { return 0 }
        let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
        // Anything but the full count makes libcurl end the transfer.
        return receive(transfer, UnsafeRawBufferPointer(start: buffer, count: count)) ? count : -1
    }

    private func receiveHeader(_ line: UnsafeRawBufferPointer) -> Bool {
        headerBytes += line.count
        if headerBytes > Self.maxHeaderBytes {
            overflow = .headers
            return false
        }
        let text = String(decoding: line, as: UTF8.self)
        // The next answer of a chain: an interim one or a redirect went before.
        if text.hasPrefix("HTTP/") {
            headers = HTTPHeaders()
            body = []
        } else if let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) {
            headers.append(
                .init(name: String(text[..<colon]), value: Self.trimmed(text[text.index(after: colon)...])))
        }
        return true
    }

    private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        if let sink { return store(bytes, in: sink) }
        let room = limits.maxResponseBytes - body.count
        body += bytes.prefix(max(0, room))
        if bytes.count > room { overflow = .body }
        return overflow == nil
    }

    private func store(_ bytes: UnsafeRawBufferPointer, in sink: FileDescriptor) -> Bool {
        written += bytes.count
        if written > limits.maxResponseBytes {
            overflow = .body
            return false
        }
        do {
            try sink.write(bytes)
            return true
        } catch {
            fault = error
            return false
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }
        var bytes = text.utf8.drop(while: isSpace)
        while let last = bytes.last, isSpace(last) { bytes.removeLast() }
        return String(Substring(bytes))
    }
}

/// Set from any thread, seen by the thread that drives the transfers.
final class CancellationFlag: Sendable {
    private let flag = Atomic(false)

    func set() { flag.store(true, ordering: .releasing) }
    var isSet: Bool { flag.load(ordering: .acquiring) }
}
