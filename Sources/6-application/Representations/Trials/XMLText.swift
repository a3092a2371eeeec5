internal import Platform

/// Text as XML 1.0 may hold it, within an element or a quoted attribute.
enum XMLText {
    /// Characters that XML does not know at all become U+FFFD.
    ///
    /// - Parameter keepingLines: whether line breaks stay as they are; a quoted attribute would read them as spaces.
    static func escape(_ text: String, keepingLines: Bool = false) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\t", "\r": result += "&#\(scalar.value);"
            case "\n": result += keepingLines ? "\n" : "&#10;"
            case _ where isAllowed(scalar) && UnsafeCharacters.contains(scalar): result += "&#\(scalar.value);"
            default: result.unicodeScalars.append(isAllowed(scalar) ? scalar : "\u{FFFD}")
            }
        }
        return result
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }
}
