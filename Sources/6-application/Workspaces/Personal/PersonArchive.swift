package import Accounts
internal import Archives
internal import Glibc
package import Platform
package import Representations

/// All that is kept about a person in one file that everybody can open: an export as a zip archive, for those who ask for it
/// from afar.
package struct PersonArchive: Sendable {
    /// Without a name on the disk, so that it is gone with its descriptor.
    package let file: FileDescriptor
    package let size: Int64
    package let report: ExportReport
    /// What it is to be called.
    package let name: String

    static let suffix = ".archive-part"

    /// Makes the archive, which is on record in the audit.
    ///
    /// - Parameters:
    ///   - actor: the person themselves, or an admin.
    ///   - pool: for calls that block.
    /// - Throws: `Problem` when there is nothing of the person, or nothing that the actor may have; the stores' errors;
    ///   `ArchiveError`, `SystemError`, `CancellationError`. Nothing is left then.
    package init(of person: String, in workspace: Workspace, by actor: Actor, pool: WorkerPool) async throws {
        switch actor.reach {
        case .everybody: break
        case .own(let own) where own == person: break
        case .own, .nobody: throw PersonExport.nothing(of: person)
        }
        let export = PersonExport(of: person, in: workspace, format: .both)
        _ = try await export.holdings()
        self = try await workspace.audited(actor, "people.export", .person(person)) {
            try await withTaskExecutorPreference(pool) { try await Self(export) }
        }
    }

    private init(_ export: PersonExport) async throws {
        let state = export.workspace.state
        try PrivateFolder.prepare(state)
        let id = Identifier.run(at: .now())
        let passing = try PassingFolder(beside: state.appending(Path(id)), suffix: Self.suffix)
        defer { passing.remove() }
        let stem = ExportName("\(export.person)-export").text(number: 1)
        let content = passing.path.appending("content")
        report = try await export.write(to: content, named: stem) { _, _ in }
        let file = try passing.folder.open("archive", flags: O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
        try await Self.write(passing.folder.folder("content"), below: stem, to: file)
        (self.file, size, name) = (file, try file.status().size, stem + ".zip")
    }

    /// Moves files into an archive: each is gone once it is there, so that the disk has to hold no more than one twice.
    private static func write(_ folder: Folder, below stem: String, to file: FileDescriptor) async throws {
        let archive = try ArchiveWriter(file, format: .zip)
        try await FolderContents(folder: folder).forEachFile(at: ".") { path, source, status in
            try archive.begin(
                Path(stem).appending(path), size: status.size,
                modified: Timestamp(microseconds: status.modified / 1_000))
            var offset: Int64 = 0
            while true {
                try Task.checkCancellation()
                let bytes = try source.bytes(at: offset, count: 1 << 20)
                if bytes.isEmpty { break }
                try archive.add(bytes)
                offset += Int64(bytes.count)
            }
            try (path == path.name ? folder : folder.folder(path.folder)).remove(path.name)
        } leftOut: { _ in
        }
        try archive.finish()
    }
}
