import CompassTesting
import DirectoryStore
import Documents
import Platform
import Testing

@Suite struct ConformanceTests {
    @Test(
        "a folder keeps the contract of an object store", .timeLimit(.minutes(4)),
        arguments: ObjectStoreConformance.rules + ObjectStoreConformance.listingRules)
    func contract(rule: ObjectStoreRule) async throws {
        try await rule.check(ObjectFolder())
    }
}

/// A folder of its own for the rules of `ObjectStoreConformance`.
private struct ObjectFolder: TestedObjectPlace {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private var root: Path { folder.path.appending("objects") }

    func open() async throws -> any ObjectStore { try DirectoryStore(root: root) }

    /// Hidden files: keys have no leading dot.
    func leftovers() async throws -> [String] {
        var found: [String] = []
        var folders = [root]
        while let folder = folders.popLast() {
            for name in try Files.list(folder) where folder != root || name != DirectoryStore.marker {
                let path = folder.appending(name)
                if name.bytes.first == UInt8(ascii: ".") { found.append(path.description) }
                if try FileStatus.of(path, followingLinks: false).kind == .folder { folders.append(path) }
            }
        }
        return found
    }
}
