import Testing

@testable import FileType

/// Films of packed, endless and tiny boxes.
@Suite struct MovieBoxTests {
    private typealias Build = MovieBuilder

    @Test("an index that is packed says nothing of its tracks, and is one only if it is packed")
    func packed() throws {
        let packed = Build.box("cmov", Build.box("dcom", Array("zlib".utf8)) + Build.box("cmvd", [0, 0, 0, 9, 1]))
        #expect(try MovieFileTests.inspect(Build.box("moov", packed) + Build.media) == .movie(brand: nil, tracks: []))
        let empty = MovieFile.damaged(reason: "its index (the box `moov`) lists no pictures")
        #expect(try MovieFileTests.inspect(Build.box("moov", Build.box("cmov")) + Build.media) == empty)
        #expect(try MovieFileTests.inspect(Build.brand() + Build.box("moov") + Build.media) == empty)
    }

    @Test("sound behind thousands of boxes is still sound, and a film of endless tiny boxes is refused")
    func manyBoxes() throws {
        let fillings = (0..<5_000).flatMap { _ in Build.box("free") }
        let sound = joined(Build.brand(), fillings, Build.index("soun"), Build.media)
        let movie = try MovieFileTests.inspect(sound)
        #expect(movie == .movie(brand: "isom", tracks: ["soun"]))
        #expect(!movie.mayHaveVideo)
        let endless = (0..<70_000).flatMap { _ in Build.box("free") }
        #expect(try MovieFileTests.inspect(endless) == .suspicious(reason: "it has too many boxes"))
    }

    @Test("an AVI file of endless tiny chunks is given up")
    func manyChunks() throws {
        let bytes = Build.riff((0..<10_000).flatMap { _ in Build.chunk("JUNK", []) })
        #expect(try AVIFile.inspect(ContainerContent(bytes)) == .damaged(reason: "it has too many chunks"))
    }
}
