internal import Diagnostics

/// The entries that a `<<` brings into its mapping (https://yaml.org/type/merge.html).
struct Merge {
    private var mappings: [[YAMLEntry]] = []
    private let position: Int

    /// - Parameter position: how many entries of the mapping stand before the `<<`.
    init(key: YAMLNode, value: YAMLNode, position: Int, _ issues: inout IssueList) {
        self.position = position
        for node in value.items ?? [value] where !node.isFaulty {
            if let entries = node.entries {
                mappings.append(entries)
            } else {
                // What comes through an alias was written further up; the mistake is made here.
                let isHere = node.range.lowerBound > key.range.lowerBound
                issues.report(
                    .merge, "`<<` takes a mapping or a list of mappings", at: isHere ? node.span : key.span)
            }
        }
    }

    /// Keys that are there win, and of several mappings the earlier one.
    func apply(to entries: inout [YAMLEntry], _ explicit: KeySet) {
        var keys = explicit
        var merged: [YAMLEntry] = []
        for mapping in mappings {
            for entry in mapping where keys.insert(entry.key) == nil { merged.append(entry) }
        }
        entries.insert(contentsOf: merged, at: position)
    }
}
