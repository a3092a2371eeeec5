internal import Documents
internal import Platform

/// What a command that changed a document prints: a sentence, or the document as it is now.
struct DocumentOutcome {
    private let version: DocumentVersion
    private let json: Bool

    init(_ version: DocumentVersion, json: Bool) {
        self.version = version
        self.json = json
    }

    func print(_ sentence: String, on streams: StandardStreams) throws {
        if json {
            try streams.print(json: version.record)
        } else {
            try streams.print(sentence + ".")
        }
    }
}
