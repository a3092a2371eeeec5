import CompassTesting
import Documents
import Engine
import Pipelines
import Platform
import Representations
import Testing

@testable import Workspaces

@Suite struct DocumentTests {
    /// A workspace with one document of two versions, shared with two schools.
    private func stored() async throws -> (TestWorkspace, [DocumentVersion]) {
        let bench = try await TestWorkspace(["text": TestWorkspace.pipeline(schools: "[stanford, ucla]")])
        for text in ["First\n", "Second\n"] {
            let result = try await bench.run([try bench.write("essay.txt", text)]).first
            #expect(result?.run.status == .succeeded, "\(String(describing: result?.run.error))")
        }
        let document = try #require(
            try await bench.workspace.catalog.documents(DocumentQuery(), limit: 10, after: nil).items.first)
        let history = try await bench.workspace.history(of: document.id)
        #expect(history.versions.map(\.number) == [2, 1] && history.version.id == document.id)
        #expect(history.record["versions"]?.list?.count == 2)
        return (bench, history.versions)
    }

    @Test("a document in the trash is back with the shares that are asked for, and the others are named")
    func trashAndRestore() async throws {
        let (bench, versions) = try await stored()
        let workspace = bench.workspace
        let target = try await DocumentTarget(versions[1].id, version: nil, in: workspace.catalog)
        let trashing = try await workspace.trash(target)
        #expect(Set(trashing.ended) == ["stanford", "ucla"] && trashing.version.trashedAt != nil)
        #expect(trashing.record["ended-shares"]?.list?.count == 2)
        let restored = try await workspace.restore(versions[0].id, withShares: false)
        #expect(restored.restored.isEmpty && Set(restored.ended) == ["stanford", "ucla"])
        let shared = try await workspace.restore(versions[0].id, withShares: true)
        #expect(Set(shared.restored) == ["stanford", "ucla"] && shared.ended.isEmpty)
        #expect(Set(shared.version.sharedWith) == ["stanford", "ucla"])
    }

    @Test("one version goes into the trash alone")
    func trashVersion() async throws {
        let (bench, versions) = try await stored()
        let target = try await DocumentTarget(versions[0].id, version: 1, in: bench.workspace.catalog)
        let trashing = try await bench.workspace.trash(target)
        #expect(trashing.version.id == versions[1].id && trashing.ended.isEmpty)
        #expect(try await bench.workspace.catalog.version(versions[0].id).trashedAt == nil)
        await #expect(throws: Problem.self) {
            _ = try await DocumentTarget(versions[0].id, version: 3, in: bench.workspace.catalog)
        }
    }

    @Test("what was confirmed is deleted with its objects, and nothing is when there is more by now")
    func delete() async throws {
        let (bench, versions) = try await stored()
        let workspace = bench.workspace
        let target = try await DocumentTarget(versions[0].id, version: nil, in: workspace.catalog)
        _ = try await bench.run([try bench.write("essay.txt", "Third\n")])
        await #expect(throws: CatalogError.self) { _ = try await workspace.delete(target, isConfirmed: true) }
        let now = try await DocumentTarget(versions[0].id, version: nil, in: workspace.catalog)
        let (erased, left) = try await workspace.delete(now, isConfirmed: true)
        #expect(Set(erased.map(\.number)) == [1, 2, 3] && left.isEmpty)
        for version in erased {
            let key = try #require(ObjectKey(version.objectKey))
            #expect(try await workspace.objects.open(key) == nil)
        }
    }

    @Test("bytes are verified on their way into a file, which replaces none unasked")
    func download() async throws {
        let (bench, versions) = try await stored()
        let (version, bytes) = try await bench.workspace.download(versions[0].id)
        #expect(version.fileName == "essay.txt")
        let file = bench.folder.path.appending("copy.txt")
        try await bytes.save(to: file, replacing: false)
        #expect(try Files.read(file, limit: 100) == Array("Second\n".utf8))
        await #expect(throws: Problem.self) { try await bytes.save(to: file, replacing: false) }
        try await bytes.save(to: file, replacing: true)
        let wrong = VerifiedCopy(reader: bytes.reader, size: version.size, sha256: String(repeating: "0", count: 64))
        let other = bench.folder.path.appending("other.txt")
        await #expect(throws: ObjectStoreError.self) { try await wrong.save(to: other, replacing: false) }
        #expect(!Files.exists(other), "it appears whole or not at all")
    }

    @Test("schools of a file come all or not at all")
    func schools() throws {
        let folder = try TestFolder()
        let good = try folder.write("good.yaml", Array("mit: MIT\nucla: UCLA\n".utf8))
        #expect(try SchoolsFile.read(good).schools.map(\.id) == ["mit", "ucla"])
        let bad = try folder.write("bad.yaml", Array("mit: MIT\n'Not An ID!': UCLA\n".utf8))
        #expect(throws: InvalidFiles.self) { try SchoolsFile.read(bad) }
    }

    @Test(
        "a file of schools that is as large as it may be is read; a larger one is refused with the limit and a way out")
    func schoolsLimit() async throws {
        let test = try await TestWorkspace()
        let limit = 1_048_576
        let schools = "mit: MIT\nucla: UCLA\n"
        let comment = "#" + String(repeating: "x", count: limit - schools.utf8.count - 2) + "\n"
        let full = try test.write("schools.yaml", schools + comment)
        #expect(try Files.read(full, limit: 1 << 24).count == limit)
        #expect(try SchoolsFile.read(full).schools.map(\.id) == ["mit", "ucla"])
        try test.write("schools.yaml", schools + comment + " ")
        let sentence =
            "\(full) is larger than 1048576 bytes, which is the most that a file of schools may have in YAML or JSON; one that "
            + "ends in `.csv`, with the columns `id` and `name`, may have 16777216"
        #expect {
            try SchoolsFile.read(full)
        } throws: {
            ($0 as? Problem) == .invalidRequest(sentence)
        }
        let many = (0..<60_000).map { "s\($0),University of Somewhere \($0)\n" }.joined()
        #expect(try SchoolsFile.read(test.write("schools.csv", "id,name\n" + many)).schools.count == 60_000)
        let folder = try WorkspaceFolder(test.folder.path, registry: TestWorkspace.registry())
        #expect {
            try folder.schools()
        } throws: {
            ($0 as? Problem)
                == .invalidRequest("`schools` of compass.yaml names a file that cannot be read: \(sentence)")
        }
    }
}
