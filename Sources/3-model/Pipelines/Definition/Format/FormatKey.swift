/// A key of a mapping in a file that users write.
struct FormatKey: Sendable {
    let name: String
    /// A sentence or more, Markdown.
    let doc: String
    let shape: Shape
    let isRequired: Bool
    /// Other words that people use for it.
    let aliases: [String]

    init(
        _ name: String, _ shape: Shape, _ doc: String, required: Bool = false, aliases: [String] = []
    ) {
        self.name = name
        self.shape = shape
        self.doc = doc
        self.isRequired = required
        self.aliases = aliases
    }
}
