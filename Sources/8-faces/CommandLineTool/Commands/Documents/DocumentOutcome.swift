internal import Platform
internal import Representations

/// What a command that changed a document prints: a sentence, or the document as it is now.
struct DocumentOutcome {
    private let value: any JSONRepresentable
    private let json: Bool

    init(_ value: any JSONRepresentable, json: Bool) {
        self.value = value
        self.json = json
    }

    func print(_ sentence: String, on streams: StandardStreams) throws {
        if json {
            try streams.print(json: value.record)
        } else {
            try streams.print(sentence + ".")
        }
    }
}
