public import Documents
internal import FileType
internal import Glibc
public import Pipelines
public import Platform
internal import Programs

/// Makes a film that every browser plays, or a picture that every browser shows.
public struct WebRendition: CataloguedStage {
    public typealias Options = MediaOptions

    public static let spec = StageSpec(
        name: "web-rendition",
        summary: "Makes a video or picture that every browser shows, unless the original is one already.",
        discussion: """
            H.264 of 8 bits with at most 1920 × 1080 pixels and about 4 Mbit/s, AAC, a key frame every two seconds, the index \
            first: playing begins at once and can go on anywhere. It is made by `ffmpeg`, in a process that can reach nothing but the \
            document, stored beside the document's object, and deleted with the last version that has it. The original is kept, \
            and is what is downloaded.

            Of a HEIC photograph it is a WebP picture of at most 2560 pixels a side, without names, places and other data. It is \
            drawn by `heif-convert` (package `libheif-examples`).

            Nothing is made of a video that plays everywhere as it is, nor of other documents; `reason` says so. It takes about half as \
            long as the video plays, on two cores: give it a `deadline`, let it come last, and let the run continue without it by \
            `continue-on-error: true`. It comes after `create-version`: to the catalog it belongs to the object of a version.
            """,
        needs: [.objectKey, .id, .mimeType],
        outputs: [
            Rendition.output,
            Fact("reason", .optional(.string), "Why it was made, or was not: \"its pictures are coded in hevc\"."),
        ],
        effect: .idempotent,
        readsContent: true,
        programs: [FFprobe.program.required, FFmpeg.program.required],
        examples: [
            StageExample(
                "A text is no video.",
                yaml: "uses: web-rendition",
                file: .text("grades.txt", "A, A, B\n"),
                facts: [
                    "id": "", "object-key": "u1/transcript/1_grades.txt", "mime-type": "text/plain",
                ],
                result: .outputs(["renditions": [], "reason": "it is no video"]))
        ])

    public static let isUndoable = true

    /// Its time is what the pipeline allows the stage.
    private static let encoder = MediaProgram(
        name: "ffmpeg", package: "ffmpeg", limits: ProgramLimits(memory: 4 << 30, fileSize: 64 << 30))

    private let options: Options

    public init(options: Options) {
        self.options = options
    }

    public func intent(_ context: StageContext) throws -> Record {
        let type: String = try context.require(.mimeType)
        let ending = HEIFPicture.isOne(type) ? "webp" : "mp4"
        return [Rendition.Kind.web.rawValue: .string(try RenditionKeys.key(.web, ending: ending, context))]
    }

    public func perform(_ intent: Record, _ context: StageContext) async throws -> Record {
        let type: String = try context.require(.mimeType)
        guard type.hasPrefix("video/") || HEIFPicture.isOne(type) else { return Self.nothing("it is no video") }
        let file = try context.content
        let outputs = try await context.allowing(options.ifMissing) { () async throws -> Record in
            let folder = try context.resources.require(ProgramScratch.self).folder()
            if HEIFPicture.isOne(type) { return try await picture(of: file, intent, in: folder, context) }
            let media = try await FFprobe.describe(file, in: folder)
            guard media.video != nil, !media.isPicture else { return Self.nothing("it has no pictures that move") }
            guard let obstacle = Playability.obstacle(media, startsFast: try MovieFile.startsFast(file.descriptor))
            else {
                return Self.nothing("it plays everywhere as it is")
            }
            return try await make(of: file, media, because: obstacle, intent, in: folder, context)
        }
        return outputs ?? Self.nothing("a program for it is not installed")
    }

    private static func nothing(_ reason: String) -> Record {
        [Rendition.output.name: [], "reason": .string(reason)]
    }

    private static func key(_ intent: Record, _ context: StageContext) throws -> String {
        guard let key = intent[Rendition.Kind.web.rawValue]?.string else {
            throw StageError.failed(
                .permanent, "journal", "The journal has no key for what stage `\(context.stage)` makes.")
        }
        return key
    }

