/// Columns that text takes on a terminal.
enum DisplayWidth {
    /// Of text without control characters: none for combining marks, two for wide East Asian characters and emoji.
    static func of(_ text: some StringProtocol) -> Int {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.reduce(0) { $0 + of($1) }
    }

    /// Of one character. What is joined into it (skin tones, combining marks) takes no room of its own.
    static func of(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        // U+FE0F asks for the emoji form, which is wide, of characters that are otherwise narrow.
        if scalars.contains("\u{FE0F}") { return 2 }
        return of(first)
    }

    /// The text cut to at most `width` columns, with "…" in place of what is gone.
    static func truncate(_ text: String, to width: Int) -> String {
        if of(text) <= width { return text }
        if width < 1 { return "" }
        var result = ""
        var used = 0
        for character in text {
            let columns = of(character)
            if used + columns > width - 1 { break }
            result.append(character)
            used += columns
        }
        return result + "…"
    }

    /// Ranges of Unicode's East Asian Width W and F, joined across unassigned gaps (Unicode Standard Annex 11).
    private static func of(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        switch scalar.value {
        case 0x1100...0x115F, 0x231A...0x231B, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F004, 0x1F0CF, 0x1F18E,
            0x1F191...0x1F19A, 0x1F1E6...0x1F320, 0x1F32D...0x1F64F, 0x1F680...0x1F6FF, 0x1F7E0...0x1F7EB,
            0x1F900...0x1FAFF, 0x20000...0x3FFFD, 0x23E9...0x23F3, 0x2614...0x2615, 0x2648...0x2653, 0x26A1,
            0x26BD...0x26BE, 0x26C4...0x26C5, 0x2705, 0x270A...0x270B, 0x2728, 0x274C, 0x2753...0x2757,
            0x2795...0x2797, 0x2B1B...0x2B1C, 0x2B50, 0x2B55:
            return 2
        default:
            return 1
        }
    }
}
