import CompassTesting
import DirectoryStore
import Documents
import Engine
import LocalStore
import Pipelines
import Platform
import Programs
import Testing

@testable import MediaStages

/// What films, sounds and pictures are, found out by the real ffprobe.
@Suite struct ProbeMediaTests {
    private let files: MediaFiles
    private let bench: MediaBench

    init() async throws {
        files = try MediaFiles()
        bench = try await MediaBench()
    }

    @Test("a film that plays everywhere is told as such, with its length, size, codecs and rate")
    func film() async throws {
        let outputs = try await bench.outputs(files.film("clip.mp4"), "probe-media")
        #expect(
            outputs == [
                "duration": 2_000, "width": 640, "height": 360, "frame-rate": 30.0, "video-codec": "h264",
                "audio-codec": "aac", "rotation": 0, "pixel-format": "yuv420p", "bit-depth": 8, "fast-start": true,
                "plays-everywhere": true,
            ])
    }

    @Test("what keeps a film from playing everywhere is seen: codec, depth, container, index, size")
    func obstacles() async throws {
        let hevc = try await bench.outputs(
            files.ffmpeg("h.mov", MediaFiles.few, MediaFiles.hevc), "probe-media")
        #expect(hevc["video-codec"] == "hevc" && hevc["bit-depth"] == 10 && hevc["audio-codec"] == .null)
        let avi = try await bench.outputs(files.film("x.avi", "-c:v mpeg4 -c:a mp3"), "probe-media")
        #expect(avi["video-codec"] == "mpeg4" && avi["fast-start"] == .null)
        let late = try await bench.outputs(
            files.film("late.mp4", "\(MediaFiles.h264) -c:a aac"), "probe-media")
        #expect(late["fast-start"] == false)
        let large = try await bench.outputs(
            files.ffmpeg(
                "large.mp4", "-f lavfi -i testsrc2=size=2560x1440:rate=2:duration=1",
                "-c:v libx264 -preset ultrafast -pix_fmt yuv420p -movflags +faststart"), "probe-media")
        #expect(large["width"] == 2_560)
        for outputs in [hevc, avi, late, large] { #expect(outputs["plays-everywhere"] == false) }
    }

    @Test("sound that no decoder is there for is left out, and the rest is decoded")
    func unknownSound() async throws {
        let film = try files.unknownSound("spatial.mov")
        let outputs = try await bench.outputs(film, "probe-media, with: { decode: true }")
        #expect(outputs["video-codec"] == "h264" && outputs["audio-codec"] == "aac", "\(outputs)")
    }

    @Test(
        "what cannot be shown is to be exported as a picture if it begins as one, or as a film",
        arguments: [
            ("\u{0}\u{0}\u{0}\u{18}ftypheic\u{0}\u{0}\u{0}\u{0}heicmif1", "JPEG or PDF"),
            ("This is no film.\n", "MP4 (H.264)"),
        ])
    func forms(contents: String, form: String) async throws {
        let file = try SourceFile(opening: files.folder.write("a.heic", Array(contents.utf8)))
        let error = await #expect(throws: StageError.self) {
            try await FFprobe.describe(file, in: bench.scratch.folder())
        }
        let reason = "Invalid data found when processing input"
        #expect(error?.message == "a.heic cannot be shown: \(reason). Export it again, as \(form).")
    }

    @Test("a film that is turned has the size in which it is shown")
    func rotation() async throws {
        let film = try files.film("clip.mp4")
        let turned = files.folder.file("turned.mov")
        try files.run(
            "/usr/bin/ffmpeg",
            ["-v", "error", "-i", film, "-c", "copy", "-metadata:s:v", "rotate=90", turned])
        let outputs = try await bench.outputs(turned, "probe-media")
        #expect(outputs["rotation"] == 270 || outputs["rotation"] == 90)
        #expect(outputs["width"] == 360 && outputs["height"] == 640)
    }

    @Test("a silent film has no sound, and sound alone is no film unless the pipeline takes it")
    func sound() async throws {
        let silent = try await bench.outputs(
            files.ffmpeg("silent.mp4", MediaFiles.few, "\(MediaFiles.h264) -movflags +faststart"),
            "probe-media")
        #expect(silent["audio-codec"] == .null && silent["plays-everywhere"] == true)
        let song = try files.ffmpeg("song.m4a", MediaFiles.sound, "-c:a aac")
        let result = try await bench.run(song, "probe-media")
        #expect(result.run.status == .rejected)
        #expect(result.run.error?.message == "song.m4a has sound and no pictures.")
        let outputs = try await bench.outputs(song, "probe-media, with: { sound: true }")
        #expect(outputs["duration"] == 2_000 && outputs["width"] == .null && outputs["audio-codec"] == "aac")
    }

    @Test("a picture has a size and no length")
    func picture() async throws {
        let outputs = try await bench.outputs(
            files.ffmpeg("a.jpg", "-f lavfi -i testsrc2=size=400x300 -frames:v 1"), "probe-media")
        #expect(outputs["width"] == 400 && outputs["height"] == 300)
        #expect(outputs["duration"] == .null && outputs["frame-rate"] == .null)
    }

    @Test("a film that is cut off, empty or no film is refused with the reason")
    func damage() async throws {
        let early = try files.cut(files.film("clip.mp4"), to: 60_000, as: "cut.mp4")
        let late = try files.cut(
            files.film("late.mp4", "\(MediaFiles.h264) -c:a aac"), to: 60_000, as: "cutlate.mp4")
        let recording = try files.cut(files.film("x.avi", "-c:v mpeg4 -c:a mp3"), to: 60_000, as: "cut.avi")
        var zero = try files.bytes(files.film("zero.mp4"))
        let index = try #require(zero.firstRange(of: Array("moov".utf8))).lowerBound
        zero.replaceSubrange(index - 4..<index, with: [0, 0, 0, 8])
        let hollow = try files.folder.write("hollow.mp4", zero)
        let text = try files.folder.write("text.mp4", Array("Not a film.\n".utf8))
        for (path, words) in [
            (early, "it is cut off"), (late, "it is cut off"), (recording, "cut off"), (hollow, "cannot be read"),
            (text, "cannot be shown: Invalid data found when processing input"),
        ] {
            let result = try await bench.run(path, "probe-media")
            #expect(result.run.status == .rejected, "\(path)")
            #expect(result.run.error?.message.contains(words) ?? false, "\(path): \(result.run.error?.message ?? "")")
        }
    }

    @Test("damage inside of a film is found when it is decoded")
    func decode() async throws {
        var bytes = try files.bytes(
            files.film("clip.mp4", "\(MediaFiles.h264) -g 5 -c:a aac -movflags +faststart"))
        let media = try #require(bytes.firstRange(of: Array("mdat".utf8))).upperBound
        for position in stride(from: media + 400, to: bytes.count - 400, by: 41) { bytes[position] ^= 0xA5 }
        let damaged = try files.folder.write("damaged.mp4", bytes)
        let result = try await bench.run(damaged, "probe-media, with: { decode: true }")
        #expect(result.run.status == .rejected)
        #expect(result.run.error?.kind == "unplayable")
        let whole = try await bench.outputs(files.film("whole.mp4"), "probe-media, with: { decode: true }")
        #expect(whole["duration"] == 2_000)
    }

    @Test("a playlist that names other files is none that is followed")
    func playlist() async throws {
        let film = try files.film("clip.mp4")
        for text in [
            "ffconcat version 1.0\nfile '\(film)'\n",
            "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nfile://\(film)\n#EXT-X-ENDLIST\n",
        ] {
            let list = try files.folder.write("list.mp4", Array(text.utf8))
            let result = try await bench.run(list, "probe-media")
            #expect(result.run.status == .rejected, "\(text)")
        }
    }

    @Test("where ffprobe is not installed the stage fails, or does without it where the pipeline says so")
    func missing() async throws {
        let program = MediaProgramStand(name: "no-such-program")
        let error = await #expect(throws: (any Error).self) { try await program.run() }
        #expect(
            "\(error.map { "\($0)" } ?? "")".hasPrefix("There is no program `no-such-program` in "),
            "\(String(describing: error))")
    }
}
