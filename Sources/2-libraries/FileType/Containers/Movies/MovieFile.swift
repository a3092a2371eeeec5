public import Platform

/// What an MP4 or QuickTime file holds, judged by its boxes: libmagic goes by the brand alone, and knows neither those of
/// many cameras (Sony's XAVC, Panasonic's) nor films of before the brand was invented.
///
/// Format: ISO/IEC 14496-12, sections 4.2 (boxes), 4.3 (brand), 8.4.3 (handler).
public enum MovieFile: Hashable, Sendable, ContainerVerdict {
    /// A whole film with these kinds of tracks ("vide", "soun", "hint", …), in order; none when its index is packed as
    /// QuickTime of 1998 could. The brand is nil in files from before 2001.
    case movie(brand: String?, tracks: [String])
    /// It begins as no film does.
    case other
    /// It begins as a film and is none that can be shown. The reason completes "the file cannot be read: …".
    case damaged(reason: String)
    /// It is made to keep whoever reads it busy, or is something else as well. The reason completes "the file is refused: …".
    case suspicious(reason: String)

    /// Reads box headers and the last 65,557 bytes; the file position stays where it is.
    ///
    /// - Throws: `SystemError`
    public static func inspect(_ file: FileDescriptor) throws -> MovieFile {
        try inspect(ContainerContent(file))
    }

    static func inspect(_ content: ContainerContent) throws -> MovieFile {
        return try judging {
            let result = try MovieWalk(content).result()
            if case .movie = result { try AppendedArchive.refuse(.all, in: content) }
            return result
        }
    }

    /// Whether there is a picture track, or nothing is known of the tracks.
    public var mayHaveVideo: Bool {
        switch self {
        case .movie(_, let tracks): tracks.isEmpty || tracks.contains("vide")
        case .other, .damaged, .suspicious: false
        }
    }
}
