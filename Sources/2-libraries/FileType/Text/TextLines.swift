/// The lines at the beginning of a text in lower case, without blanks at their ends, and without those that are nothing else.
/// No more than the first 500, and the first 300 bytes of each.
struct TextLines: Sequence, IteratorProtocol {
    private let text: [UInt8]
    private var position = 0
    private var count = 0

    init(_ text: [UInt8]) {
        self.text = text
    }

    mutating func next() -> String? {
        while position < text.count, count < 500 {
            let end = text[position...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.count
            let line = lowercased(text[position..<end].prefix(300))
            position = end + 1
            let trimmed = String(decoding: line, as: UTF8.self)[...].trimmed
            guard !trimmed.isEmpty else { continue }
            count += 1
            return String(trimmed)
        }
        return nil
    }
}

extension Substring {
    /// Without blanks at its ends.
    var trimmed: Substring {
        let start = drop { $0 == " " || $0 == "\t" }
        guard let last = start.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
        return start[...last]
    }
}
