internal import HTTPMessages

/// The first bytes of a connection. What libmicrohttpd does not read as a request it answers in words of its own, or by closing the
/// connection: so they are looked at before it has them. Not what comes in pieces, nor a later request: libmicrohttpd has read
/// that by itself when anybody learns of it, and no handler is called for what it refuses.
enum RequestStart {
    /// So many are looked at.
    static let length = 16 << 10

    /// Why nobody could answer what begins so; nil: nothing is wrong with what has come.
    static func refusal(of bytes: [UInt8]) -> RequestHead.Refusal? {
        do {
            try check(bytes)
            return nil
        } catch {
            return error
        }
    }

    private static func check(_ bytes: [UInt8]) throws(RequestHead.Refusal) {
        // Behind the last LF no line has ended yet.
        let ended = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast()
        // Empty lines before a request are passed over (RFC 9112, section 2.2).
        var lines = ended.map { $0.last == 0x0D ? $0.dropLast() : $0 }.drop(while: \.isEmpty)
        guard let first = lines.popFirst() else { return }
        let isHTTP10 = try hasVersion10(first)
        var headers = HTTPHeaders()
        for line in lines {
            if line.isEmpty {
                _ = try RequestHead.length(headers, isHTTP10: isHTTP10)
                return
            }
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
                line[..<colon].allSatisfy(HTTPHeaders.isTokenByte)
            else { throw RequestHead.Refusal(status: 400, reason: "a header field is malformed") }
            let name = String(decoding: line[..<colon], as: UTF8.self)
            // By the number with its blanks libmicrohttpd does not know the length; it sends the head of its answer to that twice.
            if let last = line.last, last == 0x20 || last == 0x09, name.lowercased() == "content-length" {
                throw RequestHead.Refusal(status: 400, reason: "a header field is malformed")
            }
            headers.add(name, String(decoding: line[(colon + 1)...], as: UTF8.self))
        }
    }

    /// Which of the two versions the first line has.
    private static func hasVersion10(_ line: ArraySlice<UInt8>) throws(RequestHead.Refusal) -> Bool {
        let parts = line.split(separator: 0x20, omittingEmptySubsequences: false)
        let version = Array(parts.last ?? [])
        guard parts.count == 3, !parts[0].isEmpty, !parts[1].isEmpty, version.count == 8,
            version.starts(with: "HTTP/".utf8), version[6] == UInt8(ascii: "."), isDigit(version[5]),
            isDigit(version[7])
        else {
            throw RequestHead.Refusal(
                status: 400, reason: "the first line is no method, target and version with a blank between each")
        }
        guard version[5] == UInt8(ascii: "1") else {
            throw RequestHead.Refusal(status: 505, reason: "no other versions than HTTP/1.1 and HTTP/1.0 are known")
        }
        return version[7] == UInt8(ascii: "0")
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
