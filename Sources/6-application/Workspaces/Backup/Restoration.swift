internal import Archives
internal import Diagnostics
internal import Digests
internal import Documents
internal import Glibc
internal import LocalStore
package import Pipelines
package import Platform
internal import Representations

/// Makes a workspace of a backup.
///
/// All is read into a hidden folder of the new workspace's own, compared with the checksums and looked at before any of it gets
/// its name; the state folder gets it last. So the workspace is there whole, or the folder says that it is not.
package struct Restoration: Sendable {
    /// What was made.
    package struct Report: Sendable, Hashable {
        /// When the backup was made, and by which version of compass.
        package var madeAt = ""
        package var program = ""
        /// Those in the trash among them.
        package var documents = 0
        package var trashed = 0
        package var versions = 0
        package var objects = 0
        package var files = 0
        package var bytes: Int64 = 0
        /// Runs that went on when the backup was made, and notifications that waited: they go on here.
        package var unfinishedRuns = 0
        package var waiting = 0
        /// A sentence for each object that is not what was stored, and for each version whose bytes are not there.
        package var damage: [String] = []
        /// A sentence for each channel that is not available there, such as for a secret, which no backup has.
        package var channelProblems: [String] = []
    }

    private let file: Path
    private let mayLeave: Bool
    private let registry: @Sendable (Path) throws -> Registry
    private let pool: WorkerPool
    private let progress: @Sendable (BackupProgress) -> Void

    /// - Parameters:
    ///   - file: the backup.
    ///   - mayLeave: whether its database and objects may be put outside of the new workspace, where its `compass.yaml` says so.
    ///     Whoever made it chooses that place.
    ///   - registry: the stage types, channels and object stores of a workspace in a folder.
    ///   - pool: for calls that block.
    ///   - progress: told now and then.
    package init(
        of file: Path, mayLeave: Bool = false, registry: @escaping @Sendable (Path) throws -> Registry,
        pool: WorkerPool,
        progress: @escaping @Sendable (BackupProgress) -> Void
    ) {
        self.file = file
        self.mayLeave = mayLeave
        self.registry = registry
        self.pool = pool
        self.progress = progress
    }

    /// Reads the backup, holds it against its checksums, looks at its database, and makes nothing.
    ///
    /// - Throws: `Problem` when it is none, or damaged.
    package func check() async throws -> Report {
        try await withTaskExecutorPreference(pool) {
            let scratch = try TemporaryFolder()
            let reader = try BackupReader(file, in: scratch.folder, progress: progress)
            var report = Report()
            var order = BackupOrder()
            let head = try await reader.check { content in
                switch try order.next(content.path) {
                case .definition, .kept: break
                case .object: report.objects += 1
                case .database:
                    try content.write(to: BackupFormat.database.name, in: scratch.folder)
                }
            }
            try order.end()
            let database = scratch.path.appending(BackupFormat.database.name)
            try Self.requireSound(database)
            let stores = try await Stores.open(.sqlite(database), readers: 1)
            do {
                let missing = try await reader.missing(for: stores.references)
                report.versions = missing.versions
                report.damage = try await reader.damage(by: stores.references) + missing.sentences
            } catch {
                try? await stores.close()
                throw error
            }
            try await stores.close()
            (report.madeAt, report.program) = (head.madeAt, head.program)
            (report.files, report.bytes) = (reader.files, reader.bytes)
            return report
        }
    }

    /// - Throws: `Problem` when a database is damaged or empty, or something in it would act otherwise than compass means it.
    fileprivate static func requireSound(_ database: Path) throws {
        let health: DatabaseHealth
        do {
            health = try DatabaseHealth.examine(database)
        } catch let error as StoreError where error.code == .earlierSchema {
            throw Problem.refused(StoreError.earlierSchema("The database of the backup").message)
        }
        if let first = health.damage.first {
            throw Problem.refused("The database of the backup is damaged: \(Printable.short(first))")
        }
        if health.schemaVersion > health.knownVersion {
            throw Problem.refused(
                "The database of the backup has schema version \(health.schemaVersion), and this program knows none after "
                    + "\(health.knownVersion): a newer version of compass has made it. Use that one or a later one.")
        }
        if health.schemaVersion == 0 { throw Problem.refused("The database of the backup is empty.") }
        if let first = health.foreignParts.first {
            throw Problem.refused(
                "The database of the backup has the \(Printable.short(first)), which no database has that compass has made."
            )
        }
    }

    /// Makes the workspace. On disk on return.
    ///
    /// - Parameter target: a folder that is not there, or is empty.
    /// - Throws: `Problem`, `InvalidFiles`, the stores' errors, `SystemError`, `CancellationError`. What was made is removed
    ///   then, but for objects and a database whose place is outside of the folder.
    package func restore(to target: Path) async throws -> Report {
        try await withTaskExecutorPreference(pool) {
            let place = try RestorationPlace(target)
            do {
                let report = try await fill(place)
                Failpoint.pass("restore.filled")
                try place.publish()
                return report
            } catch {
                place.remove()
                throw error
            }
        }
    }

    private func fill(_ place: RestorationPlace) async throws -> Report {
        let reader = try BackupReader(file, in: place.folder, progress: progress)
        var report = Report()
        var opened: OpenedParts?
        /// The definitions come first, and say where the rest belongs.
        func parts() async throws -> OpenedParts {
            if let opened { return opened }
            let made = try await OpenedParts(in: place, registry: registry(place.path), mayLeave: mayLeave)
            opened = made
            return made
        }
        var order = BackupOrder()
        let head = try await reader.check { content in
            switch try order.next(content.path) {
            case .definition(let path), .kept(let path):
                try place.write(content, to: path)
            case .object(let key):
                try await parts().put(content, at: key)
                report.objects += 1
            case .database:
                try await parts().writeDatabase(content)
            }
        }
        try order.end()
        (report.madeAt, report.program) = (head.madeAt, head.program)
        (report.files, report.bytes) = (reader.files, reader.bytes)
        try await parts().examine(&report, reader)
        // An archive has no folder without a file.
        _ = try place.folder.createFolder("pipelines", mode: 0o700)
        return report
    }
}

