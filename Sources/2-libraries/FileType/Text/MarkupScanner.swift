/// Looks in a text for what runs when it is shown as a page, and for code of PHP and of Windows' script host: elements
/// `script` with code or an address, tags with handlers or scripts as addresses, and calls that make objects. A mention of a tag
/// is none of these.
struct MarkupScanner {
    /// The end of the parts so far, and from where on it is still to be looked at.
    private var rest: [UInt8] = []
    private var start = 0
    /// What an element `script` holds that has begun; nil: none has.
    private var script: Script?

    private struct Script {
        /// An address or code.
        var hasCode: Bool
    }

    /// What may have to be known before and behind a sign.
    private static let context = 64
    /// Within how many bytes the code of PHP shows that it is some.
    private static let longestCode = 4_096

    private enum Look {
        case runs(String)
        /// How many bytes the look was about.
        case harmless(Int)
        case unfinished
    }

    /// Takes the next part of a text.
    ///
    /// - Returns: the MIME name of what runs in it; nil: nothing does so far.
    mutating func read(_ part: [UInt8], isLast: Bool) -> String? {
        let text = rest.isEmpty ? part : rest + part
        var position = start
        let limit = isLast ? text.count : max(start, text.count - Self.context)
        scan: while position < limit {
            switch text[position] {
            case UInt8(ascii: "<"):
                switch look(text, at: position, isLast: isLast) {
                case .runs(let type): return type
                case .harmless(let count): position += count
                case .unfinished: break scan
                }
                continue
            case UInt8(ascii: "("):
                if ScriptHost.isCall(text, at: position) { return "text/vbscript" }
                script?.hasCode = true
            case UInt8(ascii: "="), UInt8(ascii: "`"): script?.hasCode = true
            // In a picture, references stand for what they name before the code is read.
            case UInt8(ascii: "&"):
                let next = position + 1 < text.count ? text[position + 1] : 0
                if next == UInt8(ascii: "#") || Tag.isLetter(next) { script?.hasCode = true }
            case 0x22, 0x27: if script != nil, Self.isImport(text, position) { script?.hasCode = true }
            case UInt8(ascii: "."):
                if ScriptHost.isStatement(text, at: position) { return "text/vbscript" }
            default: break
            }
            position += 1
        }
        let kept = max(0, position - Self.context)
        rest = Array(text[kept...])
        start = position - kept
        return nil
    }

    /// What begins with a "<".
    private mutating func look(_ text: [UInt8], at position: Int, isLast: Bool) -> Look {
        if Self.has("?php", text, position + 1) || Self.has("?=", text, position + 1) {
            return lookAtCode(text, at: position, isLast: isLast)
        }
        if let open = script, Self.has("/script", text, position + 1), Self.isBlankOrEnd(text, position + 8) {
            script = nil
            return open.hasCode ? .runs("text/html") : .harmless(8)
        }
        switch Tag.read(text, at: position) {
        case .none: return .harmless(1)
        case .unfinished:
            return isLast || text.count - position >= Tag.longest ? .harmless(1) : .unfinished
        case .tag(let tag):
            if tag.isActive { return .runs("text/html") }
            // Without its end, a browser does not run it.
            if tag.name == "script" {
                let hasAddress = ["src", "href", "xlink:href"].contains { tag.value(of: $0)?.isEmpty == false }
                // In a picture, such a tag is its own end.
                if hasAddress, text[tag.end - 2] == UInt8(ascii: "/") { return .runs("text/html") }
                script = Script(hasCode: hasAddress || script?.hasCode == true)
            }
            return .harmless(tag.end - position)
        }
    }

    /// Whether the words behind `<?php` or `<?=` are code: a call, a variable or a command of the shell, and an end.
    private func lookAtCode(_ text: [UInt8], at position: Int, isLast: Bool) -> Look {
        let isShort = text[position + 2] == UInt8(ascii: "=")
        guard isShort || Self.isBlankOrEnd(text, position + 5) else { return .harmless(1) }
        let code = (position + (isShort ? 3 : 5))..<min(text.count, position + Self.longestCode)
        var before: UInt8 = 0x20
        var acts = false
        for index in code {
            let byte = text[index]
            defer { before = byte }
            switch byte {
            // Another one begins: so a hostile text costs no more than others.
            case UInt8(ascii: "?") where before == UInt8(ascii: "<"): return .harmless(1)
            case UInt8(ascii: "("), UInt8(ascii: "`"): acts = acts || byte == 0x60 || Self.isWord(before)
            case UInt8(ascii: "$"): acts = acts || index + 1 < text.count && Self.isWord(text[index + 1])
            case 0x22, 0x27: acts = acts || before == 0x20
            case UInt8(ascii: ";") where acts: return .runs("text/x-php")
            case UInt8(ascii: ">") where before == UInt8(ascii: "?"):
                return acts ? .runs("text/x-php") : .harmless(1)
            default: break
            }
        }
        return isLast || code.upperBound < text.count ? .harmless(1) : .unfinished
    }

    /// Whether a quoted text is what a script imports.
    private static func isImport(_ text: [UInt8], _ quote: Int) -> Bool {
        let end = text[max(0, quote - 16)..<quote].lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? quote
        return has("import", text, end - 6) || has("from", text, end - 4)
    }

    /// - Parameter word: in lower case; case does not count.
    private static func has(_ word: StaticString, _ text: [UInt8], _ position: Int) -> Bool {
        guard position >= 0, position + word.utf8CodeUnitCount <= text.count else { return false }
        for index in 0..<word.utf8CodeUnitCount {
            let byte = text[position + index]
            guard (0x41...0x5A ~= byte ? byte | 0x20 : byte) == word.utf8Start[index] else { return false }
        }
        return true
    }

    private static func isBlankOrEnd(_ text: [UInt8], _ position: Int) -> Bool {
        guard position < text.count else { return true }
        return text[position] <= 0x20 || text[position] == UInt8(ascii: "/") || text[position] == UInt8(ascii: ">")
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        Tag.isLetter(byte) || 0x30...0x39 ~= byte || byte == UInt8(ascii: "_")
    }
}
