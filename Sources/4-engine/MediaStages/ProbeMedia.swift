internal import Documents
internal import FileType
public import Pipelines
public import Platform
internal import Programs

/// Finds out what a film, a sound or a picture is, and whether it is whole.
public struct ProbeMedia: PureStage {
    /// What `with:` may say.
    public struct Options: PartOptions {
        var decode: Setting<Bool> = .fixed(false)
        var sound: Setting<Bool> = .fixed(false)
        var ifMissing: Setting<MissingProgram> = .fixed(.fail)

        public init() {}

        public static let fields: [OptionField<Options>] = [
            OptionField(
                "decode", \.decode,
                "Whether every picture and sound is decoded that ffmpeg knows, which finds damage inside of them. It takes "
                    + "about as long as a tenth of the video."),
            OptionField("sound", \.sound, "Whether a file with sound and no pictures is accepted."),
            OptionField("if-missing", \.ifMissing, MissingProgram.doc),
        ]
    }

    public static let spec = StageSpec(
        name: "probe-media",
        summary: "Finds out how long, how large and how coded a video is, and refuses one that is damaged or cut off.",
        discussion: """
            The file is read by `ffprobe` (package `ffmpeg`), in a process of its own that can reach nothing but the document, \
            and whose time and memory are limited. Before that its structure is looked at: a video whose end is missing is refused \
            with the number of bytes that it lacks.

            `width` and `height` are those of the picture as it is shown, with `rotation` applied. Of a picture that is no video, \
            `duration`, `frame-rate` and `audio-codec` are null. What is neither video, sound nor picture is refused.

            `create-version` enters what is known of the contents into the catalog, so it comes after this stage.
            """,
        gives: [.duration, .width, .height, .frameRate, .videoCodec, .audioCodec],
        outputs: [
            Fact(
                "rotation", .optional(.integer),
                "By how much the video is turned clockwise when it is shown, in degrees."),
            Fact("pixel-format", .optional(.string), "How its pixels are stored, such as `yuv420p`."),
            Fact("bit-depth", .optional(.integer), "Bits of each colour, if the pixel format says so."),
            Fact(
                "fast-start", .optional(.boolean), "Whether it can be played before all of it has come; null: unknown."
            ),
            Fact(
                "plays-everywhere", .boolean,
                "Whether every browser plays it as it is: H.264 of 8 bits with AAC, at most 1080p, with its index first."
            ),
        ],
        effect: .none,
        readsContent: true,
        programs: [FFprobe.program.required],
        examples: [
            StageExample(
                "A text is no video.",
                yaml: "uses: probe-media",
                file: .text("clip.mp4", "This is not a video.\n"),
                result: .rejected(
                    "clip.mp4 cannot be shown: Invalid data found when processing input. Export it again, as MP4 (H.264)."
                )),
            StageExample(
                "A video that was cut off.",
                yaml: "uses: probe-media",
                file: ExampleFile(
                    name: "clip.mp4",
                    contents: [0, 0, 0, 16] + Array("ftypisom".utf8) + [0, 0, 2, 0] + [0, 0, 8, 0] + Array("mdat".utf8)),
                result: .rejected(
                    "clip.mp4 cannot be read: 2040 bytes of its box `mdat` are missing: it is cut off. "
                        + "Copy or export it again.")),
        ])

    private let options: Options

    public init(options: Options) {
        self.options = options
    }

    public func run(_ context: StageContext) async throws -> Record {
        let file = try context.content
        if let damage = try FFprobe.damage(file) {
            throw StageError.rejected(
                "damaged", "\(file.path.name) cannot be read: \(damage). Copy or export it again.")
        }
        let found = try await context.allowing(options.ifMissing) {
            let folder = try context.resources.require(ProgramScratch.self).folder()
            let media = try await FFprobe.describe(file, in: folder)
            if try context.value(options.decode) { try await decode(media, file, in: folder, context) }
            return media
        }
        guard let media = found else { return Self.unknown }
        if media.video == nil, try media.audioCodec == nil || !context.value(options.sound) {
            throw StageError.rejected(
                "no-pictures",
                media.audioCodec == nil
                    ? "\(file.path.name) has neither pictures nor sound."
                    : "\(file.path.name) has sound and no pictures.")
        }
        return try outputs(media, startsFast: MovieFile.startsFast(file.descriptor))
    }

    private func outputs(_ media: MediaDescription, startsFast: Bool?) -> Record {
        let video = media.video
        return [
            Fact.duration.name: Value(media.isPicture ? nil : media.duration),
            Fact.width.name: Value(video?.shownWidth), Fact.height.name: Value(video?.shownHeight),
            Fact.frameRate.name: media.isPicture ? .null : video?.frameRate.map(Value.number) ?? .null,
            Fact.videoCodec.name: Value(video?.codec), Fact.audioCodec.name: Value(media.audioCodec),
            "rotation": Value(video?.rotation), "pixel-format": Value(video?.pixelFormat),
            "bit-depth": Value(video?.depth), "fast-start": startsFast.map(Value.boolean) ?? .null,
            "plays-everywhere": .boolean(Playability.obstacle(media, startsFast: startsFast) == nil),
        ]
    }

    private static var unknown: Record {
        Record(spec.allOutputs.map { ($0.name, $0.type == .boolean ? .boolean(false) : .null) })
    }

    /// Goes through all of it; stops at the first damage.
    private func decode(
        _ media: MediaDescription, _ file: SourceFile, in folder: ScratchFolder, _ context: StageContext
    ) async throws {
        let program = FFmpeg.program
        let streams = media.decoded.flatMap { ["-map", "0:\($0)"] }
        let result = try await program.run(
            ["-v", "error", "-nostdin", "-xerror"] + FFprobe.source
                + ["-i", FFprobe.content] + streams + ["-f", "null", "-progress", "pipe:1", "-"],
            on: file, in: folder, onLine: FFmpeg.progress(of: media.duration, file, context))
        guard let status = result.status else { throw program.failure(result) }
        guard status == 0 else { throw FFprobe.unplayable(file, result) }
    }
}

extension Value {
    /// `nil` becomes `null`.
    init(_ integer: Int64?) { self = integer.map(Value.integer) ?? .null }
}
