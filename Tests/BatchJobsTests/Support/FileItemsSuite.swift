import CompassTesting
import Documents
import Engine
import Glibc
import Pipelines
import Platform
import Synchronization
import Testing

@testable import BatchJobs

/// What was left out of a batch.
final class LeftOut: Sendable {
    private let lines = Mutex<[String]>([])
    var sorted: [String] { lines.withLock { $0.sorted() } }
    func add(_ event: BatchEvent) {
        if case .leftOut(let path, let reason) = event { lines.withLock { $0.append("\(path): \(reason)") } }
    }
}

/// Files of a folder, and the batches that take them.
protocol FileItemsSuite {
    var folder: TestFolder { get }
}

extension FileItemsSuite {
    func pipeline(_ source: String) throws -> Pipeline {
        try BatchBench.pipeline(
            """
            inputs: { user: { type: string, default: nobody } }
            source: { files: { \(source) } }
            stages: [{ uses: refuse }]
            """)
    }

    func write(_ name: Path, age: Int = 0) throws {
        let file = try folder.write(name, Array("text".utf8))
        let time = timespec(tv_sec: 1_600_000_000 - age, tv_nsec: 0)
        #expect(file.withCString { utimensat(AT_FDCWD, $0, [time, time], 0) } == 0)
    }

    func items(
        of batch: BatchRecord, _ pipeline: Pipeline, pageSize: Int = 100, _ leftOut: LeftOut = LeftOut()
    ) throws -> FileItems {
        guard case .files(let definition) = pipeline.batchSource else { throw StageError.rejected("x", "no files") }
        return FileItems(
            source: definition, batch: batch, root: folder.path, pageSize: FilePageSize(smallest: pageSize),
            observe: { leftOut.add($0) })
    }

    /// The paths that a batch would take, in order, and what was left out.
    func items(
        _ source: String, pageSize: Int = 2, at time: Timestamp = Timestamp.now().advanced(by: .seconds(5))
    ) async throws -> (requests: [RunRequest], leftOut: [String], failure: StageError?) {
        let pipeline = try pipeline(source)
        let leftOut = LeftOut()
        let items = try items(of: BatchBench.batch(pipeline, at: time), pipeline, pageSize: pageSize, leftOut)
        var requests: [RunRequest] = []
        var cursor: String?
        repeat {
            let page = try await items.page(after: cursor)
            #expect(page.items.count <= pageSize)
            for item in page.items {
                if let request = try await item.prepare() { requests.append(request) }
            }
            cursor = page.next
        } while cursor != nil
        return (requests, leftOut.sorted, items.failure)
    }
}
