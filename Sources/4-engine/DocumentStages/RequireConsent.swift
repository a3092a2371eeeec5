internal import Documents
public import Pipelines
public import Platform

/// Rejects the document until the owner has accepted what people are asked to accept.
public struct RequireConsent: PureStage {
    /// What `with:` may say.
    public struct Options: PartOptions {
        var owner: Setting<String> = .expression("run.owner")
        var text: Setting<String> = .fixed(LegalDocument.privacyPolicy)

        public init() {}

        public static let fields: [OptionField<Options>] = [
            OptionField(
                "owner", \.owner,
                "Whose acceptance is needed; for a minor's documents, the person who signs in for them."),
            OptionField(
                "text", \.text,
                "What has to be accepted, by its kind: the privacy policy, or another text that was published."),
        ]
    }

    public static let spec = StageSpec(
        name: "require-consent",
        summary: "Rejects the document until the owner has accepted the current privacy policy.",
        discussion: """
            Put it before `share`, so that no document of a minor reaches a school before the responsible person has agreed. What \
            counts is the version that is in force when the stage runs: when a new one comes into force, it has to be accepted \
            again. People accept it on the pages of the server. Where none was published, it is the policy that comes with the program.

            A refused document is kept in quarantine; once the policy is accepted, release it to continue here.
            """,
        outputs: [Fact("version", .string, "The version that was accepted.")],
        effect: .none,
        examples: [
            StageExample(
                "No policy has been accepted yet.",
                yaml: "uses: require-consent",
                result: .rejected(
                    "`u1` has not accepted version 1.0 of the text `privacy-policy`, which is in force. "
                        + "Accept it on the page of the policy, and release the document then."))
        ])

    private let options: Options

    public init(options: Options) {
        self.options = options
    }

    public func run(_ context: StageContext) async throws -> Record {
        let (owner, kind) = (try context.value(options.owner), try context.value(options.text))
        let consent: Consent
        do {
            consent = try await context.resources.require((any ConsentLookup).self).consent(of: owner, to: kind)
        } catch let error as LegalError {
            throw StageError.failed(
                .permanent, "no-text", "\(error.message) Publish one, or name another text in `with: { text: … }`.")
        }
        guard consent.isGiven else {
            throw StageError.rejected(
                "no-consent",
                "`\(Printable.short(owner))` has not accepted version \(Printable.short(consent.version)) of the text "
                    + "`\(Printable.short(kind))`, which is in force. "
                    + "Accept it on the page of the policy, and release the document then.")
        }
        return ["version": .string(consent.version)]
    }
}
