/// ANSI colours, or none.
public struct Style: Hashable, Sendable {
    /// Whether text gets escape sequences at all.
    public let colours: Bool

    /// Leaves every text as it is.
    public static let plain = Style(colours: false)

    // Each of these leaves an empty text empty, and resets all attributes behind the text, so that they do not nest.

    /// Bold text.
    public func bold(_ text: String) -> String { apply("1", text) }
    /// Faint text, for what matters less.
    public func dim(_ text: String) -> String { apply("2", text) }
    /// Red text, for failures.
    public func red(_ text: String) -> String { apply("31", text) }
    /// Green text, for success.
    public func green(_ text: String) -> String { apply("32", text) }
    /// Yellow text, for warnings.
    public func yellow(_ text: String) -> String { apply("33", text) }

    /// The sequences that stand in styled text, those of issues too.
    public static let codes = ["0", "1", "2", "31", "32", "33", "1;31", "1;33"].map {
        Array("\u{1B}[\($0)m".unicodeScalars)
    }

    /// - Parameter colours: only where what is written goes to a terminal that shows them.
    public init(colours: Bool) {
        self.colours = colours
    }

    private func apply(_ code: String, _ text: String) -> String {
        colours && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
