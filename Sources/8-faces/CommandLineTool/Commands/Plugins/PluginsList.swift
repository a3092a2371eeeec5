internal import Documents
internal import Pipelines
internal import Platform
internal import Plugins
internal import Programs
internal import Representations

/// `compass plugins list`
enum PluginsList {
    static let command = Command(
        "list", "List the plugins that are installed, and those that cannot be used", examples: ["plugins list --json"],
        options: ListingOptions.all
    ) { context in
        let catalog = try PluginCatalog(workspace: context.workspaceFolder)
        let registry = catalog.added(to: try context.builtInRegistry())
        let (sandbox, gaps) = (GuardFeatures.available.text, GuardFeatures.available.gaps)
        let usable = catalog.plugins.filter { registry.refused[$0.name] == nil }.map { plugin in
            Row(
                record: PluginRecord.value(plugin, catalog.type(of: plugin), sandbox: sandbox, gaps: gaps),
                cells: [
                    plugin.name, plugin.manifest.version, plugin.manifest.effect.rawValue, plugin.origin.rawValue,
                    plugin.manifest.rights.isSandboxed ? sandbox : "off", plugin.manifest.summary,
                ], isSandboxed: plugin.manifest.rights.isSandboxed)
        }
        let others = refused(catalog, registry).map { plugin in
            Row(
                record: PluginRecord.value(plugin),
                cells: [plugin.name, "-", "-", plugin.origin.rawValue, "-", "cannot be used: \(plugin.message)"])
        }
        try await context.pages(of: usable + others) { page, isFirst in
            try Listing(
                page: page, record: { $0.record.record ?? [:] },
                columns: [
                    .text("PLUGIN"), .text("VERSION").leftOut(2), .text("EFFECT").leftOut(4), .text("FROM").leftOut(3),
                    .text("SANDBOX").leftOut(1), .flexible("SUMMARY"),
                ],
                cells: \.cells,
                emptyText: context[ListingOptions.after] == nil
                    ? "No plugin is installed. Begin one: compass new plugin NAME" : "No more plugins",
                isFirst: isFirst
            ).print(json: context[ListingOptions.json], on: context.streams)
        }
        if !context[ListingOptions.json], usable.contains(where: { $0.isSandboxed }) {
            for gap in gaps { context.streams.note(sentence: "Plugins run without \(gap).") }
        }
        return .success
    }

    /// A plugin as `list` shows it.
    private struct Row: Sendable {
        let record: Value
        let cells: [String]
        var isSandboxed = false
    }

    /// Those that cannot be read, and those whose name is taken by a stage type of the program.
    private static func refused(_ catalog: PluginCatalog, _ registry: Registry) -> [RefusedPlugin] {
        catalog.refused
            + catalog.plugins.compactMap { plugin in
                guard let reason = registry.refused[plugin.name] else { return nil }
                return RefusedPlugin(
                    name: plugin.name, file: plugin.home.appending(PluginManifest.fileName), origin: plugin.origin,
                    message: reason)
            }
    }
}
