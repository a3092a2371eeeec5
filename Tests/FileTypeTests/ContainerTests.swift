import CompassTesting
import Platform
import Testing

@testable import FileType

@Suite struct ContainerTests {
    @Test(
        "compound files are known by the names in their root",
        arguments: [
            ("word97.doc", CompoundFile.wordDocument), ("word-as.xls", .wordDocument), ("excel97.xls", .workbook),
            ("xlwt.xls", .workbook), ("no-summary.doc", .wordDocument), ("no-summary.xls", .workbook),
            ("password.docx", .encryptedPackage), ("letter.pdf", .notCompound), ("empty.mp4", .notCompound),
            ("cut-off.doc", .damaged(reason: "its directory lies beyond the end of the file")),
        ] as [(Path, CompoundFile)])
    func compounds(name: Path, expected: CompoundFile) throws {
        let file = try FileDescriptor.open(Fixtures.folder.appending(name), flags: 0)
        #expect(try CompoundFile.inspect(file) == expected)
    }

    @Test("a directory that runs in a circle ends", .timeLimit(.minutes(1)))
    func circle() throws {
        var bytes = try Fixtures.bytes("xlwt.xls")
        let sector = Int(Bytes(bytes).little32(48))
        let table = Int(Bytes(bytes).little32(76))
        // The directory's sector becomes its own successor.
        bytes.replaceSubrange(
            (table + 1) * 512 + sector * 4..<(table + 1) * 512 + sector * 4 + 4, with: little(UInt32(sector)))
        #expect(try CompoundFile.inspect(ContainerContent(bytes)) == .damaged(reason: "its directory has no end"))
    }

    @Test(
        "films are known by their boxes",
        arguments: [
            ("isom.mp4", MovieFile.movie(brand: "isom", tracks: ["vide"])),
            ("mp42.mp4", .movie(brand: "mp42", tracks: ["vide"])),
            ("fragmented.mp4", .movie(brand: "isom", tracks: ["vide"])),
            ("sony-xavc.mp4", .movie(brand: "XAVC", tracks: ["vide"])),
            ("sony-msnv.mp4", .movie(brand: "MSNV", tracks: ["vide"])),
            ("quicktime.mov", .movie(brand: "qt  ", tracks: ["vide"])),
            ("quicktime-1998.mov", .movie(brand: nil, tracks: ["vide"])),
            ("sound-only.mp4", .movie(brand: "isom", tracks: ["soun"])), ("clip.avi", .other), ("letter.pdf", .other),
            ("empty.mp4", .other), ("elf-as.mp4", .other),
        ] as [(Path, MovieFile)])
    func movies(name: Path, expected: MovieFile) throws {
        let file = try FileDescriptor.open(Fixtures.folder.appending(name), flags: 0)
        let movie = try MovieFile.inspect(file)
        #expect(movie == expected)
        #expect(movie.mayHaveVideo == (expected != .other && name != "sound-only.mp4"))
    }

    @Test(
        "no damage makes a reader crash or run for ever", .timeLimit(.minutes(1)), arguments: 0..<(Nightly.isOn ? 8 : 1)
    )
    func fuzz(seed: Int) throws {
        var generator = SeededRandom(seed: UInt64(seed))
        let names: [Path] = [
            "libreoffice.docx", "openpyxl.xlsx", "unusual-order.xlsx", "word97.doc", "xlwt.xls", "isom.mp4",
            "quicktime-1998.mov", "fragmented.mp4", "zip-as.docx", "clip.avi", "xlsxwriter.xlsx",
        ]
        let originals = try names.map { try Fixtures.bytes($0) }
        for round in 0..<(Nightly.isOn ? 1_500 : 500) {
            let index = round % originals.count
            let bytes = Mutation.mutate(originals[index], using: &generator)
            let content = ContainerContent(bytes)
            let package = try OfficePackage.inspect(content, limits: ZipLimits())
            let compound = try CompoundFile.inspect(content)
            let movie = try MovieFile.inspect(content)
            let recording = try AVIFile.inspect(content)
            let book = try BareWorkbook.inspect(content)
            // The formats start differently, so at most one reader can find something.
            let found = [
                package != .notPackage, compound != .notCompound, movie != .other, recording != .other, book != .other,
            ].filter { $0 }
            #expect(found.count <= 1, "\(names[index]), seed \(seed), round \(round)")
        }
    }

    @Test("damage where it matters, at every byte of a ZIP directory, is never overlooked")
    func directoryBytes() throws {
        let original = ZipBuilder.word().bytes
        let directory = original.count - 22 - 185
        for position in directory..<original.count {
            var bytes = original
            bytes[position] ^= 0xFF
            let entryField = (position - directory) < 185 ? Self.field(position - directory) : nil
            // Times, checksums, versions and attributes are nobody's concern here.
            if entryField == .free { continue }
            #expect(
                try OfficePackage.inspect(ContainerContent(bytes), limits: ZipLimits()) != .wordDocument,
                "byte \(position - directory) of the directory")
        }
    }

    private enum Field { case free, checked }

    /// Whether a byte of the three entries of `ZipBuilder.word()` matters.
    private static func field(_ offset: Int) -> Field {
        var start = 0
        for length in [19, 11, 17] {
            let inside = offset - start
            if inside < 46 + length {
                let free = [4..<8, 9..<10, 12..<20, 34..<42].contains { $0.contains(inside) }
                // A renamed "_rels/.rels" is still not where the directory says; flags other than encryption are free.
                return free ? .free : .checked
            }
            start += 46 + length
        }
        return .checked
    }
}
