/// A part of a file, as `Range` asks for it (RFC 9110, section 14).
public struct ByteRange: Sendable, Hashable {
    /// Of its first byte, from 0.
    public let offset: Int64
    /// At least 1.
    public let count: Int64

    /// What a request is to be answered with.
    public enum Choice: Sendable, Hashable {
        /// Everything, with 200: nothing else was asked for, or nothing that is understood.
        case whole
        /// A part, with 206 and `contentRange(of:)`.
        case part(ByteRange)
        /// Nothing, with 416 and `unsatisfied(length:)`.
        case unsatisfiable
    }

    /// One range is understood. Several, other units than bytes and what is malformed are answered with everything, as the
    /// RFC allows. To be asked for GET alone, and once `Preconditions` lets the request proceed.
    ///
    /// - Parameters:
    ///   - header: the value of `Range`; nil: there is none.
    ///   - length: of the whole, in bytes.
    public static func choose(_ header: String?, length: Int64) -> Choice {
        guard let header, let equals = header.firstIndex(of: "="), header[..<equals].lowercased() == "bytes" else {
            return .whole
        }
        let specs = header[header.index(after: equals)...].split(separator: ",").map(trimmed).filter { !$0.isEmpty }
        guard specs.count == 1, let dash = specs[0].firstIndex(of: "-") else { return .whole }
        let (first, last) = (specs[0][..<dash], specs[0][specs[0].index(after: dash)...])
        guard first.utf8.allSatisfy(isDigit), last.utf8.allSatisfy(isDigit) else { return .whole }
        if first.isEmpty {
            if last.isEmpty { return .whole }
            let count = min(number(last), length)
            if number(last) == 0 { return .unsatisfiable }
            // Of nothing, the last bytes are everything.
            return count == 0 ? .whole : .part(ByteRange(offset: length - count, count: count))
        }
        let start = number(first)
        let end = last.isEmpty ? .max : number(last)
        if end < start { return .whole }
        if start >= length { return .unsatisfiable }
        return .part(ByteRange(offset: start, count: min(end, length - 1) - start + 1))
    }

    /// The value of `Content-Range`: "bytes 0-99/1000".
    public func contentRange(of length: Int64) -> String { "bytes \(offset)-\(offset + count - 1)/\(length)" }

    /// The value of `Content-Range` of an answer with 416.
    public static func unsatisfied(length: Int64) -> String { "bytes */\(length)" }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Of digits; what is too large is as good as the largest.
    private static func number(_ digits: Substring) -> Int64 { Int64(digits) ?? .max }

    private static func trimmed(_ text: Substring) -> Substring { HeaderText.trimmed(text) }
}
