public import Documents
public import Pipelines
public import Platform

/// Enters the stored object into the catalog as a version.
public struct CreateVersion: TransactionalStage {
    /// What `with:` may say.
    public struct Options: PartOptions {
        var title: Setting<String> = .expression("document.stem")
        var description: Setting<String?> = .fixed(nil)
        var school: Setting<String?> = .fixed(nil)
        var type: Setting<String> = .expression("inputs.type")
        var owner: Setting<String> = .expression("run.owner")

        public init() {}

        public static let fields: [OptionField<Options>] = [
            OptionField(
                "title", \.title,
                "The document's title, 1 to 100 characters. Versions with the same owner, type and title form a series. Where it is "
                    + "the file's name, a longer one is shortened in its middle."
            ),
            OptionField(
                "description", \.description, "Up to 500 characters; left out, the series keeps the one it has."),
            OptionField(
                "school", \.school,
                "The id of the school that the document is about; left out, the series keeps what it has.",
                OptionRules(namesSchools: true)),
            OptionField("type", \.type, "The type of document."),
            OptionField("owner", \.owner, "Whose document it is."),
        ]
    }

    public static let spec = StageSpec(
        name: "create-version",
        summary: "Makes the stored object the current version of its document.",
        discussion: """
            A document is a series of versions with the same owner, type and title. The new version gets the next number \
            and becomes the only current one; schools that the document is shared with see it from then on. It is written \
            in the same transaction that records the stage: both are there after a crash, or neither is.

            A document remembers the titles that it had. A title that no document has now, and one had before, adds a version \
            to that document, which keeps the title that it has; of several, to the one that had it last. In a run that was \
            asked to add to a document, it adds to that one, whatever the title.
            """,
        needs: [.fileURL, .objectKey, .size, .mimeType, .sha256],
        gives: [.id, .series, .version, .title, .sharedWith],
        effect: .transactional,
        readsContent: true,
        examples: [
            StageExample(
                "The first version of a transcript.",
                yaml: "uses: create-version\nwith: { title: Grades }",
                file: .text("grades.txt", "A, A, B\n"),
                facts: [
                    "file-url": "file:objects/u1/transcript/1_grades.txt", "object-key": "u1/transcript/1_grades.txt",
                    "mime-type": "text/plain", "size": 8,
                    "sha256": "4c2320b5ed5272b6fff6614006e7b3407660e015ef237c4ad7cb35a2daa6e4ab",
                ],
                inputs: ["type": "transcript"],
                result: .outputs(["version": 1, "title": "Grades", "shared-with": []])),
            StageExample(
                "A title must not be empty.",
                yaml: "uses: create-version\nwith: { title: ' ' }",
                facts: [
                    "file-url": "file:objects/u1/transcript/1_grades.txt", "object-key": "u1/transcript/1_grades.txt",
                    "mime-type": "text/plain", "size": 8,
                    "sha256": "4c2320b5ed5272b6fff6614006e7b3407660e015ef237c4ad7cb35a2daa6e4ab",
                ],
                inputs: ["type": "transcript"],
                result: .rejected("The title is empty. A document needs a title.")),
        ])

    public static let isUndoable = true

    private let options: Options

    public init(options: Options) {
        self.options = options
    }

    public func commit(_ context: StageContext, in transaction: any StageTransaction) throws -> Record {
        let version = try transaction.catalog.createVersion(
            NewVersion(
                series: try context.known(.series)?.string,
                owner: try context.value(options.owner),
                type: try context.documentType(options.type),
                title: try title(context),
                description: try context.value(options.description),
                school: try context.value(options.school),
                objectKey: try context.require(.objectKey),
                fileURL: try context.require(.fileURL),
                name: try context.content.path.name.text,
                mimeType: try context.require(.mimeType),
                size: try context.require(.size),
                sha256: try context.require(.sha256),
                media: try media(context),
                run: context.run))
        return [
            Fact.id.name: .string(version.id), Fact.series.name: .string(version.series),
            Fact.version.name: .integer(Int64(version.number)), Fact.title.name: .string(version.title),
            Fact.sharedWith.name: version.sharedWith.value,
        ]
    }

    private func title(_ context: StageContext) throws -> String {
        try DocumentMetadata.title(context.value(options.title), ofFile: context.known(.stem)?.string)
    }

