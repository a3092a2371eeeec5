import CompassTesting
import FileType
import Glibc
import Platform
import Testing

@testable import FileIntake

@Suite struct WholenessTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    struct Case: CustomTestStringConvertible {
        let name: Path
        let bytes: [UInt8]
        let problem: String?

        init(_ name: Path, _ bytes: [UInt8], _ problem: String?) {
            self.name = name
            self.bytes = bytes
            self.problem = problem
        }

        var testDescription: String { "\(name), \(bytes.count) bytes" }
    }

    private func problem(_ bytes: [UInt8], name: Path = "x") throws -> String? {
        let path = folder.path.appending("x")
        let file = try FileDescriptor.open(path, flags: O_RDWR | O_CREAT | O_TRUNC)
        try file.write(bytes)
        return try Wholeness.problem(in: ContainerContent(file, size: Int64(bytes.count)), name: name)
    }

    static let zeros = [UInt8](repeating: 0, count: 100)

    static let cases: [Case] = [
        Case("a.mp4", Samples.movie, nil),
        Case("a.mp4", Samples.fastMovie, nil),
        Case("a.mp4", Samples.movie + [0, 0, 0], nil),
        Case("a", Samples.movie.dropLast(19), "the box `moov` is missing"),
        Case("a", Samples.movie.dropLast(1), "1 bytes of the box `moov` are missing"),
        Case("a", Samples.movie.dropLast(100), "81 bytes of the box `mdat` are missing"),
        Case("a", Samples.fastMovie.dropLast(1), "1 bytes of the box `mdat` are missing"),
        Case("a", Samples.ftyp, "the box `moov` is missing"),
        Case("a", Samples.ftyp + Samples.box("moov"), "the box `mdat` is missing"),
        Case("a", Samples.ftyp + zeros, "what follows byte 24 is not written yet"),
        Case("a", Samples.fastMovie + zeros, nil),
        Case("a", Samples.ftyp + [0, 0, 0, 0] + Array("mdat".utf8) + zeros, "the box `moov` is missing"),
        Case("a", Samples.ftyp + [0, 0, 0, 1] + Array("mdat".utf8), "the box `mdat` is cut off"),
        Case("a", Samples.ftyp + [0, 0, 0, 7] + Array("mdat".utf8), "the box `mdat` has a length that cannot be"),
        Case(
            "a", Samples.ftyp + [0, 0, 0, 1] + Array("mdat".utf8) + [UInt8](repeating: 0xFF, count: 8),
            "18446744073709551599 bytes of the box `mdat` are missing"),
        Case(
            "a",
            Samples.ftyp + [0, 0, 0, 1] + Array("mdat".utf8) + [0, 0, 0, 0, 0, 0, 0, 20, 1, 2, 3, 4]
                + Samples.box("moov"), nil),
        Case("a.heic", Samples.ftyp + Samples.box("meta"), nil),
        Case("a.m4s", Samples.box("styp") + Samples.box("moof"), nil),
        Case("a.mov", Samples.box("wide") + Samples.box("mdat"), "the box `moov` is missing"),
        Case("a.txt", Array("the free lunch".utf8), nil),
        Case("a.docx", Samples.archive, nil),
        Case("a.docx", Samples.archive.dropLast(1), "the end of the archive is missing"),
        Case("a", Samples.archive.dropLast(30), "the end of the archive is missing"),
        Case("a.zip", Samples.end(entries: 0, length: 0, offset: 0), nil),
        Case(
            "a", Samples.archive.dropLast(22) + Samples.end(entries: 1, length: 51, offset: 9_999),
            "the end of the archive is missing"),
        Case(
            "a", Samples.archive.dropLast(22) + Samples.end(entries: 1, length: 51, offset: 0),
            "the end of the archive is missing"),
        Case(
            "a",
            Samples.archive.dropLast(22)
                + Samples.end(entries: 1, length: 51, offset: 40, comment: Array("PK\u{5}\u{6}".utf8) + zeros), nil),
        // An archive in an archive: the inner one's end is there, the outer one's is not.
        Case("a", Samples.archive.prefix(40) + Samples.archive, "the end of the archive is missing"),
        Case("a.pdf", Samples.pdf, nil),
        Case("a.pdf", Samples.pdf + zeros, nil),
        Case("a.pdf", Samples.pdf.dropLast(2), "the end mark `%%EOF` is missing"),
        Case("a.jpg", Samples.jpeg, nil),
        Case("a.jpg", Samples.jpeg + zeros, nil),
        Case("a.jpg", Samples.jpeg.dropLast(1), "the picture's end mark is missing"),
        Case("a.png", Samples.png, nil),
        Case("a.png", Samples.png.dropLast(1), "the chunk `IEND` is missing"),
        Case("a.wav", Samples.wave, nil),
        Case("a.wav", Samples.wave.dropLast(4), "4 bytes of it are missing"),
        Case("a.wav", Array("RIFF".utf8) + [0xFF, 0xFF, 0xFF, 0xFF] + Array("WAVE".utf8), nil),
        Case("a.avi", Array("RIFF".utf8) + [0, 0, 0, 0] + Array("AVI ".utf8), "its length is not written yet"),
        Case("a.mp4", zeros, "its beginning is not written yet"),
        Case("a.dat", zeros, nil),
        Case("a.mp4", Array("MZ".utf8) + zeros, nil),
        Case("a.mp4", [1], nil),
    ]

    @Test("what is missing of a format's end is told, and anything else is whole", arguments: cases)
    func table(_ example: Case) throws {
        #expect(try problem(Array(example.bytes), name: example.name) == example.problem)
    }

    @Test("W1: of a video or an archive, no part that comes before its end is whole")
    func prefixes() throws {
        for sample in [Samples.movie, Samples.fastMovie, Samples.archive] {
            for count in stride(from: 32, to: sample.count, by: 7) {
                #expect(try problem(Array(sample.prefix(count))) != nil, "\(count) of \(sample.count) bytes")
            }
        }
    }

    @Test("bytes of any kind are read without harm, and without reading more than a part of them")
    func fuzz() throws {
        var random = SeededRandom(seed: 20_261_121)
        let path = try folder.write("fuzz", [])
        let file = try FileDescriptor.open(path, flags: O_RDWR)
        for round in 0..<(Nightly.isOn ? 2_000 : 200) {
            var bytes: [UInt8]
            if round.isMultiple(of: 4) {
                bytes = (0..<10_000).map { _ in UInt8.random(in: 0...255, using: &random) }
                bytes.replaceSubrange(0..<8, with: (Samples.all.randomElement(using: &random) ?? []).prefix(8))
            } else {
                bytes = Samples.all.randomElement(using: &random) ?? []
                for _ in 0..<Int.random(in: 1...8, using: &random) {
                    let value = [0, 1, 0x50, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random)]
                    bytes[Int.random(in: 0..<bytes.count, using: &random)] = value.randomElement(using: &random) ?? 0
                }
                bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
            }
            #expect(ftruncate(file.number, 0) == 0)
            #expect(pwrite(file.number, bytes, bytes.count, 0) == bytes.count)
            let name: Path = ["a.mp4", "a.docx", "a"].randomElement(using: &random) ?? "a"
            // A size that is no longer true, too: the file may be cut while it is read.
            for size in [Int64(bytes.count), Int64(bytes.count) * 2] {
                let problem = try Wholeness.problem(in: ContainerContent(file, size: size), name: name)
                #expect(problem.map { !$0.isEmpty && $0.utf8.count < 200 } ?? true)
            }
        }
    }

    @Test("an archive full of false ends is given up soon, and boxes without number are taken for whole")
    func hostile() throws {
        let ends = Array(repeating: Samples.end(entries: 1, length: 0, offset: 0), count: 2_980).flatMap { $0 }
        #expect(try problem(Samples.archive.prefix(40) + ends) == "the end of the archive is missing")
        let boxes = Array(repeating: Samples.box("free"), count: 20_000).flatMap { $0 }
        #expect(try problem(Samples.ftyp + boxes) == nil)
    }
}
