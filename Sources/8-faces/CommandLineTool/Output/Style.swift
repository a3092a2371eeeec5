/// ANSI colours, or none.
struct Style: Hashable, Sendable {
    let colours: Bool

    static let plain = Style(colours: false)

    func bold(_ text: String) -> String { apply("1", text) }
    func dim(_ text: String) -> String { apply("2", text) }
    func red(_ text: String) -> String { apply("31", text) }
    func green(_ text: String) -> String { apply("32", text) }
    func yellow(_ text: String) -> String { apply("33", text) }

    /// The sequences that stand in styled text, those of issues too.
    static let codes = ["0", "1", "2", "31", "32", "33", "1;31", "1;33"].map { Array("\u{1B}[\($0)m".unicodeScalars) }

    private func apply(_ code: String, _ text: String) -> String {
        colours && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
