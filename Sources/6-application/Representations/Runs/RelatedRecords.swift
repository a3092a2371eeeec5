internal import Documents
package import Pipelines
internal import Platform

/// What else is on record about a run.
package struct RelatedRecords {
    /// Runs that go on from it, oldest first; at most 100.
    package let continuations: [RunRecord]
    /// Its file in quarantine, whatever became of that.
    package let quarantined: QuarantineEntry?

    package init(continuations: [RunRecord], quarantined: QuarantineEntry?) {
        self.continuations = continuations
        self.quarantined = quarantined
    }

    /// "retry of 01J…".
    package static func words(for origin: RunOrigin) -> String {
        switch origin.kind {
        case .retry: "retry of \(origin.run)"
        case .replay: "replay of \(origin.run)"
        case .release: "release from quarantine, of \(origin.run)"
        }
    }
}
