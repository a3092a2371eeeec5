import CompassTesting
import Documents
import Pipelines
import Platform
import Synchronization
import Testing

@testable import BatchJobs

/// How often a batch over files walks its folders, counted rather than timed.
@Suite struct FilePageTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    /// Items of the files in `inbox`, and how often their folder was walked.
    private final class Reading: Sendable {
        let items: FileItems
        private let counted: Counted
        var walks: Int { counted.walks }
        var found: Int { counted.found }

        private final class Counted: Sendable {
            private let state = Mutex((walks: 0, found: 0))
            var walks: Int { state.withLock { $0.walks } }
            var found: Int { state.withLock { $0.found } }
            func add(_ event: BatchEvent) {
                guard case .counted(let count) = event else { return }
                state.withLock { $0 = ($0.walks + 1, max($0.found, count)) }
            }
        }

        init(_ folder: TestFolder, _ pageSize: FilePageSize, _ batch: BatchRecord, _ pipeline: Pipeline) throws {
            guard case .files(let source)? = pipeline.batchSource else {
                throw StageError.failed(.permanent, "no-files", "The pipeline has no files.")
            }
            let counted = Counted()
            self.counted = counted
            items = FileItems(
                source: source, batch: batch, root: folder.path, pageSize: pageSize, observe: { counted.add($0) })
        }

        /// The paths of at most so many pages, the most that one of them had, and where the last of them ends.
        func read(
            after cursor: String? = nil, pages: Int = .max
        ) async throws -> (paths: [Path], largest: Int, next: String?) {
            var (paths, largest, next): ([Path], Int, String?) = ([], 0, cursor)
            var left = pages
            repeat {
                let page = try await items.page(after: next)
                paths += page.items.compactMap(\.path)
                largest = max(largest, page.items.count)
                next = page.next
                left -= 1
            } while next != nil && left > 0
            return (paths, largest, next)
        }
    }

    private func reader(files: Int) throws -> (FilePageSize) throws -> Reading {
        for number in 0..<files { try folder.write(Path("inbox/\(number % 7)/\(number).txt"), Array("text".utf8)) }
        let pipeline = try BatchBench.pipeline(
            """
            source: { files: { glob: 'inbox/*/*' } }
            stages: [{ uses: refuse }]
            """)
        let batch = BatchBench.batch(pipeline, at: Timestamp.now().advanced(by: .seconds(5)))
        return { try Reading(folder, $0, batch, pipeline) }
    }

    @Test(
        "the number of walks does not grow with the number of files, and each file comes once",
        arguments: Nightly.isOn ? [200, 800] : [300])
    func walks(files: Int) async throws {
        let reading = try reader(files: files)(FilePageSize(smallest: 5))
        let (paths, largest, _) = try await reading.read()
        #expect(paths.count == files)
        #expect(Set(paths).count == files)
        #expect(reading.found == files)
        // One for the first page, and one for each 32nd.
        #expect(reading.walks <= 33)
        #expect(largest <= files / 32 + 1)
    }

    @Test("a page holds no more than memory allows, and few files make pages of the smallest size")
    func bounds() async throws {
        let make = try reader(files: 150)
        let bounded = try await make(FilePageSize(smallest: 2, largest: 4)).read()
        #expect(bounded.paths.count == 150)
        #expect(bounded.largest == 4)
        let few = try await make(FilePageSize(smallest: 50)).read()
        #expect(few.paths == bounded.paths)
        #expect(few.largest == 50)
    }

    @Test("a process that goes on behind a cursor reads what is left, in the same order, in few walks as well")
    func resumed() async throws {
        let files = Nightly.isOn ? 300 : 150
        let make = try reader(files: files)
        let all = try await make(FilePageSize(smallest: 10)).read().paths
        for pages in Nightly.isOn ? [1, 2, 12] : [2] {
            let begun = try await make(FilePageSize(smallest: 10)).read(pages: pages)
            let cursor = try #require(begun.next)
            let second = try make(FilePageSize(smallest: 10))
            let rest = try await second.read(after: cursor)
            #expect(begun.paths + rest.paths == all)
            #expect(second.walks <= 33)
        }
    }
}
