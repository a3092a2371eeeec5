/// Text of a page, in which everything that is put in is escaped.
struct HTML: Sendable, ExpressibleByStringInterpolation {
    /// Safe to be sent.
    let text: String

    init(stringLiteral text: String) {
        self.text = text
    }

    init(stringInterpolation parts: StringInterpolation) {
        text = parts.text
    }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount * 32)
        }

        mutating func appendLiteral(_ literal: String) { text += literal }

        /// Escaped, so that it is text wherever it stands: between tags, and in an attribute with quotes.
        ///
        /// A literal is a part of the page and no text, also where it is one of two: by itself the compiler would take what
        /// stands in `\(isOpen ? "<b>" : "")` for a `String`.
        @_disfavoredOverload
        mutating func appendInterpolation(_ value: String) {
            for scalar in value.unicodeScalars {
                switch scalar {
                case "&": text += "&amp;"
                case "<": text += "&lt;"
                case ">": text += "&gt;"
                case "\"": text += "&quot;"
                case "'": text += "&#39;"
                default: text.unicodeScalars.append(scalar)
                }
            }
        }

        mutating func appendInterpolation(_ value: Int) { text += String(value) }

        /// What is a part of a page already.
        mutating func appendInterpolation(_ part: HTML) { text += part.text }

        /// nil: nothing.
        mutating func appendInterpolation(_ part: HTML?) { if let part { text += part.text } }

        mutating func appendInterpolation(_ parts: [HTML]) { for part in parts { text += part.text } }

        /// What an attribute without a value says when it holds: `\("checked", if: isChosen)`, with a space before it.
        mutating func appendInterpolation(_ attribute: StaticString, if holds: Bool) {
            if holds { text += " \(attribute)" }
        }

        /// An attribute that is there when it has a value, with a space before it.
        mutating func appendInterpolation(_ attribute: StaticString, _ value: String?) {
            guard let value else { return }
            text += " \(attribute)=\""
            appendInterpolation(value)
            text += "\""
        }
    }
}
