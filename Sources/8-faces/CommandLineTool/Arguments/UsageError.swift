/// A command line, or a file that it names, that nothing can be done with: exit status 2.
struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence without a full stop.
    let message: String
    /// Further lines, such as "usage: …".
    let details: [String]

    init(_ message: String, details: [String] = []) {
        self.message = message
        self.details = details
    }

    var description: String { ([message] + details).joined(separator: "\n") }
}
