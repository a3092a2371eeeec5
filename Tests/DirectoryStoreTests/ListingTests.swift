import CompassTesting
import DirectoryStore
import Documents
import Glibc
import Platform
import Testing

@Suite struct ListingTests {
    @Test("all objects of uploads are told, in pages, and nothing else is")
    func pages() async throws {
        let test = try TestStore()
        var expected: Set<String> = []
        for owner in ["jo", "max"] {
            for number in 1...7 {
                let key = try #require(ObjectKey("\(owner)/transcript/\(number)_grades.pdf"))
                try await test.put([1, 2, 3], at: key)
                expected.insert(key.text)
            }
        }
        // What nobody has uploaded: other names, other places, links, and what is being stored now.
        try await test.put([1], at: "jo/transcript/notes.txt")
        try await test.put([1], at: "jo/holiday/1_beach.jpg")
        try await test.put([1], at: "README")
        for name: Path in ["jo/.hidden", "jo/transcript/.1_half.pdf.tmp"] {
            try Files.replace(test.path(name), with: [1])
        }
        let link = test.path("jo/transcript/9_link.pdf")
        #expect(link.withCString { symlink("/etc/passwd", $0) } == 0)
        let outside = test.path("elsewhere")
        #expect(outside.withCString { symlink("/etc", $0) } == 0)

        var sizes: [Int] = []
        var found: [ListedObject] = []
        let foreign = try await test.store.forEachPage(of: 4) { page in
            sizes.append(page.count)
            found += page
        }
        #expect(sizes == [4, 4, 4, 2])
        #expect(Set(found.map(\.key.text)) == expected && found.count == 14)
        #expect(found.allSatisfy { $0.size == 3 && $0.modified > Timestamp(microseconds: 1_600_000_000_000_000) })
        #expect(foreign == 5, "the note, the holiday, the readme and the two links")
    }
}
