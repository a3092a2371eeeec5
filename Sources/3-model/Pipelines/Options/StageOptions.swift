/// The options of a stage type. Every key of `with:` is an `OptionField`, and a field does not exist without its
/// documentation.
public protocol StageOptions: Sendable {
    /// With every default; options that the user has to set are `.required`.
    init()

    /// In the order of the reference.
    static var fields: [OptionField<Self>] { get }
}

/// Of a stage that has no options.
public struct NoOptions: StageOptions {
    public static var fields: [OptionField<NoOptions>] { [] }
    public init() {}
}
