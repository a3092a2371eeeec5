internal import Diagnostics
internal import Pipelines
internal import Platform
internal import Representations

/// Files in quarantine as people read them: by what is wrong, and below each kind the files, with their
/// reasons where these are not the same for all.
struct QuarantineText {
    /// The largest first; those without a file in `entries` are left out.
    let groups: [QuarantineGroup]
    /// Newest first; of a page.
    let entries: [QuarantineEntry]
    /// The ids of `entries`, as they are shown.
    let ids: [String]
    let showsState: Bool
    let times: TimeText

    /// What a command says whose runs have brought files there.
    ///
    /// - Parameter entries: their ids; more than `RunReport.maxNamed` are not named.
    /// - Returns: nil: there are none.
    static func whereabouts(_ entries: [String]) -> String? {
        if entries.isEmpty { return nil }
        if entries.count > RunReport.maxNamed { return "The files are in quarantine: `compass quarantine`" }
        let what = entries.count == 1 ? "The file is" : "\(entries.count) files are"
        return "\(what) in quarantine: `compass quarantine show \(entries.joined(separator: " "))`"
    }

    private struct Key: Hashable {
        let pipeline: String
        let stage: String
        let status: RunStatus
        let kind: String
    }

    func render(width: Int?, style: Style) -> String {
        let shown = Dictionary(grouping: entries) {
            Key(pipeline: $0.pipeline, stage: $0.stage, status: $0.status, kind: $0.kind)
        }
        var parts: [String] = []
        for group in groups {
            let key = Key(pipeline: group.pipeline, stage: group.stage, status: group.status, kind: group.kind)
            guard let entries = shown[key] else { continue }
            let place = group.stage.isEmpty ? group.pipeline : "\(group.pipeline), \(group.stage)"
            let rest = entries.count < group.count ? ", \(entries.count) on this page" : ""
            let title = "\(group.count) \(group.status.rawValue) by \(place): \(group.kind)\(rest)"
            let isOne = Set(entries.map(\.reason)).count == 1
            let reason = isOne ? Printable.text(entries[0].reason) : "for several reasons, which stand with the files"
            let titles =
                width.map { TextWrapping.wrap(Printable.text(title), width: max(20, $0)) } ?? [Printable.text(title)]
            var text = titles.map { style.bold($0) + "\n" }.joined()
            let lines = width.map { TextWrapping.wrap(reason, width: max(20, $0 - 2)) } ?? [reason]
            for line in lines { text += "  \(line)\n" }
            text += rows(entries, showsReasons: !isOne, width: width)
            parts.append(text)
        }
        return parts.joined(separator: "\n")
    }

    /// On a terminal each reason stands below its file, broken at words: a column has no room for a sentence.
    private func rows(_ entries: [QuarantineEntry], showsReasons: Bool, width: Int?) -> String {
        let isBelow = showsReasons && width != nil
        let table = table(entries, showsReason: showsReasons && !isBelow)
        let lines = table.render(width: width.map { max(20, $0 - 2) }, style: .plain).split(separator: "\n")
        var text = ""
        // The first line is the header.
        for (index, line) in lines.enumerated() {
            text += "  \(line)\n"
            guard isBelow, index > 0 else { continue }
            text += TextWrapping.line(
                Printable.text(entries[index - 1].reason), behind: Self.reasonIndent, width: width)
        }
        return text
    }

    private static let reasonIndent = "      "

    private func table(_ entries: [QuarantineEntry], showsReason: Bool) -> Table {
        var columns: [Table.Column] = [
            .text("ID"), .main("FILE"), .text("WHEN").leftOut(3), .flexible("DECIDED AT").leftOut(2),
            .text("KEPT").leftOut(1),
        ]
        if showsState { columns.append(.text("STATE")) }
        if showsReason { columns.append(.flexible("REASON")) }
        let shown = Dictionary(zip(self.entries.map(\.id), ids)) { $1 }
        var table = Table(columns)
        for entry in entries {
            table.add(
                [
                    shown[entry.id] ?? entry.id, entry.file, times.text(entry.createdAt), entry.place,
                    entry.kept.way.rawValue,
                ]
                    + (showsState ? [entry.state.rawValue] : []) + (showsReason ? [entry.reason] : []))
        }
        return table
    }
}
