import Platform
import Testing

@testable import FileType

@Suite struct MovieFileTests {
    private typealias Build = MovieBuilder

    private static let program = Array("\u{7F}ELF\u{2}\u{1}\u{1}\u{0}".utf8) + [UInt8](repeating: 0, count: 120)
    private static let page = Array("<html><script>alert(1)</script></html>".utf8)

    static func inspect(_ bytes: [UInt8]) throws -> MovieFile {
        try MovieFile.inspect(ContainerContent(bytes))
    }

    private struct Layout {
        let name: String
        let bytes: [UInt8]
    }

    private static let index = Build.index("vide", "soun")
    private static let fragment = joined(Build.box("moof", [0, 0, 0, 8] + Array("mfhd".utf8)), Build.media)
    private static let extended = Build.box("uuid", [UInt8](repeating: 7, count: 16))

    private static let layouts = [
        Layout(name: "index first", bytes: Build.film),
        Layout(name: "index last", bytes: joined(Build.brand(), Build.media, index)),
        Layout(
            name: "fillings and remarks",
            bytes: joined(
                Build.brand(), Build.box("free", [1]), Build.box("skip"), extended, Build.box("meta", [0, 0, 0, 0]),
                index, Build.box("wide"), Build.media, Build.box("udta"))),
        Layout(name: "64-bit sizes", bytes: joined(Build.brand(), Build.wideBox("mdat", [1, 2, 3]), index)),
        Layout(
            name: "to the end of the file",
            bytes: joined(Build.brand(), index, [0, 0, 0, 0], Array("mdat".utf8), [1, 2, 3])),
        Layout(name: "in fragments", bytes: joined(Build.brand(), index, fragment, fragment, fragment)),
        Layout(name: "a camera's fillings behind it", bytes: joined(Build.film, [UInt8](repeating: 0, count: 300))),
        Layout(name: "a few bytes behind it", bytes: joined(Build.film, [1, 2, 3])),
        Layout(name: "a program behind it, which nothing runs there", bytes: joined(Build.film, program)),
        Layout(name: "a page behind it, which nothing shows there", bytes: joined(Build.film, page)),
    ]

    @Test("whole films are films, however their boxes are laid out")
    func films() throws {
        for layout in Self.layouts {
            let expected = MovieFile.movie(brand: "isom", tracks: ["vide", "soun"])
            #expect(try Self.inspect(layout.bytes) == expected, "\(layout.name)")
        }
    }

    @Test("films of before 2001 have no brand")
    func oldFilms() throws {
        let picture = Build.index("vide")
        for bytes in [
            joined(picture, Build.media), joined(Build.box("wide"), Build.media, picture),
            joined(Self.extended, picture, Build.media), joined(Build.media, picture),
        ] {
            #expect(try Self.inspect(bytes) == .movie(brand: nil, tracks: ["vide"]))
        }
    }

    private static let noIndex = "its index (the box `moov`) is missing, since it is cut off or was not finished"
    private static let noMedia = "its pictures (the box `mdat`) are missing, since it is cut off or was not finished"

    private static let broken: [(bytes: [UInt8], reason: String)] = [
        (Build.brand(), noIndex),
        (joined(Build.brand(), program), "what follows its byte 20 is no part of a video"),
        (joined(Build.brand(), page), "what follows its byte 20 is no part of a video"),
        (joined(Build.brand(), Build.media), noIndex),
        (joined(Build.brand(), Build.media.dropLast(100)), "100 bytes of its box `mdat` are missing: it is cut off"),
        (Build.film.dropLast(200), "200 bytes of its box `mdat` are missing: it is cut off"),
        (
            joined(Build.brand(), Build.media, index.dropLast(10)),
            "10 bytes of its box `moov` are missing: it is cut off"
        ),
        (joined(Build.film, fragment.dropLast(1)), "1 bytes of its box `mdat` are missing: it is cut off"),
        (joined(Build.brand(), index), noMedia),
        (joined(Build.brand(), index, Build.box("mdat")), noMedia),
        (joined(Build.box("moov"), program), "what follows its byte 8 is no part of a video"),
    ]

    @Test("what only begins as a film is damaged")
    func damaged() throws {
        for (bytes, reason) in Self.broken {
            #expect(try Self.inspect(bytes) == .damaged(reason: reason))
        }
    }

    private static let noStreams = AVIFile.damaged(reason: "it lacks the list of its streams")

    private static let recordings: [(bytes: [UInt8], expected: AVIFile, hasVideo: Bool)] = [
        (Build.avi("vids", "auds"), .recording(streams: ["vids", "auds"]), true),
        (Build.avi("iavs"), .recording(streams: ["iavs"]), true),
        (Build.avi("auds"), .recording(streams: ["auds"]), false),
        (joined(Build.avi("vids"), Build.chunk("idx1", [1])), .recording(streams: ["vids"]), true),
        (
            Build.avi("vids").dropLast(10), .damaged(reason: "10 bytes of its pictures are missing: it is cut off"),
            false
        ),
        (Build.avi("vids", frames: []), .damaged(reason: "it holds no pictures, or was not finished"), false),
        (Build.riff(program), noStreams, false), (Build.riff(page), noStreams, false),
        (
            Build.riff(Build.list("hdrl", [])),
            .damaged(reason: "its pictures are missing, since it is cut off or was not finished"), false
        ),
        (Build.riff(Build.list("movi", [1, 2])), noStreams, false),
        (Array("RIFF\u{1}\u{1}\u{1}\u{1}WAVE".utf8), .other, false), (Build.film, .other, false), ([], .other, false),
    ]

    @Test("AVI files are known by their streams")
    func avi() throws {
        for (bytes, expected, hasVideo) in Self.recordings {
            let file = try AVIFile.inspect(ContainerContent(bytes))
            #expect(file == expected)
            #expect(file.hasVideo == hasVideo)
        }
    }
}
