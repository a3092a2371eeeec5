/// The beginning of a PDF document: its mark, remarks, and the first object or table.
struct PDFBeginning {
    private let head: [UInt8]

    /// - Parameter head: the first bytes of a file, with the mark in them. An object that begins behind them is not found.
    init(_ head: [UInt8]) {
        self.head = head
    }

    /// - Throws: `ContainerProblem.damaged` when there is no object, or something else before it.
    func check() throws {
        var position = behindMark
        while true {
            position = skipBlanks(position)
            guard position < head.count else { break }
            if let value = objectValue(at: position) {
                if isValue(value) { return }
                break
            }
            if Self.tables.contains(where: { has($0, at: position) }) {
                if hasObject(from: position) { return }
                break
            }
            // A remark of bytes beyond ASCII shall stand behind the mark; some programs forget its percent sign.
            let rest = head[position...].drop { $0 >= 0x80 }
            guard rest.startIndex > position else {
                throw ContainerProblem.damaged("what follows its mark `%PDF-` is no part of a PDF document")
            }
            position = rest.startIndex
        }
        throw ContainerProblem.damaged("no object follows its mark `%PDF-`")
    }

    private static let tables = ["xref", "trailer", "startxref"]

    /// Behind the line of the mark, or behind the version when an object follows in the same line.
    private var behindMark: Int {
        let mark = Array("%PDF-".utf8)
        let start = head.indices.first { head[$0] == mark[0] && head[$0...].starts(with: mark) } ?? 0
        let version = head[start...].firstIndex(where: Self.isBlank) ?? head.count
        if objectValue(at: skipBlanks(version)) != nil { return version }
        return head[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? head.count
    }

    /// Where the value begins of the object whose header, such as `12 0 obj`, stands there.
    private func objectValue(at start: Int) -> Int? {
        guard let number = skipDigits(start), let generation = skipDigits(skipWhite(number)),
            skipWhite(number) > number
        else { return nil }
        let word = skipWhite(generation)
        return has("obj", at: word) ? word + 3 : nil
    }

    /// Whether a value begins there, which an empty object lacks.
    private func isValue(_ start: Int) -> Bool {
        let start = skipBlanks(start)
        guard start < head.count else { return false }
        return "<([/+-.0123456789".utf8.contains(head[start])
            || ["true", "false", "null", "endobj"].contains { has($0, at: start) }
    }

    private func hasObject(from start: Int) -> Bool {
        (start..<head.count).contains {
            0x30...0x39 ~= head[$0] && !(0x30...0x39 ~= head[$0 - 1]) && objectValue(at: $0).map(isValue) == true
        }
    }

    /// Behind one to ten digits; nil: there are none.
    private func skipDigits(_ start: Int) -> Int? {
        guard start < head.count else { return nil }
        let digits = head[start...].prefix(11).prefix { 0x30...0x39 ~= $0 }
        return 1...10 ~= digits.count ? start + digits.count : nil
    }

    private func skipWhite(_ start: Int) -> Int {
        var position = start
        while position < head.count, Self.isBlank(head[position]) { position += 1 }
        return position
    }

    /// The same, with remarks.
    private func skipBlanks(_ start: Int) -> Int {
        var position = skipWhite(start)
        while position < head.count, head[position] == UInt8(ascii: "%") {
            position = skipWhite(head[position...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? head.count)
        }
        return position
    }

    private func has(_ word: String, at position: Int) -> Bool {
        position <= head.count && head[position...].starts(with: word.utf8)
    }

    /// ISO 32000-2, 7.2.3: the zero is one.
    private static func isBlank(_ byte: UInt8) -> Bool { [0, 0x09, 0x0A, 0x0C, 0x0D, 0x20].contains(byte) }
}
