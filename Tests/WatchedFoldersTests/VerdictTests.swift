import Documents
import Pipelines
import Platform
import Testing

@testable import WatchedFolders

/// What was processed and what is seen are two things: the tables of what follows from both.
@Suite struct VerdictTests {
    /// What has become of a file since it was taken.
    enum Fate: String, CaseIterable, Sendable {
        case untouched, attributes, touched, rewritten, gone, replaced, elsewhere, unreadable
    }

    private static let file = LedgerEntry.File(device: 1, inode: 2, born: 3)
    private static let taken = FileMark(size: 4, modified: 5, changed: 6)

    private static func entry(
        sha256: String? = nil, takenSHA256: String? = nil, state: LedgerEntry.State = .taken
    ) -> LedgerEntry {
        LedgerEntry(
            watch: 1, file: file, path: "/ws/inbox/a", size: 4, modified: 5, changed: 6, sha256: sha256,
            takenSHA256: takenSHA256, run: "run", state: state, takenAt: Timestamp(microseconds: 1))
    }

    private static func found(_ fate: Fate) -> FoundFile? {
        let mark =
            switch fate {
            case .attributes, .unreadable: FileMark(size: 4, modified: 5, changed: 7)
            case .touched, .rewritten: FileMark(size: 4, modified: 7, changed: 7)
            default: taken
            }
        switch fate {
        case .gone: return nil
        case .replaced: return FoundFile(file: .init(device: 1, inode: 9, born: 3), path: "/ws/inbox/a", mark: mark)
        case .elsewhere: return FoundFile(file: file, path: "/ws/other/a", mark: mark)
        default: return FoundFile(file: file, path: "/ws/inbox/a", mark: mark)
        }
    }

    private static func digest(_ sha256: String, _ mark: FileMark, opened: FileMark? = nil) -> FileDigest {
        FileDigest(sha256: sha256, file: file, opened: opened ?? mark, mark: mark, blur: .zero)
    }

    private static func run(_ status: RunStatus, _ kind: String? = nil) -> RunRecord {
        var run = RunRecord(
            id: "run", pipeline: "p", definition: "0f", file: "inbox/a",
            source: SourceIdentity(path: "/ws/inbox/a", device: 1, inode: 2, size: 4, modified: 5), owner: "u",
            inputs: [:], trigger: [:], startedAt: Timestamp(microseconds: 1), keyTimestamp: 1)
        run.status = status
        run.error = kind.map { RunFailure(stage: "", kind: $0, message: "") }
        return run
    }

    /// The verdict with the bytes read if it asks for them.
    private static func verdict(_ run: RunRecord, _ fate: Fate, processed: String?) -> RunVerdict {
        let found = found(fate)
        let of = { (reading: RunVerdict.Reading) in
            RunVerdict.of(
                entry(), after: run, processed: processed, found: found, hasSameInputs: fate != .elsewhere,
                reading: reading)
        }
        guard of(.none) == .doubtful, let found else { return of(.none) }
        if fate == .unreadable { return of(.failed) }
        return of(.done(digest(fate == .rewritten ? "new" : "old", found.mark)))
    }

    @Test(
        "after a run whose contents are known, a file is what was processed if its bytes are, whatever its times say",
        arguments: [
            (.untouched, .same), (.attributes, .same), (.touched, .same), (.rewritten, .changed), (.gone, .absent),
            (.replaced, .replaced), (.elsewhere, .reassigned), (.unreadable, .changed),
        ] as [(Fate, RunVerdict)])
    func known(_ fate: Fate, _ expected: RunVerdict) {
        for status in [RunStatus.succeeded, .rejected, .failed, .cancelled] {
            #expect(Self.verdict(Self.run(status), fate, processed: "old") == expected)
        }
    }

    @Test(
        "after a run whose contents nobody has read, size and time of the contents decide",
        arguments: [
            (.untouched, .same), (.attributes, .same), (.touched, .changed), (.rewritten, .changed), (.gone, .absent),
            (.replaced, .replaced), (.elsewhere, .reassigned),
        ] as [(Fate, RunVerdict)])
    func unknown(_ fate: Fate, _ expected: RunVerdict) {
        #expect(Self.verdict(Self.run(.succeeded), fate, processed: nil) == expected)
    }

