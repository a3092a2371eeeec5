import CompassTesting
import Platform
import Testing

@testable import Workspaces

/// What files of an export are called.
@Suite struct ExportFolderTests {
    @Test("names that some systems take for one are told apart by numbers")
    func names() throws {
        let test = try TestFolder()
        let folder = try ExportFolder(test.path.appending("out"))
        let titles = [
            "Same", "same", "SAME", "Caf\u{E9}", "Cafe\u{301}", "Stra\u{DF}e", "STRASSE", "Same (2)", "Other",
        ]
        let names = try titles.map { try folder.create(ExportName($0, endingOf: "x.txt"), in: "texts").path }
        #expect(
            names == [
                "texts/Same.txt", "texts/same (2).txt", "texts/SAME (3).txt", "texts/Caf\u{E9}.txt",
                "texts/Cafe\u{301} (2).txt", "texts/Stra\u{DF}e.txt", "texts/STRASSE (2).txt", "texts/Same (2) (2).txt",
                "texts/Other.txt",
            ])
        let named = ["Report.txt", "Report.TXT", ".txt", "Report.txt.txt"]
        #expect(
            named.map { ExportName($0, suffix: " v2", endingOf: "x.TXT").text(number: 1) }
                == ["Report v2.TXT", "Report v2.TXT", "txt v2.TXT", "Report.txt v2.TXT"])
        let other = try folder.create(ExportName("same", endingOf: "x.txt"), in: "films").path
        #expect(other == "films/same.txt", "in another folder")
        folder.discard()
    }
}
