internal import Diagnostics
internal import Platform
internal import YAMLTree

extension PipelineReader {
    /// Every `{name}` of a pattern is the name of an input that takes text.
    ///
    /// - Parameter key: that holds the pattern.
    mutating func checkCaptures(_ captures: [String], of key: String, _ node: YAMLNode) {
        for capture in captures where !check.issues.isFull {
            // Looked for in the text only for a mistake: that costs as much as the text is long.
            let span = { node.part(of: "{\(capture)}") }
            guard let input = input(capture) else {
                check.report(
                    "unknown-input",
                    "`\(key)` captures `\(Printable.short(capture))`, which is no input of the pipeline", at: span(),
                    hint: Spelling.hint(for: capture, in: inputs.map(\.name))
                        ?? "declare the input `\(Printable.short(capture))`")
                continue
            }
            if input.type.nonNull != .string && input.type != .any {
                check.report(
                    "wrong-type", "`\(key)` captures `\(capture)`, an input of type \(input.type.nonNull)", at: span(),
                    hint: "a segment of a path is a string")
            }
        }
    }
}
