internal import Platform

/// Reads lines of comma-separated values, https://www.rfc-editor.org/rfc/rfc4180, of any text (`CSVText`). Lines may end in
/// LF, CR or CRLF; those that have nothing but separators and blanks are passed over, and so are blanks around a field. Where
/// the first line has no comma but semicolons or tabs, these separate fields: spreadsheets write so where the comma is the
/// decimal mark, and as "Unicode text". A first line such as `sep=;`, by which Excel knows the separator, names it.
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

    private static let quote = UInt8(ascii: "\"")
    private static let (lf, cr): (UInt8, UInt8) = (0x0A, 0x0D)
    private static let blanks = Array(" \t".utf8)

    /// UTF-8.
    private let bytes: [UInt8]
    private let separator: UInt8
    private var index = 0
    private var line = 1

    init(_ text: CSVText) {
        bytes = text.bytes
        let head = bytes.prefix { $0 != Self.lf && $0 != Self.cr }
        let named = head.last.flatMap { $0 == Self.quote ? nil : $0 }
        if let named, head.count == 5, String(decoding: head, as: UTF8.self).lowercased().hasPrefix("sep=") {
            separator = named
            index = head.count
        } else {
            separator = Array(",;\t".utf8).first { head.contains($0) } ?? UInt8(ascii: ",")
        }
    }

    /// nil: there is no other one.
    mutating func next() throws(Fault) -> Row? {
        while let row = try anyRow() {
            if !row.fields.allSatisfy(\.isEmpty) { return row }
        }
        return nil
    }

    private mutating func anyRow() throws(Fault) -> Row? {
        while index < bytes.count, endsLine(bytes[index]) { passLineEnd() }
        if index == bytes.count { return nil }
        let start = line
        var fields: [String] = []
        while true {
            fields.append(try field())
            if index == bytes.count { break }
            if bytes[index] == separator {
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

    /// Ends before a separator, at the end of a line or of the file.
    private mutating func field() throws(Fault) -> String {
        passBlanks()
        if index < bytes.count, bytes[index] == Self.quote { return try quoted() }
        let start = index
        while index < bytes.count, bytes[index] != separator, !endsLine(bytes[index]) { index += 1 }
        return text(bytes[start..<index])
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
                } else {
                    passBlanks()
                    if index == bytes.count || bytes[index] == separator || endsLine(bytes[index]) {
                        return text(content[...])
                    }
                    throw Fault(line: line, message: "text stands behind the closing quote of a field")
                }
            } else if byte == Self.lf {
                line += 1
            }
            content.append(byte)
        }
        throw Fault(line: start, message: "the quote that opens a field has no other one that closes it")
    }

    private mutating func passBlanks() {
        while index < bytes.count, bytes[index] != separator, Self.blanks.contains(bytes[index]) { index += 1 }
    }

    private func text(_ content: ArraySlice<UInt8>) -> String { String(decoding: content, as: UTF8.self).trimmed }
}
