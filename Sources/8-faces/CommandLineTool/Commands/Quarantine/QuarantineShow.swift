internal import Documents
internal import Diagnostics
internal import Pipelines
internal import Platform
internal import QuarantineFolder
internal import Representations
internal import Workspaces

/// `compass quarantine show ID`
enum QuarantineShow {
    static let command = Command(
        "show", "Show files in quarantine: the reason, who decided it, and where the bytes are",
        options: [QuarantineCommand.json.spec], positionals: [QuarantineCommand.ids.spec]
    ) { context in
        let workspace = try await context.readOnlyWorkspace()
        let terminal = context.streams.terminal
        for (index, id) in try await context.ids(QuarantineCommand.ids, of: .entry, in: workspace).enumerated() {
            let entry = try await workspace.quarantine.entry(id)
            let successor = try await workspace.quarantine.successor(of: entry)
            if context[QuarantineCommand.json] {
                try context.streams.print(json: entry.record)
                continue
            }
            if index > 0 { try context.streams.print("") }
            try context.streams.write(
                text(
                    entry, successor, times: context.streams.times, width: terminal.width, style: terminal.style))
        }
        return .success
    }

    /// - Parameter successor: the entry that has the file now.
    private static func text(
        _ entry: QuarantineEntry, _ successor: QuarantineEntry?, times: TimeText, width: Int?, style: Style
    ) -> String {
        var fields = FieldList()
        fields.add("Reason", entry.reason)
        fields.add("Kind", "\(entry.status.rawValue): \(entry.kind)")
        fields.add("Pipeline", entry.pipeline)
        fields.add("Stage", entry.stage.isEmpty ? nil : "\(entry.stage), attempt \(entry.attempt)")
        fields.add("Decided at", entry.place)
        fields.add("Run", entry.run)
        fields.add("When", times.text(entry.createdAt))
        fields.add("File", entry.file)
        fields.add("Original", entry.source.path.description)
        fields.add("Size", "\(HumanFormat.size(entry.source.size)) (\(entry.source.size) bytes)")
        fields.add("Kept as", words(for: entry.kept.way))
        fields.add("Kept at", entry.kept.path.description)
        fields.add("Note", entry.kept.note)
        switch entry.state {
        case .held: fields.add("State", "held")
        case .released:
            fields.add("State", "released to run \(entry.releasedTo ?? "")")
            fields.add("Kept now", successor.map { "\($0.id): \($0.status.rawValue), \($0.state.rawValue)" })
        case .discarded: fields.add("State", "discarded")
        }
        fields.add("Since", entry.resolvedAt.map(times.text))
        return style.bold("Quarantine \(entry.id)") + "\n" + fields.render(width: width, style: style)
    }

    private static func words(for way: KeptFile.Way) -> String {
        switch way {
        case .moved: "the file itself"
        case .copy: "a copy"
        case .link: "a second name of the original; a write into the original changes it"
        case .reference: "a reference to the original"
        }
    }
}
