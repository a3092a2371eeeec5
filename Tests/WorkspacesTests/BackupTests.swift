import CompassTesting
import Diagnostics
import Documents
import Engine
import Glibc
import Pipelines
import Platform
import Representations
import Synchronization
import Testing

@testable import Workspaces

/// Backups as a second face would make and read them.
@Suite(.timeLimit(.minutes(4))) struct BackupTests {
    private static let pool = WorkerPool(name: "backup-tests", width: 2)

    private static func filled() async throws -> TestWorkspace {
        let test = try await TestWorkspace()
        for name in ["a", "b", "c"] { try test.write(Path("\(name).txt"), "the words of \(name)\n") }
        let results = try await test.run(["a.txt", "b.txt", "c.txt"].map { test.folder.file($0) })
        #expect(results.allSatisfy { $0.run.status == .succeeded })
        return test
    }

    private static func check(_ file: Path) async throws -> Restoration.Report {
        try await Restoration(
            of: file, registry: { _ in try TestWorkspace.registry() }, pool: pool, progress: { _ in }
        ).check()
    }

    @Test("a backup that became a file is on record, one that is sent or fails is not, and a copy knows of none")
    func record() async throws {
        let test = try await Self.filled()
        let backup = Backup(of: test.workspace, pool: Self.pool) { _ in }
        let file = test.folder.file("b.tar")
        #expect(try LastBackup.read(in: test.workspace.state) == nil)
        _ = try await backup.makeTemporary()
        try Files.replace(file, with: Array("taken".utf8))
        await #expect(throws: Problem.self) { _ = try await backup.make(at: file, replacing: false) }
        #expect(try LastBackup.read(in: test.workspace.state) == nil)

        try Files.remove(file)
        #expect(try await backup.make(at: file, replacing: false).unrecorded == nil)
        let first = try #require(try LastBackup.read(in: test.workspace.state))
        #expect(try await backup.make(at: file, replacing: true).unrecorded == nil)
        #expect(try #require(try LastBackup.read(in: test.workspace.state)) >= first)

        let copy = test.folder.file("copy")
        _ = try await Restoration(
            of: file, registry: { _ in try TestWorkspace.registry() }, pool: Self.pool, progress: { _ in }
        ).restore(to: copy)
        #expect(try LastBackup.read(in: copy.appending(".compass")) == nil)
    }

    @Test("a time that cannot be recorded leaves the backup whole, and is told")
    func unrecorded() async throws {
        let test = try await Self.filled()
        try Files.createFolders(test.workspace.state.appending("last-backup"))
        let file = test.folder.file("b.tar")
        let report = try await Backup(of: test.workspace, pool: Self.pool) { _ in }.make(at: file, replacing: false)
        #expect(report.unrecorded?.code == EISDIR)
        #expect(try await Self.check(file).versions == 3)
    }

    @Test(
        "whatever is changed in a backup is noticed, and is told as a problem, with the file that is not what was saved"
    )
    func changed() async throws {
        let test = try await Self.filled()
        let file = test.folder.file("b.tar")
        _ = try await Backup(of: test.workspace, pool: Self.pool) { _ in }.make(at: file, replacing: false)
        let whole = try Files.read(file, limit: 1 << 24)
        let bad = test.folder.file("bad.tar")
        var random = SeededRandom(seed: 20_261_127)
        var noticed = 0
        let count = Nightly.isOn ? 250 : 25
        for round in 0..<count {
            var bytes = whole
            if round % 5 == 0 {
                bytes.removeLast(Int.random(in: 1_025..<bytes.count, using: &random))
            } else {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                bytes[place] ^= UInt8(truncatingIfNeeded: 1 << Int.random(in: 0..<8, using: &random))
            }
            try Files.replace(bad, with: bytes)
            do {
                _ = try await Self.check(bad)
                // What is neither a name nor a size nor contents: padding between the entries, times, rights.
            } catch let problem as Problem {
                #expect(problem.message.contains("\(bad)") || problem.message.contains("backup"), "\(problem)")
                noticed += 1
            }
        }
        #expect(noticed > (Nightly.isOn ? 200 : 12), "\(noticed) of \(count)")
    }

    @Test("what is erased while a backup is made is not in it, and all else is whole")
    func erasedMeanwhile() async throws {
        let test = try await Self.filled()
        let file = test.folder.file("b.tar")
        let workspace = test.workspace
        let victim = try #require(
            try await workspace.catalog.documents(titled: "b", of: nil, trashed: false, limit: 1).first)
        let isErased = Atomic<Bool>(false)
        let report = try await Backup(of: workspace, pool: Self.pool) { progress in
            guard case .writing = progress, !isErased.exchange(true, ordering: .relaxed) else { return }
            // The database is copied, and no object is.
            let done = WorkQueue<Bool>()
            let erasing = Task {
                defer { done.put(true) }
                _ = try await workspace.catalog.deleteDocument(of: victim.id, expecting: nil)
                _ = try await workspace.eraseQueuedObjects()
            }
            _ = done.take()
            withExtendedLifetime(erasing) {}
        }.make(at: file, replacing: false)
        #expect(report.erased == 1 && report.versions == 2 && report.objects == 2, "\(report)")
        #expect(report.damage.isEmpty)
        let restored = try await Restoration(
            of: file, registry: { _ in try TestWorkspace.registry() }, pool: Self.pool, progress: { _ in }
        ).restore(to: test.folder.file("new"))
        #expect(restored.documents == 2 && restored.damage.isEmpty, "\(restored)")
    }

    @Test(
        "what is erased after its bytes were copied stays in the backup whole, and no object without a version is restored"
    )
    func erasedAfterCopying() async throws {
        let test = try await Self.filled()
        let workspace = test.workspace
        let victims = try await workspace.catalog.documents(DocumentQuery(), limit: 10, after: nil).items
        #expect(victims.count == 3)
        let steps = Mutex<[Int64]>([])
        _ = try await Backup(of: workspace, pool: Self.pool) { progress in
            if case .writing(let bytes, _) = progress { steps.withLock { $0.append(bytes) } }
        }.make(at: test.folder.file("first.tar"), replacing: false)
        // Each object is written in one step, of as many bytes as it has.
        let written = steps.withLock { $0 }
        let sizes = zip(written, [0] + written).map { $0 - $1 }
        let last = try #require(sizes.lastIndex(of: victims[0].size))
        let moment = written[last]
        let isErased = Atomic<Bool>(false)
        let file = test.folder.file("b.tar")
        let report = try await Backup(of: workspace, pool: Self.pool) { progress in
            guard case .writing(let bytes, _) = progress, bytes >= moment,
                !isErased.exchange(true, ordering: .relaxed)
            else { return }
            let done = WorkQueue<Bool>()
            let erasing = Task {
                defer { done.put(true) }
                for victim in victims { _ = try await workspace.catalog.deleteDocument(of: victim.id, expecting: nil) }
                _ = try await workspace.eraseQueuedObjects()
            }
            _ = done.take()
            withExtendedLifetime(erasing) {}
        }.make(at: file, replacing: false)
        let hasErased = isErased.load(ordering: .relaxed)
        #expect(hasErased)
        #expect(report.erased == 0 && report.versions == 3 && report.objects == 3, "\(report)")
        let restored = try await Restoration(
            of: file, registry: { _ in try TestWorkspace.registry() }, pool: Self.pool, progress: { _ in }
        ).restore(to: test.folder.file("new"))
        #expect(restored.documents == 3 && restored.objects == 3 && restored.damage.isEmpty, "\(restored)")
    }

    @Test("an object that nothing in a backup's database needs is not restored")
    func unneededObject() async throws {
        let test = try await Self.filled()
        let file = test.folder.file("b.tar")
        _ = try await Backup(of: test.workspace, pool: Self.pool) { _ in }.make(at: file, replacing: false)
        // As where a document was erased before its own bytes were copied, and after those of a picture of it.
        let script = """
            import hashlib, io, sys, tarfile
            source = tarfile.open(sys.argv[1])
            with tarfile.open(sys.argv[1] + '.new', 'w', format=tarfile.GNU_FORMAT) as target:
                for member in source:
                    content = source.extractfile(member).read()
                    if member.name == 'database/compass.db':
                        more = tarfile.TarInfo('objects/u1/transcript/17_b.txt-thumbnail-240.webp'); more.size = 1
                        target.addfile(more, io.BytesIO(b'x'))
                        extra = hashlib.sha256(b'x').hexdigest() + '  ' + more.name + '\\n'
                    if member.name == 'SHA256SUMS':
                        lines = content.decode().splitlines(keepends=True)
                        content = ''.join(lines[:-1] + [extra] + lines[-1:]).encode()
                        member.size = len(content)
                    target.addfile(member, io.BytesIO(content))
            """
        let process = try ChildProcess("/usr/bin/python3", ["-c", Path(script), file], errors: .inherit)
        _ = try process.output?.readToEnd(limit: 1 << 16)
        #expect(try process.wait().status == 0)
        let target = test.folder.file("new")
        let restored = try await Restoration(
            of: test.folder.file("b.tar.new"), registry: { _ in try TestWorkspace.registry() }, pool: Self.pool,
            progress: { _ in }
        ).restore(to: target)
        #expect(restored.objects == 3 && restored.versions == 3 && restored.damage.isEmpty, "\(restored)")
        #expect(!Files.exists(target.appending(".compass/objects/u1/transcript/17_b.txt-thumbnail-240.webp")))
    }

    @Test("a backup is not replaced by one with less than half of its versions, unless that is asked for")
    func smaller() async throws {
        let test = try await Self.filled()
        let workspace = test.workspace
        let file = test.folder.file("b.tar")
        _ = try await Backup(of: workspace, pool: Self.pool) { _ in }.make(at: file, replacing: false)
        let whole = try Files.read(file, limit: 1 << 24)
        let victims = try await workspace.catalog.documents(DocumentQuery(), limit: 2, after: nil).items
        _ = try await workspace.catalog.deleteDocument(of: victims[0].id, expecting: nil)
        _ = try await Backup(of: workspace, pool: Self.pool) { _ in }.make(at: file, replacing: true)
        try Files.replace(file, with: whole)
        _ = try await workspace.catalog.deleteDocument(of: victims[1].id, expecting: nil)
        await #expect {
            try await Backup(of: workspace, pool: Self.pool) { _ in }.make(at: file, replacing: true)
        } throws: {
            ($0 as? Problem)
                == .refused(
                    "\(file) has 3 versions, and the workspace only 1 now: it was not replaced, as documents may have been lost.",
                    advice: [.replaceLarger])
        }
        #expect(try Files.read(file, limit: 1 << 24) == whole)
        let report = try await Backup(of: workspace, pool: Self.pool) { _ in }
            .make(at: file, replacing: true, byFewer: true)
        #expect(report.versions == 1)
    }

    @Test("where the catalog has no document and the store has objects, nothing is stored and no backup is made")
    func lostDatabase() async throws {
        let test = try await Self.filled()
        let state = test.folder.file(".compass")
        for name in try Files.list(state) where name.text.hasPrefix("compass.db") {
            try Files.remove(state.appending(name))
        }
        let folder = try WorkspaceFolder(test.folder.path, registry: TestWorkspace.registry())
        let place = "\(test.folder.path)/.compass/objects"
        let message =
            "The object store \(place) has objects, although the catalog has no document: the database was lost, emptied or "
            + "replaced. Bring it back, or restore a backup: the guide \"When things go wrong\" shows how. To begin anew, move the "
            + "objects away; nothing is stored there before."
        // Whoever stores nothing makes no new database beside them either.
        let error = await #expect(throws: ObjectStoreError.self) {
            _ = try await Workspace.open(folder, registry: TestWorkspace.registry(), storing: false)
        }
        #expect(error?.code == .unknown && !Files.exists(state.appending("compass.db")))
        // Without a database, and with an empty one, which who only reads would have made.
        for isMade in [false, true] {
            if isMade { try await Stores.open(folder.database).close() }
            await #expect {
                _ = try await Workspace.open(folder, registry: TestWorkspace.registry())
            } throws: {
                ($0 as? ObjectStoreError) == ObjectStoreError(.unknown, message)
            }
            #expect(Files.exists(state.appending("compass.db")) == isMade)
        }
        // An empty list would say that there was never anything.
        await #expect {
            _ = try await Workspace.openForReading(folder, registry: TestWorkspace.registry())
        } throws: {
            ($0 as? ObjectStoreError) == ObjectStoreError(.unknown, message)
        }
        let looking = try await Workspace.openForReading(
            folder, registry: TestWorkspace.registry(), mayBeLost: true)
        #expect(try await UnknownObjects.exist(in: looking.objects, of: looking.stores))
        await #expect {
            try await Backup(of: looking, pool: Self.pool) { _ in }
                .make(at: test.folder.file("b.tar"), replacing: false)
        } throws: {
            ($0 as? Problem)?.message.hasPrefix("The object store has objects, although the catalog has no document")
                == true
        }
        #expect(!Files.exists(test.folder.file("b.tar")))
    }

    @Test("a new workspace, and one whose documents were all erased, are taken for what they are")
    func nothingLost() async throws {
        let test = try await Self.filled()
        for document in try await test.workspace.catalog.documents(DocumentQuery(), limit: 10, after: nil).items {
            _ = try await test.workspace.catalog.deleteDocument(of: document.id, expecting: nil)
        }
        // Their objects are queued for deletion, and so are known.
        _ = try await TestWorkspace(reopening: test)
        _ = try await test.workspace.eraseQueuedObjects()
        let again = try await TestWorkspace(reopening: test)
        _ = try await Backup(of: again.workspace, pool: Self.pool) { _ in }
            .make(at: test.folder.file("b.tar"), replacing: false)
    }

    @Test(
        "where compass.yaml has the database and the objects outside of the workspace, they are put there, or refused if taken"
    )
    func outside() async throws {
        let test = try await Self.filled()
        let place = test.folder.file("elsewhere")
        try test.write("compass.yaml", "version: 1\ndatabase: sqlite:\(place)/c.db\nstorage: file:\(place)/objects\n")
        let file = test.folder.file("b.tar")
        _ = try await Backup(of: test.workspace, pool: Self.pool) { _ in }.make(at: file, replacing: false)
        await #expect {
            try await Restoration(
                of: file, registry: { _ in try TestWorkspace.registry() }, pool: Self.pool, progress: { _ in }
            ).restore(to: test.folder.file("new"))
        } throws: { error in
            let problem = error as? Problem
            return problem?.message
                == "compass.yaml of the backup has the database at \(place)/c.db and the objects in \(place)/objects, outside of the "
                + "new workspace" && problem?.advice == [.allowOutside]
        }
        #expect(!Files.exists(place))
        let restoration = Restoration(
            of: file, mayLeave: true, registry: { _ in try TestWorkspace.registry() }, pool: Self.pool,
            progress: { _ in })
        let report = try await restoration.restore(to: test.folder.file("new"))
        #expect(report.documents == 3)
        #expect(Files.exists(place.appending("c.db")))
        #expect(!Files.exists(test.folder.file("new/.compass/compass.db")))
        await #expect {
            try await restoration.restore(to: test.folder.file("newer"))
        } throws: {
            ($0 as? Problem)?.message
                == "There is a database at \(place)/c.db already, where compass.yaml of the backup has it."
        }
        #expect(!Files.exists(test.folder.file("newer")))
        try Files.remove(place.appending("c.db"))
        await #expect {
            try await restoration.restore(to: test.folder.file("newer"))
        } throws: {
            ($0 as? Problem)?.message
                == "There are objects in \(place)/objects already, where compass.yaml of the backup has them."
        }
    }
}
