internal import Archives
internal import Digests
internal import Documents
internal import Glibc
internal import LocalStore
internal import Pipelines
package import Platform
internal import Representations

/// A copy of a whole workspace in one file, made while others work in it: the database as it is at one moment, every object
/// that it needs, quarantine, files that wait, and the definitions.
///
/// Objects never change, so those that the database needs at that moment are copied after it. What is erased meanwhile is
/// erased from the copy as well. Secrets are not in it, nor what lies outside of the workspace: files in watched folders, and
/// files that quarantine only refers to.
package struct Backup: Sendable {
    /// What was copied.
    package struct Report: Sendable, Hashable {
        package var versions = 0
        package var objects = 0
        /// Files in quarantine.
        package var quarantined = 0
        /// All files, and their bytes.
        package var files = 0
        package var bytes: Int64 = 0
        /// Of the backup itself, in bytes.
        package var size: Int64 = 0
        /// Versions that were erased while it was made, and so are not in it.
        package var erased = 0
        /// What is in no backup since it is neither file nor folder: links, sockets, pipes; relative to the workspace.
        package var leftOut: [Path] = []
        /// A sentence for each version whose bytes are not those that were stored, or not there: the backup has what there is.
        package var damage: [String] = []
        /// Why the time of the backup could not be recorded in the workspace; nil: it was, or this user may not write there.
        package var unrecorded: SystemError?
    }

    private let workspace: Workspace
    private let pool: WorkerPool
    private let progress: @Sendable (BackupProgress) -> Void

    /// - Parameters:
    ///   - workspace: open, also for reading alone.
    ///   - pool: for calls that block.
    ///   - progress: told now and then.
    package init(
        of workspace: Workspace, pool: WorkerPool,
        progress: @escaping @Sendable (BackupProgress) -> Void
    ) {
        self.workspace = workspace
        self.pool = pool
        self.progress = progress
    }

    /// Makes the backup and reads it again. It appears whole or not at all, and is on disk on return; then its time is recorded,
    /// see `LastBackup`. Refused where the catalog has no document and the object store has objects: the database was lost.
    ///
    /// - Parameters:
    ///   - target: the file.
    ///   - replacing: whether one that is there may be replaced.
    ///   - byFewer: whether also one that has more than twice as many versions.
    /// - Throws: `Problem`, the stores' errors, `ArchiveError`, `SystemError`, `CancellationError`.
    package func make(at target: Path, replacing: Bool, byFewer: Bool = false) async throws -> Report {
        try await withTaskExecutorPreference(pool) {
            try workspace.requireOutside(target)
            let begun = Timestamp.now()
            var report = try await FullDisk.naming(target) {
                let place = try BackupPlace(for: target, replacing: replacing, byFewer: byFewer)
                defer { place.remove() }
                let report = try await write(in: place)
                try place.publish()
                return report
            }
            do throws(SystemError) {
                try LastBackup.record(begun, in: workspace.state)
            } catch {
                report.unrecorded = error
            }
            return report
        }
    }

    /// Makes the backup as a file without a name, in the state folder, which is gone with its descriptor.
    ///
    /// - Throws: as `make`.
    package func makeTemporary() async throws -> (file: FileDescriptor, report: Report) {
        try await withTaskExecutorPreference(pool) {
            try PrivateFolder.prepare(workspace.state)
            let name = Path("\(Identifier.run(at: .now())).tar")
            let place = try BackupPlace(for: workspace.state.appending(name), replacing: false)
            defer { place.remove() }
            let report = try await write(in: place)
            return (try place.folder.open(BackupPlace.archive, flags: O_RDONLY), report)
        }
    }

    private func write(in place: BackupPlace) async throws -> Report {
        progress(.copyingDatabase)
        let database = place.path.appending("compass.db")
        let madeAt = Timestamp.now()
        try workspace.stores.copy(to: database)
        let health = try DatabaseHealth.examine(database)
        let copy = try await Stores.open(.sqlite(database), readers: 1)
        var report = Report()
        report.damage += health.damage.map { "the database is damaged: \(Printable.short($0))" }
        report.damage += health.foreignParts.map {
            "the database has the \(Printable.short($0)), which compass has not made; it has to be removed before a backup can "
                + "be restored"
        }
        do {
            report.versions = try await count(in: copy)
            if report.versions == 0, try await UnknownObjects.exist(in: workspace.objects, of: copy) {
                throw Problem.refused(
                    "The object store has objects, although the catalog has no document: the database was lost, emptied or "
                        + "replaced, and no backup is made of what is left. Bring it back, or restore a backup: the guide \"When "
                        + "things go wrong\" shows how.")
            }
            try place.requireNotSmaller(report.versions)
            try await finishDeletions(in: copy)
            let file = try place.folder.open(BackupPlace.archive, flags: O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
            let total = try await copy.catalog.statistics(owner: nil).storageBytes
            let writer = try BackupWriter(file, in: place.folder) { [progress] in progress(.writing($0, of: total)) }
            try await writer.add(
                BackupFormat.head, BackupFormat.headText(madeAt: madeAt, versions: report.versions), modified: madeAt)
            try await addDefinitions(to: writer, &report)
            try await addObjects(of: copy, to: writer, &report)
            try await addKept(to: writer, &report)
            try await lookForMissing(in: copy, writer, &report)
            try await copy.close()
            try Stores.makeSingleFile(.sqlite(database))
            try await add(database, as: BackupFormat.database, to: writer)
            try writer.finish(at: madeAt)
            (report.files, report.bytes) = (writer.files, writer.bytes)
            try file.synchronize()
            Failpoint.pass("backup.written")
        } catch {
            try? await copy.close()
            throw error
        }
        let archive = place.path.appending(BackupPlace.archive)
        report.size = try FileStatus.of(archive).size
        _ = try await BackupReader(archive, in: place.folder, progress: progress).check()
        return report
    }

    /// The objects that wait to be deleted belong to nothing any more, and are in no backup.
    private func finishDeletions(in copy: Stores) async throws {
        while true {
            let queued = try await copy.catalog.objectDeletions(limit: 1_000)
            if queued.isEmpty { return }
            try await copy.catalog.finishObjectDeletions(queued)
        }
    }

    private func addDefinitions(to writer: BackupWriter, _ report: inout Report) async throws {
        var paths = BackupFormat.defined
        if case .file(let schools) = workspace.definition.schools, !paths.contains(schools) { paths.append(schools) }
        let root = FolderContents(folder: try Folder(opening: workspace.root))
        for path in paths {
            if path.isAbsolute
                || path.bytes.split(separator: UInt8(ascii: "/")).contains(where: { $0.elementsEqual("..".utf8) })
            {
                report.damage.append("\(path) lies outside of the workspace, and is not in the backup")
                continue
            }
            try await root.forEachFile(at: path) { name, file, status in
                // This backup, or another one that is being made.
                if BackupPlace.holds(name) { return }
                try await add(file, status, as: BackupFormat.definitions.appending(name), to: writer)
            } leftOut: {
                report.leftOut.append($0)
                if $0 == path {
                    report.damage.append("\(path) is a link, and what it leads to is not in the backup")
                }
            }
        }
    }

    /// Every object that the copy of the database needs, each once.
    private func addObjects(of copy: Stores, to writer: BackupWriter, _ report: inout Report) async throws {
        guard let objects = workspace.objects as? any ObjectStore & ObjectListing else {
            throw Problem.refused(
                "The object store cannot list its objects, so no backup can be made of it.")
        }
        _ = try await objects.forEachPage(of: 500) { page in
            let unneeded = Set(try await copy.references.unneeded(page.map(\.key.text)))
            let needed = page.filter { !unneeded.contains($0.key.text) }
            let digests = try await copy.references.digests(of: needed.map(\.key.text))
            for object in needed {
                // It may have been erased since it was listed.
                guard let reader = try await objects.open(object.key) else { continue }
                try await add(
                    reader, object.key, modified: object.modified, digest: digests[object.key.text], to: writer, &report
                )
            }
        }
    }

    private func add(
        _ object: any ObjectReader, _ key: ObjectKey, modified: Timestamp, digest: String?, to writer: BackupWriter,
        _ report: inout Report
    ) async throws {
        let added = try await writer.add(
            BackupFormat.objects.appending(Path(key.text)), size: object.size, modified: modified
        ) { try await object.read(at: $0, count: 1 << 20) }
        report.objects += 1
        if let digest, digest != added.digest.hex || added.found != object.size {
            report.damage.append(
                "the object \(key) is damaged: its SHA-256 is \(added.digest.hex) instead of \(digest)")
        }
    }

    /// Files in quarantine, files that were sent and are not run yet, and logs of notifications.
    private func addKept(to writer: BackupWriter, _ report: inout Report) async throws {
        guard Files.exists(workspace.state) else { return }
        let state = FolderContents(folder: try Folder(opening: workspace.state))
        for (path, name) in [("quarantine" as Path, BackupFormat.quarantine), ("uploads", BackupFormat.uploads)] {
            try await state.forEachFile(at: path) { found, file, status in
                guard let rest = found.rest(below: path) else { return }
                try await add(file, status, as: name.appending(rest), to: writer)
                if name == BackupFormat.quarantine { report.quarantined += 1 }
            } leftOut: {
                report.leftOut.append(Path(".compass").appending($0))
            }
        }
        for name in try state.folder.names() where name.text.hasSuffix(BackupFormat.stateSuffix) {
            try await state.forEachFile(at: name) { _, file, status in
                try await add(file, status, as: BackupFormat.state.appending(name), to: writer)
            } leftOut: {
                report.leftOut.append(Path(".compass").appending($0))
            }
        }
    }

    /// How many versions there are, those in the trash included.
    private func count(in copy: Stores) async throws -> Int {
        var (row, count): (Int64, Int) = (0, 0)
        while true {
            let page = try await copy.references.versionObjects(after: row, limit: 1_000)
            guard let last = page.last else { return count }
            row = last.row
            count += page.count
        }
    }

    /// Looks for versions whose bytes were not copied, and takes those out of the copy that were erased before they could be.
    /// What was erased after that stays in the backup, which is of the moment when it was begun.
    private func lookForMissing(in copy: Stores, _ writer: BackupWriter, _ report: inout Report) async throws {
        _ = try await writer.checksums.forEachVersion(without: copy.references) { version in
            try Task.checkCancellation()
            guard let key = ObjectKey(version.key) else {
                report.damage.append("the version \(version.id) has no object")
                return
            }
            if let object = try await workspace.objects.open(key) {
                // The list of objects had it not, as one whose key has another form.
                let digest = try await copy.references.digests(of: [key.text])[key.text]
                try await add(object, key, modified: .now(), digest: digest, to: writer, &report)
                return
            }
            let now = try await workspace.references.versionObjects(after: version.row - 1, limit: 1)
            if now.first?.id == version.id {
                report.damage.append("the object \(key) of the version \(version.id) is not there")
            } else {
                try await erase(version.id, from: copy)
                report.versions -= 1
                report.erased += 1
            }
        }
    }

    private func erase(_ id: String, from copy: Stores) async throws {
        do {
            _ = try await copy.catalog.deleteVersion(id)
        } catch let error as CatalogError where error.kind == .onlyVersion {
            _ = try await copy.catalog.deleteDocument(of: id, expecting: nil)
        }
        try await finishDeletions(in: copy)
    }

    private func add(_ path: Path, as name: Path, to writer: BackupWriter) async throws {
        let file = try FileDescriptor.open(path, flags: O_RDONLY)
        try await add(file, file.status(), as: name, to: writer)
    }

    private func add(
        _ file: FileDescriptor, _ status: FileStatus, as name: Path, to writer: BackupWriter
    ) async throws {
        _ = try await writer.add(
            name, size: status.size, modified: Timestamp(microseconds: status.modified / 1_000),
            isExecutable: status.mode & 0o100 != 0
        ) { try file.bytes(at: $0, count: 1 << 20) }
    }
}

/// How far the making or reading of a backup is.
package enum BackupProgress: Sendable, Hashable {
    case copyingDatabase
    /// Bytes that were written, and about how many there are.
    case writing(Int64, of: Int64)
    /// Bytes that were read and compared.
    case reading(Int64)
}
