internal import Diagnostics
internal import Platform

/// The last look at what is written for people: whatever a text was put together from, no character of it commands the
/// terminal, hides, or reorders what stands beside it.
///
/// Line breaks stay, since here nobody can tell those of a name from the program's own: where a text from outside is put
/// into a line, `Printable` has replaced them.
enum TerminalText {
    /// - Parameter style: with colours, its own sequences stay.
    static func safe(_ text: String, _ style: Style) -> String {
        guard text.unicodeScalars.contains(where: { $0 != "\n" && UnsafeCharacters.contains($0) }) else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { style.colours ? keepingStyle($0) : line($0) }
            .joined(separator: "\n")
    }

    private static func line(_ text: some StringProtocol) -> String {
        text.split(separator: "\t", omittingEmptySubsequences: false).map { Printable.text(String($0)) }
            .joined(separator: "\t")
    }

    /// Between the sequences that `Style` makes.
    private static func keepingStyle(_ text: Substring) -> String {
        var result = ""
        var plain = String.UnicodeScalarView()
        var rest = text.unicodeScalars
        while let scalar = rest.first {
            if scalar == "\u{1B}", let code = Style.codes.first(where: { rest.starts(with: $0) }) {
                result += line(String(plain))
                plain.removeAll()
                result.unicodeScalars.append(contentsOf: code)
                rest = rest.dropFirst(code.count)
            } else {
                plain.append(scalar)
                rest.removeFirst()
            }
        }
        return result + line(String(plain))
    }
}
