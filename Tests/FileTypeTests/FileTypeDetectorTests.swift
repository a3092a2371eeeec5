import CompassTesting
import FileType
import Glibc
import Platform
import Testing

@Suite struct FileTypeDetectorTests {
    private static let detector = FileTypeDetector()

    static func detect(_ path: Path) throws -> FileType {
        try detector.detect(FileDescriptor.open(path, flags: O_RDONLY | O_NONBLOCK))
    }

    static func expectAgreement(_ paths: [Path], in folder: TestFolder) throws {
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
