public import Documents
public import Pipelines
public import Platform

/// Puts a version into the trash.
public struct Trash: TransactionalStage {
    /// What `with:` may say.
    public struct Options: PartOptions {
        var keepCurrent: Setting<Bool> = .fixed(true)

        public init() {}

        public static let fields: [OptionField<Options>] = [
            OptionField(
                "keep-current", \.keepCurrent,
                "Whether the current version of a document is refused. `false` puts it, and the whole document with it, "
                    + "into the trash, where no school may view it.")
        ]
    }

    public static let spec = StageSpec(
        name: "trash",
        summary: "Puts the version into the trash.",
        discussion: """
            You can restore a version from the trash until `retention.trash` of the workspace has passed. The stage works in the \
            same transaction that records it. Its undo takes the version out of the trash and restores the shares.
            """,
        needs: [.id],
        outputs: [
            Fact("trashed", .boolean, "Whether this stage did it; false when the version was in the trash already."),
            Fact(
                "ended-shares", .list(.any),
                "The shares that ended: `school`, `shared-at` and `run` of each; times in microseconds since 1970."),
        ],
        effect: .transactional,
        examples: [
            StageExample(
                "A document goes into the trash with all its versions.",
                yaml: "uses: trash\nwith: { keep-current: false }",
                facts: ["id": "example-document"],
                result: .outputs(["trashed": true, "ended-shares": []])),
            StageExample(
                "The current version is refused unless that is said.",
                yaml: "uses: trash",
                facts: ["id": "example-document"],
                result: .rejected(Trash.refusal)),
        ])

    public static let isUndoable = true

    static let refusal =
        "This is the current version of its document, which stays. With `keep-current: false` the whole document would go "
        + "into the trash."

    private let options: Options

    public init(options: Options) {
        self.options = options
    }

    public func commit(_ context: StageContext, in transaction: any StageTransaction) throws -> Record {
        let version = try transaction.catalog.version(try context.require(.id))
        guard try isDue(version, context) else { return ["trashed": false, "ended-shares": []] }
        let shares = try transaction.catalog.trash(version.id)
        return ["trashed": true, "ended-shares": .list(shares.map(\.value))]
    }

    public func preview(_ context: StageContext, in catalog: any CatalogReading) async throws -> EffectPreview {
        let version = try await catalog.version(try context.require(.id))
        let isDue = try isDue(version, context)
        let shown = "`\(version.title)` (version \(version.number))"
        let ended = isDue && version.isCurrent ? version.sharedWith : []
        return EffectPreview(
            effects: [
                PlannedEffect(
                    .trash, target: version.id,
                    detail: [
                        "id": .string(version.id), "title": .string(version.title),
                        "version": .integer(Int64(version.number)), "current": .boolean(version.isCurrent),
                        "ended-shares": ended.value,
                    ], isChange: isDue,
                    text: isDue
                        ? "put \(version.isCurrent ? "all of " : "")\(shown) into the trash"
                            + (ended.isEmpty ? "" : "; \(ended.joined(separator: ", ")) may not view it any more")
                        : "\(shown) is in the trash already")
            ], outputs: ["trashed": .boolean(isDue)])
    }

    public func undo(_ outputs: Record, _ context: StageContext, in transaction: any StageTransaction) throws {
        guard outputs["trashed"]?.boolean == true else { return }
        let shares = (outputs["ended-shares"]?.list ?? []).compactMap(ShareRecord.init(value:))
        try transaction.catalog.untrash(try context.require(.id), shares: shares)
    }

    /// Whether the version is to go; false when it has gone already.
    private func isDue(_ version: DocumentVersion, _ context: StageContext) throws -> Bool {
        if version.trashedAt != nil { return false }
        if version.isCurrent, try context.value(options.keepCurrent) {
            throw StageError.rejected("current-version", Self.refusal)
        }
        return true
    }
}

extension ShareRecord {
    /// As an output, from which it can be made again.
    fileprivate var value: Value {
        [
            "school": .string(school), "shared-at": .integer(sharedAt.microseconds), "run": Value(run),
            "by": Value(by),
        ]
    }

    fileprivate init?(value: Value) {
        guard let school = value["school"]?.string, let sharedAt = value["shared-at"]?.integer else { return nil }
        self.init(
            school: school, sharedAt: Timestamp(microseconds: sharedAt), run: value["run"]?.string,
            by: value["by"]?.string)
    }
}
