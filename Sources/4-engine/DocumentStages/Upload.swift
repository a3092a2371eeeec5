internal import Documents
public import Pipelines
public import Platform

/// Stores the document's bytes.
public struct Upload: EffectStage {
    /// What `with:` may say.
    public struct Options: PartOptions {
        var type: Setting<String> = .expression("inputs.type")
        var owner: Setting<String> = .expression("run.owner")

        public init() {}

        public static let fields: [OptionField<Options>] = [
            OptionField("type", \.type, "The type of document; a part of the object's key."),
            OptionField("owner", \.owner, "Whose document it is; a part of the object's key."),
        ]
    }

    public static let spec = StageSpec(
        name: "upload",
        summary: "Stores the document's bytes in the object store.",
        discussion: """
            The key is `{owner}/{type}/{timestamp}_{name}`: the timestamp is taken once for each run and journaled, so a \
            repeated upload lands on the same key. Characters of owner and name other than `A-Z a-z 0-9 . _ -` become `_`.

            The bytes are read once; their SHA-256 is computed on the way. The object appears whole or not at all, and is \
            on disk before the next stage starts. A file that changes while it is read is rejected and nothing is stored.
            """,
        gives: [.fileURL, .objectKey, .sha256, .size],
        effect: .idempotent,
        readsContent: true,
        examples: [
            StageExample(
                "A text is stored under its owner and type.",
                yaml: "uses: upload",
                file: .text("grades.txt", "A, A, B\n"),
                inputs: ["type": "transcript"],
                result: .outputs([
                    "size": 8,
                    "sha256": "4c2320b5ed5272b6fff6614006e7b3407660e015ef237c4ad7cb35a2daa6e4ab",
                ]))
        ])

    public static let isUndoable = true

    private let options: Options

    public init(options: Options) {
        self.options = options
    }

    public func intent(_ context: StageContext) throws -> Record {
        let type = try context.documentType(options.type)
        let key = ObjectKey(
            owner: try context.value(options.owner), type: type, timestamp: context.keyTimestamp,
            name: try context.content.path.name.text)
        return [Fact.objectKey.name: .string(key.text), Fact.size.name: .integer(try context.content.size)]
    }

    public func perform(_ intent: Record, _ context: StageContext) async throws -> Record {
        let source = try context.content
        let total = source.size
        let progress = context.progress
        let stored = try await context.resources.require((any ObjectStore).self).put(
            source, at: try key(of: intent), progress: { progress($0, total) })
        return [
            Fact.fileURL.name: .string(stored.url), Fact.objectKey.name: .string(stored.key.text),
            Fact.sha256.name: .string(stored.sha256), Fact.size.name: .integer(stored.size),
        ]
    }

    /// An object that has the size of the source is whole: it appeared with all its bytes.
    public func probe(_ intent: Record, _ context: StageContext) async throws -> Record? {
        let key = try key(of: intent)
        let store = try context.resources.require((any ObjectStore).self)
        guard let size = intent[Fact.size.name]?.integer, let object = try await store.recover(key), object.size == size
        else { return nil }
        return [
            Fact.fileURL.name: .string(try await store.link(for: key, validFor: nil)),
            Fact.objectKey.name: .string(key.text),
            Fact.sha256.name: .string(try await object.sha256()), Fact.size.name: .integer(size),
        ]
    }

    public func preview(_ intent: Record, _ context: StageContext) async throws -> EffectPreview {
        let key = try key(of: intent)
        let source = try context.content
        let digest = try source.sha256()
        let existing = try await context.resources.require((any ObjectStore).self).open(key)
        var same = false
        if let existing, existing.size == source.size { same = try await existing.sha256() == digest }
        let pattern = key.text.replacing("/\(context.keyTimestamp)_", with: "/{timestamp}_", maxReplacements: 1)
        return EffectPreview(
            effects: [
                PlannedEffect(
                    .storeObject, target: key.text,
                    detail: [
                        "key-pattern": .string(pattern), "size": .integer(source.size), "sha256": .string(digest),
                        "exists": .boolean(existing != nil),
                    ], isChange: !same,
                    text: same
                        ? "\(key) is stored already, with the same bytes"
                        : "store \(source.size) bytes as \(key); the number is the time at which the run starts")
            ],
            // The key, and with it the URL, are those of the run, which has a time of its own.
            outputs: [Fact.sha256.name: .string(digest), Fact.size.name: .integer(source.size)])
    }

    public func undo(_ outputs: Record, _ context: StageContext) async throws {
        let key = try key(of: outputs)
        // A program without a catalog has no versions.
        if let references = try? context.resources.require((any ObjectReferences).self),
            try await !references.digests(of: [key.text]).isEmpty
        {
            throw UndoRefusal("A version that stays has this object.")
        }
        // The key has the run's own timestamp: whatever is there, this run has put there.
        try await context.resources.require((any ObjectStore).self).delete(key)
    }

    private func key(of record: Record) throws -> ObjectKey {
        guard let key = record[Fact.objectKey.name]?.string.flatMap({ ObjectKey($0) }) else {
            throw StageError.failed(.other, "journal", "The journal has no valid object key for this upload.")
        }
        return key
    }
}
