/// Reads lines of comma-separated values, https://www.rfc-editor.org/rfc/rfc4180, in UTF-8, with or without a byte order mark.
/// Lines may end in LF or CRLF; empty ones are passed over.
struct CSVRows {
    struct Row {
        /// Where it begins, from 1.
        let line: Int
        let fields: [String]
    }

    /// Why the rest cannot be read.
    struct Fault: Error {
        let line: Int
        /// A sentence without a full stop.
        let message: String
    }

    private static let comma = UInt8(ascii: ",")
    private static let quote = UInt8(ascii: "\"")
    private static let (lf, cr): (UInt8, UInt8) = (0x0A, 0x0D)

    private let bytes: [UInt8]
    private var index: Int
    private var line = 1

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// nil: there is no other one.
    mutating func next() throws(Fault) -> Row? {
        while index < bytes.count, endsLine(bytes[index]) { passLineEnd() }
        if index == bytes.count { return nil }
        let start = line
        var fields: [String] = []
        while true {
            fields.append(try field())
            if index == bytes.count { break }
            if bytes[index] == Self.comma {
                index += 1
            } else {
                passLineEnd()
                break
            }
        }
        return Row(line: start, fields: fields)
    }

    private func endsLine(_ byte: UInt8) -> Bool { byte == Self.lf || byte == Self.cr }

    private mutating func passLineEnd() {
        let isPair = bytes[index] == Self.cr && index + 1 < bytes.count && bytes[index + 1] == Self.lf
        index += isPair ? 2 : 1
        line += 1
    }

    /// Ends before a comma, at the end of a line or of the file.
    private mutating func field() throws(Fault) -> String {
        if index < bytes.count, bytes[index] == Self.quote { return try quoted() }
        let start = index
        while index < bytes.count, bytes[index] != Self.comma, !endsLine(bytes[index]) { index += 1 }
        return try text(bytes[start..<index])
    }

    private mutating func quoted() throws(Fault) -> String {
        let start = line
        var content: [UInt8] = []
        index += 1
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == Self.quote {
                if index < bytes.count, bytes[index] == Self.quote {
                    index += 1
                } else if index == bytes.count || bytes[index] == Self.comma || endsLine(bytes[index]) {
                    return try text(content[...])
                } else {
                    throw Fault(line: line, message: "text stands behind the closing quote of a field")
                }
            } else if byte == Self.lf {
                line += 1
            }
            content.append(byte)
        }
        throw Fault(line: start, message: "the quote that opens a field has no other one that closes it")
    }

    private func text(_ content: ArraySlice<UInt8>) throws(Fault) -> String {
        guard let text = String(validating: content, as: UTF8.self) else {
            throw Fault(line: line, message: "a field is not UTF-8")
        }
        return text
    }
}
