/// What bytes on their way must come to, as whoever sends them says.
public struct UploadChecksum: Sendable, Hashable {
    /// How it is computed.
    public enum Algorithm: String, Sendable, CaseIterable, Hashable {
        case sha1, sha256
    }

    public let algorithm: Algorithm
    public let digest: [UInt8]

    public init(_ algorithm: Algorithm, _ digest: [UInt8]) {
        self.algorithm = algorithm
        self.digest = digest
    }
}
