import CompassTesting
import Platform

extension Value {
    /// Texts that mean something else without quotes, or that are hard to write.
    private static let oddTexts = [
        "", " ", "~", "null", "true", "False", "yes", "on", "0", "-1", "0x1F", "0o7", "1e3", ".5", ".inf", "-", "?",
        ":",
        "- a", "a: b", "a #b", "#", "&a", "*a", "!a", "|", ">", "%", "@", "`", "[", "]", "{", "}", ",", "'", "\"", "\\",
        "---", "...", "<<", "\n", "\n\n", "a\n", " a", "a ", "a\n b\n", "\n a", "a\n\n\nb", "\t", "a\tb", "é", "日本",
        "🎥",
        "\u{85}", "\u{2028}", "\u{A0}", "\u{7F}", "\0", "e\u{301}", "a\u{FEFF}b", "it's", "\r", "a\r\nb",
    ]
    private static let characters = Array("abcxyz019 .-_:#,'\"\\\n[]{}é日🎥")

    static func random(depth: Int, _ generator: inout SeededRandom) -> Value {
        switch Int.random(in: 0..<(depth > 0 ? 10 : 7), using: &generator) {
        case 0: return .null
        case 1: return .boolean(generator.isOne(in: 2))
        case 2:
            return .integer(
                Int64.random(in: (.min)...(.max), using: &generator) >> Int64.random(in: 0..<64, using: &generator))
        case 3:
            let number = Double(bitPattern: generator.next())
            return .number(number.isNaN ? .infinity : number)
        case 4...6: return .string(randomText(&generator))
        case 7:
            let count = Int.random(in: 0..<5, using: &generator)
            return .list((0..<count).map { _ in random(depth: depth - 1, &generator) })
        default:
            let count = Int.random(in: 0..<5, using: &generator)
            return .record(
                Record((0..<count).map { _ in (randomText(&generator), random(depth: depth - 1, &generator)) }))
        }
    }

    private static func randomText(_ generator: inout SeededRandom) -> String {
        if generator.isOne(in: 2) { return oddTexts.randomElement(using: &generator) ?? "" }
        let count = Int.random(in: 0..<12, using: &generator)
        return String((0..<count).compactMap { _ in characters.randomElement(using: &generator) })
    }
}
