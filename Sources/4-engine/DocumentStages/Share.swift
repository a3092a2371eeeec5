public import Documents
public import Pipelines
public import Platform

/// Shares the document with schools.
public struct Share: TransactionalStage {
    /// What `with:` may say.
    public struct Options: PartOptions {
        var schools: Setting<[String]> = .required

        public init() {}

        public static let fields: [OptionField<Options>] = [
            OptionField("schools", \.schools, "Ids of schools, as the list of schools has them.")
        ]
    }

    public static let spec = StageSpec(
        name: "share",
        summary: "Lets schools view the document.",
        discussion: """
            A share belongs to the document, not to one version: it follows the current version. Schools that the document \
            is already shared with stay as they are. It is written in the same transaction that records the stage.
            """,
        needs: [.id],
        gives: [.sharedWith],
        outputs: [Fact("added", .list(.string), "Ids of the schools that this stage added.")],
        effect: .transactional,
        examples: [
            StageExample(
                "A document is shared with two schools.",
                yaml: "uses: share\nwith: { schools: [stanford, ucla] }",
                facts: ["id": "example-document"],
                result: .outputs(["shared-with": ["stanford", "ucla"], "added": ["stanford", "ucla"]]))
        ])

    public static let isUndoable = true

    private let options: Options

    public init(options: Options) {
        self.options = options
    }

    public func commit(_ context: StageContext, in transaction: any StageTransaction) throws -> Record {
        let id: String = try context.require(.id)
        let added = try transaction.catalog.share(id, with: try context.value(options.schools), run: context.run)
        let sharedWith = try transaction.catalog.version(id).sharedWith
        return [Fact.sharedWith.name: sharedWith.value, "added": added.value]
    }

    public func preview(_ context: StageContext, in catalog: any CatalogReading) async throws -> EffectPreview {
        let schools = try context.value(options.schools)
        var sharedWith: [String]
        if context.isUnknown(.id) {
            // The version is made in the same run; what it is shared with is known.
            sharedWith = try context.require(.sharedWith)
        } else {
            let version = try await catalog.version(try context.require(.id))
            if version.trashedAt != nil { throw CatalogError.trashed(version) }
            sharedWith = version.sharedWith
        }
        try await catalog.requireSchools(schools)
        var effects: [PlannedEffect] = []
        var added: [String] = []
        for school in schools {
            let isNew = !sharedWith.contains(school)
            effects.append(
                PlannedEffect(
                    .share, target: school, detail: ["school": .string(school)], isChange: isNew,
                    text: isNew ? "share with \(school)" : "\(school) may view it already"))
            guard isNew else { continue }
            added.append(school)
            sharedWith.append(school)
        }
        return EffectPreview(
            effects: effects, outputs: [Fact.sharedWith.name: sharedWith.value, "added": added.value])
    }

    public func undo(_ outputs: Record, _ context: StageContext, in transaction: any StageTransaction) throws {
        try transaction.catalog.retractShares(ofRun: context.run)
    }
}
