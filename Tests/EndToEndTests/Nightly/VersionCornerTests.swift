import Platform
import Testing

/// Which files become versions of which documents, in rare cases.
@Suite struct VersionCornerTests {
    @Test("different files of one name from different folders are refused by run and plan, and nothing is stored")
    func sameNames() async throws {
        let sandbox = try Sandbox()
        for folder in ["k1", "k2", "k3"] {
            try sandbox.write(Path("\(folder)/grades.mp4"), Samples.mp4(folder.utf8.last ?? 0))
        }
        try sandbox.write("k1/other.mp4", Samples.mp4(9))
        let files = ["k1/grades.mp4", "k1/other.mp4", "k2/grades.mp4", "k3/grades.mp4"] as [Path]
        for command in ["run", "plan"] as [Path] {
            try await sandbox.compass(
                [command, "video"] + files, ending: 2,
                errors: .starts(
                    "compass: k1/grades.mp4, k2/grades.mp4 and k3/grades.mp4 would become versions of one document, "
                        + "`grades`: give each file a title of its own, or say `dedup: { on-duplicate: version }` in "
                        + "pipeline `video` if they are versions of it\n"))
        }
        #expect(try sandbox.objects() == [])
        try sandbox.write(
            "pipelines/video.yaml",
            Sandbox.pipeline("video", type: "highlight_video") + "dedup: { on-duplicate: version }\n")
        try await sandbox.compass(["run", "video"] + files, ending: 0)
    }

    @Test(
        "files of one name are no versions of each other where titles, owners or types differ, or only the run can tell",
        arguments: [
            ("title: \"${{ inputs.title }}\"", "title: \"${{ document.path }}\""),
            ("title: \"${{ inputs.title }}\"", "title: \"${{ document.sha256 }}\""),
            ("title: \"${{ inputs.title }}\"", "title: \"${{ document.stem }}\", owner: \"${{ document.path }}\""),
        ])
    func otherTitles(from: String, to: String) async throws {
        let sandbox = try Sandbox()
        let pipeline = Sandbox.pipeline("video", type: "highlight_video")
        let changed = pipeline.replacing(from, with: to)
        try #require(changed != pipeline)
        try sandbox.write("pipelines/video.yaml", changed)
        for folder in ["k1", "k2"] {
            try sandbox.write(Path("\(folder)/grades.mp4"), Samples.mp4(folder.utf8.last ?? 0))
        }
        let output = try await sandbox.compass("plan", "video", "k1/grades.mp4", "k2/grades.mp4")
        #expect(!output.errors.contains("would become versions of one document"), "\(output)")
    }

    @Test("the audit of a document has its changes whichever version they named, by its title and by any version's id")
    func audit() async throws {
        let sandbox = try Sandbox()
        for number in 1...2 {
            try sandbox.write("clip.mp4", Samples.mp4(UInt8(number)))
            _ = try await sandbox.compass("run", "video", "clip.mp4")
            _ = try await sandbox.compass("documents", "edit", "clip", "--description", Path("\(number)"))
        }
        let versions = try await sandbox.compass("documents", "versions", "clip", "--json").lines
        let ids = versions.compactMap { $0["id"]?.string }
        try #require(ids.count == 2)
        for name in ["clip"] + ids {
            let found = try await sandbox.compass("audit", "list", "--subject", Path(name), "--json").lines
            #expect(found.compactMap { $0["subject"]?.string } == ids, "\(name): \(found)")
            let page = try await sandbox.compass("audit", "list", "--subject", Path(name), "-n", "1")
            let next = try #require(page.errors.split(separator: "next: ").last?.dropLast())
            let rest = try await sandbox.compass(
                "audit", "list", "--subject", Path(name), "--after", Path(String(next)), "--json")
            #expect(try rest.lines.compactMap { $0["subject"]?.string } == [ids[1]], "\(rest)")
        }
    }

    @Test("the retry of a run that adds to another owner's document adds to it, whatever that is called by now")
    func retried() async throws {
        let sandbox = try Sandbox()
        let owned = Sandbox.pipeline("owned", type: "transcript").replacing(
            "inputs:\n", with: "inputs:\n  user: { type: string }\n")
        try sandbox.write("pipelines/owned.yaml", owned)
        try sandbox.write(
            "pipelines/plain.yaml",
            """
            version: 1
            name: plain
            inputs:
              type: { type: document-type, default: transcript }
            stages:
              - uses: detect-mime
              - uses: upload
              - uses: create-version
              - uses: share
                with: { schools: [duke] }

            """)
        try sandbox.write("grades.pdf", Samples.pdf(1))
        try sandbox.write("new.pdf", Samples.pdf(2))
        _ = try await sandbox.compass("run", "owned", "grades.pdf", "-i", "user=u7")
        let rejected = try await sandbox.compass("run", "plain", "new.pdf", "-d", "grades", "--json", ending: 3)
        let run = Path(try #require(try rejected.lines.first?["run"]?.string))
        #expect(try await VersionTests.versions(sandbox, "grades") == [1])
        _ = try await sandbox.compass("documents", "edit", "grades", "--title", "Spring")
        _ = try await sandbox.compass("schools", "add", "duke", "Duke")
        let retried = try await sandbox.compass("runs", "retry", run, ending: 0)
        #expect(
            VersionTests.told(retried) == ["version 2 of `Spring`, with new bytes, id ID; shared with duke"],
            "\(retried)")
        let list = try await sandbox.compass("documents", "list", "--type", "transcript", "--json").lines
        #expect(list.map { $0["owner"] } == ["u7"])
    }

