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
        let version = try await workspace.catalog.version(context[DocumentsCommand.id])
        try await (workspace.objects as? ReadOnlyObjects)?.verify()
        guard let key = ObjectKey(version.objectKey), let reader = try await workspace.objects.open(key) else {
            throw ObjectStoreError(
                .damaged,
                "The bytes of \(Printable.text(version.title)), version \(version.number), are not in the store: "
                    + "there is no object \(Printable.text(version.objectKey)).")
        }
        let copy = VerifiedCopy(reader: reader, size: version.size, sha256: version.sha256)
        if context[output] == "-" {
            try await copy.read { try context.streams.write($0) }
            return .success
        }
        let target = target(context[output], version)
        let file = try DownloadedFile(target, replacing: context[force])
        do {
            try await copy.read { try file.write($0) }
            try file.publish()
        } catch {
            file.discard()
            throw error
        }
        context.streams.report("\(target): \(HumanFormat.size(version.size))")
        return .success
    }

    /// The original name is only a name: whatever folders it pretends to have do not count.
    static func target(_ output: Path?, _ version: DocumentVersion) -> Path {
        let name = Path(version.name).name
        let original = [".", "..", "/"].contains(name) ? Path(version.id) : name
        guard let output else { return original }
        let isFolder = output.bytes.last == UInt8(ascii: "/") || (try? FileStatus.of(output))?.kind == .folder
        return isFolder ? output.appending(original) : output
    }
}
