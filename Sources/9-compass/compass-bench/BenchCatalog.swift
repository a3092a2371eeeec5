internal import Documents
internal import LocalStore
internal import Pipelines
internal import Platform

/// A catalog with many documents, made by the same calls that runs make; when there are very many, most are copies.
enum BenchCatalog {
    /// More than so many are copied.
    static let maxCalled = 1_000_000

    static func make(_ bench: BenchWorkspace, documents: Int) async throws -> LocalStore {
        let store = try await LocalStore.open(bench.folder.appending("catalog/compass.db"))
        try await store.addSchools(
            try (0..<40).map { try School(id: "school-\($0)", name: "School \($0)") }, replacing: true)
        let types = DocumentType.allCases
        let called = documents > maxCalled ? repeating : documents
        for start in stride(from: 0, to: called, by: 5_000) {
            try await store.transact { transaction in
                for number in start..<min(called, start + 5_000) {
                    let version = try transaction.catalog.createVersion(
                        NewVersion(
                            owner: "athlete-\(number % 500)", type: types[number % types.count],
                            title: "Highlight \(number) \(words[number % words.count])",
                            description: "The \(words[number / 7 % words.count]) of season \(number % 30)",
                            objectKey: "bench/\(number)", fileURL: "file:bench/\(number)", name: "\(number).pdf",
                            mimeType: "application/pdf", size: Int64(number % 1_000_000), sha256: "\(number)",
                            run: "bench-\(number)"))
                    if number % 3 == 0 {
                        _ = try transaction.catalog.share(
                            version.id, with: (0...(number % 4)).map { "school-\((number + $0) % 40)" }, run: nil)
                    }
                }
            } recording: { _ in
                []
            }
        }
        if called < documents { try await addCopies(to: store, documents: documents) }
        return store
    }

    /// Bytes of its database; the log of it is written back by and by, and counts as well.
    static func size(_ bench: BenchWorkspace) throws -> Int64 {
        try ["", "-wal"].map { try FileStatus.of(bench.folder.appending(Path("catalog/compass.db\($0)"))).size }.reduce(
            0, +)
    }

    private static let words = [
        "game", "goals", "saves", "grades", "letter", "sprint", "final", "camp", "drills", "assist",
    ]
}