    /// What earlier stages found out of the contents, if there were any such stages.
    private func media(_ context: StageContext) throws -> MediaFacts {
        MediaFacts(
            duration: try context.known(.duration)?.integer, width: try context.known(.width)?.integer,
            height: try context.known(.height)?.integer, frameRate: try context.known(.frameRate)?.number,
            videoCodec: try context.known(.videoCodec)?.string, audioCodec: try context.known(.audioCodec)?.string,
            pages: try context.known(.pages)?.integer)
    }

    public func preview(_ context: StageContext, in catalog: any CatalogReading) async throws -> EffectPreview {
        // Of a document that the run was asked to add to; not of one that an earlier stage would make.
        let document = context.isUnknown(.id) ? nil : try context.known(.id)?.string
        let plan = VersionPlan(
            document: document, owner: try context.value(options.owner), type: try context.documentType(options.type),
            title: try title(context),
            size: try context.require(.size), sha256: try context.require(.sha256))
        _ = try context.content
        let description = try context.shown(options.description)
        if let description { _ = try DocumentMetadata.description(description) }
        let school = try context.value(options.school)
        if let school, !school.isEmpty { try await catalog.requireSchools([school]) }
        return try await plan.preview(
            catalog, objects: context.resources.require((any ObjectStore).self), description: description,
            school: school)
    }

    public func undo(_ outputs: Record, _ context: StageContext, in transaction: any StageTransaction) throws {
        try transaction.catalog.retractVersion(ofRun: context.run)
    }
}

/// A version that would be made, held against those that are there.
struct VersionPlan {
    /// A version of the document that it joins; nil: the title tells.
    let document: String?
    let owner: String
    let type: DocumentType
    let title: String
    let size: Int64
    let sha256: String

    func preview(
        _ catalog: any CatalogReading, objects: any ObjectStore, description: String?, school: String?
    ) async throws -> EffectPreview {
        let versions =
            if let document { try await catalog.versions(ofSeriesOf: document) } else {
                try await catalog.versions(owner: owner, type: type, title: title)
            }
        let number = (versions.first?.number ?? 0) + 1
        let current = versions.first(where: \.isCurrent)
        // That of a document which had the given title is another one by now.
        let title = current?.title ?? title
        // The current one first: it is the one that people see.
        let same = ([current].compactMap { $0 } + versions).first { $0.sha256 == sha256 && $0.size == size }
        var stored: String?
        if let same, let key = ObjectKey(same.objectKey), let object = try await objects.open(key), object.size == size
        {
            stored = key.text
        }
        var detail: Record = [
            "title": .string(title), "type": .string(type.rawValue), "owner": .string(owner),
            "version": .integer(Int64(number)), "document": Value(current?.series),
            "current-version": current.map { .integer(Int64($0.number)) } ?? .null,
            "same-bytes-as": same.map { .integer(Int64($0.number)) } ?? .null,
            "same-bytes-at": Value(stored),
        ]
        if let description { detail["description"] = .string(description) }
        if let school { detail["school"] = .string(school) }
        return EffectPreview(
            effects: [
                PlannedEffect(
                    .createVersion, target: title, detail: detail,
                    text: text(title, number, same: same, stored: stored, isFirst: versions.isEmpty))
            ], outputs: outputs(title, number, current))
    }

    private func text(
        _ title: String, _ number: Int, same: DocumentVersion?, stored: String?, isFirst: Bool
    ) -> String {
        var text = "version \(number) of `\(title)`"
        if let same {
            text += " (same bytes as version \(same.number)"
            if let stored { text += ", stored as \(stored)" }
            return text + ")"
        }
        return text + (isFirst ? ", a new \(type.label)" : ", with new bytes")
    }

    /// The version's id, and that of a new document, are made in the run.
    private func outputs(_ title: String, _ number: Int, _ current: DocumentVersion?) -> Record {
        var outputs: Record = [
            Fact.version.name: .integer(Int64(number)), Fact.title.name: .string(title),
            Fact.sharedWith.name: (current?.sharedWith ?? []).value,
        ]
        if let current { outputs[Fact.series.name] = .string(current.series) }
        return outputs
    }
}
