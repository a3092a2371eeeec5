public import Platform

/// One run that is asked for.
public struct RunRequest: Sendable {
    /// The document's file; nil in a run without a document.
    public let file: Path?
    /// Values for the pipeline's inputs, of the inputs' types; missing ones take their defaults.
    public let inputs: Record
    /// What `trigger.*` sees: at least `kind`.
    public let trigger: Record

    public init(file: Path?, inputs: Record = [:], trigger: Record = ["kind": "command"]) {
        self.file = file
        self.inputs = inputs
        self.trigger = trigger
    }
}
