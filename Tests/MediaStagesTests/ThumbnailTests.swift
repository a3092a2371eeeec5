import CompassTesting
import DirectoryStore
import Documents
import Engine
import LocalStore
import Pipelines
import Platform
import Testing

@testable import MediaStages

/// Small pictures, made by the real ffmpeg and pdftocairo.
@Suite struct ThumbnailTests {
    private let files: MediaFiles
    private let bench: MediaBench

    init() async throws {
        files = try MediaFiles()
        bench = try await MediaBench()
    }

    private func pictures(_ file: Path, _ type: String) async throws -> [Rendition] {
        let result = try await bench.run(
            file, "store, with: { type: \(type) }", "version", "thumbnail")
        #expect(result.run.status == .succeeded, "\(result.run.error?.message ?? "")")
        let found = try await bench.media(result).renditions
        #expect(Renditions.of(result.stages[2].outputs) == found)
        return found
    }

    private func sizes(_ file: Path, _ type: String) async throws -> [[Int64]] {
        try await pictures(file, type).map { [$0.width, $0.height] }
    }

    @Test("of a film two pictures are made, stored and in the catalog, as WebP without other data")
    func film() async throws {
        let film = try files.film(
            "clip.mp4", "\(MediaFiles.h264) -c:a aac -metadata title=Secret -metadata location=+52.5+13.4/")
        let found = try await pictures(film, "video/mp4")
        #expect(found.map(\.kind) == [.thumbnail240, .thumbnail480])
        #expect(found.map { [$0.width, $0.height] } == [[240, 135], [480, 270]])
        for rendition in found {
            let file = try await bench.file(rendition.key, as: "picture.webp")
            let bytes = try files.bytes(file)
            #expect(Int64(bytes.count) == rendition.size)
            #expect(WebPHeader(bytes)?.width == rendition.width)
            for chunk in ["EXIF", "XMP ", "ICCP", "Secret"] {
                #expect(bytes.firstRange(of: Array(chunk.utf8)) == nil, "\(chunk)")
            }
        }
    }

    @Test("a film that begins black shows something that is to be seen")
    func black() async throws {
        let film = try files.ffmpeg(
            "black.mp4", "-f lavfi -i color=black:size=320x180:rate=10:duration=3",
            "-f lavfi -i testsrc2=size=320x180:rate=10:duration=3",
            "-filter_complex [0:v][1:v]concat=n=2:v=1 -c:v libx264 -pix_fmt yuv420p")
        let key = try #require(try await pictures(film, "video/mp4").last?.key)
        let picture = try await bench.file(key, as: "poster.webp")
        let raw = try files.ffmpeg("poster.gray", "-i \(picture) -f rawvideo -pix_fmt gray")
        let bytes = try files.bytes(raw)
        #expect(bytes.reduce(0) { $0 + Int($1) } / bytes.count > 60)
    }

