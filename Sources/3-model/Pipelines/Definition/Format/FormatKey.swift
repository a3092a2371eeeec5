/// A key of a mapping in a file that users write.
struct FormatKey: Sendable {
    /// What this version does with a key.
    enum Support: Sendable, Hashable {
        case full
        /// It is checked, and then refused: running as if it were not there would be wrong.
        case later
    }

    let name: String
    /// A sentence or more, Markdown.
    let doc: String
    let shape: Shape
    let isRequired: Bool
    let support: Support
    /// Other words that people use for it.
    let aliases: [String]

    init(
        _ name: String, _ shape: Shape, _ doc: String, required: Bool = false, support: Support = .full,
        aliases: [String] = []
    ) {
        self.name = name
        self.shape = shape
        self.doc = doc
        self.isRequired = required
        self.support = support
        self.aliases = aliases
    }
}
