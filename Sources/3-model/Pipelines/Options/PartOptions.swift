/// The options of a stage, a channel or an object store. Every key is an `OptionField`, and a field does not exist without
/// its documentation.
public protocol PartOptions: Sendable {
    /// With every default; options that the user has to set are `.required`.
    init()

    /// In the order of the reference.
    static var fields: [OptionField<Self>] { get }
}

/// Of a stage that has no options.
public struct NoOptions: PartOptions {
    public static var fields: [OptionField<NoOptions>] { [] }
    public init() {}
}
