import CompassTesting
import Documents
import Engine
import Pipelines
import Platform
import Representations
import Testing

@testable import Workspaces

/// What a person calls documents and schools by.
@Suite struct DocumentNameTests {
    /// A workspace with a document for each title.
    static func stored(_ titles: [String], type: String = "transcript") async throws -> TestWorkspace {
        let workspace = try await TestWorkspace()
        for (index, title) in titles.enumerated() {
            let name = "file\(index).txt"
            try workspace.write(Path(name), "text \(index)")
            let ends = try await workspace.run(
                [workspace.folder.file(name)], inputs: ["title=\(title)", "type=\(type)"])
            try #require(ends.first?.run.status == .succeeded)
        }
        return workspace
    }

    static func titles(_ workspace: TestWorkspace) async throws -> [String: DocumentVersion] {
        let page = try await workspace.workspace.catalog.documents(DocumentQuery(), limit: 100, after: nil)
        return Dictionary(page.items.map { ($0.title, $0) }) { first, _ in first }
    }

    @Test("a document is named by its id, the beginning of it in any case, and by its title in any case")
    func names() async throws {
        let workspace = try await Self.stored(["Fall Highlights", "Grades"])
        let stored = try #require(try await Self.titles(workspace)["Fall Highlights"])
        let prefix = try await workspace.workspace.shortened([stored.id], of: .version)[0]
        #expect(prefix.count >= 8 && stored.id.hasPrefix(prefix))
        for name in [stored.id, prefix, prefix.uppercased(), "Fall Highlights", "fall HIGHLIGHTS"] {
            #expect(try await DocumentName(name).version(in: workspace.workspace).id == stored.id, "\(name)")
        }
        for name in ["", "f", "Fall", "0000000", "%", "fall highlights "] {
            await #expect(throws: CatalogError.self, "\(name)") {
                try await DocumentName(name).version(in: workspace.workspace)
            }
        }
    }

    @Test("a document is named by its title without its accents; one that is written exactly so is meant first")
    func folded() async throws {
        let workspace = try await Self.stored([
            "İSTANBUL", "Łukasz Żółć", "Straße", "Αθήνα", "Clip 1", "Clip 01", "Müller", "Muller",
        ])
        for (name, title) in [
            ("istanbul", "İSTANBUL"), ("Istanbul", "İSTANBUL"), ("lukasz zolc", "Łukasz Żółć"), ("STRASSE", "Straße"),
            ("αθηνα", "Αθήνα"), ("ＣＬＩＰ １", "Clip 1"), ("Clip 01", "Clip 01"), ("Müller", "Müller"),
        ] {
            #expect(try await DocumentName(name).version(in: workspace.workspace).title == title, "\(name)")
        }
        await #expect {
            try await DocumentName("müller").version(in: workspace.workspace)
        } throws: { "\($0)".contains("`müller` may mean 2 documents") }
    }

    @Test("a name that may mean several documents is refused with a line for each")
    func several() async throws {
        let workspace = try await Self.stored(["Season", "season"])
        let stored = try await Self.titles(workspace)
        #expect(
            try await DocumentName("Season").version(in: workspace.workspace).id == stored["Season"]?.id,
            "written exactly so")
        await #expect {
            try await DocumentName("SEASON").version(in: workspace.workspace)
        } throws: { error in
            guard let problem = error as? Problem else { return false }
            let ids = [stored["season"], stored["Season"]].compactMap { $0?.id }
            return problem.message
                == "`SEASON` may mean 2 documents; give more of the id of the one that is meant"
                && problem.details
                    == zip(ids, ["season", "Season"]).map {
                        "  \($0)  \($1), Transcript, version 1, of u1"
                    }
        }
        let common = String(try #require(stored["Season"]).id.prefix(4))
        await #expect {
            try await DocumentName(common).version(in: workspace.workspace)
        } throws: { "\($0)".contains("`\(common)` may mean 2 documents") }
    }

    @Test(
        "what names no document is refused with the nearest title",
        arguments: [
            ("fal highlights", "There is no document `fal highlights`. Did you mean `Fall Highlights`?"),
            ("Clip3", "There is no document `Clip3`. Did you mean `clip`?"),
            ("gardes", "There is no document `gardes`. Did you mean `Grades`?"),
            ("nothing like it", "There is no document `nothing like it`."),
        ])
    func nearest(text: String, message: String) async throws {
        let workspace = try await Self.stored(["Fall Highlights", "clip", "Grades"])
        await #expect {
            try await DocumentName(text).version(in: workspace.workspace)
        } throws: { ($0 as? CatalogError)?.message == message }
    }

    @Test("a former title is told what it is called now")
    func former() async throws {
        let test = try await Self.stored(["clip", "Grades", "Season"])
        for (name, title) in [("clip", "Fall Highlights"), ("Grades", "A"), ("Season", "Grades"), ("Grades", "B")] {
            let version = try await DocumentName(name).version(in: test.workspace)
            _ = try await test.workspace.catalog.edit(version.id, MetadataChange(title: title))
        }
        for (name, message) in [
            ("clip", "There is no document `clip` any more: it is called `Fall Highlights` now."),
            ("Grades", "There is no document `Grades` any more: those of that title are called `B` and `A` now."),
            ("Season", "There is no document `Season` any more: it is called `B` now."),
        ] {
            await #expect(throws: CatalogError(.notFound, message), "\(name)") {
                try await DocumentName(name).version(in: test.workspace)
            }
        }
    }

    @Test("titles that begin with a text are found in any case, by title, and not what lies elsewhere")
    func beginnings() async throws {
        let test = try await Self.stored(["Fall b", "fall A", "Fal", "Éclair", "Spring", "Fall c"])
        let catalog = test.workspace.catalog
        _ = try await catalog.trashDocument(of: try #require(try await Self.titles(test)["Fall c"]).id)
        func found(_ text: String, trashed: Bool = false, limit: Int = 10) async throws -> [String] {
            try await catalog.documents(titlesBeginningWith: text, trashed: trashed, limit: limit).map(\.title)
        }
        #expect(try await found("fALL") == ["fall A", "Fall b"])
        #expect(try await found("fa") == ["Fal", "fall A", "Fall b"])
        #expect(try await found("fa", limit: 1) == ["Fal"])
        #expect(try await found("é") == ["Éclair"])
        #expect(try await found("ECL") == ["Éclair"])
        #expect(try await found("fall", trashed: true) == ["Fall c"])
        #expect(try await found("x") == [])
    }

    @Test(
        "schools are named by id or name, in any case, with commas or in words of their own",
        arguments: [
            (["stanford"], ["stanford"]), (["UCLA", "stanford"], ["ucla", "stanford"]),
            (["stanford,ucla"], ["stanford", "ucla"]), (["Stánford"], ["stanford"]),
            (["Stanford , UCLA", "ucla"], ["stanford", "ucla"]),
        ] as [([String], [String])])
    func schools(texts: [String], ids: [String]) async throws {
        let workspace = try await TestWorkspace()
        #expect(try await SchoolNames(texts).ids(in: workspace.workspace.catalog) == ids)
    }

    @Test("a name that several schools have means none of them")
    func ambiguous() async throws {
        let test = try await TestWorkspace()
        defer { withExtendedLifetime(test) {} }
        let catalog = test.workspace.catalog
        try await catalog.addSchools(
            [School(id: "miami", name: "Miami"), School(id: "miami-oh", name: "miami")]
                + [School(id: "oh", name: "MIAMI"), School(id: "duke", name: "Duke University")], replacing: false)
        #expect(try await SchoolNames(["MIAMI", "Duke university"]).ids(in: catalog) == ["miami", "duke"], "an id")
        try await catalog.addSchools(
            [School(id: "york", name: "St John's"), School(id: "ny", name: "st john's")], replacing: false)
        #expect(try await SchoolNames(["St John's"]).ids(in: catalog) == ["St John's"])
        for text in ["St John's", " st  john's"] {
            await #expect {
                try await SchoolNames.known(text, in: catalog)
            } throws: {
                ($0 as? CatalogError)?.message.hasSuffix(
                    "may mean 2 schools, `ny`, `york`; give the id of the one that is meant.") ?? false
            }
        }
    }

    @Test(
        "a misspelt name is refused with the nearest name and its id; a word of one is not taken for it",
        arguments: [
            ("Duke Universty", "There is no school `Duke Universty`. Did you mean `Duke University` (`duke`)?"),
            ("st jonh", "There is no school `st jonh`. Did you mean `St John` (`ny` or `york`)?"),
            ("University", "There is no school `University`."),
            ("Duke University", nil),
        ] as [(String, String?)])
    func misspelt(text: String, message: String?) async throws {
        let test = try await TestWorkspace()
        defer { withExtendedLifetime(test) {} }
        let catalog = test.workspace.catalog
        try await catalog.addSchools(
            [School(id: "duke", name: "Duke University"), School(id: "york", name: "St John")]
                + [School(id: "ny", name: "St John")], replacing: false)
        guard let message else {
            #expect(try await SchoolNames.known(text, in: catalog) == "duke")
            return
        }
        await #expect {
            try await SchoolNames.known(text, in: catalog)
        } throws: { ($0 as? CatalogError)?.message == message }
    }

    @Test(
        "an unknown school is refused with the nearest where one is looked for",
        arguments: [
            ("stanfrod", "There is no school `stanfrod`. Did you mean `stanford`?"),
            ("x", "There is no school `x`."), ("", "The id of a school is empty."),
        ])
    func unknown(text: String, message: String) async throws {
        let catalog = try await TestWorkspace().workspace.catalog
        await #expect {
            try await SchoolNames.known(text, in: catalog)
        } throws: { ($0 as? CatalogError)?.message == message }
    }
}
