import CompassTesting
import Diagnostics
import Documents
import Engine
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
