public import Documents
internal import Glibc
public import Pipelines
public import Platform
internal import Programs

/// Makes small pictures of a document.
public struct Thumbnail: CataloguedStage {
    public typealias Options = MediaOptions

    public static let spec = StageSpec(
        name: "thumbnail",
        summary: "Makes small pictures of a video, a PDF document or a picture, for cards and lists.",
        discussion: """
            Two WebP pictures of at most 240 and 480 pixels a side, stored beside the document's object and deleted with the last \
            version that has it. Of a video it is a frame that is neither black nor blurred, of a PDF document its first page, of a \
            picture the picture itself, turned as it is shown; names, places and other data in it are not taken over. Of other \
            documents nothing is made: pages show a drawing of their type.

            It is made by `ffmpeg`, of PDF documents by `pdftocairo` (package `poppler-utils`, with `poppler-data` for Chinese, \
            Japanese and Korean), and of HEIC photographs by `heif-convert` (package `libheif-examples`), in processes that can \
            reach nothing but the document. A document of which no picture can be made is not refused: the log says why.

            It comes after `create-version`: to the catalog its pictures belong to the object of a version.
            """,
        needs: [.objectKey, .id, .mimeType],
        outputs: [Rendition.output],
        effect: .idempotent,
        readsContent: true,
        programs: [FFmpeg.program.required, RequiredProgram("pdftocairo", package: "poppler-utils")],
        examples: [
            StageExample(
                "Of a text nothing is made.",
                yaml: "uses: thumbnail",
                file: .text("grades.txt", "A, A, B\n"),
                facts: [
                    "id": "", "object-key": "u1/transcript/1_grades.txt", "mime-type": "text/plain",
                ],
                result: .outputs(["renditions": []]))
        ])

    public static let isUndoable = true
    private static let kinds: [Rendition.Kind] = [.thumbnail240, .thumbnail480]

    private let options: Options

    public init(options: Options) {
        self.options = options
    }

    public func intent(_ context: StageContext) throws -> Record {
        Record(
            try Self.kinds.map {
                ($0.rawValue, .string(try RenditionKeys.key($0, ending: "webp", context)))
            })
    }

    public func perform(_ intent: Record, _ context: StageContext) async throws -> Record {
        let file = try context.content
        let type: String = try context.require(.mimeType)
        let made = try await context.allowing(options.ifMissing) {
            let folder = try context.resources.require(ProgramScratch.self).folder()
            let pictures = try await pictures(of: file, type, in: folder, context)
            var renditions: [Rendition] = []
            for (kind, path) in zip(Self.kinds, pictures) {
                guard let key = intent[kind.rawValue]?.string, let header = try WebPHeader(of: path) else {
                    continue
                }
                let size = try await Renditions.put(path, at: key, context)
                renditions.append(
                    Rendition(
                        kind: kind, key: key, mimeType: "image/webp", size: size, width: header.width,
                        height: header.height))
            }
            return renditions
        }
        return [Rendition.output.name: .list((made ?? []).map(\.record))]
    }

    /// Both objects are there, or it is made again: the first bytes of each tell its size.
    public func probe(_ intent: Record, _ context: StageContext) async throws -> Record? {
        let store = try context.resources.require((any ObjectStore).self)
        var renditions: [Rendition] = []
        for kind in Self.kinds {
            guard let text = intent[kind.rawValue]?.string, let key = ObjectKey(text),
                let object = try await store.recover(key),
                let header = WebPHeader(try await object.read(at: 0, count: 30))
            else { return nil }
            renditions.append(
                Rendition(
                    kind: kind, key: text, mimeType: "image/webp", size: object.size, width: header.width,
                    height: header.height))
        }
        return [Rendition.output.name: .list(renditions.map(\.record))]
    }

