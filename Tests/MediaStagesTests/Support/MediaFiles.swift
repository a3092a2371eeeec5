import CompassTesting
import Platform

/// Films, pictures and documents, made by other programs.
struct MediaFiles {
    let folder: TestFolder

    init() throws { folder = try TestFolder() }

    /// Has ffmpeg make a file; the arguments stand before its name.
    func ffmpeg(_ name: String, _ arguments: String...) throws -> Path {
        let words = arguments.flatMap { $0.split(separator: " ").map(String.init) }
        let path = folder.file(name)
        try run("/usr/bin/ffmpeg", (["-v", "error", "-nostdin", "-y"] + words).map { Path($0) } + [path])
        return path
    }

    /// Two seconds of moving pictures with a sound.
    func film(_ name: String, _ arguments: String = "\(MediaFiles.h264) -c:a aac -movflags +faststart")
        throws
        -> Path
    { try ffmpeg(name, Self.pictures, Self.sound, "-shortest", arguments) }

    /// Coded fast rather than small.
    static let h264 = "-c:v libx264 -preset ultrafast -pix_fmt yuv420p"
    /// Ten bits in HEVC, which takes long for each picture.
    static let hevc = "-c:v libx265 -preset ultrafast -x265-params log-level=none -pix_fmt yuv420p10le"
    /// A film of HDR as telephones make it, of red alone unless other pictures are given.
    func highRange(
        _ name: String, _ pictures: String = "color=red:size=320x180:rate=10:duration=1",
        tags: String = "-color_primaries bt2020 -color_trc arib-std-b67 -colorspace bt2020nc"
    ) throws -> Path {
        try ffmpeg(
            name, "-f lavfi -i \(pictures) -vf",
            "zscale=pin=bt709:tin=bt709:min=bt709:rin=tv:p=bt2020:t=arib-std-b67:m=bt2020nc:npl=100,format=yuv420p10le",
            Self.hevc, tags)
    }

    /// A photograph as telephones store it.
    func photograph(_ name: String, size: String) throws -> Path {
        let drawing = try ffmpeg("drawing.png", "-f lavfi -i testsrc2=size=\(size) -frames:v 1")
        let path = folder.file(name)
        try run("/usr/bin/heif-enc", [drawing, "-o", path])
        return path
    }

    /// A film whose first sound no decoder is there for.
    func unknownSound(_ name: String) throws -> Path {
        let film = try ffmpeg(
            "known.mov", Self.few, Self.sound, "-map 1:a -map 0:v -map 1:a -shortest", Self.h264,
            "-c:a:0 pcm_s16le -c:a:1 aac")
        var bytes = try bytes(film)
        guard let mark = bytes.firstRange(of: Array("sowt".utf8)) else {
            throw MediaFilesError(description: "the film has no uncompressed sound")
        }
        bytes.replaceSubrange(mark, with: Array("apac".utf8))
        return try folder.write(Path(name), bytes)
    }

    /// Few and small ones.
    static let few = "-f lavfi -i testsrc2=size=320x180:rate=10:duration=1"
    static let pictures = "-f lavfi -i testsrc2=size=640x360:rate=30:duration=2"
    static let sound = "-f lavfi -i sine=duration=2"

    /// The first bytes of a file.
    func cut(_ path: Path, to count: Int, as name: String) throws -> Path {
        try folder.write(Path(name), Array(bytes(path).prefix(count)))
    }

    func bytes(_ path: Path) throws -> [UInt8] { try TestFile.bytes(path) }

    func run(_ program: Path, _ arguments: [Path]) throws {
        let end = try ChildProcess(program, arguments).wait()
        guard end.status == 0 else { throw MediaFilesError(description: "\(program) ended with \(end)") }
    }

    /// Writes a PDF document of so many pages, with a title.
    func document(_ name: String, pages: Int, title: String = "Grades") throws -> Path {
        var text = "%PDF-1.4\n"
        var places: [Int] = []
        func add(_ object: String) {
            places.append(text.utf8.count)
            text += "\(places.count) 0 obj\(object)endobj\n"
        }
        add("<</Type/Catalog/Pages 2 0 R>>")
        add("<</Type/Pages/Count \(pages)/Kids[\((0..<pages).map { "\(3 + $0) 0 R" }.joined(separator: " "))]>>")
        for _ in 0..<pages { add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 400]/Contents \(3 + pages) 0 R>>") }
        let drawing = "1 0 0 rg 20 20 160 160 re f"
        add("<</Length \(drawing.utf8.count)>>stream\n\(drawing)\nendstream\n")
        add("<</Title(\(title))>>")
        let start = text.utf8.count
        text += "xref\n0 \(places.count + 1)\n0000000000 65535 f \n"
        for place in places { text += "\(String(10_000_000_000 + place).dropFirst()) 00000 n \n" }
        text += "trailer<</Size \(places.count + 1)/Root 1 0 R/Info \(places.count) 0 R>>\nstartxref\n\(start)\n%%EOF\n"
        return try folder.write(Path(name), Array(text.utf8))
    }
}

struct MediaFilesError: Error, CustomStringConvertible {
    let description: String
}

enum TestFile {
    static func bytes(_ path: Path) throws -> [UInt8] {
        let file = try FileDescriptor.open(path, flags: 0)
        return try file.bytes(at: 0, count: Int(file.status().size))
    }
}
