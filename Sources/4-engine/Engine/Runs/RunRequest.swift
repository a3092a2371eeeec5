public import Platform

/// One run that is asked for.
public struct RunRequest: Sendable {
    /// The document's file; nil in a run without a document.
    public let file: Path?
    /// Values for the pipeline's inputs, of the inputs' types; missing ones take their defaults.
    public let inputs: Record
    /// What `trigger.*` sees: at least `kind`.
    public let trigger: Record
    /// What the record calls the file.
    public let shownFile: String?
    /// What it goes on from; nil: it starts from nothing.
    public let continuation: Continuation?

    /// - Parameter shownFile: nil: as `file` is named.
    public init(
        file: Path?, inputs: Record = [:], trigger: Record = ["kind": "command"], shownFile: String? = nil,
        continuation: Continuation? = nil
    ) {
        self.file = file
        self.inputs = inputs
        self.trigger = trigger
        self.shownFile = shownFile ?? file?.description
        self.continuation = continuation
    }
}
