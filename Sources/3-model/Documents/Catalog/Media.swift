/// What is known of a stored object's contents beyond their type.
public struct MediaFacts: Sendable, Hashable {
    /// How long it plays, in milliseconds.
    public var duration: Int64?
    /// Of the picture as it is shown, in pixels; both or none.
    public var width: Int64?
    public var height: Int64?
    /// Pictures a second.
    public var frameRate: Double?
    /// As ffmpeg names it: "h264".
    public var videoCodec: String?
    /// As ffmpeg names it: "aac"; nil: it is silent.
    public var audioCodec: String?
    public var pages: Int64?

    public init(
        duration: Int64? = nil, width: Int64? = nil, height: Int64? = nil, frameRate: Double? = nil,
        videoCodec: String? = nil, audioCodec: String? = nil, pages: Int64? = nil
    ) {
        self.duration = duration
        self.width = width
        self.height = height
        self.frameRate = frameRate
        self.videoCodec = videoCodec
        self.audioCodec = audioCodec
        self.pages = pages
    }

    public var isEmpty: Bool { self == MediaFacts() }
}

/// Another form of a stored object, made of it and kept beside it: a small picture, a film that plays everywhere. It goes
/// with the last version that has the object.
public struct Rendition: Sendable, Hashable {
    /// What a form is for.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A picture of at most 240 pixels a side, for cards and lists.
        case thumbnail240 = "thumbnail-240"
        /// A picture of at most 480 pixels a side, for dense screens and as a film's poster.
        case thumbnail480 = "thumbnail-480"
        /// A film that every browser plays.
        case web
    }

    public let kind: Kind
    /// Where it lies in the object store.
    public let key: String
    public let mimeType: String
    /// In bytes.
    public let size: Int64
    /// In pixels.
    public let width: Int64
    public let height: Int64

    public init(kind: Kind, key: String, mimeType: String, size: Int64, width: Int64, height: Int64) {
        self.kind = kind
        self.key = key
        self.mimeType = mimeType
        self.size = size
        self.width = width
        self.height = height
    }
}

/// All that is known of an object's contents, and what was made of it.
public struct ObjectMedia: Sendable, Hashable {
    public var facts: MediaFacts
    /// At most one of a kind, in the order of the kinds.
    public var renditions: [Rendition]

    public init(facts: MediaFacts = MediaFacts(), renditions: [Rendition] = []) {
        self.facts = facts
        self.renditions = renditions
    }

    public subscript(_ kind: Rendition.Kind) -> Rendition? { renditions.first { $0.kind == kind } }
}
