/// A typed thing that is known of a document. Stages declare which they need and give; expressions read them as
/// `document.NAME`.
public struct Fact: Sendable, Hashable {
    /// In kebab-case: "mime-type".
    public let name: String
    public let type: ValueType
    /// One sentence.
    public let doc: String

    public init(_ name: String, _ type: ValueType, _ doc: String) {
        self.name = name
        self.type = type
        self.doc = doc
    }
}

extension Fact {
    /// Known from the start, without opening the file.
    public static let initial: [Fact] = [.name, .stem, .extension, .path]

    /// Those of the stages that come with Compass, and the initial ones.
    static let standard: [Fact] =
        initial + [
            .mimeType, .charset, .documentType, .size, .sha256, .fileURL, .objectKey, .id, .series, .title, .version,
            .sharedWith, .duration, .width, .height, .frameRate, .videoCodec, .audioCodec, .pages,
        ]

    /// What Compass itself vouches for, since the catalog and the object store go by it: no plugin may give these.
    static let reserved: [Fact] =
        initial + [.size, .sha256, .fileURL, .objectKey, .id, .series, .title, .version, .sharedWith]

    /// The fact of a name; one that others give is of any type.
    static func named(_ name: String) -> Fact { standard.first { $0.name == name } ?? Fact(name, .any, "") }

    public static let name = Fact("name", .string, "The file's name, without its folder.")
    public static let stem = Fact("stem", .string, "The file's name without its last extension.")
    public static let `extension` = Fact(
        "extension", .string, "The last extension, lower-cased, with its dot; empty if none.")
    public static let path = Fact("path", .string, "The file's path, as it was named.")
    public static let mimeType = Fact("mime-type", .string, "What the contents are, such as `video/mp4`.")
    public static let charset = Fact(
        "charset", .optional(.string), "The character set of a text; null for anything else.")
    public static let documentType = Fact("document-type", .string, "The type of document, such as `highlight_video`.")
    public static let size = Fact("size", .size, "The file's size.")
    public static let sha256 = Fact(
        "sha256", .string, "The SHA-256 of the bytes that were stored, in lower-case hexadecimal.")
    public static let fileURL = Fact("file-url", .string, "Where the stored object is.")
    public static let objectKey = Fact("object-key", .string, "The stored object's key.")
    public static let id = Fact("id", .string, "The id of the version in the catalog.")
    public static let series = Fact("series", .string, "The id of the series that the version belongs to.")
    public static let title = Fact("title", .string, "The document's title in the catalog.")
    public static let version = Fact("version", .integer, "The version's number in its series, from 1.")
    public static let sharedWith = Fact(
        "shared-with", .list(.string), "Ids of all schools that the document is shared with.")
    public static let duration = Fact("duration", .optional(.duration), "How long it plays; null for what does not.")
    public static let width = Fact("width", .optional(.integer), "Of the picture as it is shown, in pixels.")
    public static let height = Fact("height", .optional(.integer), "Of the picture as it is shown, in pixels.")
    public static let frameRate = Fact("frame-rate", .optional(.number), "Pictures a second.")
    public static let videoCodec = Fact(
        "video-codec", .optional(.string), "What a video's pictures are coded in, such as `h264`; null without any.")
    public static let audioCodec = Fact(
        "audio-codec", .optional(.string), "What the sound is coded in, such as `aac`; null without any.")
    public static let pages = Fact("pages", .optional(.integer), "How many pages it has.")
}