    private func picture(
        of file: SourceFile, _ intent: Record, in folder: ScratchFolder, _ context: StageContext
    ) async throws -> Record {
        guard let drawing = try await HEIFPicture.draw(file, in: folder) else {
            throw StageError.failed(
                .permanent, "not-encoded",
                "No picture for browsers could be made of \(file.path.name): it is damaged.")
        }
        let path = folder.path.appending("web.webp")
        let size = "scale='min(2560,iw)':'min(2560,ih)':force_original_aspect_ratio=decrease"
        let result = try await FFmpeg.program.run(
            HEIFPicture.source(drawing) + ["-vf", size, "-frames:v", "1", "-map_metadata", "-1"]
                + ["-c:v", "libwebp", "-quality", "85", "-f", "webp", "web.webp"],
            on: nil, in: folder)
        guard result.status == 0, let header = try WebPHeader(of: path) else { throw FFmpeg.program.failure(result) }
        let key = try Self.key(intent, context)
        let bytes = try await Renditions.put(path, at: key, context)
        let rendition = Rendition(
            kind: .web, key: key, mimeType: "image/webp", size: bytes, width: header.width, height: header.height)
        return [Rendition.output.name: [rendition.record], "reason": "not every browser shows a HEIC picture"]
    }

    private func make(
        of file: SourceFile, _ media: MediaDescription, because reason: String, _ intent: Record,
        in folder: ScratchFolder, _ context: StageContext
    ) async throws -> Record {
        let key = try Self.key(intent, context)
        let film = folder.path.appending("web.mp4")
        let result = try await Self.encoder.run(
            FFmpeg.encoding(of: media, to: "web.mp4"), on: file, in: folder,
            onLine: FFmpeg.progress(of: media.duration, file, context))
        guard let status = result.status else { throw Self.encoder.failure(result) }
        guard status == 0 else {
            if result.errors.contains("No space left on device") {
                throw StageError.failed(
                    .storage, "disk-full", "There is no space left for the video that `ffmpeg` makes.")
            }
            throw StageError.failed(
                .permanent, "not-encoded",
                "No video for browsers could be made of \(file.path.name): "
                    + "\(result.complaints.last.map(FFprobe.said) ?? "ffmpeg ended with status \(status)").")
        }
        let made = try await FFprobe.describe(SourceFile(opening: film), in: folder)
        guard let video = made.video else { throw Self.encoder.failure(result) }
        let size = try await Renditions.put(film, at: key, context)
        let rendition = Rendition(
            kind: .web, key: key, mimeType: "video/mp4", size: size, width: video.shownWidth, height: video.shownHeight)
        return [Rendition.output.name: [rendition.record], "reason": .string(reason)]
    }

    /// An object appears whole or not at all. How large its pictures are, its own head tells.
    public func probe(_ intent: Record, _ context: StageContext) async throws -> Record? {
        let store = try context.resources.require((any ObjectStore).self)
        guard let text = intent[Rendition.Kind.web.rawValue]?.string, let key = ObjectKey(text),
            let object = try await store.recover(key)
        else { return nil }
        if text.hasSuffix(".webp") {
            guard let header = WebPHeader(try await object.read(at: 0, count: 30)) else { return nil }
            let rendition = Rendition(
                kind: .web, key: text, mimeType: "image/webp", size: object.size, width: header.width,
                height: header.height)
            return [Rendition.output.name: [rendition.record], "reason": .null]
        }
        let folder = try context.resources.require(ProgramScratch.self).folder()
        let copy = folder.path.appending("web.mp4")
        try await Self.copy(object, to: copy)
        guard let video = try await FFprobe.describe(SourceFile(opening: copy), in: folder).video else { return nil }
        let rendition = Rendition(
            kind: .web, key: text, mimeType: "video/mp4", size: object.size, width: video.shownWidth,
            height: video.shownHeight)
        return [Rendition.output.name: [rendition.record], "reason": .null]
    }

    private static func copy(_ object: any ObjectReader, to path: Path) async throws {
        let file = try FileDescriptor.open(path, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
        var offset: Int64 = 0
        while offset < object.size {
            try Task.checkCancellation()
            let bytes = try await object.read(at: offset, count: 1 << 20)
            guard !bytes.isEmpty else { break }
            try file.write(bytes)
            offset += Int64(bytes.count)
        }
    }

    public func preview(_ intent: Record, _ context: StageContext) async throws -> EffectPreview {
        Renditions.plan(intent, [.web])
    }

    public func enter(_ outputs: Record, _ context: StageContext, in catalog: any CatalogTransaction) throws {
        try Renditions.enter(outputs, context, in: catalog)
    }

    public func withdraw(_ outputs: Record, _ context: StageContext, in catalog: any CatalogTransaction) throws {
        try Renditions.withdraw(outputs, in: catalog)
    }

    public func undo(_ outputs: Record, _ context: StageContext) async throws {
        try await Renditions.delete(outputs, context)
    }
}
