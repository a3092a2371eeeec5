internal import Documents
internal import Pipelines
internal import Platform

/// All that the page of the runs shows.
struct RunListView: Sendable {
    /// One run, with what came of it.
    struct Row: Sendable {
        let run: RunRecord
        /// The newest run that goes on from it; nil: none does.
        let continuation: RunRecord?
    }

    var query: RunQuery
    var rows: [Row]
    /// Where the next page starts; nil: this is the last.
    var next: String?
    /// Whether this is a page behind the first.
    var isLaterPage: Bool
    /// How many go on now, as far as they were counted.
    var running: Int
    var isRunningMore: Bool
    /// The names of pipelines to choose from.
    var pipelines: [String]
    /// Whether runs of several owners may be seen.
    var showsOwners: Bool
    var notice: Notice?

    var isFiltered: Bool {
        query.pipeline != nil || !query.statuses.isEmpty || query.origin != nil || query.batch != nil
            || (showsOwners && query.owner != nil) || !query.asked.isAll
    }

    /// The address of this list, with some of it changed.
    func path(after cursor: String? = nil, _ change: (inout RunQuery) -> Void = { _ in }) -> String {
        var query = query
        change(&query)
        return PagePath.with(
            PagePath.runs,
            [("pipeline", query.pipeline)] + query.statuses.map { ("status", Optional($0.rawValue)) } + [
                ("owner", showsOwners ? query.owner : nil), ("of", query.origin), ("batch", query.batch),
                ("after", cursor),
            ] + query.asked.parts)
    }
}
