/// Why nothing but a reference to a file is kept.
struct KeepingError: Error {
    /// Sentences for people.
    let note: String

    /// The bytes that were judged do not exist any more.
    static let changed = KeepingError(note: "It was written after the run had opened it.")
}
