internal import Documents
internal import Glibc
public import Pipelines
public import Platform

/// Writes what is known of a document beside its file.
public struct Sidecar: EffectStage {
    /// What `with:` may say.
    public struct Options: PartOptions {
        var suffix: Setting<String> = ".compass.json"
        var folder: Setting<String?> = .fixed(nil)

        public init() {}

        public static let fields: [OptionField<Options>] = [
            OptionField(
                "suffix", \.suffix,
                "What is added to the source's name to make the sidecar's: not empty, and without a slash."),
            OptionField(
                "folder", \.folder,
                "Where the sidecar goes, seen from the source's folder; made if it does not exist. "
                    + "Left out: beside the source."),
        ]
    }

    public static let spec = StageSpec(
        name: "sidecar",
        summary: "Writes `NAME.compass.json` beside the source: every fact, the version, and who may see it.",
        discussion: """
            The sidecar is one JSON object with `format` (`compass-sidecar/1`), `run`, `pipeline`, `owner`, `started-at` \
            and `document`, which holds every fact that the stages before have given. Other programs can read from it what \
            became of a file without asking Compass.

            It is replaced in one step: a reader finds the old one or the new one, never a part. A file of that name that \
            is no sidecar is never overwritten. If a later stage is rejected or fails, the sidecar of this run is removed.
            """,
        needs: [.id, .version, .sharedWith],
        outputs: [Fact("sidecar", .string, "The path of the sidecar.")],
        effect: .idempotent,
        readsContent: true,
        examples: [
            StageExample(
                "A sidecar beside the source.",
                yaml: "uses: sidecar",
                facts: ["id": "example-document", "version": 1, "shared-with": ["stanford"]],
                result: .outputs([:])),
            StageExample(
                "Sidecars gathered in a folder of their own.",
                yaml: "uses: sidecar\nwith: { folder: sidecars, suffix: .json }",
                facts: ["id": "example-document", "version": 2, "shared-with": []],
                result: .outputs([:])),
        ])

    static let format = "compass-sidecar/1"
    /// No sidecar is larger; a file that is, is something else.
    private static let limit = 1 << 20

    private let options: Options

    public init(options: Options) {
        self.options = options
    }

    public static let isUndoable = true

    public func intent(_ context: StageContext) throws -> Record {
        let suffix = try context.value(options.suffix)
        guard !suffix.isEmpty, !suffix.utf8.contains(UInt8(ascii: "/")) else {
            throw StageError.failed(
                .other, "invalid-option",
                "Option `suffix` of stage `\(context.stage)` is \"\(suffix)\"; it must not be empty and has no slash.")
        }
        return ["suffix": .string(suffix), "folder": Value(try context.value(options.folder))]
    }

    public func perform(_ intent: Record, _ context: StageContext) async throws -> Record {
        let target = try target(intent, context)
        do {
            let folder = try TrustedFolder.root.makeFolder(place(of: target, context, makes: true))
            if try existing(target, in: folder) == .foreign { throw taken(target) }
            try folder.replace(target.name, with: Array(contents(context).utf8))
        } catch let error as SystemError {
            throw StageError.failed(.storage, "sidecar-not-written", "The sidecar was not written: \(error).")
        }
        return ["sidecar": .string(target.text)]
    }

    public func probe(_ intent: Record, _ context: StageContext) async throws -> Record? {
        let target = try target(intent, context)
        do {
            guard let folder = try folder(of: target, context),
                try existing(target, in: folder) == .sidecar(run: context.run)
            else { return nil }
            // It has its name, and may not have it on the disk yet.
            try folder.synchronize()
        } catch {
            throw StageError.failed(.storage, "sidecar-unreadable", "Whether there is a sidecar is unknown: \(error).")
        }
        return ["sidecar": .string(target.text)]
    }

