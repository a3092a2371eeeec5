internal import Documents

/// The characters of a file of comma-separated values, as `DocumentText` reads them. No byte says that a file is Windows-1252:
/// what shows that it is something else is refused, and else the guess is told.
struct CSVText {
    /// UTF-8, without a byte order mark.
    let bytes: [UInt8]
    /// The first line that is not UTF-8, for which all of them are read as Windows-1252; nil: nothing was guessed.
    let guessed: Int?

    /// No text in Windows-1252 has so many characters beyond ASCII in a row: two Chinese characters in GBK, or a word in Russian.
    private static let longestRun = 3
    /// Windows-1252 has no characters for them.
    private static let unassigned: [UInt8] = [0x81, 0x8D, 0x8F, 0x90, 0x9D]

    init(_ file: [UInt8]) throws(CSVRows.Fault) {
        let (encoding, text) = (DocumentText.encoding(of: file), DocumentText.decode(file, charset: nil))
        if text == nil, encoding == .utf8 { _ = try Self.firstLine(notUTF8: file, isMarked: true) }
        guard let text else { throw CSVRows.Fault(line: 1, message: "the file is no text; save it as CSV in UTF-8") }
        guessed = encoding == .windows1252 ? try Self.firstLine(notUTF8: file, isMarked: false) : nil
        bytes = Array(text.utf8)
    }

    /// - Parameter isMarked: whether the file begins with the mark of UTF-8.
    /// - Returns: nil: there is none.
    /// - Throws: `Fault` when it cannot be Windows-1252.
    private static func firstLine(notUTF8 file: [UInt8], isMarked: Bool) throws(CSVRows.Fault) -> Int? {
        var (first, strange): (Int?, Int?) = (nil, nil)
        var hasUTF8 = isMarked
        let end = UInt8(ascii: file.contains(UInt8(ascii: "\n")) ? "\n" : "\r")
        for (index, line) in file.split(separator: end, omittingEmptySubsequences: false).enumerated()
        where line.contains(where: { $0 >= 0x80 }) {
            if String(validating: line, as: UTF8.self) != nil {
                hasUTF8 = true
            } else {
                first = first ?? index + 1
                if strange == nil, isStrange(line) { strange = index + 1 }
            }
        }
        if let first, hasUTF8 {
            throw CSVRows.Fault(
                line: first, message: "the line is not UTF-8, as the rest of the file is; save the file as CSV in UTF-8"
            )
        }
        if let strange {
            throw CSVRows.Fault(
                line: strange, message: "the line is neither UTF-8 nor Windows-1252; save the file as CSV in UTF-8")
        }
        return first
    }

    private static func isStrange(_ line: ArraySlice<UInt8>) -> Bool {
        var run = 0
        for byte in line {
            run = byte < 0x80 ? 0 : run + 1
            if run > longestRun || unassigned.contains(byte) { return true }
        }
        return false
    }
}
