import CompassTesting
import FileIntake
import Platform
import Testing

@Suite struct EarliestFilesTests {
    private struct File: AgedFile, Equatable {
        let modified: Int64
        let path: Path
    }

    @Test("the oldest of many are kept, in order, and the rest is counted", arguments: [1, 2, 7, 50, 100])
    func oldest(limit: Int) {
        var random = SeededRandom(seed: 7)
        // Several are of the same age.
        let files = (0..<50).map { File(modified: Int64($0 % 10), path: Path("f\($0)")) }
        var oldest = EarliestFiles<File>(limit: limit)
        for file in files.shuffled(using: &random) { oldest.add(file) }
        let sorted = files.sorted { ($0.modified, $0.path.text) < ($1.modified, $1.path.text) }
        #expect(oldest.sorted == Array(sorted.prefix(limit)))
        #expect(oldest.count == 50)
        #expect(oldest.omitted == max(0, 50 - limit))
    }
}
