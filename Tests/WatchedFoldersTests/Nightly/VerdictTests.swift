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

    /// - Parameter read: the file that it has read; nil: the one that was taken.
    private static func run(
        _ status: RunStatus, _ kind: String? = nil, _ errorClass: ErrorClass? = nil, of read: FoundFile? = nil
    ) -> RunRecord {
        let read = read ?? FoundFile(file: file, path: place, mark: taken)
        var run = RunRecord(
            id: "run", pipeline: "p", definition: "0f", file: "inbox/a",
            source: SourceIdentity(
                path: place, device: 1, inode: read.file.inode, size: read.mark.size, modified: read.mark.modified),
            owner: "u", inputs: [:], trigger: [:], startedAt: Timestamp(microseconds: 1), keyTimestamp: 1)
        run.status = status
        run.error = kind.map { RunFailure(stage: "", kind: $0, message: "", errorClass: errorClass) }
        return run
    }

    /// The verdict with the bytes read if it asks for them.
    private static func verdict(
        _ run: RunRecord, _ fate: Fate, processed: String?, _ change: (inout RunVerdict.Facts) -> Void = { _ in }
    ) -> RunVerdict {
        var facts = RunVerdict.Facts(
            entry: entry(sha256: "before", takenSHA256: "taken"), run: run, processed: processed, found: found(fate),
            hasSameInputs: fate != .elsewhere)
        change(&facts)
        let verdict = RunVerdict.of(facts)
        guard verdict.finding == .doubtful, let found = facts.found else { return verdict }
        facts.reading =
            fate == .unreadable ? .failed : .done(digest(fate == .rewritten ? "new" : "old", found.mark))
        return RunVerdict.of(facts)
    }

    @Test(
        "after a run whose contents are known, a file is what was processed if its bytes are, whatever its times say",
        arguments: [
            (.untouched, .same), (.attributes, .same), (.touched, .same), (.rewritten, .changed), (.gone, .absent),
            (.replaced, .replaced), (.elsewhere, .reassigned), (.unreadable, .changed),
        ] as [(Fate, RunVerdict.Finding)])
    func known(_ fate: Fate, _ expected: RunVerdict.Finding) {
        for status in [RunStatus.succeeded, .rejected, .failed, .cancelled] {
            #expect(Self.verdict(Self.run(status), fate, processed: "old").finding == expected)
        }
    }

    @Test(
        "after a run whose contents nobody has read, size and time of the contents decide",
        arguments: [
            (.untouched, .same), (.attributes, .same), (.touched, .changed), (.rewritten, .changed), (.gone, .absent),
            (.replaced, .replaced), (.elsewhere, .reassigned),
        ] as [(Fate, RunVerdict.Finding)])
    func unknown(_ fate: Fate, _ expected: RunVerdict.Finding) {
        #expect(Self.verdict(Self.run(.succeeded), fate, processed: nil).finding == expected)
    }

    @Test(
        "a run that saw its file change has processed nothing, whatever the file looks like", arguments: Fate.allCases)
    func seenChange(_ fate: Fate) {
        let expected: RunVerdict.Finding =
            switch fate {
            case .gone: .absent
            case .replaced: .replaced
            case .elsewhere: .reassigned
            default: .changed
            }
        for processed in ["old", nil] {
            #expect(Self.verdict(Self.run(.rejected, "source-changed"), fate, processed: processed).finding == expected)
        }
    }

    @Test("a run that did not find its file has processed nothing: it is there by another name, or gone")
    func missing() {
        for (fate, expected) in [
            (.elsewhere, .unopened), (.untouched, .unopened), (.gone, .neverThere), (.replaced, .neverThere),
        ] as [(Fate, RunVerdict.Finding)] {
            #expect(Self.verdict(Self.run(.failed, "missing"), fate, processed: nil).finding == expected)
        }
    }

    // MARK: What goes on record

    /// What each finding puts on record.
    struct Row: Sendable, CustomTestStringConvertible {
        let finding: RunVerdict.Finding
        let run: RunRecord
        let fate: Fate
        var found: FoundFile?
        var isKept = true
        var isLastTry = false
        /// Of the entry that goes on record.
        let path: Path
        let mark: FileMark
        let sha256: String?
        let state: LedgerEntry.State
        var inode: UInt64 = 2

        var testDescription: String { "\(finding), \(fate), kept: \(isKept)" }
    }

    private static let place: Path = "/ws/inbox/a"
    /// Without the time of change, so that any look at it is a new one.
    private static func unseen(_ mark: FileMark) -> FileMark {
        FileMark(size: mark.size, modified: mark.modified, changed: 0)
    }

    /// A file that was put in the place of the one that was taken, and that the run has read.
    private static let exchanged = FoundFile(
        file: .init(device: 1, inode: 9, born: 4), path: place, mark: FileMark(size: 8, modified: 8, changed: 8))

    static let rows: [Row] = [
        Row(
            finding: .failedForNow, run: run(.failed, "down", .server), fate: .attributes, path: place,
            mark: FileMark(size: 4, modified: 5, changed: 7), sha256: "before", state: .taken),
        Row(
            finding: .failedForNow, run: run(.failed, "down", .server), fate: .rewritten, path: place, mark: taken,
            sha256: "before", state: .taken),
        Row(
            finding: .same, run: run(.failed, "down", .server), fate: .untouched, isLastTry: true, path: place,
            mark: taken, sha256: "old", state: .taken),
        Row(
            finding: .neverThere, run: run(.failed, "missing"), fate: .gone, path: place, mark: taken, sha256: "old",
            state: .taken),
        Row(
            finding: .unopened, run: run(.failed, "missing"), fate: .elsewhere, path: "/ws/other/a",
            mark: unseen(taken), sha256: "before", state: .settled),
        Row(
            finding: .absent, run: run(.succeeded), fate: .gone, path: place, mark: taken, sha256: "old",
            state: .settled),
        Row(
            finding: .absent, run: run(.succeeded), fate: .gone, isKept: false, path: place, mark: taken,
            sha256: "old", state: .ended),
        Row(
            finding: .replaced, run: run(.succeeded), fate: .replaced, isKept: false, path: place, mark: taken,
            sha256: "old", state: .ended),
        Row(
            finding: .replaced, run: run(.rejected, "source-changed"), fate: .replaced, isKept: false, path: place,
            mark: taken, sha256: "before", state: .settled),
        Row(
            finding: .reassigned, run: run(.succeeded), fate: .elsewhere, path: place, mark: taken, sha256: "old",
            state: .settled),
        Row(
            finding: .changed, run: run(.succeeded), fate: .rewritten, path: place, mark: unseen(taken),
            sha256: "old", state: .settled),
        Row(
            finding: .changed, run: run(.rejected, "source-changed"), fate: .rewritten, path: place,
            mark: unseen(taken), sha256: "before", state: .settled),
        Row(
            finding: .same, run: run(.succeeded), fate: .touched, path: place, mark: rewritten, sha256: "old",
            state: .taken),
        Row(
            finding: .same, run: run(.succeeded, of: exchanged), fate: .replaced, found: exchanged, path: place,
            mark: exchanged.mark,
            sha256: nil, state: .taken, inode: 9),
    ]

    @Test("each finding puts on record what was processed, and the times that the file had then", arguments: rows)
    func goesOnRecord(_ row: Row) {
        let verdict = Self.verdict(row.run, row.fate, processed: row.inode == 2 ? "old" : nil) { facts in
            (facts.isKept, facts.isLastTry) = (row.isKept, row.isLastTry)
            if let found = row.found { facts.found = found }
        }
        let entry = verdict.entry
        #expect(verdict.finding == row.finding)
        #expect(entry.file.inode == row.inode && entry.path == row.path && FileMark(entry) == row.mark)
        #expect(entry.sha256 == row.sha256 && entry.state == row.state)
        guard verdict.finding != .failedForNow else { return #expect(entry == Self.entryOf(row)) }
        #expect(entry.status == row.run.status && entry.takenSHA256 == nil)
    }

    /// As it was taken, but for the time of change.
    private static func entryOf(_ row: Row) -> LedgerEntry {
        var entry = entry(sha256: "before", takenSHA256: "taken")
        entry.changed = row.mark.changed
        return entry
    }

    @Test("the table of records has every finding but the one that asks for the bytes")
    func findings() {
        #expect(Set(Self.rows.map(\.finding)) == Set(RunVerdict.Finding.allCases).subtracting([.doubtful]))
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
