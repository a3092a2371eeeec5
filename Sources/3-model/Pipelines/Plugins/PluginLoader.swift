public import Diagnostics
internal import Platform
internal import YAMLTree

/// Turns a `plugin.yaml` into a manifest.
public enum PluginLoader {
    /// - Parameters:
    ///   - file: what messages call it.
    ///   - folder: the name of the plugin's folder.
    /// - Returns: nil, and errors among the issues, when anything is wrong.
    public static func load(
        _ bytes: [UInt8], file: String, folder: String
    ) -> (manifest: PluginManifest?, issues: IssueList) {
        var issues = IssueList()
        guard let root = YAMLRoot.parse(bytes, file: file, firstLine: "protocol: 1", issues: &issues) else {
            return (nil, issues)
        }
        var reader = PluginReader(issues: issues)
        reader.read(root, folder: folder)
        return (reader.check.issues.hasErrors ? nil : reader.manifest, reader.check.issues)
    }
}
