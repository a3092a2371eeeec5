import CompassTesting
import DirectoryStore
import Documents
import Engine
import LocalStore
import Pipelines
import Platform
import Testing

@testable import MediaStages

/// Films for browsers, made by the real ffmpeg.
@Suite struct WebRenditionTests {
    private let files: MediaFiles
    private let bench: MediaBench

    init() async throws {
        files = try MediaFiles()
        bench = try await MediaBench()
    }

    /// Has a rendition made, and looks at it.
    private func made(_ file: Path) async throws -> (film: Record, rendition: Rendition, reason: String?) {
        let result = try await bench.run(file, "store", "version", "web-rendition")
        #expect(result.run.status == .succeeded, "\(result.run.error?.message ?? "")")
        let rendition = try #require(try await bench.media(result)[.web])
        let film = try await bench.outputs(bench.file(rendition.key, as: "web.mp4"), "probe-media")
        #expect(film["width"] == .integer(rendition.width) && film["height"] == .integer(rendition.height))
        #expect(film["plays-everywhere"] == true)
        return (film, rendition, result.stages[2].outputs["reason"]?.string)
    }

    @Test("a film of HEVC with 10 bits plays everywhere afterwards, and is silent if it was")
    func hevc() async throws {
        let (film, _, reason) = try await made(
            files.ffmpeg("h.mov", MediaFiles.few, MediaFiles.hevc))
        #expect(film["video-codec"] == "h264" && film["bit-depth"] == 8 && film["audio-codec"] == .null)
        #expect(reason == "it is no MP4 video" || reason == "its pictures are coded in hevc")
    }

    @Test("colours of HDR are brought to those of a screen")
    func range() async throws {
        let (film, _, _) = try await made(
            files.ffmpeg(
                "hdr.mov", MediaFiles.few,
                "-c:v libx265 -preset ultrafast -x265-params log-level=none:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc",
                "-color_primaries bt2020 -color_trc smpte2084 -colorspace bt2020nc -pix_fmt yuv420p10le"))
        #expect(film["pixel-format"] == "yuv420p")
    }

    @Test("of a film whose first sound no decoder is there for, the next one is heard")
    func unknownSound() async throws {
        let (film, _, _) = try await made(files.unknownSound("spatial.mov"))
        #expect(film["audio-codec"] == "aac")
    }

