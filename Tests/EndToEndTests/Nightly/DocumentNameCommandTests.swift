import Platform
import Testing

/// Documents and schools that are named by their titles and names, rightly and not quite.
@Suite struct DocumentNameCommandTests {
    @Test("what cannot be a school's id is not advised to be added: parts of a name, several in one, commas alone")
    func partsOfSchools() async throws {
        let (sandbox, video) = try await DocumentCommandTests.stored()
        let id = Path(video)
        try #require(try await sandbox.compass("schools", "add", "duke", "Duke University").status == 0)
        let quotes = "Put a name with spaces in quotes, and commas between schools; "
        for schools in [["Duke", "University"], ["duke", "university"], ["duke uclaa"]] as [[Path]] {
            let output = try await sandbox.compass(["documents", "share", id] + schools)
            #expect(output.status == 2 && output.errors.contains(quotes), "\(output)")
            #expect(!output.errors.contains("schools add"), "\(output)")
        }
        try await sandbox.compass(
            "documents", "share", id, ",",
            errors: .equals("compass: The id of a school is empty. `compass schools list` shows them.\n"))
        let unknown = try await sandbox.compass("documents", "share", id, "zzz")
        #expect(unknown.errors.contains("`compass schools add zzz NAME` adds it."), "\(unknown)")
        #expect(try await sandbox.compass("documents", "share", id, "Duke University", "ucla").status == 0)
        try await sandbox.compass(
            "documents", "edit", id, "--school", "Duke Universty", ending: 2,
            errors: .equals("compass: There is no school `Duke Universty`. Did you mean `Duke University` (`duke`)?\n"))
        #expect(try await sandbox.compass("documents", "edit", id, "--school", "duke,ucla").status == 2, "it has one")
        let list = try await sandbox.compass("documents", "unshare", id, "ucla Duke University")
        #expect(list.text == "clip is not shared.\n", "\(list)")
    }

    @Test("a former version is restored by title with --version; what is current already is said to be")
    func restoreByTitle() async throws {
        let (sandbox, video) = try await DocumentCommandTests.stored()
        try await sandbox.compass(
            "documents", "restore", "clip",
            text: .equals("Version 2 of clip was the current one already; --version N goes back to a former one.\n"))
        let restored = try await sandbox.compass("documents", "restore", "CLIP", "--version", "1")
        #expect(restored.text == "Version 1 of clip is the current one.\n", "\(restored)")
        let again = try await sandbox.compass("documents", "restore", "clip", "--version", "1")
        #expect(again.text == "Version 1 of clip was the current one already.\n", "\(again)")
        let single = try await sandbox.compass("documents", "restore", "grades")
        #expect(single.text == "Version 1 of grades was the current one already.\n", "\(single)")
        // Nothing is done with any before the version of each is known.
        let wrong = try await sandbox.compass("documents", "restore", "clip", "grades", "--version", "2")
        #expect(wrong.status == 2 && wrong.errors.contains("`grades` has no version 2."), "\(wrong)")
        let versions = try await sandbox.compass("documents", "versions", Path(video), "--json").lines
        #expect(versions.map { $0["current"] } == [false, true])
        #expect(try await sandbox.compass("documents", "trash", "clip").status == 0)
        let back = try await sandbox.compass("documents", "restore", "clip", "--version", "2")
        #expect(back.text == "Version 2 of clip is the current one.\n", "\(back)")
    }
}
