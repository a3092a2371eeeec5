/// Looks in a text for markup that runs when it is shown as a page: script elements, tags with handlers or with addresses
/// that are scripts, and PHP.
struct MarkupScanner {
    private let text: [UInt8]
    /// An element `script` has begun.
    private var isInScript = false

    /// A tag that is longer is taken for text.
    private static let longestTag = 4_096

    init(_ text: [UInt8]) {
        self.text = Self.lowercased(text)
    }

    static func lowercased(_ text: [UInt8]) -> [UInt8] {
        text.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
    }

    /// The MIME name of what runs; nil: nothing does.
    mutating func activeType() -> String? {
        var position = 0
        while position < text.count {
            defer { position += 1 }
            guard text[position] == UInt8(ascii: "<") else { continue }
            let next = position + 1
            if has("?php", at: next), isBlank(next + 4) { return "text/x-php" }
            if has("/script", at: next), isInScript { return "text/html" }
            guard next < text.count, 0x61...0x7A ~= text[next], let end = tagEnd(from: next) else { continue }
            // Without its end, a browser does not run a script.
            if has("script", at: next), isBlank(next + 6) || end == next + 6 { isInScript = true }
            if runs(next..<end) { return "text/html" }
        }
        return nil
    }

    /// Where the tag ends that begins there; nil: it does not.
    private func tagEnd(from start: Int) -> Int? {
        var position = start
        let limit = min(text.count, start + Self.longestTag)
        while position < limit {
            switch text[position] {
            case UInt8(ascii: ">"): return position
            // Another one begins.
            case UInt8(ascii: "<"): return nil
            default: position += 1
            }
        }
        return nil
    }

    /// Whether a tag has a handler such as `onload=`, or an address that is a script.
    private func runs(_ tag: Range<Int>) -> Bool {
        var position = tag.lowerBound
        while position < tag.upperBound {
            defer { position += 1 }
            if has("javascript:", at: position) || has("vbscript:", at: position) { return true }
            guard isBlank(position) || [0x22, 0x27].contains(text[position]), has("on", at: position + 1) else {
                continue
            }
            var end = position + 3
            while end < tag.upperBound, 0x61...0x7A ~= text[end] { end += 1 }
            guard end > position + 3 else { continue }
            while end < tag.upperBound, isBlank(end) { end += 1 }
            if end < tag.upperBound, text[end] == UInt8(ascii: "=") { return true }
        }
        return false
    }

    private func has(_ word: StaticString, at position: Int) -> Bool {
        guard position + word.utf8CodeUnitCount <= text.count else { return false }
        for index in 0..<word.utf8CodeUnitCount where text[position + index] != word.utf8Start[index] { return false }
        return true
    }

    /// Whether a blank stands there, or a slash, which separates as well.
    private func isBlank(_ position: Int) -> Bool {
        position < text.count && (text[position] <= 0x20 || text[position] == UInt8(ascii: "/"))
    }
}
