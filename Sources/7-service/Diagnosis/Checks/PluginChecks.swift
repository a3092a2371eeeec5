internal import Pipelines
internal import Platform
package import Plugins
internal import Programs
package import Representations

/// The plugins of the workspace, and what the kernel grants for holding them to their manifests.
package struct PluginChecks {
    let catalog: PluginCatalog
    let features: GuardFeatures

    package init(_ catalog: PluginCatalog) {
        self.catalog = catalog
        features = .available
    }

    package func findings() -> [Finding] {
        catalog.refused.map { plugin in
            .problem(
                "plugin", "the plugin \(plugin.name) cannot be used: \(plugin.message)",
                advice: "fix \(plugin.file)",
                ["plugin": .string(plugin.name), "file": .string(plugin.file.text)])
        } + [sandbox]
    }

    private var sandbox: Finding {
        let figures: Record = [
            "landlock": .integer(Int64(features.landlock)), "seccomp": .boolean(features.hasCallFilter),
            "process-namespace": .boolean(features.namespaces != 0),
            "plugins": .integer(Int64(catalog.plugins.count)),
        ]
        let open = catalog.plugins.filter { !$0.manifest.rights.isSandboxed }.map(\.name)
        var missing: [String] = []
        if features.landlock == 0 { missing.append("Landlock, so that they may touch every file that this user may") }
        if !features.hasCallFilter { missing.append("seccomp, so that they may use the network and all of the kernel") }
        if !missing.isEmpty {
            return .warning(
                "plugin-sandbox", "plugins run without \(missing.joined(separator: "; and without "))",
                advice:
                    "use a kernel from 5.13 on with CONFIG_SECURITY_LANDLOCK and `landlock` among its `lsm=`, or only "
                    + "plugins that you trust", figures)
        }
        let exceptions = open.isEmpty ? "" : "; by their manifests not: \(open.joined(separator: ", "))"
        return .ok("plugin-sandbox", "plugins are held to their manifests by \(features.text)\(exceptions)", figures)
    }
}
