/// Why something that was asked for is not done; nothing was started. Exit status 1.
struct Refusal: Error, CustomStringConvertible {
    /// What, why and what to do, as sentences.
    let message: String

    init(_ message: String) {
        self.message = message
    }

    var description: String { message }
}