/// Where the objects and the database of a workspace belong that is being restored.
private struct OpenedParts {
    private let folder: WorkspaceFolder
    private let objects: any ObjectStore
    private let place: RestorationPlace
    private let database: Path
    private let channelProblems: [String]

    /// - Throws: `Problem` when something is there already.
    init(in place: RestorationPlace, registry: Registry, mayLeave: Bool) async throws {
        self.place = place
        folder = try WorkspaceFolder(place.path, registry: registry)
        try Self.requireInside(folder.definition, mayLeave: mayLeave)
        guard let file = folder.database.file else {
            throw Problem.refused("The workspace's database is no file, and a backup is restored into a file alone.")
        }
        database = file
        if Stores.exists(folder.database) {
            throw Problem.refused("There is a database at \(file) already, where compass.yaml of the backup has it.")
        }
        let parts = PartFactory(folder: folder, registry: registry, secrets: Secrets(workspace: place.path))
        channelProblems = parts.channels().problems
        let store = try parts.objectStore()
        if let existing = try await store.openExisting() as? any ObjectListing {
            var isEmpty = true
            _ = try await existing.forEachPage(of: 1) { page in if !page.isEmpty { isEmpty = false } }
            if !isEmpty {
                throw Problem.refused(
                    "There are objects in \(store.description) already, where compass.yaml of the backup has them.")
            }
        }
        objects = try await store.open(isExpected: false)
    }