    @Test(
        "a film of HDR has the colours of a screen: red is red, also where its lines are odd, or colours named by half")
    func highRange() async throws {
        let key = try #require(
            try await pictures(
                files.highRange("red.mov", "color=red:size=1000x444:rate=10:duration=1"), "video/quicktime"
            )
            .last?.key)
        let picture = try await bench.file(key, as: "poster.webp")
        let raw = try files.bytes(files.ffmpeg("poster.rgb", "-i \(picture) -vf scale=1:1 -f rawvideo -pix_fmt rgb24"))
        #expect(raw[0] > 180 && raw[1] < 30 && raw[2] < 30, "\(raw)")
        let half = try files.ffmpeg("half.mov", MediaFiles.few, MediaFiles.hevc, "-color_trc arib-std-b67")
        #expect(try await sizes(half, "video/quicktime") == [[240, 135], [320, 180]])
    }

    @Test("a film of today has the colours that it is shown in: its green is no brighter")
    func usualRange() async throws {
        let film = try files.ffmpeg(
            "green.mp4", "-f lavfi -i color=0x00BE00:size=320x180:rate=10:duration=1 -vf",
            "format=rgb24,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p", MediaFiles.h264,
            "-colorspace bt709 -color_primaries bt709 -color_trc bt709")
        let key = try #require(try await pictures(film, "video/mp4").last?.key)
        let picture = try await bench.file(key, as: "poster.webp")
        let raw = try files.bytes(files.ffmpeg("poster.rgb", "-i \(picture) -vf scale=1:1 -f rawvideo -pix_fmt rgb24"))
        #expect(raw[0] < 8 && (180...198).contains(raw[1]) && raw[2] < 8, "\(raw)")
    }

    @Test("a film that is black throughout still has a picture")
    func allBlack() async throws {
        let film = try files.ffmpeg(
            "night.mp4", "-f lavfi -i color=black:size=320x180:rate=10:duration=2 -c:v libx264 -pix_fmt yuv420p")
        #expect(try await sizes(film, "video/mp4") == [[240, 135], [320, 180]])
    }

    @Test("what is turned is shown upright, and nothing is made larger than it is")
    func turned() async throws {
        let film = try files.film("clip.mp4")
        let turned = files.folder.file("turned.mov")
        try files.run(
            "/usr/bin/ffmpeg", ["-v", "error", "-i", film, "-c", "copy", "-metadata:s:v", "rotate=90", turned])
        #expect(try await sizes(turned, "video/quicktime") == [[135, 240], [270, 480]])
        let small = try files.ffmpeg("small.png", "-f lavfi -i testsrc2=size=100x50 -frames:v 1")
        #expect(try await sizes(small, "image/png") == [[100, 50], [100, 50]])
    }

    @Test("of pictures: one of 20 megapixels, one that a camera has turned, one that can be seen through")
    func images() async throws {
        let large = try files.ffmpeg(
            "large.jpg", "-f lavfi -i testsrc2=size=\(Nightly.isOn ? "5472x3648" : "1824x1216") -frames:v 1")
        #expect(try await sizes(large, "image/jpeg") == [[240, 160], [480, 320]])
        let turned = try files.ffmpeg("turned.jpg", "-f lavfi -i testsrc2=size=600x300 -frames:v 1")
        try files.run("/usr/bin/exiftool", ["-q", "-overwrite_original", "-n", "-Orientation=6", turned])
        #expect(try await sizes(turned, "image/jpeg") == [[120, 240], [240, 480]])
        let clear = try files.ffmpeg(
            "clear.png", "-f lavfi -i color=red@0.4:size=300x300,format=rgba -frames:v 1")
        #expect(try await sizes(clear, "image/png") == [[240, 240], [300, 300]])
    }

    @Test("of a PDF document its first page is shown")
    func page() async throws {
        #expect(try await sizes(files.document("a.pdf", pages: 2), "application/pdf") == [[120, 240], [240, 480]])
    }

    @Test("what gives no picture is not refused, and the log says why")
    func none() async throws {
        let whole = try files.document("whole.pdf", pages: 1)
        for (path, type) in [
            (try files.ffmpeg("song.m4a", MediaFiles.sound, "-c:a aac"), "video/mp4"),
            (try files.folder.write("text.mp4", Array("Not a film.\n".utf8)), "video/mp4"),
            (try files.cut(whole, to: 40, as: "stump.pdf"), "application/pdf"),
        ] {
            #expect(try await pictures(path, type) == [], "\(path)")
        }
        let logs = bench.recorder.events.compactMap { event -> StageLog? in
            if case .log(_, _, let log) = event { log } else { nil }
        }
        #expect(logs.map(\.level) == [StageLog.Level.warning, .warning, .warning])
        #expect(try await pictures(files.folder.write("a.txt", Array("A".utf8)), "text/plain") == [])
    }

    @Test("a run that fails later takes its pictures back, out of the catalog and out of the store")
    func undo() async throws {
        let result = try await bench.run(files.film("clip.mp4"), "store", "version", "thumbnail", "fail")
        #expect(result.stages.map(\.undo?.status) == [.undone, .undone, .undone, nil])
        #expect(try await bench.media(result) == ObjectMedia())
        #expect(try await bench.objectNames() == [])
    }

    @Test("what is there already is told from the objects, without a program")
    func probe() async throws {
        let result = try await bench.run(files.film("clip.mp4"), "store", "version", "thumbnail")
        let stage = try #require(result.stages.last)
        let intent = try #require(stage.intent)
        var resources = Resources()
        resources.provide(bench.objects, as: (any ObjectStore).self)
        let context = StageContext(
            run: "r", pipeline: "p", stage: "s", attempt: 1, startedAt: .now(), keyTimestamp: 0, owner: "u1", file: nil,
            facts: [:], resources: resources, environment: Environment(roots: [:]), progress: { _, _ in })
        let thumbnail = Thumbnail(options: Thumbnail.Options())
        #expect(try await thumbnail.probe(intent, context) == stage.outputs)
        let key = try #require(ObjectKey(Renditions.of(stage.outputs)[0].key))
        try await bench.objects.delete(key)
        #expect(try await thumbnail.probe(intent, context) == nil)
    }
}
