import CompassTesting
import FileType
import Glibc
import Platform
import Testing

/// Many files held against file(1).
@Suite struct FileCommandTests {
    @Test("damaged, random and made-up files are what file(1) says they are")
    func mutations() throws {
        let folder = try TestFolder()
        var generator = SeededRandom(seed: 1)
        // The one large sample would make up most of the time.
        let originals = try Fixtures.paths().map { try Files.read($0, limit: 1 << 20) }.filter { $0.count < 20_000 }
        var paths: [Path] = []
        for number in 0..<(Nightly.isOn ? 3_000 : 150) {
            let original = try #require(originals.randomElement(using: &generator))
            let bytes =
                number % 3 == 0
                ? Mutation.random(using: &generator) : Mutation.mutate(original, using: &generator)
            paths.append(try folder.write(Path("\(number)"), bytes))
        }
        try FileTypeDetectorTests.expectAgreement(paths, in: folder)
    }

    @Test("what comes late in a file counts for its encoding as much as for file(1)")
    func lateEncoding() throws {
        let folder = try TestFolder()
        let line = Array("Grade point average, in all subjects: 3.91\r\n".utf8)
        func text(_ count: Int) -> [UInt8] {
            Array(Array(repeatElement(line, count: count / line.count + 1)).joined().prefix(count))
        }
        let lates: [[UInt8]] = [
            [0], Array("é".utf8), [0xE9], Array("🏈".utf8), [0xC3], [0x1B, 0x5B], [0xFF, 0xFE], [0x80, 0x81], [],
        ]
        let wide: [UInt8] = [0x3D, 0xD8, 0xC8, 0xDF]
        var paths: [Path] = []
        for (number, late) in lates.enumerated() {
            for start in Nightly.isOn
                ? [1, 100, 4_093, 4_094, 4_095, 4_096, 4_097, 65_534, 65_535, 65_536, 65_540]
                : [4_096]
            {
                let bytes = text(start) + late + text(3_000)
                paths.append(try folder.write(Path("\(number)-\(start)"), bytes))
                paths.append(try folder.write(Path("pdf-\(number)-\(start)"), Array("%PDF-1.4\n".utf8) + bytes))
                paths.append(
                    try folder.write(
                        Path("nul-\(number)-\(start)"), text(start) + late + [UInt8](repeating: 0, count: 9_000)))
            }
        }
        for start in Nightly.isOn ? [4_090, 4_092, 4_094, 4_096, 65_532, 65_534] : [4_092, 4_096] {
            let spaces = [[UInt8]](repeating: [0x20, 0], count: (start - 2) / 2).flatMap { $0 }
            paths.append(try folder.write(Path("wide-\(start)"), [[0xFF, 0xFE], spaces, wide, spaces].flatMap { $0 }))
        }
        try FileTypeDetectorTests.expectAgreement(paths, in: folder)
    }

    @Test("the machine's own files are what file(1) says they are", arguments: ["/usr/share/doc", "/usr/bin"])
    func systemFiles(root: String) throws {
        var paths: [Path] = []
        for name in try Files.list(Path(root)) where paths.count < (Nightly.isOn ? 400 : 60) {
            let path = Path(root).appending(name)
            let kind = try FileStatus.of(path, followingLinks: false).kind
            if kind == .regular { paths.append(path) }
            if kind == .folder {
                paths += try Files.list(path).prefix(4).map { path.appending($0) }.filter {
                    try FileStatus.of($0, followingLinks: false).kind == .regular
                }
            }
        }
        #expect(paths.count > 50)
        try FileTypeDetectorTests.expectAgreement(paths, in: TestFolder())
    }

    @Test("many threads share few handles and get the right answers", arguments: Nightly.isOn ? [1, 2, 5] : [2])
    func concurrency(width: Int) async throws {
        let paths = try Fixtures.paths()
        let expected = try paths.map { try FileTypeDetectorTests.detect($0) }
        let detector = FileTypeDetector(width: width)
        let pool = WorkerPool(name: "detect", width: 8)
        try await withThrowingTaskGroup(of: (Int, FileType).self) { group in
            for round in 0..<5 {
                for index in paths.indices {
                    group.addTask(executorPreference: pool) {
                        let index = (index + round * 7) % paths.count
                        let file = try FileDescriptor.open(paths[index], flags: O_RDONLY)
                        return (index, try detector.detect(file))
                    }
                }
            }
            for try await (index, type) in group { #expect(type == expected[index], "\(paths[index])") }
        }
        #expect((1...width).contains(detector.loadedCount))
    }
}
