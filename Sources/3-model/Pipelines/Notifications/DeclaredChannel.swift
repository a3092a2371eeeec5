/// A channel that workspace files declare by its `type`. A new one is a file with a type that conforms to this, and a place in
/// the program's list of channels.
public protocol DeclaredChannel: NotificationChannel {
    associatedtype Options: PartOptions

    static var spec: PartSpec { get }

    /// Makes the channel and delivers nothing. Called again whenever the workspace file changes.
    ///
    /// - Throws: `StageError` when an option cannot be computed.
    init(options: Options, in context: PartContext) throws(StageError)
}

extension DeclaredChannel {
    public static var kind: String { spec.name }

    /// As the registry holds it.
    static var type: ChannelType {
        ChannelType(spec, Options.self) { options, context throws(StageError) in
            try Self(options: options, in: context)
        }
    }
}
