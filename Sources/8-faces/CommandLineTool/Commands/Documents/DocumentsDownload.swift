internal import Documents
internal import Platform
internal import Representations
internal import Workspaces

/// `compass documents download ID`
enum DocumentsDownload {
    private static let output = CommandOption<Path?>.optional(
        "output", short: "o", "FILE", .path,
        "Where to: a file, a folder, or `-` for standard output (default: the original name in the current folder). A folder that "
            + "is not there is made when its name ends with `/`.")
    private static let force = CommandOption.flag("force", short: "f", "Replace a file that is there.")

    static let command = Command(
        "download", "Copy a version's bytes out of the store",
        discussion: """
            The SHA-256 is verified on the way. A file appears whole or not at all, and none is replaced unless \
            `--force` is given.
            """,
        examples: ["documents download 'Fall Highlights'", "documents download clip grades -o backup/"],
        options: [output.spec, force.spec], positionals: [DocumentsCommand.ids.spec]
    ) { context in
        let workspace = try await context.readOnlyWorkspace()
        let ids = try await context.documentIDs(in: workspace)
        if ids.count > 1, let named = context[output], !isFolder(named) {
            throw context.usageError(
                "--output names one file for \(ids.count) documents; name a folder, with `/` after it if it is not there yet"
            )
        }
        if let named = context[output] { try makeFolder(named) }
        for id in ids {
            let (version, bytes) = try await workspace.download(id)
            if context[output] == "-" {
                try await bytes.read { try context.streams.write($0) }
                continue
            }
            let target = target(context[output], version)
            try await bytes.save(to: target, replacing: context[force])
            context.streams.note("\(target): \(HumanFormat.size(version.size))")
        }
        return .success
    }

    /// The last folder alone: one that is to lie in a folder which is not there is more likely mistyped than meant.
    private static func makeFolder(_ path: Path) throws {
        guard path.bytes.last == UInt8(ascii: "/"), (try? FileStatus.of(path)) == nil else { return }
        let above = try Folder(opening: path.folder)
        if try above.createFolder(path.name) { try above.synchronize() }
    }

    private static func isFolder(_ path: Path) -> Bool {
        path.bytes.last == UInt8(ascii: "/") || (try? FileStatus.of(path))?.kind == .folder
    }

    private static func target(_ output: Path?, _ version: DocumentVersion) -> Path {
        guard let output else { return version.fileName }
        return isFolder(output) ? output.appending(version.fileName) : output
    }
}
