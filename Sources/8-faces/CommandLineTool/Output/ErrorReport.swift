internal import Diagnostics
internal import Documents
internal import Pipelines
internal import Platform

/// What a command that ended with an error says and how the program exits.
struct ErrorReport {
    /// For standard error; empty: nothing is said.
    let text: String
    let code: ExitCode

    /// - Parameter style: of standard error's terminal.
    init(_ error: any Error, style: Style = .plain) {
        switch error {
        case let error as UsageError:
            text = "compass: \(error.message)" + error.details.map { "\n\($0)" }.joined()
            code = .usage
        case let error as InvalidFiles:
            text = String(error.text(style: style).dropLast())
            code = .usage
        case is StandardStreams.OutputClosed:
            text = ""
            code = .outputClosed
        case is CancellationError:
            text = ""
            code = .failed
        case is PipelineFinder.NotFound, is InputError:
            text = "compass: \(error)"
            code = .usage
        case let error as CatalogError:
            text = "compass: \(error.message)"
            code = error.isMistake ? .usage : .failed
        default:
            text = "compass: \(error)"
            code = .failed
        }
    }

    /// - Returns: the exit code.
    func print(on streams: StandardStreams) -> ExitCode {
        if !text.isEmpty { streams.report(text) }
        return code
    }
}

extension CatalogError {
    /// Whether the request could never have worked, whatever the catalog holds.
    fileprivate var isMistake: Bool {
        switch kind {
        case .invalidTitle, .invalidDescription, .invalidSchool, .invalidCursor: true
        case .notFound, .unknownSchool, .schoolExists, .titleTaken, .trashed, .changed, .onlyVersion: false
        }
    }
}
