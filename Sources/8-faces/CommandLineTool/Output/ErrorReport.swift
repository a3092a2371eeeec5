internal import Diagnostics
internal import Platform
internal import Representations

/// What a command that ended with an error says and how the program exits.
struct ErrorReport {
    /// For standard error; empty: nothing is said.
    let text: String
    let code: ExitCode

    /// - Parameters:
    ///   - style: of standard error's terminal.
    ///   - width: of that terminal; nil: it is none.
    init(_ error: any Error, style: Style = .plain, width: Int? = nil) {
        switch error {
        case let error as InvalidFiles:
            text = String(error.text(style: style).dropLast())
            code = .usage
        case is StandardStreams.OutputClosed:
            text = ""
            code = .outputClosed
        default:
            let problem = Problem(error)
            text = problem.kind == .cancelled ? "" : TextWrapping.lines("compass: \(problem.commandText)", width: width)
            code = ExitCode(problem.kind)
        }
    }

    /// - Returns: the exit code.
    func print(on streams: StandardStreams) -> ExitCode {
        if !text.isEmpty { streams.report(text) }
        return code
    }
}

extension ExitCode {
    /// The one place where a problem becomes an exit code.
    init(_ kind: Problem.Kind) {
        self =
            switch kind {
            case .invalidRequest, .invalidFiles, .notFound: .usage
            case .refused, .cancelled, .failed: .failed
            }
    }
}
