import Platform

@testable import FileIntake
@testable import FileType

/// Boxes of MP4 and QuickTime files are followed to an end, and judged the same each time.
enum MovieTarget: FuzzTarget {
    static let name = "movie"

    static func run(_ input: [UInt8]) {
        let file = MemoryFile.holding(input)
        let movie = required("the boxes can be read") { try MovieFile.inspect(file) }
        require(required("again") { try MovieFile.inspect(file) } == movie, "the same boxes are the same film")
        if case .movie(_, let tracks) = movie {
            require(tracks.count <= input.count / 8, "\(tracks.count) tracks do not fit in \(input.count) bytes")
        }
        WholenessChecks.check(file, size: input.count, names: ["clip.mp4", "clip.mov", "clip"])
    }
}
