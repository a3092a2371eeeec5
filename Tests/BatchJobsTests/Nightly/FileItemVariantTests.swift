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
@Suite struct FileItemVariantTests: FileItemsSuite {
    let folder: TestFolder

    init() throws {
        folder = try TestFolder()
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