    @Test("a pipeline that drops duplicates adds known bytes all the same to the document that --document names")
    func knownBytes() async throws {
        let sandbox = try Sandbox()
        let source = Sandbox.pipeline("video", type: "highlight_video")
        try sandbox.write("pipelines/video.yaml", source + "dedup: { on-duplicate: attach }\n")
        for (name, index) in [("clip", 1), ("other", 2)] {
            try sandbox.write(Path("\(name).mp4"), Samples.mp4(UInt8(index)))
            #expect(try await sandbox.compass("run", "video", Path("\(name).mp4"), "-i", "schools=ucla").status == 0)
        }
        let added = try await sandbox.compass("run", "video", "clip.mp4", "--document", "other")
        #expect(
            VersionTests.told(added) == ["version 2 of `other`, with new bytes, id ID; shared with ucla"], "\(added)")
        let back = try await sandbox.compass("run", "video", "other.mp4", "--document", "other")
        #expect(
            VersionTests.told(back) == ["version 3 of `other` (same bytes as version 1), id ID; shared with ucla"],
            "\(back)")
        #expect(try await VersionTests.versions(sandbox, "other") == [3, 2, 1])
        #expect(try await VersionTests.versions(sandbox, "clip") == [1])
        // Elsewhere a duplicate is told to be one, with what its document is by now.
        #expect(try await sandbox.compass("documents", "edit", "clip", "--title", "Fall").status == 0)
        #expect(try await sandbox.compass("documents", "unshare", "Fall", "ucla").status == 0)
        let again = try await sandbox.compass("run", "video", "clip.mp4")
        let told = try #require(VersionTests.told(again).first, "\(again)")
        #expect(told.hasPrefix("nothing to do: the same document as in run "), "\(again)")
        #expect(told.hasSuffix("; version 1 of `Fall`, id ID"), "\(again)")
        let shared = try await sandbox.compass("run", "video", "clip.mp4", "-i", "schools=stanford")
        #expect(
            VersionTests.told(shared) == ["added to version 1 of `Fall`, id ID; shared with stanford"], "\(shared)")
    }

    @Test("a title that is typed in decomposed letters names the document")
    func decomposed() async throws {
        let sandbox = try Sandbox(["clip.mp4": Samples.mp4(1)])
        #expect(try await sandbox.compass("run", "video", "clip.mp4", "-i", "title=r\u{E9}sum\u{E9}").status == 0)
        try await sandbox.compass("documents", "show", "Re\u{301}sume\u{301}", "--json", ending: 0)
    }

    @Test("a file that is run again after its document was renamed becomes a version of it, as plan says")
    func renamed() async throws {
        let sandbox = try Sandbox(["clip.mp4": Samples.mp4(1)])
        _ = try await sandbox.compass("run", "video", "clip.mp4")
        _ = try await sandbox.compass("documents", "edit", "clip", "--title", "Fall Highlights")
        let plan = try await sandbox.compass("plan", "video", "clip.mp4")
        #expect(
            plan.text.contains("create-version: version 2 of `Fall Highlights` (same bytes as version 1"), "\(plan)")
        let again = try await sandbox.compass("run", "video", "clip.mp4")
        #expect(
            VersionTests.told(again) == ["version 2 of `Fall Highlights` (same bytes as version 1), id ID"], "\(again)")
        #expect(try await VersionTests.versions(sandbox, "Fall Highlights") == [2, 1])
        #expect(plan.text.contains("New: Fall Highlights"), "\(plan)")
        let log = String(decoding: try sandbox.read(".compass/notifications.ndjson"), as: UTF8.self)
        #expect(log.split(separator: "\n").last?.contains("New: Fall Highlights") == true, "\(log)")
        // Another document takes the name: it is that one's then.
        try sandbox.write("other.mp4", Samples.mp4(3))
        _ = try await sandbox.compass("run", "video", "other.mp4")
        _ = try await sandbox.compass("documents", "edit", "other", "--title", "clip")
        let taken = try await sandbox.compass("run", "video", "clip.mp4")
        #expect(VersionTests.told(taken) == ["version 2 of `clip`, with new bytes, id ID"], "\(taken)")
    }
}
