package import Pipelines
package import Representations

/// What a pipeline as it is now would have made of a run.
package struct WhatIfComparison: Sendable {
    package let finding: WhatIfFinding
    /// The stages as they would have ended, by position; empty when nobody can tell.
    package let stages: [StageRecord]

    package init(finding: WhatIfFinding, stages: [StageRecord]) {
        self.finding = finding
        self.stages = stages
    }

    /// - Parameter reason: why nobody can tell.
    init(unknown reason: String, of run: RunRecord) {
        self.init(finding: WhatIfFinding(run: run, verdict: .unknown(reason)), stages: [])
    }
}
