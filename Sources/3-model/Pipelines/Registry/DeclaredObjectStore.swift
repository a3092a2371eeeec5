public import Documents

/// An object store that workspace files name by its type. A new one is a file with a type that conforms to this, and a place in
/// the program's list of object stores.
public protocol DeclaredObjectStore: ObjectStore {
    associatedtype Options: PartOptions

    static var spec: PartSpec { get }

    /// Where the store is; opens nothing.
    ///
    /// - Throws: `StageError` when an option cannot be computed.
    static func place(_ options: Options, in context: PartContext) throws(StageError) -> any ObjectStorePlace
}

extension DeclaredObjectStore {
    /// As the registry holds it.
    static var type: ObjectStoreType { ObjectStoreType(spec, Options.self, make: place) }
}

/// An object store in the registry.
public typealias ObjectStoreType = PartType<any ObjectStorePlace>
