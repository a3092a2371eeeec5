internal import Accounts
package import Diagnostics
internal import Documents
internal import Pipelines
internal import Platform

/// Why something that was asked for is not done, as all faces tell it. Each of them maps `kind` and `advice` once to what its
/// readers know.
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
    /// What can be done about it.
    package let advice: [NextStep]
    /// What it comes of, each with advice of its own.
    package let causes: [Problem]
    /// Further lines.
    package let details: [String]

    package init(
        _ kind: Kind, _ message: String, advice: [NextStep] = [], causes: [Problem] = [], details: [String] = []
    ) {
        self.kind = kind
        self.message = message
        self.advice = advice
        self.causes = causes
        self.details = details
    }

    /// - Parameter message: one sentence without a full stop.
    package static func invalidRequest(
        _ message: String, advice: [NextStep] = [], details: [String] = []
    ) -> Problem {
        Problem(.invalidRequest, message, advice: advice, details: details)
    }

    /// - Parameter message: what and why, as sentences.
    package static func refused(_ message: String, advice: [NextStep] = []) -> Problem {
        Problem(.refused, message, advice: advice)
    }

    package static func noBatch(_ id: String) -> Problem {
        Problem(.notFound, "There is no batch `\(Printable.text(id))`.", advice: [.listBatches])
    }

    package static func noRun(_ id: String) -> Problem {
        Problem(.notFound, "There is no run `\(Printable.text(id))`.", advice: [.listRuns])
    }

    package static func noNotification(_ id: String) -> Problem {
        Problem(.notFound, "There is no notification `\(Printable.text(id))`.", advice: [.listNotifications])
    }

    package static func noEntry(_ id: String) -> Problem {
        Problem(.notFound, "There is no `\(Printable.text(id))` in quarantine.", advice: [.listEntries])
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
            self.init(Kind(error.kind), error.message, advice: error.advice)
        case let error as AccountError:
            self.init(Kind(error.kind), error.message, advice: error.advice)
        case let error as UploadError:
            self.init(Kind(error.kind), error.message)
        case let error as LegalError:
            self.init(Kind(error.kind), error.message)
        case let error as LinkError:
            self.init(Kind(error.kind), error.message)
        default:
            self.init(.failed, "\(error)")
        }
    }

    /// Without a face: for logs and records.
    package var description: String { text { $0.appended(to: $1) } }

    /// The message with its advice, a line for each cause, and the details.
    ///
    /// - Parameter worded: a face's words for advice on a text, behind that text.
    package func text(worded: (_ advice: [NextStep], _ text: String) -> String) -> String {
        let causes = causes.map { "  - " + $0.text(worded: worded) }
        return ([worded(advice, message) + (causes.isEmpty ? "" : ":")] + causes + details).joined(separator: "\n")
    }
}

extension Problem.Kind {
    fileprivate init(_ kind: CatalogError.Kind) {
        self =
            switch kind {
            // The request could never have worked, whatever the catalog holds.
            case .invalidTitle, .invalidDescription, .invalidSchool, .invalidCursor: .invalidRequest
            case .notFound, .unknownSchool: .notFound
            case .schoolExists, .schoolInUse, .titleTaken, .trashed, .changed, .onlyVersion, .otherDocument: .refused
            }
    }
}

extension Problem.Kind {
    fileprivate init(_ kind: AccountError.Kind) {
        self =
            switch kind {
            case .invalidPerson, .invalidToken: .invalidRequest
            case .noPerson, .noSession, .noToken: .notFound
            case .personExists, .lastAdmin: .refused
            }
    }

    fileprivate init(_ kind: UploadError.Kind) {
        self =
            switch kind {
            case .invalid, .tooLarge, .tooLong, .wrongOffset, .wrongChecksum: .invalidRequest
            case .notFound, .expired: .notFound
            case .locked, .complete, .noRoom, .tooMany, .noPipeline: .refused
            }
    }

    fileprivate init(_ kind: LegalError.Kind) {
        self =
            switch kind {
            case .invalidKind, .invalidVersion, .invalidText, .invalidPerson: .invalidRequest
            case .notFound: .notFound
            case .versionTaken, .wrongText: .refused
            }
    }

    fileprivate init(_ kind: LinkError.Kind) {
        self =
            switch kind {
            case .invalid: .invalidRequest
            case .notFound, .forged, .expired, .revoked: .notFound
            case .mixedOwners: .refused
            }
    }
}

/// Files of the user that are wrong: what and where.
package struct InvalidFiles: Error, Sendable {
    package let issues: IssueList
    /// The text of each file, by the name that spans use.
    package let sources: [String: String]

    package init(issues: IssueList, sources: [String: String]) {
        self.issues = issues
        self.sources = sources
    }

    /// As text for people, with colours where they can be shown.
    package func text(style: Style) -> String {
        IssueFormat.text.render(issues.sorted, sources: sources, style: style)
    }
}
