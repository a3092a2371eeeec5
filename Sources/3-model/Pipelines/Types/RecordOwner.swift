/// How messages speak of a record and its fields: "stage `detect` has no output `mimetype`".
public struct RecordOwner: Hashable, Sendable {
    /// What has the fields: "stage `detect`".
    public let name: String
    /// What its fields are: "output".
    public let memberLabel: String
    /// The kind of the issue for a field that does not exist: "unknown-output".
    public let kind: String
    /// What the list of all fields is headed with: "outputs of detect-mime".
    public let heading: String

    public init(name: String, memberLabel: String, kind: String, heading: String) {
        self.name = name
        self.memberLabel = memberLabel
        self.kind = kind
        self.heading = heading
    }

    /// The outputs of a stage.
    ///
    /// - Parameters:
    ///   - id: the stage's id in the pipeline.
    ///   - type: its type in the registry.
    public static func outputs(of id: String, type: String) -> RecordOwner {
        RecordOwner(name: "stage `\(id)`", memberLabel: "output", kind: "unknown-output", heading: "outputs of \(type)")
    }

    /// The stages that an expression may name.
    public static let stages = RecordOwner(
        name: "the pipeline", memberLabel: "stage", kind: "unknown-stage", heading: "stages before this one")

    /// The pipeline's inputs.
    public static let inputs = RecordOwner(
        name: "the pipeline", memberLabel: "input", kind: "unknown-input", heading: "inputs")
}
