/// The type of a value whose keys are not known before the run: environment variables, secrets.
public struct MapType: Hashable, Sendable {
    /// What a key without a value means where `null` is not provided for. Where it is (on the left of `??`, as first
    /// argument of `default`, beside `==`), such a key is always `null`.
    public enum Unset: Hashable, Sendable {
        /// The expression is refused; the text says what would happen: "an unset environment variable would end the run".
        case refused(String)
        /// Evaluation fails; the text says what to do: "set COMPASS_SECRET_NAME".
        case fails(String)
    }

    /// The type of every value that is not among `known`.
    public let element: ValueType
    public let unset: Unset
    /// Keys that always have a value, such as the pipeline's own `env`.
    public let known: RecordType

    public init(of element: ValueType, unset: Unset, known: RecordType = []) {
        self.element = element
        self.unset = unset
        self.known = known
    }

    /// The process environment, with what the pipeline's `env` defines.
    public static func env(known: RecordType = []) -> MapType {
        MapType(of: .string, unset: .refused("an unset environment variable would end the run"), known: known)
    }

    /// The workspace's secrets.
    public static let secrets = MapType(
        of: .secret(.string),
        unset: .fails("set COMPASS_SECRET_NAME in the environment, or put it into a file of `secrets/`"))
}
