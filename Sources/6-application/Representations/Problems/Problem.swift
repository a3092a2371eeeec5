internal import Diagnostics
internal import Documents
internal import Pipelines
internal import Platform

/// Why something that was asked for is not done, as all faces tell it. Each of them maps `kind` once to what its readers know:
/// an exit status, a status of HTTP.
package struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Kind: String, Sendable, CaseIterable {
        /// What was asked for is wrong, whatever the workspace holds; nothing was started.
        case invalidRequest = "invalid-request"
        /// A file of the user is wrong: a pipeline, the workspace's file, a list of schools.
        case invalidFiles = "invalid-files"
        /// There is nothing of that name.
        case notFound = "not-found"
        /// It cannot be done as things stand; nothing was started.
        case refused
        /// The request was given up.
        case cancelled
        /// Something broke.
        case failed
    }

    package let kind: Kind
    /// What and why.
    package let message: String
    /// Further lines, such as what to do.
    package let details: [String]

    package init(_ kind: Kind, _ message: String, details: [String] = []) {
        self.kind = kind
        self.message = message
        self.details = details
    }

    /// - Parameter message: one sentence without a full stop.
    package static func invalidRequest(_ message: String, details: [String] = []) -> Problem {
        Problem(.invalidRequest, message, details: details)
    }

    /// - Parameter message: what, why and what to do, as sentences.
    package static func refused(_ message: String) -> Problem {
        Problem(.refused, message)
    }

    package static func noRun(_ id: String) -> Problem {
        Problem(.notFound, "There is no run `\(Printable.text(id))`; `compass runs list` shows those there are.")
    }

    /// What any error of the floors below comes to.
    package init(_ error: any Error) {
        switch error {
        case let problem as Problem:
            self = problem
        case let error as InvalidFiles:
            self.init(.invalidFiles, error.text(style: .plain))
        case is CancellationError:
            self.init(.cancelled, "")
        case is PipelineFinder.NotFound, is InputError:
            self.init(.invalidRequest, "\(error)")
        case let error as CatalogError:
            self.init(Kind(error.kind), error.message)
        default:
            self.init(.failed, "\(error)")
        }
    }

    package var description: String { ([message] + details).joined(separator: "\n") }
}

extension Problem.Kind {
    fileprivate init(_ kind: CatalogError.Kind) {
        self =
            switch kind {
            // The request could never have worked, whatever the catalog holds.
            case .invalidTitle, .invalidDescription, .invalidSchool, .invalidCursor: .invalidRequest
            case .notFound, .unknownSchool: .notFound
            case .schoolExists, .titleTaken, .trashed, .changed, .onlyVersion: .refused
            }
    }
}
