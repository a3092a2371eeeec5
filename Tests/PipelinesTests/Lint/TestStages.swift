import Pipelines
import Platform

/// Stage types as the program has them, as far as lint sees them; their work is to give the outputs that they declare.
enum TestStages {
    static let registry = {
        do {
            return try Registry([
                DetectMIME.self, ValidateExtension.self, SizeCheck.self, Upload.self, CreateVersion.self, Share.self,
                Notify.self, Sign.self, Trash.self, VerifyObject.self,
            ])
        } catch {
            preconditionFailure("\(error)")
        }
    }()
}

/// What the test's stages share: they look at nothing, and do nothing.
protocol TestStage: PureStage {}

extension TestStage {
    func run(_ context: StageContext) async throws -> Record { [:] }
}

protocol TestEffect: EffectStage {}

extension TestEffect {
    func intent(_ context: StageContext) throws -> Record { [:] }
    func perform(_ intent: Record, _ context: StageContext) async throws -> Record { [:] }
}

protocol TestTransaction: TransactionalStage {}

extension TestTransaction {
    static var isUndoable: Bool { true }
    func commit(_ context: StageContext, in transaction: any StageTransaction) throws -> Record { [:] }
}

private let example = StageExample("It does.", yaml: "uses: nothing", result: .outputs([:]))

struct DetectMIME: TestStage {
    static let spec = StageSpec(
        name: "detect-mime", summary: "Tells what the contents are.", gives: [.mimeType, .charset], effect: .none,
        readsContent: true, examples: [example])
    init(options: NoOptions) {}
}

struct ValidateExtension: TestStage {
    static let spec = StageSpec(
        name: "validate-extension", summary: "Holds the name against the contents.", needs: [.mimeType],
        gives: [.documentType], effect: .none, examples: [example])
    init(options: NoOptions) {}
}

struct SizeCheck: TestStage {
    struct Options: PartOptions {
        var max: Setting<ByteSize> = .fixed(ByteSize(bytes: 100_000_000))
        var min: Setting<ByteSize?> = .fixed(nil)
        static let fields: [OptionField<Options>] = [
            OptionField("max", \.max, "The largest size."), OptionField("min", \.min, "The smallest size."),
        ]
    }
    static let spec = StageSpec(
        name: "size-check", summary: "Bounds the size.", gives: [.size], effect: .none,
        examples: [
            StageExample(
                "A small file passes.", yaml: "uses: size-check\nwith: { max: 100MB }", result: .outputs(["size": 9]))
        ])
    init(options: Options) {}
}

struct Upload: TestEffect {
    static let isUndoable = true
    struct Options: PartOptions {
        var type: Setting<String> = .expression("inputs.type")
        static let fields: [OptionField<Options>] = [OptionField("type", \.type, "The type of document.")]
    }
    static let spec = StageSpec(
        name: "upload", summary: "Stores the bytes.", gives: [.fileURL, .objectKey, .sha256, .size],
        effect: .idempotent,
        examples: [StageExample("It is stored.", yaml: "uses: upload", result: .rejected("No | such type."))])
    init(options: Options) {}
}

struct CreateVersion: TestTransaction {
    struct Options: PartOptions {
        var title: Setting<String> = .expression("document.stem")
        var school: Setting<String?> = .fixed(nil)
        var description: Setting<String?> = .fixed(nil)
        static let fields: [OptionField<Options>] = [
            OptionField("title", \.title, "The title."), OptionField("school", \.school, "The school."),
            OptionField("description", \.description, "What is said of it."),
        ]
    }
    static let spec = StageSpec(
        name: "create-version", summary: "Enters the object.", needs: [.fileURL, .mimeType, .sha256],
        gives: [.id, .version], effect: .transactional, examples: [example])
    init(options: Options) {}
}

struct Share: TestTransaction {
    struct Options: PartOptions {
        var schools: Setting<[String]> = .required
        static let fields: [OptionField<Options>] = [OptionField("schools", \.schools, "Ids of schools.")]
    }
    static let spec = StageSpec(
        name: "share", summary: "Lets schools view it.", needs: [.id], gives: [.sharedWith],
        outputs: [Fact("added", .list(.string), "The new ones.")], effect: .transactional, examples: [example])
    init(options: Options) {}
}

struct Notify: TestTransaction {
    struct Options: PartOptions {
        var channel: Setting<String> = "log"
        var subject: Setting<String> = .required
        var body: Setting<String?> = .fixed(nil)
        static let fields: [OptionField<Options>] = [
            OptionField("channel", \.channel, "The channel."), OptionField("subject", \.subject, "One line."),
            OptionField("body", \.body, "A text."),
        ]
    }
    static let spec = StageSpec(
        name: "notify", summary: "Announces it.", outputs: [Fact("delivery", .string, "The notification's id.")],
        effect: .outbox, examples: [example])
    init(options: Options) {}
}

/// One option of each kind that the others have not; nothing takes it back.
struct Sign: TestEffect {
    enum Mode: String, OptionValue, CaseIterable { case fast, thorough }
    struct Options: PartOptions {
        var key: Setting<String?> = .fixed(nil)
        var mode: Setting<Mode> = .fixed(.fast)
        var rounds: Setting<Int64> = .fixed(1)
        var wait: Setting<TimeSpan> = .fixed(TimeSpan(milliseconds: 90_000))
        var isStrict: Setting<Bool> = false
        var tags: Setting<[String]> = .fixed([])
        static let fields: [OptionField<Options>] = [
            OptionField("key", \.key, "The key | or none.", OptionRules(acceptsSecret: true)),
            OptionField("mode", \.mode, "How much care is taken."), OptionField("rounds", \.rounds, "How often."),
            OptionField("wait", \.wait, "How long."), OptionField("strict", \.isStrict, "Whether to be strict."),
            OptionField("tags", \.tags, "Words."),
        ]
    }
    static let spec = StageSpec(
        name: "sign", summary: "Signs it.", discussion: "With a key.", effect: .irreversible, examples: [example])
    init(options: Options) {}
}

struct Trash: TestTransaction {
    static let spec = StageSpec(
        name: "trash", summary: "Puts it into the trash.", needs: [.id],
        outputs: [Fact("trashed", .boolean, "Whether it did.")], effect: .transactional, examples: [example])
    init(options: NoOptions) {}
}

struct VerifyObject: TestStage {
    static let spec = StageSpec(
        name: "verify-object", summary: "Reads it again.", needs: [.objectKey, .size, .sha256], effect: .none,
        examples: [example])
    init(options: NoOptions) {}
}
