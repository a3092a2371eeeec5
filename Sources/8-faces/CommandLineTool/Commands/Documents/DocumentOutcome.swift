internal import Documents
internal import Platform
internal import Representations

/// What a command that changed a document prints: a sentence, or the document as it is now.
struct DocumentOutcome {
    private let version: DocumentVersion
    private let json: Bool
    private let more: Record

    /// - Parameter more: what `--json` prints beside the document.
    init(_ version: DocumentVersion, json: Bool, with more: Record = [:]) {
        self.version = version
        self.json = json
        self.more = more
    }

    func print(_ sentence: String, on streams: StandardStreams) throws {
        if json {
            var record = version.record
            for entry in more { record[entry.key] = entry.value }
            try streams.print(json: record)
        } else {
            try streams.print(sentence + ".")
        }
    }
}
