internal import Pipelines
package import Platform

/// Tells when something changes that test cases depend on: a pipeline, a fixture, or the workspace's file.
package struct CaseWatch: Sendable {
    /// What has changed at once.
    package struct Change: Sendable, Hashable {
        /// What people call the first of it.
        package let name: String
        /// How many others there are.
        package let others: Int
    }

    private let root: Path
    private let pipelines: [Path]
    private let watch: FolderWatch

    /// Editors write a file in several steps.
    private static let quiet = Duration.milliseconds(50)

    /// Watches from now on; nothing is lost until `forEachChange` is called. Blocks.
    ///
    /// - Parameters:
    ///   - pipelines: names or files of those whose cases are meant; none: all pipelines of the workspace.
    ///   - root: the workspace's folder.
    /// - Throws: `SystemError`
    package init(of pipelines: [Path], in root: Path) throws {
        self.root = root
        self.pipelines = pipelines
        watch = try FolderWatch(quiet: Self.quiet)
        try add()
    }

    /// Returns when the task is cancelled. Call once.
    ///
    /// - Parameter body: what changes while it goes on leads to another call.
    /// - Throws: `SystemError` when a folder cannot be watched any more; what `body` throws.
    package func forEachChange(_ body: (Change) async throws -> Void) async throws {
        try await withTaskCancellationHandler {
            for await changes in watch.changes {
                let names = lasting(changes).compactMap(relevantName)
                // New folders are watched before anybody looks into them.
                try add()
                guard let first = names.first else { continue }
                try await body(Change(name: first, others: Set(names).count - 1))
            }
        } onCancel: {
            watch.close()
        }
    }

    /// The workspace's folder, `pipelines/`, those of named files, and all below these: folders that are new, too.
    private func add() throws {
        try watch.add(root)
        let finder = PipelineFinder(workspace: root)
        var folders = [root == "." ? "pipelines" : root.appending("pipelines")]
        for pipeline in pipelines {
            if let found = try? finder.find(pipeline) { folders.append(found.path.folder) }
        }
        for folder in folders where folder != root { addAll(folder) }
    }

    /// What disappears while it is looked at is no loss: its folder tells.
    private func addAll(_ folder: Path) {
        guard (try? FileStatus.of(folder, followingLinks: false))?.kind == .folder,
            (try? watch.add(folder)) != nil, let names = try? Files.list(folder)
        else { return }
        for name in names where name.bytes.first != UInt8(ascii: ".") {
            addAll(folder.appending(name))
        }
    }

    /// Without files that came and went: what editors write before they rename it.
    private func lasting(_ changes: [FolderChange]) -> [FolderChange] {
        let passing = Set(
            changes.compactMap { change -> Path? in
                guard case .entry(.created, let folder, let name) = change else { return nil }
                let path = folder.appending(name)
                return Files.exists(path) ? nil : path
            })
        return changes.filter { change in
            guard case .entry(_, let folder, let name) = change else { return true }
            return !passing.contains(folder.appending(name))
        }
    }

    /// What people call it; nil for what changes nothing: editors' own files, and other files of the workspace's folder.
    private func relevantName(_ change: FolderChange) -> String? {
        switch change {
        case .overflowed: return "many files"
        case .gone(let folder): return "\(folder)"
        case .entry(let kind, let folder, let name):
            let isHidden = name.bytes.first == UInt8(ascii: ".") || name.bytes.last == UInt8(ascii: "~")
            // A new file is told again when it has been written.
            guard !isHidden, kind != .created || isFolder(folder.appending(name)) else { return nil }
            if folder == root {
                let named = pipelines.contains { $0.name == name }
                guard named || ["compass.yaml", "pipelines"].contains(name) else { return nil }
            }
            return "\(folder == "." ? name : folder.appending(name))"
        }
    }

    private func isFolder(_ path: Path) -> Bool { (try? FileStatus.of(path))?.kind == .folder }
}