    public func preview(_ intent: Record, _ context: StageContext) async throws -> EffectPreview {
        Renditions.plan(intent, Self.kinds)
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

extension Thumbnail {
    /// Files with a picture of each kind; none: there is nothing to be made, which the log tells where it should.
    private func pictures(
        of file: SourceFile, _ type: String, in folder: ScratchFolder, _ context: StageContext
    ) async throws -> [Path] {
        if type == "application/pdf" { return try await page(of: file, in: folder, context) }
        guard type.hasPrefix("video/") || type.hasPrefix("image/") else { return [] }
        if HEIFPicture.isOne(type) {
            guard let drawing = try await HEIFPicture.draw(file, in: folder) else {
                return Self.none(context, "\(file.path.name) gives no picture: it is damaged.")
            }
            return try await small(drawing, in: folder)
        }
        let media: MediaDescription
        do {
            media = try await FFprobe.describe(file, in: folder)
        } catch let error as StageError where error.outcome == .rejected {
            return Self.none(context, error.message)
        }
        guard media.video != nil else { return Self.none(context, "\(file.path.name) has no pictures.") }
        return try await frames(of: file, media, in: folder, context)
    }

    /// Candidates of a film, all made by one process, and the best of them.
    private func frames(
        of file: SourceFile, _ media: MediaDescription, in folder: ScratchFolder, _ context: StageContext
    ) async throws -> [Path] {
        let times = media.isPicture ? [0] : Poster.times(media.duration)
        var arguments = ["-v", "error", "-nostdin", "-y"]
        for time in times {
            let milliseconds = String(time % 1_000 + 1_000).dropFirst()
            arguments += FFprobe.source
            if time > 0 { arguments += ["-ss", "\(time / 1_000).\(milliseconds)"] }
            arguments += ["-i", FFprobe.content]
        }
        arguments += ["-filter_complex", times.indices.map { Self.filter($0, media) }.joined(separator: ";")]
        for index in times.indices { arguments += Self.outputs(index) }
        let result = try await FFmpeg.program.run(arguments, on: file, in: folder)
        let candidates = try times.indices.map { index -> Poster.Candidate? in
            let path = folder.path.appending(Path("\(index).txt"))
            guard Files.exists(path) else { return nil }
            // A program that was taken over may have put a link or a pipe there.
            let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK
            let text = try FileDescriptor.open(path, flags: flags).readToEnd(limit: 65_536)
            return Poster.Candidate(String(decoding: text, as: UTF8.self))
        }
        guard let best = Poster.best(candidates) else {
            guard result.status != nil else { throw FFmpeg.program.failure(result) }
            return Self.none(
                context,
                "\(file.path.name) gives no picture: \(result.complaints.last.map(FFprobe.said) ?? "it has none").")
        }
        return Self.sizes.map { folder.path.appending(Path("\(best)-\($0).webp")) }
    }

    private static let sizes = [240, 480]

    private static func scale(_ size: Int) -> String {
        "scale='min(\(size),iw)':'min(\(size),ih)':force_original_aspect_ratio=decrease"
    }

    /// The first picture from there on, in pixels that are squares, small, in the colours of a screen, judged, and smaller
    /// still.
    ///
    /// - Parameter media: nil: a picture.
    private static func filter(_ index: Int, _ media: MediaDescription? = nil) -> String {
        let tones = media.map { FFmpeg.toneMapping(of: $0) } ?? []
        // Of WebP everybody takes the colours for those of BT.601, and films have those of BT.709.
        let colours = (tones + ["scale=out_color_matrix=bt601"]).map { $0 + "," }.joined()
        return """
            [\(index):\(media?.video?.index ?? 0)]trim=end_frame=1,setpts=0,scale='iw*sar':ih,setsar=1,\(scale(480)),\(colours)\
            signalstats,blurdetect,metadata=print:file=\(index).txt,split[a\(index)][s\(index)];[s\(index)]\(scale(240))[b\(index)]
            """
    }

    private static func outputs(_ index: Int) -> [String] {
        [("a", 480), ("b", 240)].flatMap { name, size in
            [
                "-map", "[\(name)\(index)]", "-frames:v", "1", "-map_metadata", "-1", "-c:v", "libwebp", "-quality",
                "80",
                "-f", "webp", "\(index)-\(size).webp",
            ]
        }
    }

    private func page(of file: SourceFile, in folder: ScratchFolder, _ context: StageContext) async throws -> [Path] {
        let program = MediaProgram(
            name: "pdftocairo", package: "poppler-utils",
            limits: ProgramLimits(memory: 1 << 30, processorTime: .seconds(30), fileSize: 64 << 20))
        let drawn = try await program.run(
            [
                "-png", "-singlefile", "-f", "1", "-l", "1", "-cropbox", "-scale-to", "480", MediaProgram.content,
                "page",
            ],
            on: file, in: folder)
        let page = folder.path.appending("page.png")
        guard drawn.status == 0, Files.exists(page) else {
            return Self.none(
                context, "\(file.path.name) gives no picture: \(drawn.complaints.last ?? "pdftocairo was ended").")
        }
        if drawn.complaints.contains(where: { $0.contains("Missing language pack") }) {
            let missing = "Text of \(file.path.name) is missing in its picture. Install the package `poppler-data`."
            context.log(StageLog(.warning, missing))
        }
        return try await small("page.png", in: folder)
    }

    /// - Parameter drawing: the PNG that a program has made of the document.
    private func small(_ drawing: String, in folder: ScratchFolder) async throws -> [Path] {
        let arguments = HEIFPicture.source(drawing) + ["-filter_complex", Self.filter(0)] + Self.outputs(0)
        let result = try await FFmpeg.program.run(arguments, on: nil, in: folder)
        guard result.status == 0 else { throw FFmpeg.program.failure(result) }
        return Self.sizes.map { folder.path.appending(Path("0-\($0).webp")) }
    }

    private static func none(_ context: StageContext, _ reason: String) -> [Path] {
        context.log(StageLog(.warning, reason))
        return []
    }
}
