/// How far an upload is.
public struct UploadProgress: Sendable, Hashable {
    public let upload: UploadRecord
    /// How many bytes are there, on disk.
    public let offset: Int64

    public init(upload: UploadRecord, offset: Int64) {
        self.upload = upload
        self.offset = offset
    }
}
