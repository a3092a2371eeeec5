public import Documents
public import Pipelines
public import Platform

/// Shares the document with schools.
public struct Share: TransactionalStage {
    /// What `with:` may say.
    public struct Options: PartOptions {
        var schools: Setting<[String]> = .required
        var link: Setting<TimeSpan?> = .fixed(nil)

        public init() {}

        fileprivate static let bounds = 3_600_000...Int64(DocumentLink.maxDays) * 86_400_000

        public static let fields: [OptionField<Options>] = [
            OptionField(
                "schools", \.schools, "Ids of schools, as the list of schools has them.",
                OptionRules(namesSchools: true)),
            OptionField(
                "link", \.link,
                "Makes a link as well, an address that shows the document without an account, and that holds "
                    + "for so long: from `1h` to `365d`, such as `7d`. It begins with `server: { url: … }` of compass.yaml."
            ),
        ]
    }

    public static let spec = StageSpec(
        name: "share",
        summary: "Lets schools view the document.",
        discussion: """
            A share belongs to the document, not to one version: it follows the current version. Schools that the document \
            is already shared with stay as they are. It is written in the same transaction that records the stage.

            The address of a link is on record with the run, so anyone who can see the run can open it, until it is revoked. When a \
            later stage fails, the link goes with the shares.
            """,
        needs: [.id],
        gives: [.sharedWith],
        outputs: [
            Fact("added", .list(.string), "Ids of the schools that this stage added."),
            Fact("link-url", .optional(.string), "The address of the link; null without `link`."),
        ],
        effect: .transactional,
        addsToKnown: true,
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
        var outputs: Record = [Fact.sharedWith.name: sharedWith.value, "added": added.value]
        if let link = try link(to: id, context, in: transaction) { outputs["link-url"] = .string(link) }
        return outputs
    }

    /// The address of the link that is made; nil: none is wanted.
    private func link(
        to id: String, _ context: StageContext, in transaction: any StageTransaction
    ) throws -> String? {
        guard let holds = try context.value(options.link) else { return nil }
        guard Options.bounds.contains(holds.milliseconds) else {
            throw StageError.failed(
                .permanent, "invalid-link", "A link holds from 1h to 365d, and not \(holds).")
        }
        let address: LinkAddress = try context.resources.require()
        guard address.base != nil else {
            throw StageError.failed(
                .permanent, "no-address",
                "A link needs the address that people reach the server by: write `server: { url: https://… }` into compass.yaml."
            )
        }
        let secret = try transaction.catalog.link(
            id,
            by: DocumentLink(
                id: DocumentLink.id(
                    ofRun: context.run, stage: context.stage, item: context.item, at: context.startedAt),
                owner: context.owner, documents: [], label: nil, madeBy: context.owner, run: context.run,
                createdAt: context.startedAt,
                expiresAt: DocumentLink.end(of: holds.duration, from: context.startedAt)),
            orElse: LinkKey.candidate())
        return address.text(secret)
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
        if let holds = try context.value(options.link) {
            effects.append(
                PlannedEffect(
                    .perform, target: "link", detail: ["holds-ms": .integer(holds.milliseconds)],
                    text: "make a link that holds for \(holds)"))
        }
        return EffectPreview(
            effects: effects, outputs: [Fact.sharedWith.name: sharedWith.value, "added": added.value])
    }

    public func undo(_ outputs: Record, _ context: StageContext, in transaction: any StageTransaction) throws {
        try transaction.catalog.retractLinks(ofRun: context.run)
        try transaction.catalog.retractShares(ofRun: context.run)
    }
}
