import CompassTesting
import Digests
import Documents
import Platform
import Representations
import Synchronization
import Testing

@testable import Workspaces

@Suite final class LegalTests {
    private let test: TestWorkspace
    private let time = Mutex(Timestamp(microseconds: 1_800_000_000_000_000))

    init() async throws {
        test = try await TestWorkspace()
    }

    private var legal: LegalDocuments {
        let now = time.withLock { $0 }
        return LegalDocuments(test.workspace.stores.legal, now: { now })
    }

    private func advance(days: Int) { time.withLock { $0 = $0.advanced(by: .seconds(days * 86_400)) } }

    private func error(_ body: () async throws -> Void) async -> LegalError? {
        do {
            try await body()
            return nil
        } catch {
            return error as? LegalError
        }
    }

    private func publish(_ text: String, _ version: String, effective: Timestamp? = nil) async throws -> Bool {
        try await legal.publish(Array(text.utf8), as: version, effective: effective, by: "admin").isNew
    }

    @Test("before one is published the policy is the one that comes with the program, marked as such")
    func bundled() async throws {
        let document = try await legal.document()
        #expect(document.isBundled && document.version == "bundled-2" && document.kind == "privacy-policy")
        #expect(document.record["bundled"] == true && document.record["published-at"] == .null)
        let headings = document.text.split(separator: "\n").filter { $0.hasPrefix("## ") }
        #expect(headings.count == 12)
        for (number, heading) in headings.enumerated() { #expect(heading.hasPrefix("## \(number + 1). ")) }
        #expect(document.text.contains("mailto:privacy@recruitingcompass.com"))
        #expect((1_000...1_600).contains(document.text.split(whereSeparator: \.isWhitespace).count))
        #expect(document.sha256 == SHA256.hex(of: Array(document.text.utf8)))
        // Another text needs another version, and another digest here: people have accepted this one.
        #expect(document.sha256 == "6bee02750767991b9fef647b822cb64458728ce69387a4fdd61191e4be5faa73")
        #expect(try await legal.documents().isEmpty)
        let absent = await error { _ = try await legal.document("terms") }
        #expect(absent?.message == "No version of `terms` is in force.")
    }

    @Test("the version in force is the one whose date came last, and a later one waits for its date")
    func inForce() async throws {
        let start = time.withLock { $0 }
        #expect(try await publish("One", "1.0"))
        #expect(try await publish("Two", "2.0", effective: start.advanced(by: .seconds(86_400))))
        #expect(try await publish("Old", "0.9", effective: start.advanced(by: .seconds(-86_400))))
        #expect(try await legal.document().version == "1.0")
        #expect(try await legal.document().text == "One")
        #expect(try await legal.documents().map(\.document.version) == ["0.9", "2.0", "1.0"])
        #expect(try await legal.documents().map(\.isInForce) == [false, false, true])
        advance(days: 1)
        #expect(try await legal.document().version == "2.0")
        #expect(try await legal.document(version: "0.9").text == "Old")
        #expect(try await legal.document(version: "bundled-2").isBundled)
        #expect(
            await error { _ = try await legal.document(version: "9") }?.message
                == "There is no version `9` of `privacy-policy`.")
    }