    @Test("an AVI film, one that is turned, and one that is too large play everywhere afterwards")
    func others() async throws {
        let avi = try await made(files.film("x.avi", "-c:v mpeg4 -c:a mp3"))
        #expect(
            avi.film["audio-codec"] == "aac" && avi.film["duration"]?.integer.map { abs($0 - 2_000) < 100 } ?? false)
        let source = files.folder.file("turned.mov")
        try files.run(
            "/usr/bin/ffmpeg",
            ["-v", "error", "-i", files.film("a.mp4"), "-c", "copy", "-metadata:s:v", "rotate=90", source])
        let turned = try await made(source)
        #expect(turned.film["rotation"] == 0 && turned.film["width"] == 360 && turned.film["height"] == 640)
        let large = try await made(
            files.ffmpeg(
                "large.mp4", "-f lavfi -i testsrc2=size=2560x1440:rate=2:duration=1",
                "-c:v libx264 -preset ultrafast -pix_fmt yuv420p -movflags +faststart"))
        #expect(large.rendition.width == 1_920 && large.rendition.height == 1_080)
        #expect(large.reason == "its pictures are larger than 1920 × 1080")
    }

    @Test("there is a key frame every two seconds")
    func keyFrames() async throws {
        let result = try await bench.run(
            files.ffmpeg(
                "long.avi", "-f lavfi -i testsrc2=size=320x180:rate=10:duration=7 -c:v mpeg4"), "store", "version",
            "web-rendition")
        let rendition = try #require(try await bench.media(result)[.web])
        let film = try await bench.file(rendition.key, as: "web.mp4")
        let list = files.folder.file("frames.txt")
        try files.run(
            "/bin/sh",
            [
                "-c", "ffprobe -v error -skip_frame nokey -show_entries frame=pts_time -of csv=p=0 \"$1\" > \"$2\"",
                "-",
                film, list,
            ])
        let times = String(decoding: try files.bytes(list), as: UTF8.self).split(whereSeparator: { "\n,".contains($0) })
        #expect(times.compactMap { Double($0) } == [0, 2, 4, 6])
    }

    @Test("of a film that plays everywhere, of sound and of a text nothing is made, and the reason is told")
    func nothing() async throws {
        for (path, type, reason) in [
            (try files.film("clip.mp4"), "video/mp4", "it plays everywhere as it is"),
            (try files.ffmpeg("song.m4a", MediaFiles.sound, "-c:a aac"), "video/mp4", "it has no pictures that move"),
            (try files.folder.write("a.txt", Array("A".utf8)), "text/plain", "it is no video"),
        ] {
            let result = try await bench.run(path, "store, with: { type: \(type) }", "version", "web-rendition")
            #expect(result.stages[2].outputs == ["renditions": [], "reason": .string(reason)])
        }
        #expect(try await bench.objectNames().count == 3)
    }

    @Test("of a HEIC photograph a picture is made that every browser shows, and is told from its object later")
    func photograph() async throws {
        let photograph = try files.photograph("p.heic", size: "3000x1000")
        let result = try await bench.run(
            photograph, "store, with: { type: image/heic }", "version", "thumbnail", "web-rendition")
        #expect(result.run.status == .succeeded, "\(result.run.error?.message ?? "")")
        let made = try await bench.media(result).renditions
        #expect(made.map(\.kind) == [.thumbnail240, .thumbnail480, .web])
        #expect(made.map(\.mimeType) == ["image/webp", "image/webp", "image/webp"])
        #expect(made.map { [$0.width, $0.height] } == [[240, 80], [480, 160], [2_560, 853]])
        let web = try #require(made.last)
        let bytes = try await files.bytes(bench.file(web.key, as: "web.webp"))
        #expect(WebPHeader(bytes)?.width == web.width && Int64(bytes.count) == web.size)
        #expect(result.stages[3].outputs["reason"] == "not every browser shows a HEIC picture")
        let intent = try #require(result.stages[3].intent)
        var resources = Resources()
        resources.provide(bench.objects, as: (any ObjectStore).self)
        let context = StageContext(
            run: "r", pipeline: "p", stage: "s", attempt: 1, startedAt: .now(), keyTimestamp: 0, owner: "u1", file: nil,
            facts: [:], resources: resources, environment: Environment(roots: [:]), progress: { _, _ in })
        let probed = try await WebRendition(options: WebRendition.Options()).probe(intent, context)
        #expect(probed?["renditions"] == result.stages[3].outputs["renditions"])
    }

    @Test("of a HEIC photograph that is cut off no picture is made: `thumbnail` says why, `web-rendition` fails")
    func cutPhotograph() async throws {
        let cut = try files.cut(files.photograph("p.heic", size: "600x400"), to: 1_000, as: "cut.heic")
        let result = try await bench.run(
            cut, "store, with: { type: image/heic }", "version", "thumbnail", "web-rendition")
        #expect(result.stages[2].outputs["renditions"] == [])
        #expect(result.run.error?.message == "No picture for browsers could be made of cut.heic: it is damaged.")
    }

    @Test("progress is told as a part of the document's bytes")
    func progress() async throws {
        let second = try files.ffmpeg("second.avi", "-f lavfi -i testsrc2=size=640x360:rate=30:duration=1 -c:v mpeg4")
        let film = try files.ffmpeg("long.avi", "-stream_loop 7 -i \(second) -c copy")
        _ = try await bench.run(film, "store", "version", "web-rendition")
        let told = bench.recorder.events.compactMap { event -> (Int64, Int64)? in
            if case .progress(_, "web-rendition", let done, let total) = event { (done, total) } else { nil }
        }
        let size = try Int64(files.bytes(film).count)
        #expect(!told.isEmpty && told.allSatisfy { $0.1 == size && $0.0 <= size })
        #expect(told.last?.0 ?? 0 > size / 2)
    }

    @Test("a run that is cancelled ends the program and leaves nothing")
    func cancel() async throws {
        let second = try files.ffmpeg(
            "second.avi", "-f lavfi -i testsrc2=size=1280x720:rate=30:duration=1 -c:v mpeg4 -q:v 20")
        let film = try files.ffmpeg("long.avi", "-stream_loop 19 -i \(second) -c copy")
        let run = Task { try await bench.run(film, "store", "version", "web-rendition") }
        _ = await bench.recorder.first { if case .progress(_, "web-rendition", _, _) = $0 { true } else { false } }
        run.cancel()
        let result = try await run.value
        #expect(result.run.status == .cancelled)
        #expect(try await bench.objectNames() == [])
    }

    @Test("what was made before a crash is told from the object, and not made again")
    func probe() async throws {
        let result = try await bench.run(
            files.film("x.avi", "-c:v mpeg4 -c:a mp3"), "store", "version", "web-rendition")
        let stage = try #require(result.stages.last)
        let intent = try #require(stage.intent)
        var resources = Resources()
        resources.provide(bench.objects, as: (any ObjectStore).self)
        resources.provide(bench.scratch)
        let context = StageContext(
            run: "r", pipeline: "p", stage: "s", attempt: 1, startedAt: .now(), keyTimestamp: 0, owner: "u1", file: nil,
            facts: [:], resources: resources, environment: Environment(roots: [:]), progress: { _, _ in })
        let found = try await WebRendition(options: WebRendition.Options()).probe(intent, context)
        #expect(found?["renditions"] == stage.outputs["renditions"])
    }
}
