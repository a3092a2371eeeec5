internal import Diagnostics
internal import Documents
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// `compass documents show ID`
enum DocumentsShow {
    static let command = Command(
        "show", "Show a document: its fields, versions, shares and notifications",
        options: [DocumentsCommand.json.spec], positionals: [DocumentsCommand.allIDs.spec]
    ) { context in
        let workspace = try await context.readOnlyWorkspace()
        let terminal = context.streams.terminal
        for (index, id) in try await context.documentIDs(in: workspace).enumerated() {
            let history = try await workspace.history(of: id)
            let media = try await workspace.media(of: history.version)
            if context[DocumentsCommand.json] {
                var record = history.record
                record["media"] = .record(media.record)
                try context.streams.print(json: record)
            } else {
                if index > 0 { try context.streams.print("") }
                let ids = try await context.shownIDs(of: history.versions, in: workspace)
                let versions = DocumentsVersions.table(
                    history.versions, ids: ids, times: context.streams.times)
                let (runs, told) = (history.shares.compactMap(\.run), history.notifications.map(\.notification.id))
                let shortRuns = try await context.shownIDs(runs, of: .run, in: workspace)
                let shortTold = try await context.shownIDs(told, of: .notification, in: workspace)
                try context.streams.write(
                    text(
                        history, history.versions.count > 1 ? versions : nil, media,
                        shown: Dictionary(zip(runs + told, shortRuns + shortTold)) { $1 }, times: context.streams.times,
                        width: terminal.width,
                        style: terminal.style))
            }
        }
        return .success
    }

    static func text(
        _ history: DocumentHistory, _ versions: Table?, _ media: ObjectMedia, shown: [String: String],
        times: TimeText, width: Int?, style: Style
    ) -> String {
        let version = history.version
        var fields = FieldList()
        fields.add("ID", version.id)
        fields.add("Type", version.type.label)
        fields.add("Version", "v\(version.number)" + (version.isCurrent ? " (current)" : ""))
        fields.add("Former titles", history.formerTitles.map(\.title).joined(separator: ", "))
        fields.add("Description", version.description)
        fields.add("About school", version.school ?? "General")
        fields.add("Owner", version.owner)
        fields.add("Shared with", version.sharedWith.isEmpty ? "no school" : version.sharedWith.joined(separator: ", "))
        fields.add("Uploaded", times.text(version.createdAt))
        fields.add("File", version.name)
        fields.add("File type", version.mimeType)
        fields.add("Size", "\(HumanFormat.size(version.size)) (\(version.size) bytes)")
        for fact in media.facts.shown { fields.add(fact.name, fact.text) }
        let made = media.renditions.map { "\($0.kind.rawValue) (\(HumanFormat.size($0.size)))" }
        if !made.isEmpty { fields.add("Renditions", made.joined(separator: ", ")) }
        fields.add("SHA-256", version.sha256)
        fields.add("Stored at", version.fileURL)
        fields.add("Run", version.run)
        fields.add("In the trash", version.trashedAt.map { "since " + times.text($0) })
        return style.bold(Printable.text(version.title)) + "\n" + fields.render(width: width, style: style) + "\n"
            + style.bold("Version History") + "\n"
            + (versions?.render(width: width) ?? "  No previous versions\n")
            + section("Shares", shares(history.shares, shown, times), width, style)
            + section("Notifications", notifications(history.notifications, shown, times), width, style)
    }

    private static func section(_ title: String, _ table: Table, _ width: Int?, _ style: Style) -> String {
        table.isEmpty ? "" : "\n" + style.bold(title) + "\n" + table.render(width: width)
    }

    /// Since when, and who made them.
    private static func shares(_ shares: [ShareRecord], _ shown: [String: String], _ times: TimeText) -> Table {
        var table = Table([.main("SCHOOL"), .text("SINCE"), .flexible("BY").leftOut(1)])
        for share in shares { table.add([share.school, times.text(share.sharedAt), share.maker(shown) ?? ""]) }
        return table
    }

    /// Who was told what, and when.
    private static func notifications(
        _ notifications: [NotificationRecord], _ shown: [String: String], _ times: TimeText
    ) -> Table {
        var table = Table([
            .text("CHANNEL"), .main("SUBJECT"), .outcome("STATE").leftOut(2), .text("WHEN").leftOut(3),
            .text("ID").leftOut(1),
        ])
        for record in notifications {
            table.add([
                record.notification.channel, record.notification.subject, record.state.rawValue,
                times.text(record.deliveredAt ?? record.notification.createdAt),
                shown[record.notification.id] ?? record.notification.id,
            ])
        }
        return table
    }
}
