internal import Pipelines
package import Platform
package import Plugins
internal import Programs
package import Representations

/// The plugins of the workspace, and what the kernel grants for holding them to their manifests.
package struct PluginChecks {
    let catalog: PluginCatalog
    let features: GuardFeatures

    package init(_ catalog: PluginCatalog, features: GuardFeatures = .available) {
        self.catalog = catalog
        self.features = features
    }

    package func findings() -> [Finding] {
        catalog.refused.map { plugin in
            .problem(
                "plugin", "the plugin \(plugin.name) cannot be used: \(plugin.message)",
                advice: "fix \(plugin.file)",
                ["plugin": .string(plugin.name), "file": .string(plugin.file.text)])
        } + [sandbox]
    }

    /// Where what is missing is to be had.
    private var kernel: String {
        if features.landlock == 0 {
            return "use a kernel from 5.13 on with CONFIG_SECURITY_LANDLOCK and `landlock` among its `lsm=`"
        }
        return features.hasCallFilter
            ? "use a kernel from 6.12 on, whose Landlock refuses that, or have user namespaces allowed"
            : "use a kernel with CONFIG_SECCOMP_FILTER"
    }

    private var sandbox: Finding {
        let figures: Record = [
            "landlock": .integer(Int64(features.landlock)), "seccomp": .boolean(features.hasCallFilter),
            "process-namespace": .boolean(features.namespaces != 0), "mounts": .boolean(features.hasMounts),
            "plugins": .integer(Int64(catalog.plugins.count)),
        ]
        let open = catalog.plugins.filter { !$0.manifest.rights.isSandboxed }.map(\.name)
        if !features.gaps.isEmpty {
            return .warning(
                "plugin-sandbox", "plugins run without \(features.gaps.joined(separator: "; and without "))",
                advice: "\(kernel), or only plugins that you trust", figures)
        }
        let loss = features.loss.map { "; \($0)" } ?? ""
        let exceptions = open.isEmpty ? "" : "; by their manifests not: \(open.joined(separator: ", "))"
        return .ok(
            "plugin-sandbox", "plugins are held to their manifests by \(features.text)\(loss)\(exceptions)", figures)
    }
}
