public import Pipelines
public import Platform

/// A plugin that is installed.
public struct Plugin: Sendable {
    public let manifest: PluginManifest
    /// Where it lies: absolute, without links.
    public let home: Path
    /// Where it is run from: the same, or a copy.
    let folder: Path
    public let origin: PluginOrigin
    /// Changes with the plugin's files.
    public let revision: String

    init(_ manifest: PluginManifest, home: Path, folder: Path? = nil, origin: PluginOrigin, revision: String) {
        self.manifest = manifest
        self.home = home
        self.folder = folder ?? home
        self.origin = origin
        self.revision = revision
    }

    public var name: String { manifest.name }

    var stageOrigin: StageOrigin { .plugin(folder: home, revision: revision) }

    /// The same, run from another folder.
    func moved(to folder: Path) -> Plugin {
        Plugin(manifest, home: home, folder: folder, origin: origin, revision: revision)
    }
}

/// Whose a plugin is.
public enum PluginOrigin: String, Sendable, CaseIterable, Hashable {
    /// `plugins/` of the workspace.
    case workspace
    /// `compass/plugins/` in `$XDG_DATA_HOME`, which is `~/.local/share` where it is not set.
    case user
    /// `/usr/local/share/compass/plugins` and `/usr/share/compass/plugins`.
    case machine
}

/// A plugin that cannot be used.
public struct RefusedPlugin: Sendable {
    /// Its folder's.
    public let name: String
    /// Its `plugin.yaml`.
    public let file: Path
    public let origin: PluginOrigin
    /// Why, in one line.
    public let message: String

    public init(name: String, file: Path, origin: PluginOrigin, message: String) {
        self.name = name
        self.file = file
        self.origin = origin
        self.message = message
    }
}
