internal import Documents
internal import Platform
internal import Representations
internal import Workspaces

/// `compass documents download ID`
enum DocumentsDownload {
    private static let output = CommandOption<Path?>.optional(
        "output", short: "o", "FILE", .path,
        "Where to: a file, a folder, or `-` for standard output (default: the original name in the current folder).")
    private static let force = CommandOption.flag("force", short: "f", "Replace a file that is there.")

    static let command = Command(
        "download", "Copy a version's bytes out of the store",
        discussion: """
            The SHA-256 is verified on the way. A file appears whole or not at all, and none is replaced unless \
            `--force` is given.
            """,
        options: [output.spec, force.spec], positionals: [DocumentsCommand.id.spec]
    ) { context in
        let workspace = try await context.readOnlyWorkspace()
        let (version, bytes) = try await workspace.download(context[DocumentsCommand.id])
        if context[output] == "-" {
            try await bytes.read { try context.streams.write($0) }
            return .success
        }
        let target = target(context[output], version)
        try await bytes.save(to: target, replacing: context[force])
        context.streams.report("\(target): \(HumanFormat.size(version.size))")
        return .success
    }

    private static func target(_ output: Path?, _ version: DocumentVersion) -> Path {
        guard let output else { return version.fileName }
        let isFolder = output.bytes.last == UInt8(ascii: "/") || (try? FileStatus.of(output))?.kind == .folder
        return isFolder ? output.appending(version.fileName) : output
    }
}
