import CompassTesting
import Documents
import Engine
import Pipelines
import Platform
import Representations
import Testing

@testable import Workspaces

/// Titles like ids, titles in the trash, and commas in names of schools.
@Suite struct DocumentNameVariantTests {
    @Test("a title that is written exactly so is meant before ids that begin so, and several such stand before them")
    func titleLikeID() async throws {
        let test = try await DocumentNameTests.stored((0..<12).map { "Document \($0)" })
        let workspace = test.workspace
        let versions = try await DocumentNameTests.titles(test)
        let titled = try #require(versions["Document 3"])
        let start = String(titled.id.prefix(6))
        try #require(versions.values.allSatisfy { $0.id.hasPrefix(start) })
        await #expect {
            try await DocumentName(start).version(in: workspace)
        } throws: { "\($0)".contains("may mean more than 10 documents") }
        _ = try await workspace.catalog.edit(titled.id, MetadataChange(title: start))
        #expect(try await DocumentName(start).version(in: workspace).id == titled.id)
        #expect(try await IdentifierName(start, of: .subject).filter(in: workspace) == titled.id)
        try test.write("other.txt", "another text")
        _ = try await test.run([test.folder.file("other.txt")], inputs: ["title=\(start)", "type=resume"])
        await #expect {
            try await DocumentName(start).version(in: workspace)
        } throws: { error in
            guard let problem = error as? Problem else { return false }
            return problem.details.count == 10
                && problem.details.prefix(2).allSatisfy { $0.contains("  \(start), ") }
                && !problem.details.dropFirst(2).contains { $0.contains("  \(start), ") }
        }
    }

    @Test("changes are looked for by the title of a document, but for what has that very id")
    func subjects() async throws {
        let test = try await DocumentNameTests.stored(["Fall Highlights", "ucla"])
        let stored = try await DocumentNameTests.titles(test)
        let id = try #require(stored["Fall Highlights"]?.id)
        for name in ["Fall Highlights", "fall highlights", id] {
            #expect(try await IdentifierName(name, of: .subject).filter(in: test.workspace) == id, "\(name)")
        }
        #expect(try await IdentifierName("ucla", of: .subject).filter(in: test.workspace) == "ucla")
        await #expect {
            try await IdentifierName("Summer", of: .subject).filter(in: test.workspace)
        } throws: { "\($0)".contains("There is nothing `Summer` that the audit has changes of.") }
    }

    @Test("what lies in the trash is found after what does not, or before it where that is asked for")
    func trash() async throws {
        let workspace = try await DocumentNameTests.stored(["Grades"])
        let catalog = workspace.workspace.catalog
        let old = try #require(try await DocumentNameTests.titles(workspace)["Grades"])
        _ = try await catalog.trashDocument(of: old.id)
        #expect(try await DocumentName("grades").version(in: workspace.workspace).id == old.id)
        try workspace.write("new.txt", "another text")
        _ = try await workspace.run([workspace.folder.file("new.txt")], inputs: ["title=Grades"])
        let new = try #require(try await DocumentNameTests.titles(workspace)["Grades"])
        #expect(new.id != old.id)
        #expect(try await DocumentName("grades").version(in: workspace.workspace).id == new.id)
        #expect(try await DocumentName("grades").version(in: workspace.workspace, trashed: true).id == old.id)
    }

    @Test("versions that lay in the trash before their document are no further documents of its title")
    func versionsInTrash() async throws {
        let test = try await DocumentNameTests.stored(["Grades", "Grades", "Grades", "Season"])
        let (workspace, catalog) = (test.workspace, test.workspace.catalog)
        let current = try #require(try await DocumentNameTests.titles(test)["Grades"])
        let versions = try await catalog.versions(ofSeriesOf: current.id)
        try #require(versions.map(\.number) == [3, 2, 1] && current.number == 3)
        // An older one may be current: what is newest does not count.
        _ = try await catalog.restore(versions[1].id, withShares: false)
        for index in [0, 2] { try await catalog.trashVersion(versions[index].id) }
        // Which of the two is to come out of the trash, their document does not say.
        await #expect {
            try await DocumentName("grades").version(in: workspace, trashed: true)
        } throws: { "\($0)".contains("may mean 2 documents") }
        _ = try await catalog.trashDocument(of: current.id)
        for trashed in [true, false] {
            #expect(try await DocumentName("grades").version(in: workspace, trashed: trashed).id == versions[1].id)
        }
        #expect(
            try await catalog.documents(titled: "GRADES", of: nil, trashed: true, limit: 1).map(\.id) == [
                versions[1].id
            ])
        // Another document of the title is one more.
        try test.write("new.txt", "another text")
        _ = try await test.run([test.folder.file("new.txt")], inputs: ["title=Grades"])
        let new = try #require(try await DocumentNameTests.titles(test)["Grades"])
        _ = try await catalog.trashDocument(of: new.id)
        #expect(
            try await catalog.documents(titled: "grades", of: nil, trashed: true, limit: 10).map(\.id)
                == [new.id, versions[1].id])
    }

    @Test("the beginnings that are shown are those of one version each", arguments: [12])
    func prefixes(count: Int) async throws {
        let workspace = try await DocumentNameTests.stored((0..<count).map { "Document \($0)" })
        let catalog = workspace.workspace.catalog
        let ids = try await catalog.documents(DocumentQuery(), limit: 100, after: nil).items.map(\.id)
        for (id, prefix) in zip(ids, try await workspace.workspace.shortened(ids, of: .version)) {
            #expect(prefix.count >= 8)
            #expect(try await DocumentName(prefix).version(in: workspace.workspace).id == id)
        }
    }

    @Test("a school's name may have a comma in it")
    func comma() async throws {
        let test = try await TestWorkspace()
        defer { withExtendedLifetime(test) {} }
        let catalog = test.workspace.catalog
        try await catalog.addSchools(
            [School(id: "la", name: "University of California, Los Angeles")], replacing: false)
        #expect(
            try await SchoolNames(["university of california, los angeles", "stanford"]).ids(in: catalog)
                == ["la", "stanford"])
        for text in [
            "University of California, Los Angeles,stanford", "la stanford",
            "University of California,Los Angeles, stanford", "la,ucla stanford,stanford ucla",
        ] {
            let ids = try await SchoolNames([text]).ids(in: catalog)
            #expect(ids.filter { $0 != "ucla" } == ["la", "stanford"], "\(text)")
        }
        #expect(try await SchoolNames(["stanford ucal"]).ids(in: catalog) == ["stanford ucal"], "one is none")
    }

    @Test(
        "a misspelt name whose beginning, up to a comma, is a school is refused as a whole with the nearest name",
        arguments: [
            ("University of California, Los Angles", "University of California, Los Angles"),
            ("duke,university of california,  Los Angles , stanford", "university of california, Los Angles"),
            ("University of Califronia, Los Angeles", "University of Califronia, Los Angeles"),
        ])
    func misspeltWithComma(given: String, named: String) async throws {
        let test = try await TestWorkspace()
        defer { withExtendedLifetime(test) {} }
        let catalog = test.workspace.catalog
        try await catalog.addSchools(
            [School(id: "uc2", name: "University of California"), School(id: "duke", name: "Duke")]
                + [School(id: "uc1", name: "University of California, Davis")]
                + [School(id: "la", name: "University of California, Los Angeles")], replacing: false)
        let ids = try await SchoolNames([given]).ids(in: catalog)
        #expect(ids.filter { !["duke", "stanford"].contains($0) } == [named])
        await #expect {
            try await catalog.requireSchools(ids)
        } throws: {
            ($0 as? CatalogError)?.message
                == "There is no school `\(named)`. Did you mean `University of California, Los Angeles` (`la`)?"
        }
    }

    @Test("a misspelt school behind one that names begin with is not taken for the rest of such a name")
    func misspeltBehindBeginning() async throws {
        let test = try await TestWorkspace()
        defer { withExtendedLifetime(test) {} }
        let catalog = test.workspace.catalog
        try await catalog.addSchools(
            [School(id: "uc2", name: "University of California")]
                + [School(id: "uc1", name: "University of California, Davis")], replacing: false)
        #expect(
            try await SchoolNames(["University of California, stanfort, ucla"]).ids(in: catalog)
                == ["uc2", "stanfort", "ucla"])
        #expect(
            try await SchoolNames(["x, University of California, Davs"]).ids(in: catalog) == ["x", "uc2", "Davs"],
            "of several that mean none, nothing is offered")
    }

    @Test("what names no school stays as it is, for the catalog to refuse")
    func others() async throws {
        let test = try await TestWorkspace()
        defer { withExtendedLifetime(test) {} }
        let catalog = test.workspace.catalog
        #expect(try await SchoolNames(["Stanford,x, y", "", "x"]).ids(in: catalog) == ["stanford", "x", "y", ""])
    }
}
