internal import Documents
internal import Pipelines

/// All that the page of the quarantine shows.
struct QuarantineView: Sendable {
    /// Files with the same reason, with the newest of them.
    struct Group: Sendable {
        let group: QuarantineGroup
        let newest: [QuarantineEntry]
    }

    /// Which files are meant by an address: nil: any.
    struct Selection: Sendable, Hashable {
        var pipeline: String?
        /// Empty: those that no stage is to blame for.
        var stage: String?
        var kind: String?

        /// What stands for no stage in an address, which leaves empty fields out; no stage is called so.
        static let noStage = "-"

        var isEmpty: Bool { pipeline == nil && stage == nil && kind == nil }

        /// As an address and a form have it.
        var parts: [(String, String?)] {
            [("pipeline", pipeline), ("stage", stage.map { $0.isEmpty ? Self.noStage : $0 }), ("kind", kind)]
        }
    }

    var groups: [Group]
    /// A list of entries instead, of one group or of all, whatever became of them.
    var entries: [QuarantineEntry]?
    var next: String?
    var selection: Selection
    /// When the files came to be there.
    var made: TimePeriod
    var showsAll: Bool
    var isAdmin: Bool
    var notice: Notice?

    var held: Int { groups.reduce(0) { $0 + $1.group.count } }

    func path(after cursor: String? = nil) -> String {
        PagePath.with(PagePath.quarantine, parts + [("after", cursor)] + made.parts)
    }

    /// What its address has beside the time.
    var parts: [(String, String?)] { selection.parts + [("all", showsAll ? "true" : nil)] }
}

extension QuarantineGroup {
    var selection: QuarantineView.Selection { .init(pipeline: pipeline, stage: stage, kind: kind) }
}
