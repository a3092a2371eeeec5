public import Platform

/// What an MP4 or QuickTime file holds, judged by its boxes: libmagic goes by the brand alone, and knows neither those of
/// many cameras (Sony's XAVC, Panasonic's) nor films of before the brand was invented.
///
/// Format: ISO/IEC 14496-12, sections 4.2 (boxes), 4.3 (brand), 8.4.3 (handler).
public enum MovieFile: Hashable, Sendable {
    /// A film with these kinds of tracks ("vide", "soun", "hint", …), in order; none when its description is packed as
    /// QuickTime of 1998 could, or holds no track yet. The brand is nil in files from before 2001.
    case movie(brand: String?, tracks: [String])
    /// No film, or one whose description is missing since the file is cut off.
    case other

    /// Reads box headers; the file position stays where it is.
    ///
    /// - Throws: `SystemError`
    public static func inspect(_ file: FileDescriptor) throws -> MovieFile {
        try inspect(ContainerContent(file))
    }

    static func inspect(_ content: ContainerContent) throws -> MovieFile {
        do {
            var boxes = BoxReader(content)
            var brand: String?
            var isFirst = true
            var movie: Box?
            try boxes.each(in: 0..<content.size) { box in
                // Without a brand, a film starts with one of these; anything may look like a box.
                if isFirst, !["ftyp", "moov", "mdat", "wide", "free", "skip", "pnot"].contains(box.type) {
                    return false
                }
                isFirst = false
                if box.type == "ftyp", box.content.count >= 4 {
                    brand = BoxReader.code(
                        try content.bytes(at: box.content.lowerBound, count: 4, of: "its brand"), 0)
                }
                if box.type == "moov" { movie = box }
                return movie == nil
            }
            guard let movie else { return .other }
            return .movie(brand: brand, tracks: try boxes.tracks(of: movie))
        } catch is ContainerProblem {
            return .other
        }
    }

    /// Whether there is a picture track, or nothing is known of the tracks.
    public var mayHaveVideo: Bool {
        switch self {
        case .movie(_, let tracks): tracks.isEmpty || tracks.contains("vide")
        case .other: false
        }
    }
}
