/// Why a text does not do as the value of an option or argument; completes a sentence: "must be a whole number".
struct ArgumentError: Error, Hashable, Sendable {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}