    @Test("what is published never changes: the same again is no second one, anything else is refused")
    func fixed() async throws {
        #expect(try await publish("One", "1.0"))
        advance(days: 1)
        #expect(try await !publish("One", "1.0"))
        #expect(try await legal.documents().count == 1)
        let text = await error { _ = try await publish("Two", "1.0") }
        #expect(text?.kind == .versionTaken)
        #expect(
            text?.message
                == "Version 1.0 of `privacy-policy` was published on 2027-01-15T08:00:00.000Z with another text, and what is "
                + "published never changes. Publish this under a new version.")
        let date = await error { _ = try await publish("One", "1.0", effective: Timestamp(microseconds: 0)) }
        #expect(date?.kind == .versionTaken && date?.message.contains("with another date") == true)
        #expect(try await legal.document().text == "One")
        for statement in ["UPDATE legal_documents SET text = 'x'", "DELETE FROM legal_documents"] {
            #expect(throws: (any Error).self) { try test.execute(statement) }
        }
        #expect(try await legal.document().text == "One")
    }

    @Test(
        "what cannot be published is refused, and says why",
        arguments: [
            ("", "1.0", "privacy-policy", "The text is empty."),
            (" \n", "1.0", "privacy-policy", "The text is empty."),
            ("a\0b", "1.0", "privacy-policy", "The text has a character NUL, which no text needs."),
            (
                "x", "", "privacy-policy",
                "`` is no version: use up to 32 letters, digits, `.`, `_` and `-`, a letter or digit first, such as `1.0`."
            ),
            (
                "x", "1 0", "privacy-policy",
                "`1 0` is no version: use up to 32 letters, digits, `.`, `_` and `-`, a letter or digit first, such as "
                    + "`1.0`."
            ),
            (
                "x", "1.0", "Terms",
                "`Terms` is no kind of legal document: use up to 64 lower-case letters, digits and `-`, a letter first, such "
                    + "as `privacy-policy`."
            ),
            (
                "x", "bundled-2", "privacy-policy",
                "Version bundled-2 is the text that comes with the program. Publish yours as another one."
            ),
        ])
    func refused(text: String, version: String, kind: String, message: String) async throws {
        let refused = await error {
            _ = try await legal.publish(Array(text.utf8), as: version, of: kind, by: "admin")
        }
        #expect(refused?.message == message)
    }

    @Test("a text may have a mebibyte, and has to be UTF-8")
    func bounds() async throws {
        let most = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20)
        #expect(try await legal.publish(most, as: "1", by: "admin").isNew)
        let large = await error { _ = try await legal.publish(most + [97], as: "2", by: "admin") }
        #expect(large?.message == "The text has 1048577 bytes, and may have up to 1048576.")
        let binary = await error { _ = try await legal.publish([0xFF], as: "2", by: "admin") }
        #expect(binary?.message == "The text is not UTF-8. Save it as UTF-8, and publish it again.")
    }

    @Test("an acceptance is recorded once, and only of the text that was shown")
    func accepted() async throws {
        _ = try await publish("One", "1.0")
        let digest = try await legal.document().sha256
        let wrong = await error {
            _ = try await legal.accept(version: "1.0", by: "kim", shown: String(repeating: "0", count: 64))
        }
        #expect(wrong?.kind == .wrongText)
        #expect(
            wrong?.message
                == "What was shown is not version 1.0 of `privacy-policy`: its text has the SHA-256 \(digest). Show that, and "
                + "ask again.")
        #expect(try await !legal.consent(of: "kim", to: "privacy-policy").isGiven)
        let first = try await legal.accept(version: "1.0", by: "kim", shown: digest.uppercased(), from: "192.0.2.1")
        #expect(first.isNew && first.acceptance.sha256 == digest && first.acceptance.address == "192.0.2.1")
        advance(days: 1)
        let again = try await legal.accept(version: "1.0", by: "kim", from: "192.0.2.2")
        #expect(!again.isNew && again.acceptance == first.acceptance)
        #expect(try await legal.consent(of: "kim", to: "privacy-policy").isGiven)
        #expect(await error { _ = try await legal.accept(version: "9", by: "kim") }?.kind == .notFound)
        #expect(await error { _ = try await legal.accept(version: "1.0", by: "a\nb") }?.kind == .invalidPerson)
    }

    @Test("the status names everybody, whatever they have accepted, and who has not accepted the version in force")
    func status() async throws {
        _ = try await legal.accept(version: "bundled-2", by: "ana")
        _ = try await publish("One", "1.0")
        _ = try await legal.accept(version: "1.0", by: "ana")
        _ = try await legal.accept(version: "1.0", by: "kim")
        advance(days: 1)
        _ = try await publish("Two", "2.0")
        _ = try await legal.accept(version: "2.0", by: "kim")
        let status = try await legal.status(people: ["kim", "mia"])
        #expect(status.version == "2.0")
        #expect(status.people.map(\.person) == ["ana", "kim", "mia"])
        #expect(status.people.map(\.standing?.version) == ["1.0", "2.0", nil])
        #expect(status.people.map(\.hasAcceptedCurrent) == [false, true, false])
        #expect(
            status.counts == [
                LegalVersionCount(version: "1.0", people: 2), LegalVersionCount(version: "2.0", people: 1),
                LegalVersionCount(version: "bundled-2", people: 1),
            ])
        #expect(try await legal.acceptances(of: "ana").map(\.version) == ["1.0", "bundled-2"])
    }
}