    /// A backup of somebody else could have files written anywhere.
    ///
    /// - Throws: `Problem` when compass.yaml has the database or the objects outside of the workspace.
    private static func requireInside(_ definition: WorkspaceDefinition, mayLeave: Bool) throws {
        func climbs(_ path: Path) -> Bool {
            path.bytes.split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual("..".utf8) }
        }
        func leaves(_ path: Path) -> Bool { path.isAbsolute || climbs(path) }
        if let path = [definition.database.file, definition.storage.folder].compactMap(\.self).first(where: climbs) {
            throw Problem.invalidRequest(
                "compass.yaml of the backup has data at \(path), relative to where the workspace was, which cannot be restored; "
                    + "take compass.yaml out of the archive, write the whole path into it, and put it back")
        }
        if mayLeave { return }
        var places: [String] = []
        if let file = definition.database.file, leaves(file) { places.append("the database at \(file)") }
        if let folder = definition.storage.folder {
            if leaves(folder) { places.append("the objects in \(folder)") }
        } else {
            places.append("the objects in a store of type `\(definition.storage.type)`")
        }
        if places.isEmpty { return }
        throw Problem.invalidRequest(
            "compass.yaml of the backup has \(places.joined(separator: " and ")), outside of the new workspace",
            advice: [.allowOutside])
    }

    func put(_ content: BackupReader.Content, at key: ObjectKey) async throws {
        _ = try await objects.put(ContentSource(content), at: key) { _ in }
    }

    func writeDatabase(_ content: BackupReader.Content) throws {
        try PrivateFolder.prepare(database.folder)
        let folder = try Folder(opening: database.folder)
        try place.write(content, to: database.name, in: folder)
    }

    /// Looks at the database, and whether each version has its bytes.
    func examine(_ report: inout Restoration.Report, _ reader: BackupReader) async throws {
        try Restoration.requireSound(database)
        let stores = try await Stores.open(folder.database, readers: 1)
        do {
            report.damage = try await reader.damage(by: stores.references)
            try await removeUnneeded(by: stores.references, &report)
            try await examine(stores, &report)
        } catch {
            try? await stores.close()
            throw error
        }
        try await stores.close()
        report.channelProblems = channelProblems
    }

    /// A backup may have renditions of a document that was erased before its own bytes could be copied.
    private func removeUnneeded(by references: any ObjectReferences, _ report: inout Restoration.Report) async throws {
        guard let listing = objects as? any ObjectListing else { return }
        _ = try await listing.forEachPage(of: 500) { page in
            for key in try await references.unneeded(page.map(\.key.text)).compactMap({ ObjectKey($0) }) {
                try await objects.delete(key)
                report.objects -= 1
            }
        }
    }

    private func examine(_ stores: Stores, _ report: inout Restoration.Report) async throws {
        var row: Int64 = 0
        while true {
            let page = try await stores.references.versionObjects(after: row, limit: 500)
            guard let last = page.last else { break }
            row = last.row
            for version in page {
                report.versions += 1
                guard let key = ObjectKey(version.key), let object = try await objects.open(key),
                    object.size == version.size
                else {
                    report.damage.append(BackupReader.sentence(version))
                    continue
                }
            }
        }
        report.trashed = try await trashedDocuments(stores)
        report.documents = try await stores.catalog.statistics(owner: nil).total + report.trashed
        report.waiting = try await stores.outbox.waiting()
        var query = RunQuery()
        query.statuses = [.running]
        var cursor: String?
        repeat {
            let page = try await stores.journal.runs(query, limit: 1_000, after: cursor)
            report.unfinishedRuns += page.items.count
            cursor = page.next
        } while cursor != nil
    }

    /// Without versions in the trash whose documents are not there.
    private func trashedDocuments(_ stores: Stores) async throws -> Int {
        var query = DocumentQuery()
        query.trashed = true
        var (count, cursor): (Int, String?) = (0, nil)
        repeat {
            let page = try await stores.catalog.documents(query, limit: 1_000, after: cursor)
            count += page.items.count(where: \.isCurrent)
            cursor = page.next
        } while cursor != nil
        return count
    }
}

/// A file of a backup, to be stored as an object.
///
/// `@unchecked Sendable`: a store reads it from front to back, on one thread at a time, and whoever gave it waits meanwhile.
private final class ContentSource: ObjectSource, @unchecked Sendable {
    private let content: BackupReader.Content
    private var offset: Int64 = 0

    init(_ content: BackupReader.Content) {
        self.content = content
    }

    var size: Int64 { content.size }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws -> Int {
        guard offset == self.offset else {
            throw Problem(.failed, "An object store read a backup out of order. This is a mistake in the program.")
        }
        let count = try content.read(into: buffer)
        self.offset += Int64(count)
        return count
    }

    /// The checksums tell.
    func verifyUnchanged() {}
}
