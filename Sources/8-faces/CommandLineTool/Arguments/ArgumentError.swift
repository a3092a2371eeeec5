/// Why a text does not do as the value of an option or argument; completes a sentence: "must be a whole number".
package struct ArgumentError: Error, Hashable, Sendable {
    package let message: String

    package init(_ message: String) {
        self.message = message
    }
}
