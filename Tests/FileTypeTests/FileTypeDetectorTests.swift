import CompassTesting
import FileType
import Glibc
import Platform
import Testing

@Suite struct FileTypeDetectorTests {
    private static let detector = FileTypeDetector()

    private static func detect(_ path: Path) throws -> FileType {
        try detector.detect(FileDescriptor.open(path, flags: O_RDONLY | O_NONBLOCK))
    }

    private static func expectAgreement(_ paths: [Path], in folder: TestFolder) throws {
        for (path, expected) in zip(paths, try FileCommand.describe(paths, in: folder)) {
            do {
                let type = try detect(path)
                #expect(type == expected, "\(path)")
            } catch let error as FileTypeError {
                #expect(expected == nil && error.cause == .contents, "\(path): \(error)")
            }
        }
    }

    @Test("every sample file is what file(1) says it is")
    func fixtures() throws {
        let paths = try Fixtures.paths()
        #expect(paths.count > 60)
        try Self.expectAgreement(paths, in: TestFolder())
    }

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
        try Self.expectAgreement(paths, in: folder)
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
        try Self.expectAgreement(paths, in: folder)
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
        try Self.expectAgreement(paths, in: TestFolder())
    }

    @Test("an empty file and what is no file are named by their inode, without a read that could wait for ever")
    func special() throws {
        let folder = try TestFolder()
        let empty = try folder.write("empty", [])
        let fifo = folder.path.appending("fifo")
        try #require(fifo.withCString { mkfifo($0, 0o600) } == 0)
        #expect(try Self.detect(empty) == FileType(mimeType: "inode/x-empty", charset: nil))
        #expect(try Self.detect(fifo) == FileType(mimeType: "inode/fifo", charset: nil))
        #expect(try Self.detect(folder.path) == FileType(mimeType: "inode/directory", charset: nil))
        #expect(try Self.detect("/dev/null") == FileType(mimeType: "inode/chardevice", charset: nil))
    }

    @Test("the whole file counts, wherever the descriptor stands")
    func position() throws {
        let file = try FileDescriptor.open(Fixtures.folder.appending("letter.pdf"), flags: O_RDONLY)
        for position in [0, 100, 1_000_000] {
            lseek(file.number, off_t(position), SEEK_SET)
            #expect(try Self.detector.detect(file) == FileType(mimeType: "application/pdf", charset: "us-ascii"))
        }
    }

    @Test("the opened file is detected, not the one that has its name by now")
    func descriptor() throws {
        let folder = try TestFolder()
        let path = try folder.write("clip.mp4", Fixtures.bytes("isom.mp4"))
        let file = try FileDescriptor.open(path, flags: O_RDONLY)
        let other = try folder.write("other", Fixtures.bytes("letter.pdf"))
        try #require(other.withCString { new in path.withCString { rename(new, $0) } } == 0)
        #expect(try Self.detector.detect(file).mimeType == "video/mp4")
        #expect(try Self.detect(path).mimeType == "application/pdf")
    }

    @Test("a descriptor that cannot be read gives libmagic's errno")
    func unreadable() throws {
        let folder = try TestFolder()
        let path = try folder.write("file", [1, 2, 3])
        let file = try FileDescriptor.open(path, flags: O_WRONLY)
        let error = #expect(throws: FileTypeError.self) { try Self.detector.detect(file) }
        #expect(error?.code.rawValue == EBADF)
        #expect(error?.operation == "detect the file type")
        #expect(error?.message == "cannot read fd \(file.number) (Bad file descriptor)")
    }

    @Test("contents that file(1) gives up on are the contents' fault")
    func undetectable() throws {
        let folder = try TestFolder()
        // UTF-32 by its mark, with a code point that none is.
        let path = try folder.write(
            "text", [0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0x62, 0, 0, 0, 0x0A, 0, 0, 0])
        #expect(try FileCommand.describe([path], in: folder) == [nil])
        let error = #expect(throws: FileTypeError.self) { try Self.detect(path) }
        #expect(
            error
                == FileTypeError(
                    cause: .contents, code: FileTypeError.Code(rawValue: 0), operation: "detect the file type",
                    message: "libmagic can make nothing of the contents"))
    }

    @Test("a database of another version is refused in libmagic's words, and loading is tried again next time")
    func databaseOfAnotherVersion() throws {
        let folder = try TestFolder()
        let database = try folder.write(
            "magic.mgc", [0x1C, 0x04, 0x1E, 0xF1, 99, 0, 0, 0] + Array(repeating: 0, count: 496))
        let detector = FileTypeDetector(database: database)
        let file = try FileDescriptor.open(database, flags: O_RDONLY)
        for _ in 0..<2 {
            let error = #expect(throws: FileTypeError.self) { try detector.detect(file) }
            #expect(error?.cause == .database)
            #expect(error?.code.rawValue == 0)
            #expect(error?.message.contains("is version 99") == true)
            #expect(detector.loadedCount == 0)
        }
    }

    @Test("a missing database says what to install")
    func missingDatabase() async {
        await #expect(processExitsWith: .success) {
            setenv("MAGIC", "/nonexistent/magic", 1)
            let file = try FileDescriptor.open("/proc/self/exe", flags: O_RDONLY)
            let error = #expect(throws: FileTypeError.self) { try FileTypeDetector().detect(file) }
            #expect(
                error?.description == """
                    cannot load the file type database: could not find any valid magic files! \
                    Install the packages libmagic1 and libmagic-mgc, \
                    and check the environment variable MAGIC.
                    """)
            #expect(error?.cause == .database)
        }
    }

    @Test("the version is libmagic's")
    func version() {
        #expect(FileTypeDetector.libraryVersion.wholeMatch(of: /5\.\d\d/) != nil)
    }

    @Test("many threads share few handles and get the right answers", arguments: Nightly.isOn ? [1, 2, 5] : [2])
    func concurrency(width: Int) async throws {
        let paths = try Fixtures.paths()
        let expected = try paths.map { try Self.detect($0) }
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

    @Test("a separator within the type is not taken for the one before the charset")
    func lastSeparator() {
        #expect(
            FileType(description: "a/b; charset=c; charset=utf-8")
                == FileType(mimeType: "a/b; charset=c", charset: "utf-8"))
        #expect(FileType(description: "a/b") == FileType(mimeType: "a/b", charset: nil))
        #expect(FileType(description: "a/b; charset=binary") == FileType(mimeType: "a/b", charset: nil))
        #expect(FileType(description: "; charset=") == FileType(mimeType: "", charset: ""))
    }
}
