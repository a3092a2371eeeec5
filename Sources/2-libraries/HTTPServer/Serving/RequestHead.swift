internal import CMicrohttpd
internal import Glibc
internal import HTTPMessages

/// The head of a request, read from libmicrohttpd and held against what it lets through: its parser is lenient.
struct RequestHead {
    /// Parts of the first line, where libmicrohttpd has them: in the memory that the head was read into.
    struct Line {
        let method: UnsafePointer<CChar>
        let url: UnsafePointer<CChar>
        let version: UnsafePointer<CChar>
    }

    /// Why a request is answered by the server itself.
    struct Refusal: Error {
        let status: Int
        let reason: String
    }

    let method: String
    let target: RequestTarget
    let headers: HTTPHeaders
    let isHTTP10: Bool
    /// Bytes of the body; nil: it comes in chunks.
    let length: Int64?
    let expectsContinue: Bool

    var hasBody: Bool { length != 0 }

    /// - Throws: `Refusal`
    init(_ handle: OpaquePointer, _ line: Line, target: String, _ core: ServerCore) throws(Refusal) {
        if compass_microhttpd_head_size(core.library.table, handle) > core.limits.headBytes {
            throw Refusal(status: 431, reason: "the head of the request is too long")
        }
        method = String(cString: line.method)
        guard HTTPHeaders.isName(method) else { throw Refusal(status: 400, reason: "the method is no token") }
        // It passes over further ones.
        if line.url - line.method != method.utf8.count + 1 {
            throw Refusal(status: 400, reason: "the method is followed by more than one blank")
        }
        isHTTP10 = strcmp(line.version, "HTTP/1.0") == 0
        headers = try Self.headers(handle, line, core)
        self.target = try RequestTarget(target, method: method)
        // A NUL in it would be its end.
        if line.version - line.url != target.utf8.count + 1 {
            throw Refusal(status: 400, reason: "the target of the request is malformed")
        }
        let hosts = headers.values(of: "Host").count
        if hosts > 1 { throw Refusal(status: 400, reason: "there are several Host fields") }
        if hosts == 0, !isHTTP10 { throw Refusal(status: 400, reason: "there is no Host field") }
        length = try Self.length(headers, isHTTP10: isHTTP10)
        expectsContinue = try Self.expectsContinue(headers, isHTTP10: isHTTP10)
    }

    /// RFC 9112, section 6.3. libmicrohttpd looks at the first Transfer-Encoding and the first Content-Length alone.
    static func length(_ headers: HTTPHeaders, isHTTP10: Bool) throws(Refusal) -> Int64? {
        let codings = headers.values(of: "Transfer-Encoding")
        let lengths = headers.values(of: "Content-Length")
        if (codings + lengths).contains("") {
            throw Refusal(status: 400, reason: "the field that tells where the body ends is empty")
        }
        if !codings.isEmpty {
            // Whoever forwards requests may have read another one: this is how requests are smuggled.
            if !lengths.isEmpty {
                throw Refusal(status: 400, reason: "there are both Content-Length and Transfer-Encoding")
            }
            if isHTTP10 { throw Refusal(status: 400, reason: "HTTP/1.0 has no Transfer-Encoding") }
            guard codings.count == 1, codings[0].lowercased() == "chunked" else {
                throw Refusal(status: 501, reason: "no transfer coding but chunked is known")
            }
            return nil
        }
        guard let first = lengths.first else { return 0 }
        guard lengths.count == 1, !first.isEmpty, first.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw Refusal(status: 400, reason: "the Content-Length is no number")
        }
        guard let length = Int64(first) else { throw Refusal(status: 413, reason: "the body is too long") }
        return length
    }

    private static func expectsContinue(_ headers: HTTPHeaders, isHTTP10: Bool) throws(Refusal) -> Bool {
        guard let expectation = headers["Expect"], !isHTTP10 else { return false }
        if expectation.lowercased() == "100-continue" { return true }
        throw Refusal(status: 417, reason: "no expectation but 100-continue can be met")
    }

    static func headers(_ handle: OpaquePointer, _ line: Line, _ core: ServerCore) throws(Refusal) -> HTTPHeaders {
        var reading = FieldReading(after: line.version)
        withUnsafeMutablePointer(to: &reading) { place in
            _ = core.library.table.pointee.get_connection_values_n(
                handle, .HEADER_KIND,
                { context, _, name, nameCount, value, valueCount in
                    guard let reading = context?.assumingMemoryBound(to: FieldReading.self) else { return .NO }
                    reading.pointee.add(
                        UnsafeRawBufferPointer(start: name, count: nameCount),
                        UnsafeRawBufferPointer(start: value, count: valueCount))
                    return reading.pointee.isSound ? .YES : .NO
                }, place)
        }
        let end = UnsafeRawPointer(line.method) + compass_microhttpd_head_size(core.library.table, handle)
        guard reading.isSound, reading.ends(at: end) else {
            throw Refusal(status: 400, reason: "a header field is malformed")
        }
        return reading.headers
    }
}

/// Gathers header fields, which have to lie one behind the other as they came, with nothing between them but the ends of lines.
///
/// libmicrohttpd 0.9.75 puts a NUL in the place of each separator, and so takes a NUL of the client's for the end of a value. Where a
/// line goes on with the value of the one before (RFC 9112, 5.2), it adds that to a copy of the field's *name*, so that a
/// Transfer-Encoding would not be one any more. What it tells shows neither; where the texts lie does.
private struct FieldReading {
    var headers = HTTPHeaders()
    var isSound = true
    /// The end of the last value.
    private var end: UnsafeRawPointer

    /// - Parameter version: the last text of the first line.
    init(after version: UnsafePointer<CChar>) {
        end = UnsafeRawPointer(version) + strlen(version)
    }

    mutating func add(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        // A space before the colon, as in "Host : a", is no part of a token (RFC 9112, section 5.1).
        guard let start = name.baseAddress, let valueStart = value.baseAddress, (1...2).contains(start - end),
            !name.isEmpty, name.allSatisfy(HTTPHeaders.isTokenByte),
            value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
        else {
            isSound = false
            return
        }
        end = valueStart + value.count
        let field = String(decoding: name, as: UTF8.self)
        // By the value with its blanks libmicrohttpd does not know the coding.
        if let last = value.last, last == 0x20 || last == 0x09, field.lowercased() == "transfer-encoding" {
            isSound = false
            return
        }
        headers.add(field, String(decoding: value, as: UTF8.self))
    }

    /// Whether the head ends there: after the end of the last line and an empty one.
    func ends(at end: UnsafeRawPointer) -> Bool {
        let rest = end - self.end
        return (2...4).contains(rest) && UnsafeRawBufferPointer(start: self.end, count: rest).allSatisfy { $0 == 0 }
    }
}
