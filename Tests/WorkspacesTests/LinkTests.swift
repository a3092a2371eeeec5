import CompassTesting
import Documents
import Engine
import Platform
import Representations
import Synchronization
import Testing

@testable import Workspaces

@Suite struct LinkTests {
    private let test: TestWorkspace
    private let links: Links
    private let documents: [DocumentVersion]
    private let clock = FixedClock(1_800_000_000_500_000)

    init() async throws {
        test = try await TestWorkspace()
        for name in ["a.txt", "b.txt"] as [Path] {
            _ = try await test.run([try test.write(name, "\(name)\n")])
        }
        documents = try await test.workspace.catalog.documents(DocumentQuery(), limit: 10, after: nil).items.reversed()
        links = Links(
            test.workspace.stores.links, base: { "https://docs.example.org" }, now: { [clock] in clock.now })
    }

    private func kind(_ body: () async throws -> Void) async -> LinkError.Kind? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? LinkError)?.kind
        }
    }

    @Test("a link shows the current version of its documents, each once and in its order, to whoever has the address")
    func opened() async throws {
        let made = try await links.create(
            [documents[1].id, documents[0].id, documents[1].id], label: "Coach Ruiz", by: "u1")
        #expect(made.address == "https://docs.example.org/l/" + made.secret)
        #expect(made.link.documents == [documents[1].series, documents[0].series])
        #expect(made.link.owner == "u1" && made.link.madeBy == "u1" && made.link.label == "Coach Ruiz")
        #expect(made.link.expiresAt.microseconds == 1_800_604_800_000_000, "seven days, to the second")
        #expect(made.secret.hasPrefix("\(made.link.id).1800604800."))
        let opened = try await links.open(made.secret)
        #expect(opened.documents.map(\.id) == [documents[1].id, documents[0].id])
        _ = try await test.run([try test.write("b.txt", "newer\n")])
        #expect(try await links.open(made.secret).documents.map(\.number) == [2, 1])
        #expect(try await links.show(made.link.id).secret == made.secret)
        // Another process has the same key.
        let other = Links(test.workspace.stores.links, base: { nil }, now: { [clock] in clock.now })
        #expect(try await other.open(made.secret).link.id == made.link.id)
        let shown = try await other.show(made.link.id)
        #expect(shown.address == nil && shown.record["url"] == .null)
        #expect(shown.record["path"] == .string("/l/" + made.secret), "a script need not know it")
    }

    @Test("what is changed in an address, or made up, opens nothing")
    func forged() async throws {
        let secret = try await links.create([documents[0].id], by: "u1").secret
        let parts = secret.split(separator: ".").map(String.init)
        let other = try await links.create([documents[1].id], by: "u1").link.id
        let last = parts[2].last == "A" ? "B" : "A"
        for text in [
            "", ".", "..", parts[0], "\(parts[0]).\(parts[1])", "\(parts[0]).\(parts[1]).", secret + ".",
            "\(parts[0]).9999999999.\(parts[2])", "\(parts[0]).0\(parts[1]).\(parts[2])",
            "\(parts[0]).+\(parts[1]).\(parts[2])", "\(parts[0]).-1.\(parts[2])", "\(other).\(parts[1]).\(parts[2])",
            "\(parts[0].lowercased()).\(parts[1]).\(parts[2])",
            "\(parts[0]).\(parts[1]).\(parts[2].dropLast())\(last)=",
            "\(parts[0]).\(parts[1]).\(parts[2].dropLast())", secret + " ", String(repeating: "A", count: 10_000),
            "\(parts[0]).\(parts[1]).\(String(repeating: "A", count: 43))",
        ] {
            let found = await kind { _ = try await links.open(text) }
            #expect(found == .forged, "\(text.prefix(100))")
        }
        #expect(try await links.open(secret).documents.count == 1)
    }

    @Test("a link ends with its time, when it is revoked, and with all others when the key is replaced")
    func ended() async throws {
        let short = try await links.create([documents[0].id], days: 1, by: "u1")
        let long = try await links.create([documents[0].id], days: 365, by: "u1")
        clock.advance(by: .seconds(86_399))
        _ = try await links.open(short.secret)
        clock.advance(by: .seconds(1))
        #expect(await kind { _ = try await links.open(short.secret) } == .expired)
        _ = try await links.open(long.secret)
        let revoked = try await links.revoke(long.link.id)
        #expect(revoked.revokedAt != nil)
        #expect(try await links.revoke(long.link.id).revokedAt == revoked.revokedAt, "the first time counts")
        #expect(await kind { _ = try await links.open(long.secret) } == .revoked)
        let third = try await links.create([documents[0].id], by: "u1")
        let other = Links(test.workspace.stores.links, base: { nil }, now: { [clock] in clock.now })
        try await other.revokeAll()
        #expect(await kind { _ = try await links.open(third.secret) } == .forged)
        let again = try await links.show(third.link.id)
        #expect(again.secret != third.secret && again.link.revokedAt != nil)
        #expect(await kind { _ = try await links.open(again.secret) } == .revoked, "a new key brings no link back")
        _ = try await links.open(try await links.create([documents[0].id], by: "u1").secret)
    }

    @Test("what lies in the trash is shown no more, at once, and is again when it is back; what is erased is not")
    func trashed() async throws {
        let both = try await links.create(documents.map(\.id), by: "u1")
        let catalog = test.workspace.catalog
        _ = try await catalog.trashDocument(of: documents[0].id)
        #expect(try await links.open(both.secret).documents.map(\.id) == [documents[1].id])
        _ = try await catalog.trashDocument(of: documents[1].id)
        #expect(await kind { _ = try await links.open(both.secret) } == .notFound)
        _ = try await catalog.restore(documents[0].id)
        #expect(try await links.open(both.secret).documents.map(\.id) == [documents[0].id])
        _ = try await catalog.deleteDocument(of: documents[0].id, expecting: nil)
        #expect(await kind { _ = try await links.open(both.secret) } == .notFound)
        #expect(try await links.show(both.link.id).link.documents == [documents[1].series])
        let error = await #expect(throws: CatalogError.self) { try await links.create([documents[1].id], by: "u1") }
        #expect(error?.kind == .trashed)
    }

    @Test(
        "a link that cannot be is refused",
        arguments: [
            (0, 1, nil, "A link holds from 1 to 365 days, and not 0."),
            (366, 1, nil, "A link holds from 1 to 365 days, and not 366."),
            (7, 0, nil, "A link shows from 1 to 100 documents, and not 0."),
            (7, 101, nil, "A link shows from 1 to 100 documents, and not 101."),
            (7, 1, String(repeating: "x", count: 201), "The label has 201 characters. A label may have up to 200."),
            (7, 1, "a\u{202E}b", "The label has the character U+202E, which cannot be seen or acts on what shows it."),
        ] as [(Int, Int, String?, String)])
    func refused(days: Int, count: Int, label: String?, message: String) async throws {
        let ids = [String](repeating: documents[0].id, count: count)
        let error = await #expect(throws: LinkError.self) {
            try await links.create(ids, days: days, label: label, by: "u1")
        }
        #expect(error?.kind == .invalid && error?.message == message)
    }

    @Test("of somebody else's documents and links nothing can be seen, made or ended")
    func owners() async throws {
        let made = try await links.create([documents[0].id], by: "u1", owner: "u1")
        let error = await #expect(throws: CatalogError.self) {
            try await links.create([documents[0].id], by: "mia", owner: "mia")
        }
        #expect(error?.kind == .notFound)
        #expect(await kind { _ = try await links.show(made.link.id, of: "mia") } == .notFound)
        #expect(await kind { _ = try await links.revoke(made.link.id, of: "mia") } == .notFound)
        for query in [LinkQuery(owner: "mia"), LinkQuery(owner: "mia", document: documents[0].id)] {
            #expect(try await links.list(query, limit: 10, after: nil).items == [])
        }
        for query in [
            LinkQuery(), LinkQuery(owner: "u1"), LinkQuery(document: documents[0].id),
            LinkQuery(owner: "u1", document: documents[0].id),
        ] {
            #expect(try await links.list(query, limit: 10, after: nil).items.map(\.id) == [made.link.id])
        }
        #expect(try await links.list(LinkQuery(document: documents[1].id), limit: 10, after: nil).items == [])
    }

    @Test("documents of two people are not shown by one link")
    func mixed() async throws {
        let pipeline = try test.pipeline()
        let file = try test.write("c.txt", "c\n")
        _ = try await test.run([RunRequest(file: file, owner: "mia")], of: pipeline)
        let other = try #require(
            try await test.workspace.catalog.documents(DocumentQuery(), limit: 10, after: nil).items.first)
        #expect(other.owner == "mia")
        let error = await #expect(throws: LinkError.self) {
            try await links.create([documents[0].id, other.id], by: "u1")
        }
        #expect(error?.kind == .mixedOwners)
        #expect(error?.message == "The documents belong to `u1` and `mia`. Make a link for each of them.")
    }

    @Test("a view counts once for each visitor and hour, whoever else looks, and tells nothing of the visitor")
    func views() async throws {
        let made = try await links.create([documents[0].id], by: "u1")
        let id = made.link.id
        func view(_ address: String, _ agent: String = "Safari") async throws -> Bool {
            try await links.recordView(of: id, address: address, userAgent: agent)
        }
        #expect(try await view("192.0.2.1"))
        #expect(try await !view("192.0.2.1"))
        #expect(try await view("192.0.2.1", "Firefox"))
        #expect(try await view("192.0.2.2"))
        // One visitor cannot be another by moving the boundary.
        #expect(try await view("192.0.2.2S", "afari"))
        clock.advance(by: .seconds(3_600))
        #expect(try await view("192.0.2.1"))
        #expect(try await !view("192.0.2.1"))
        clock.advance(by: .seconds(86_400))
        #expect(try await view("192.0.2.1"))
        let link = try await links.show(id).link
        #expect(link.views == 6 && link.lastViewedAt == clock.now)
        let hours = try await test.workspace.stores.links.linkViews(ofDocument: documents[0].id, limit: 10)
        #expect(hours.map(\.views) == [1, 1, 4])
        #expect(try await !links.recordView(of: "01NONE", address: "192.0.2.1", userAgent: ""))
        let stored = try Files.read(test.folder.file(".compass/compass.db"), limit: 1 << 26)
        let log = try Files.read(test.folder.file(".compass/compass.db-wal"), limit: 1 << 26)
        for bytes in [stored, log] {
            #expect(!String(decoding: bytes, as: UTF8.self).contains("192.0.2.1"))
        }
    }
}
