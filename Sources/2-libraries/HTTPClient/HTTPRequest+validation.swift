internal import Platform

extension HTTPRequest {
    /// Refuses what would let a value break out of its line or contradict the framing that the client chooses.
    ///
    /// - Throws: `HTTPError` of kind `badRequest`; it names fields, never values.
    func validate() throws(HTTPError) {
        if method.isEmpty || !method.utf8.allSatisfy(Self.isToken) {
            throw HTTPError(.badRequest, reason: "the method is not a token of RFC 9110.")
        }
        for field in headers.fields {
            let name = Printable.text(field.name)
            if field.name.isEmpty || !field.name.utf8.allSatisfy(Self.isToken) {
                throw HTTPError(
                    .badRequest, reason: "the header name `\(name)` has characters that no header name may have.")
            }
            if Self.reserved.contains(field.name.lowercased()) {
                throw HTTPError(.badRequest, reason: "the header `\(name)` is set by the client itself.")
            }
            // RFC 9110, section 5.5: CR, LF and NUL are dangerous; the other controls are merely invalid.
            if field.value.utf8.contains(where: { ($0 < 0x20 && $0 != 0x09) || $0 == 0x7F }) {
                throw HTTPError(
                    .badRequest, reason: "the value of the header `\(name)` has a line break or a control character.")
            }
        }
    }

    private static let reserved: Set<String> = ["content-length", "transfer-encoding", "connection"]

    /// RFC 9110, section 5.6.2.
    private static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
