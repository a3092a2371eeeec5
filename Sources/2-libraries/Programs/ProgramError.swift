public import Platform

/// Why a program gave no answer.
public enum ProgramError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It could not be started.
    case start(SystemError)
    /// Its pipes could not be used.
    case exchange(SystemError)
    /// There was no answer in time.
    case timeout
    /// It wrote more than so many bytes.
    case tooMuchOutput(limit: Int)
    /// It wrote a line of more than so many bytes.
    case lineTooLong(limit: Int)

    /// What happened, as the end of a sentence about the program.
    public var description: String {
        switch self {
        case .start(let error), .exchange(let error): "\(error)"
        case .timeout: "it did not answer in time"
        case .tooMuchOutput(let limit): "it wrote more than \(limit) bytes"
        case .lineTooLong(let limit): "it wrote a line of more than \(limit) bytes"
        }
    }
}
