import Testing

/// A workspace file, and what is said of it.
struct WorkspaceCase: Sendable, CustomTestStringConvertible {
    let name: String
    let file: String
    let output: String

    init(_ name: String, _ file: String, _ output: String) {
        self.name = name
        self.file = file
        self.output = output
    }

    var testDescription: String { name }
}