    @Test(
        "a run that saw its file change has processed nothing, whatever the file looks like", arguments: Fate.allCases)
    func seenChange(_ fate: Fate) {
        let expected: RunVerdict =
            switch fate {
            case .gone: .absent
            case .replaced: .replaced
            case .elsewhere: .reassigned
            default: .changed
            }
        for processed in ["old", nil] {
            #expect(Self.verdict(Self.run(.rejected, "source-changed"), fate, processed: processed) == expected)
        }
    }

    @Test("a run that did not find its file has processed nothing: it is there by another name, or gone")
    func missing() {
        #expect(Self.verdict(Self.run(.failed, "missing"), .elsewhere, processed: nil) == .unopened)
        #expect(Self.verdict(Self.run(.failed, "missing"), .untouched, processed: nil) == .unopened)
        #expect(Self.verdict(Self.run(.failed, "missing"), .gone, processed: nil) == .neverThere)
        #expect(Self.verdict(Self.run(.failed, "missing"), .replaced, processed: nil) == .neverThere)
    }

    // MARK: Before a run

    private static func compare(
        _ former: LedgerEntry, _ digest: FileDigest?, hasFormerName: Bool = false, hasSameInputs: Bool = true
    ) -> Comparison {
        let found = FoundFile(
            file: file, path: hasFormerName ? "/ws/inbox/b" : "/ws/inbox/a", mark: Self.rewritten)
        let next = LedgerEntry(
            watch: 1, file: file, path: found.path, size: 4, modified: 7, changed: 7, run: "next",
            takenAt: Timestamp(microseconds: 2))
        return Comparison.of(
            found, digest, with: former, hasFormerName: hasFormerName, hasSameInputs: hasSameInputs, next: next)
    }

    private static let rewritten = FileMark(size: 4, modified: 7, changed: 7)

    @Test(
        "a file is only left alone for contents that were processed, never for those that it had when it was taken",
        arguments: [
            (nil, nil), ("old", nil), (nil, "new"), ("old", "new"), ("new", nil), ("new", "old"),
        ] as [(String?, String?)])
    func seenIsNotProcessed(processed: String?, taken: String?) {
        for state in LedgerEntry.State.allCases {
            let former = Self.entry(sha256: processed, takenSHA256: taken, state: state)
            switch Self.compare(former, Self.digest("new", Self.rewritten)) {
            case .same(let entry):
                #expect(processed == "new")
                #expect(entry.sha256 == "new" && FileMark(entry) == Self.rewritten && entry.run == "run")
                #expect(entry.state == (state == .taken ? .settled : state))
            case .different(let entry):
                #expect(processed != "new")
                #expect(entry.run == "next" && entry.state == .taken)
                // What is to be run is no more processed than before.
                #expect(entry.sha256 == processed && entry.takenSHA256 == "new")
            case let other: Issue.record("\(other)")
            }
        }
    }

    @Test("a digest of another state than the one that was seen decides nothing")
    func otherState() {
        let former = Self.entry(sha256: "new", state: .settled)
        let later = FileMark(size: 4, modified: 7, changed: 8)
        #expect(Self.compare(former, nil) == .unstable)
        #expect(Self.compare(former, Self.digest("new", later)) == .unstable)
        #expect(Self.compare(former, Self.digest("new", later, opened: Self.rewritten)) == .unstable)
    }

    @Test("by a further name, and with other inputs, the same contents are another name, and a new file")
    func places() {
        let former = Self.entry(sha256: "new", state: .settled)
        let digest = Self.digest("new", Self.rewritten)
        guard case .otherName(let entry) = Self.compare(former, digest, hasFormerName: true) else {
            Issue.record("no other name")
            return
        }
        #expect(entry.path == "/ws/inbox/a")
        guard case .different(let entry) = Self.compare(former, digest, hasSameInputs: false) else {
            Issue.record("not different")
            return
        }
        #expect(entry.sha256 == nil && entry.takenSHA256 == "new")
    }
}
