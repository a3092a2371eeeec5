/// Why an upload is not made, not gone on with or not ended. Trouble with the disk or the database is another error.
public struct UploadError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of refusal it is.
    public enum Kind: Sendable, Hashable {
        /// There is none of that id, or none any more.
        case notFound
        /// It was given up, and its bytes are gone.
        case expired
        /// Somebody else is sending bytes of it at this moment.
        case locked
        /// The bytes do not begin where the upload ends, which is at `offset`.
        case wrongOffset(offset: Int64)
        /// More bytes came than were announced.
        case tooLong
        /// It has all its bytes.
        case complete
        /// The bytes have another digest than was said; none of them is kept.
        case wrongChecksum
        /// The announcement can never become a document: its name, its length or its type.
        case invalid
        /// Larger than the type of document may be.
        case tooLarge
        /// There is no room for it on the disk.
        case noRoom
        /// Its owner has as many uploads that await bytes as anybody may.
        case tooMany
        /// The workspace does not say which pipeline takes it.
        case noPipeline
    }

    public let kind: Kind
    /// A sentence or two for the user: what is wrong, and what to do.
    public let message: String

    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    public var description: String { message }
}
