internal import Platform

/// An argument without a name, as the parser, the help text and the completions see it.
package struct PositionalSpec: Sendable {
    /// What stands for it in the help text: "FILE".
    let name: String
    /// One sentence.
    let help: String
    /// How many there have to be.
    let minimum: Int
    /// nil: any number; only the last positional of a command may have that.
    let maximum: Int?
    var completion: CompletionSource = .nothing
    let parse: @Sendable (Path) throws(ArgumentError) -> any Sendable

    /// "FILE…", "[FILE…]", "[FILE]" or "FILE".
    var synopsis: String {
        let text = maximum == nil ? name + "…" : name
        return minimum == 0 ? "[\(text)]" : text
    }
}