    public func preview(_ intent: Record, _ context: StageContext) async throws -> EffectPreview {
        let target = try target(intent, context)
        let isReplaced: Bool
        do {
            switch try folder(of: target, context).map({ try existing(target, in: $0) }) ?? .nothing {
            case .foreign: throw taken(target)
            case .nothing: isReplaced = false
            case .sidecar: isReplaced = true
            }
        } catch let error as SystemError {
            throw StageError.failed(.storage, "sidecar-not-written", "The sidecar was not written: \(error).")
        }
        return EffectPreview(
            effects: [
                PlannedEffect(
                    .perform, target: target.text, detail: ["exists": .boolean(isReplaced)],
                    text: isReplaced ? "replace the sidecar \(target)" : "write the sidecar \(target)")
            ], outputs: ["sidecar": .string(target.text)])
    }

    private func taken(_ target: Path) -> StageError {
        .failed(
            .other, "sidecar-taken",
            "\(target) exists and is no sidecar of Compass, so it is left alone. "
                + "Move it away, or give the stage another `suffix` or `folder`.")
    }

    public func undo(_ outputs: Record, _ context: StageContext) async throws {
        let target = try target(try intent(context), context)
        do {
            guard let folder = try folder(of: target, context),
                try existing(target, in: folder) == .sidecar(run: context.run)
            else { return }
            try folder.remove(target.name)
            try folder.synchronize()
        } catch {
            throw StageError.failed(.storage, "sidecar-not-removed", "The sidecar was not removed: \(error).")
        }
    }

    private func target(_ intent: Record, _ context: StageContext) throws -> Path {
        guard let suffix = intent["suffix"]?.string else {
            throw StageError.failed(.other, "journal", "The journal has no valid intent for stage `\(context.stage)`.")
        }
        // The name in bytes: it need not be UTF-8.
        let source = try context.content.path
        let folder = intent["folder"]?.string.map { source.folder.appending(Path($0)) } ?? source.folder
        return folder.appending(Path(bytes: source.name.bytes + Array(suffix.utf8)))
    }

    /// Where its folder is without symbolic links. Others may write above the source: a link that they have put there since
    /// is followed by nothing that is done here.
    private func place(of target: Path, _ context: StageContext, makes: Bool = false) throws -> Path {
        let source = try context.content
        if target.folder == source.path.folder { return source.realPath.folder }
        guard let below = target.folder.rest(below: source.path.folder) else {
            // The pipeline has named another one, and is trusted.
            if makes { try Files.createFolders(target.folder) }
            return try Files.resolve(target.folder)
        }
        return source.realPath.folder.appending(below).normalised
    }

    /// nil: it is not there.
    private func folder(of target: Path, _ context: StageContext) throws -> Folder? {
        do {
            return try TrustedFolder.root.folder(place(of: target, context))
        } catch let error as SystemError where error.code == ENOENT {
            return nil
        }
    }

    /// What stands where the sidecar goes.
    private enum Existing: Equatable {
        case nothing, foreign
        case sidecar(run: String?)
    }

    private func existing(_ target: Path, in folder: Folder) throws(SystemError) -> Existing {
        do {
            let text = String(decoding: try folder.read(target.name, limit: Self.limit), as: UTF8.self)
            guard let record = (try? Value(json: text))?.record, record["format"] == .string(Self.format) else {
                return .foreign
            }
            return .sidecar(run: record["run"]?.string)
        } catch {
            switch error.code {
            case ENOENT: return .nothing
            case EISDIR, EFBIG, ELOOP: return .foreign
            default: throw error
            }
        }
    }

    /// The same for every attempt of a run, one fact a line, so that people and `diff` can read it.
    private func contents(_ context: StageContext) -> String {
        let head: Record = [
            "format": .string(Self.format), "run": .string(context.run), "pipeline": .string(context.pipeline),
            "owner": .string(context.owner), "started-at": .string(context.startedAt.description),
        ]
        let document = context.facts.map { "    \(Value.string($0.key).json): \($0.value.json)" }
        let lines = head.map { "  \(Value.string($0.key).json): \($0.value.json),\n" }
        return "{\n\(lines.joined())  \"document\": {\n\(document.joined(separator: ",\n"))\n  }\n}\n"
    }
}
