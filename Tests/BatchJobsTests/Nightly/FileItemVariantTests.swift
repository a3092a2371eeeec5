import CompassTesting
import Documents
import Engine
import Glibc
import Pipelines
import Platform
import Synchronization
import Testing

@testable import BatchJobs

/// Files of one time, and batches that started late.
@Suite struct FileItemVariantTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private func pipeline(_ source: String) throws -> Pipeline {
        try BatchBench.pipeline(
            """
            inputs: { user: { type: string, default: nobody } }
            source: { files: { \(source) } }
            stages: [{ uses: refuse }]
            """)
    }

    private func write(_ name: Path, age: Int = 0) throws {
        let file = try folder.write(name, Array("text".utf8))
        let time = timespec(tv_sec: 1_600_000_000 - age, tv_nsec: 0)
        #expect(file.withCString { utimensat(AT_FDCWD, $0, [time, time], 0) } == 0)
    }

    private final class LeftOut: Sendable {
        private let lines = Mutex<[String]>([])
        var sorted: [String] { lines.withLock { $0.sorted() } }
        func add(_ event: BatchEvent) {
            if case .leftOut(let path, let reason) = event { lines.withLock { $0.append("\(path): \(reason)") } }
        }
    }

    private func items(
        of batch: BatchRecord, _ pipeline: Pipeline, pageSize: Int = 100, _ leftOut: LeftOut = LeftOut()
    ) throws -> FileItems {
        guard case .files(let definition) = pipeline.batchSource else { throw StageError.rejected("x", "no files") }
        return FileItems(
            source: definition, batch: batch, root: folder.path, pageSize: FilePageSize(smallest: pageSize),
            observe: { leftOut.add($0) })
    }

    /// The paths that a batch would take, in order, and what was left out.
    private func items(
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

    @Test("files of one time are told apart by their names, whatever their bytes")
    func sameTime() async throws {
        let names: [[UInt8]] = [
            [0xFF, 0x31], Array("a b".utf8), Array("a\nb".utf8), Array("é".utf8), [0x65, 0xCC, 0x81],
        ]
        for name in names { try write(Path("inbox").appending(Path(bytes: name))) }
        let (requests, _, _) = try await items("glob: 'inbox/*'", pageSize: 1)
        #expect(Set(requests.compactMap { $0.file?.name.bytes }) == Set(names))
        #expect(requests.count == names.count)
    }

    @Test("of a batch that a schedule started late, times count from its slot, and what came behind it is left")
    func slot() async throws {
        try folder.write("inbox/a.mp4", Array("text".utf8))
        let now = Timestamp.now()
        for (source, at, count) in [
            ("glob: 'inbox/*'", -60, 0), ("glob: 'inbox/*'", 60, 1), ("glob: 'inbox/*', older-than: 1h", 3_000, 0),
            ("glob: 'inbox/*', older-than: 1h", 3_700, 1),
        ] {
            let pipeline = try pipeline(source)
            let batch = BatchBench.batch(
                pipeline, at: now.advanced(by: .seconds(86_400)), slot: now.advanced(by: .seconds(at)))
            #expect(try await items(of: batch, pipeline).page(after: nil).items.count == count, "\(source) at \(at)")
        }
    }
}
