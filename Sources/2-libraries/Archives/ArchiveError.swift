internal import Platform

/// Why an archive cannot be written or read.
public struct ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of trouble it is.
    public enum Code: Hashable, Sendable {
        /// libarchive is not on this machine.
        case unavailable
        /// The file cannot be written or read; the number is errno's.
        case system(Int32)
        /// What is read is no archive, or not a whole one.
        case damaged
    }

    /// For whoever goes on by it.
    public let code: Code
    /// What the library says.
    public let reason: String

    init(_ code: Code, _ reason: String) {
        (self.code, self.reason) = (code, reason)
    }

    /// A sentence for people, with what to do where the library is missing.
    public var description: String {
        switch code {
        case .unavailable: "libarchive cannot be loaded (\(reason)). Install it: `apt install libarchive13`."
        case .system(let code): "\(reason): \(SystemError("use", code: code).reason)"
        case .damaged: reason
        }
    }
}
