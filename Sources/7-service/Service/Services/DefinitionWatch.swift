internal import Pipelines
internal import Platform

/// Tells when a file changes that definitions are read from.
struct DefinitionWatch: Sendable {
    private let watch: FolderWatch
    private let root: Path

    /// Editors write a file in several steps, and several files at a time.
    private static let quiet = Duration.milliseconds(100)

    /// From the return on no change is lost.
    ///
    /// - Parameter root: the workspace's folder.
    /// - Throws: `SystemError`
    init(root: Path) throws {
        self.root = root
        watch = try FolderWatch(quiet: Self.quiet)
        try watch.add(root)
        addPipelines()
        addPlugins()
    }

    /// Calls `body` after changes, until `close`. For one caller.
    ///
    /// - Parameter schools: the schools file that compass.yaml names; nil: none.
    func run(schools: @Sendable () -> Path?, _ body: @Sendable () -> Void) async {
        for await changes in watch.changes {
            addPipelines()
            addPlugins()
            if changes.contains(where: { isRelevant($0, schools: schools()) }) { body() }
        }
    }

    func close() {
        watch.close()
    }

    private var pipelines: Path { root == "." ? "pipelines" : root.appending("pipelines") }

    /// A folder that is not there yet is added when it comes.
    private func addPipelines() {
        guard !watch.watched.contains(pipelines) else { return }
        try? watch.add(pipelines)
    }

    /// The folder of the plugins and those in it, as far as they hold a plugin's own files.
    private func addPlugins() {
        var folders = [(path: plugins, depth: 0)]
        var count = 0
        while let (path, depth) = folders.popLast(), count < Self.maxPluginFolders {
            guard isFolder(path) else { continue }
            count += 1
            if !watch.watched.contains(path) { try? watch.add(path) }
            guard depth < Self.maxPluginDepth else { continue }
            for name in (try? Files.list(path)) ?? [] where Self.isOfPlugin(name) {
                folders.append((path.appending(name), depth + 1))
            }
        }
    }

    private static let maxPluginFolders = 256
    private static let maxPluginDepth = 4

    private var plugins: Path { root == "." ? "plugins" : root.appending("plugins") }

    /// Neither hidden nor written by an interpreter itself.
    private static func isOfPlugin(_ name: Path) -> Bool {
        name.bytes.first != UInt8(ascii: ".") && name != "__pycache__"
    }

    private func isFolder(_ path: Path) -> Bool { (try? FileStatus.of(path))?.kind == .folder }

    /// One is complete as soon as it is there.
    private func isLink(_ path: Path) -> Bool {
        (try? FileStatus.of(path, followingLinks: false))?.kind == .symbolicLink
    }

    /// Not what editors write before they rename it, nor the rest of the workspace's folder.
    private func isRelevant(_ change: FolderChange, schools: Path?) -> Bool {
        switch change {
        case .overflowed, .gone: return true
        case .entry(let kind, let folder, let name):
            if folder == root {
                // One that was created is told again when it has been written; a folder is not.
                return name == "pipelines" || name == "plugins"
                    || (kind != .created && (name == WorkspaceLoader.name || name == schools))
            }
            if folder == plugins || folder.rest(below: plugins) != nil {
                let path = folder.appending(name)
                return Self.isOfPlugin(name) && (kind != .created || isLink(path) || isFolder(path))
            }
            return (kind != .created || isLink(folder.appending(name))) && name.bytes.first != UInt8(ascii: ".")
                && [".yaml", ".yml"].contains(name.fileExtension)
        }
    }
}
