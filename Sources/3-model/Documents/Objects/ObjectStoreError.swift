/// Why an object store could not do what it was asked.
public struct ObjectStoreError: ClassifiedError, Hashable, Sendable, CustomStringConvertible {
    /// What kind of trouble it is.
    public enum Code: String, Sendable, Hashable {
        /// Other bytes are stored under that key.
        case keyTaken = "key-taken"
        case full = "disk-full"
        case readOnly = "read-only"
        case forbidden = "forbidden"
        /// The store is damaged or not one: a folder that should be there is something else.
        case damaged = "damaged-store"
        /// Its place leads to something else now, such as a disk that was mounted over it.
        case elsewhere = "store-elsewhere"
        /// It has objects, and the catalog has no document at all: the database was lost.
        case unknown = "objects-without-catalog"
        /// It has no address of the kind that was asked for.
        case noLink = "no-link"
        case network = "network"
        case timeout = "timeout"
        case throttled = "throttled"
        case server = "server"
        case other = "storage"
    }

    public let code: Code
    /// What, where, why and what to do, for people.
    public let message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var kind: String { code.rawValue }
    public var description: String { message }

    public var errorClass: ErrorClass {
        switch code {
        case .full, .readOnly, .forbidden, .damaged, .elsewhere, .unknown, .other: .storage
        case .keyTaken, .noLink: .other
        case .network: .network
        case .timeout: .timeout
        case .throttled: .throttled
        case .server: .server
        }
    }
}

extension ObjectStoreError {
    /// Of a store of which the catalog needs what lay in it.
    ///
    /// - Parameter what: "is not there".
    public static func away(_ place: any ObjectStorePlace, _ what: String) -> ObjectStoreError {
        ObjectStoreError(
            .elsewhere,
            "The object store \(place.description) \(what), although the catalog has documents whose bytes lie there. Is its disk mounted? "
                + "Mount it or move it back; nothing is stored there before.")
    }

    /// Of a store with objects that the catalog knows nothing of, since it has no document at all.
    public static func unknown(_ place: any ObjectStorePlace) -> ObjectStoreError {
        ObjectStoreError(
            .unknown,
            "The object store \(place.description) has objects, although the catalog has no document: the database was lost, "
                + "emptied or replaced. Bring it back, or restore a backup: the guide \"When things go wrong\" shows how. To begin "
                + "anew, move the objects away; nothing is stored there before.")
    }
}
