internal import Documents

/// What stages may use of their surroundings, by type: the object store, the file type detector, the channels. A value,
/// made once by the program and narrowed or replaced by tests.
public struct Resources: Sendable {
    private var table: [ObjectIdentifier: any Sendable] = [:]

    public init() {}

    /// Provides `resource` to whoever asks for type `type`; replaces a former one.
    public mutating func provide<Resource>(_ resource: Resource, as type: Resource.Type = Resource.self)
    where Resource: Sendable {
        table[ObjectIdentifier(type)] = resource
    }

    /// - Throws: `StageError` of kind `missing-resource` when the program provides none: a mistake in its set-up.
    public func require<Resource>(_ type: Resource.Type = Resource.self) throws(StageError) -> Resource {
        guard let resource = table[ObjectIdentifier(type)] as? Resource else {
            throw .failed(.other, "missing-resource", "This program provides no \(type) to its stages.")
        }
        return resource
    }
}
