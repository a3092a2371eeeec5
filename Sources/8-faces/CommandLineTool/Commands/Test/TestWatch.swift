internal import Pipelines
internal import Platform
internal import Representations

/// Runs cases again whenever something that they depend on changes.
struct TestWatch {
    let session: TestSession

    /// Editors write a file in several steps.
    private static let quiet = Duration.milliseconds(50)

    private var streams: StandardStreams { session.context.streams }
    private var root: Path { session.context.workspaceFolder }

    /// Returns when the command is cancelled.
    func run() async throws -> ExitCode {
        let watch = try FolderWatch(quiet: Self.quiet)
        return try await withTaskCancellationHandler {
            try await run(watch)
        } onCancel: {
            watch.close()
        }
    }

    private func run(_ watch: FolderWatch) async throws -> ExitCode {
        var code = ExitCode.success
        // What changes while the cases run leads to another time through.
        try add(to: watch)
        code = try await runOnce()
        for await changes in watch.changes {
            let names = lasting(changes).compactMap(relevantName)
            try add(to: watch)
            guard let first = names.first else { continue }
            if streams.terminal.isInteractive { try streams.control("\u{1B}[H\u{1B}[2J\u{1B}[3J") }
            let others = Set(names).count - 1
            try streams.print("Changed: \(first)\(others > 0 ? " and \(HumanFormat.count(others, "other"))" : "")")
            code = try await runOnce()
        }
        return code
    }

    /// A pipeline that cannot be read at the moment is told and does not end the watch.
    private func runOnce() async throws -> ExitCode {
        let code: ExitCode
        do {
            code = try await session.run()
        } catch let error as StandardStreams.OutputClosed {
            throw error
        } catch is CancellationError {
            return .failed
        } catch {
            code = ErrorReport(error, style: streams.errorTerminal.style).print(on: streams)
        }
        try streams.flush()
        return code
    }

    /// The workspace's folder, `pipelines/`, those of named files, and all below these: folders that are new, too.
    private func add(to watch: FolderWatch) throws {
        try watch.add(root)
        let finder = PipelineFinder(workspace: root)
        var folders = [root == "." ? "pipelines" : root.appending("pipelines")]
        for pipeline in session.pipelines {
            if let found = try? finder.find(pipeline) { folders.append(found.path.folder) }
        }
        for folder in folders where folder != root { addAll(folder, to: watch) }
    }

    /// What disappears while it is looked at is no loss: its folder tells.
    private func addAll(_ folder: Path, to watch: FolderWatch) {
        guard (try? FileStatus.of(folder, followingLinks: false))?.kind == .folder,
            (try? watch.add(folder)) != nil, let names = try? Files.list(folder)
        else { return }
        for name in names where name.bytes.first != UInt8(ascii: ".") {
            addAll(folder.appending(name), to: watch)
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
                let named = session.pipelines.contains { $0.name == name }
                guard named || ["compass.yaml", "pipelines"].contains(name) else { return nil }
            }
            return "\(folder == "." ? name : folder.appending(name))"
        }
    }

    private func isFolder(_ path: Path) -> Bool { (try? FileStatus.of(path))?.kind == .folder }
}
