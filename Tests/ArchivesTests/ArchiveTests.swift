import CompassTesting
import Glibc
import Platform
import Testing

@testable import Archives

@Suite struct ArchiveTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private func create(_ name: String) throws -> FileDescriptor {
        try FileDescriptor.open(folder.file(name), flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
    }

    private func write(_ files: [(Path, [UInt8])], to name: String, as format: ArchiveWriter.Format) throws {
        let writer = try ArchiveWriter(create(name), format: format)
        for (path, bytes) in files {
            try writer.begin(
                path, size: Int64(bytes.count), modified: Timestamp(microseconds: 1_700_000_000_000_000),
                isExecutable: path == "run")
            for start in stride(from: 0, to: bytes.count, by: 100_000) {
                try writer.add(Array(bytes[start..<min(start + 100_000, bytes.count)]))
            }
        }
        try writer.finish()
    }

    private func read(_ name: String) throws -> [(entry: ArchiveReader.Entry, bytes: [UInt8])] {
        let reader = try ArchiveReader(FileDescriptor.open(folder.file(name), flags: O_RDONLY))
        var found: [(ArchiveReader.Entry, [UInt8])] = []
        while let entry = try reader.next() {
            var bytes: [UInt8] = []
            while true {
                let piece = try reader.read()
                if piece.isEmpty { break }
                bytes += piece
            }
            found.append((entry, bytes))
        }
        return found
    }

    /// What another program prints.
    private func output(_ arguments: String...) async throws -> String {
        let words = arguments.map { Path($0) }
        return try await WorkerPool(name: "others", width: 1).run {
            let process = try ChildProcess("/usr/bin/env", words, errors: .inherit)
            let output = try process.output?.readToEnd(limit: 1 << 20) ?? []
            #expect(try process.wait().status == 0)
            return String(decoding: output, as: UTF8.self)
        }
    }

    @Test("what is written is read again: any name, any size, who may run it")
    func roundTrip() throws {
        let long = Path("a/" + String(repeating: "n", count: 180) + "/" + String(repeating: "m", count: 150))
        let files: [(Path, [UInt8])] = [
            ("a", [1, 2, 3]), ("empty", []), ("run", Array("#!".utf8)), (long, [4]),
            (Path(bytes: [0xFF, 0xFE, UInt8(ascii: "/"), UInt8(ascii: "\n")]), [5]), ("é/ü", [6]),
            ("big", [UInt8](repeating: 7, count: 3_000_001)),
        ]
        try write(files, to: "x.tar", as: .tar)
        let found = try read("x.tar")
        #expect(found.map(\.entry.path) == files.map(\.0))
        #expect(found.map(\.bytes) == files.map(\.1))
        #expect(found.allSatisfy { $0.entry.isFile && $0.entry.size == Int64($0.bytes.count) })
        #expect(found.filter(\.entry.isExecutable).map(\.entry.path) == ["run"])
    }

    @Test("others read it: GNU tar a tar archive, Python a ZIP archive with UTF-8 names")
    func others() async throws {
        try write([("d/é.txt", Array("text".utf8))], to: "x.tar", as: .tar)
        #expect(try await output("tar", "--extract", "--to-stdout", "--file", folder.file("x.tar").text) == "text")
        try write([("d/é.txt", Array("text".utf8))], to: "x.zip", as: .zip)
        let script =
            "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.testzip(), z.namelist(), z.read('d/é.txt'))"
        #expect(
            try await output("python3", "-c", script, folder.file("x.zip").text) == "None ['d/é.txt'] b'text'\n")
    }

    @Test("an archive that ends in the middle, and a file that is none, are damaged")
    func damaged() throws {
        try write([("a", [UInt8](repeating: 1, count: 100_000))], to: "x.tar", as: .tar)
        let whole = try Files.read(folder.file("x.tar"), limit: 1 << 20)
        try folder.write("cut.tar", Array(whole.prefix(50_000)))
        #expect { try read("cut.tar") } throws: { ($0 as? ArchiveError)?.code == .damaged }
        try folder.write("none.tar", Array(repeating: UInt8(ascii: "x"), count: 5_000))
        #expect { try read("none.tar") } throws: { ($0 as? ArchiveError)?.code == .damaged }
        try folder.write("empty.tar", [])
        #expect { try read("empty.tar") } throws: { ($0 as? ArchiveError)?.code == .damaged }
    }

    @Test(
        "what stands behind the end of an archive is read too: entries are told, bytes are damage, and blocks of zeros are nothing"
    )
    func behindTheEnd() throws {
        try write([("a", [1, 2, 3])], to: "x.tar", as: .tar)
        try write([("b", [4])], to: "y.tar", as: .tar)
        let whole = try Files.read(folder.file("x.tar"), limit: 1 << 20)
        let more = try Files.read(folder.file("y.tar"), limit: 1 << 20)
        try folder.write("two.tar", whole + more)
        #expect(try read("two.tar").map(\.entry.path) == ["a", "b"])
        try folder.write("padded.tar", whole + [UInt8](repeating: 0, count: 512 * 17))
        #expect(try read("padded.tar").map(\.entry.path) == ["a"])
        for (name, bytes) in [("byte", [7]), ("zero", [0]), ("block", [UInt8](repeating: 7, count: 512))]
            as [(String, [UInt8])]
        {
            try folder.write("bad.tar", whole + bytes)
            #expect("\(name)") { try read("bad.tar") } throws: { ($0 as? ArchiveError)?.code == .damaged }
        }
    }

    @Test("more bytes than a file was to have are refused, and so is a full disk")
    func refused() throws {
        let writer = try ArchiveWriter(create("x.tar"), format: .tar)
        try writer.begin("a", size: 2, modified: Timestamp(microseconds: 0))
        #expect(throws: ArchiveError.self) { try writer.add([1, 2, 3]) }
        let full = try ArchiveWriter(FileDescriptor.open("/dev/full", flags: O_WRONLY), format: .tar)
        #expect {
            try full.begin("a", size: 8 << 20, modified: Timestamp(microseconds: 0))
            for _ in 0..<8 { try full.add([UInt8](repeating: 0, count: 1 << 20)) }
            try full.finish()
        } throws: {
            ($0 as? ArchiveError)?.code == .system(ENOSPC)
        }
    }

    @Test("a link, a folder, and a name that leads elsewhere are told as they are")
    func hostile() async throws {
        let script = """
            import io, sys, tarfile
            with tarfile.open(sys.argv[1], 'w') as archive:
                link = tarfile.TarInfo('link'); link.type = tarfile.SYMTYPE; link.linkname = '/etc/passwd'
                archive.addfile(link)
                folder = tarfile.TarInfo('folder'); folder.type = tarfile.DIRTYPE
                archive.addfile(folder)
                out = tarfile.TarInfo('../out'); out.size = 1
                archive.addfile(out, io.BytesIO(b'x'))
            """
        _ = try await output("python3", "-c", script, folder.file("x.tar").text)
        let found = try read("x.tar")
        #expect(found.map(\.entry.isFile) == [false, false, true])
        #expect(found.last?.entry.path == "../out")
    }
}
