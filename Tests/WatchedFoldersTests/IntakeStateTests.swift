import CompassTesting
import FileIntake
import Glibc
import Pipelines
import Platform
import Testing

@testable import WatchedFolders

/// The parts of the intake that only decide.
@Suite struct IntakeStateTests {
    static func state() throws -> IntakeState {
        let trigger = WatchTrigger(path: "inbox")
        let pipeline = Pipeline(
            name: "test", description: nil, file: "test.yaml", source: "", hash: "0f", inputs: [], env: [],
            concurrency: nil, stages: [], onSuccess: [], onFailure: [], onRejected: [], finally: [])
        return IntakeState(
            rules: try WatchRules(trigger, of: pipeline, root: "/ws"), watch: 1, width: 1, isOnce: false)
    }

    static func found(_ number: Int, modified: Int64 = 5) -> FoundFile {
        FoundFile(
            file: LedgerEntry.File(device: 1, inode: UInt64(number), born: 7), path: Path("/ws/inbox/\(number)"),
            mark: FileMark(size: 3, modified: modified, changed: 9))
    }

    private let now = ContinuousClock.now
    private let time = Timestamp(microseconds: 1)

    private func status(size: Int64 = 3, modified: Int64 = 5) -> FileStatus {
        var status = stat()
        status.st_mode = S_IFREG
        status.st_size = off_t(size)
        status.st_mtim.tv_nsec = Int(modified)
        status.st_ctim.tv_nsec = 9
        return FileStatus(status)
    }

    private func candidate() -> Candidate { Candidate(Self.found(1).mark, at: now, time) }

    @Test("W2: a file is taken when nothing about it has changed for as long as `settle` says, with a lease")
    func quiet() {
        let candidate = Box(candidate())
        let timing = WaitTiming(settle: .seconds(2), timeout: .seconds(60))
        let verdict = FileGate.Verdict.whole(hasLease: true, status())
        #expect(
            candidate.decide(verdict, hasMarker: true, blur: .zero, timing, at: now, time)
                == .wait(until: now + .seconds(2)))
        #expect(candidate.decide(verdict, hasMarker: true, blur: .zero, timing, at: now + .seconds(2), time) == .take)
        // Another size begins anew, whatever the times say.
        let other = FileGate.Verdict.whole(hasLease: true, status(size: 4))
        #expect(
            candidate.decide(other, hasMarker: true, blur: .zero, timing, at: now + .seconds(3), time)
                == .wait(until: now + .seconds(5)))
    }

    @Test("without a lease it waits for two seconds at least, and with one and no `settle` not at all")
    func leastQuiet() {
        let timing = WaitTiming(settle: .zero, timeout: .seconds(60))
        let candidate = Box(candidate())
        #expect(
            candidate.decide(.whole(hasLease: true, status()), hasMarker: true, blur: .zero, timing, at: now, time)
                == .take)
        #expect(
            candidate.decide(.whole(hasLease: false, status()), hasMarker: true, blur: .zero, timing, at: now, time)
                == .wait(until: now + .seconds(2)))
    }

    @Test("a file is not taken before its times tell it from what it may become, whatever `settle` says")
    func blurred() {
        let timing = WaitTiming(settle: .zero, timeout: .zero)
        for verdict in [
            FileGate.Verdict.whole(hasLease: true, status()),
            .incomplete("the box `moov` is missing", hasLease: true, status()),
        ] {
            let candidate = Box(candidate())
            let due = now + .milliseconds(8)
            #expect(
                candidate.decide(verdict, hasMarker: true, blur: .milliseconds(8), timing, at: now, time)
                    == .wait(until: due))
            #expect(
                candidate.decide(verdict, hasMarker: true, blur: .milliseconds(8), timing, at: due, time) == .take)
            #expect(
                candidate.decide(verdict, hasMarker: true, blur: .zero, timing, at: now, time) == .take)
        }
    }

    @Test("W7: a file that is seen by two names at once is taken once, and the other name is looked at afterwards")
    func twoNames() throws {
        for isKnown in [false, true] {
            var state = try Self.state()
            let found = Self.found(1)
            if isKnown {
                state.known.add(found.file, FileMark(size: 1, modified: 1, changed: 1), at: found.path, seen: 0)
            }
            let other = FoundFile(file: found.file, path: "/ws/inbox/other", mark: found.mark)
            let later = now + .seconds(2)
            var steps = state.inspected([inspection(found)], at: now, time)
            steps += state.inspected([inspection(found)], at: later, time)
            steps += state.inspected([inspection(other)], at: later, time)
            let works = steps.count { if case .work = $0 { true } else { false } }
            let comparisons = steps.count { if case .compare = $0 { true } else { false } }
            #expect(works + comparisons == 1)
            #expect(state.files.candidateCount == 0 && state.files.all.count == 1)
            #expect(state.files[found.file]?.names(but: found.path) == [other.path])
        }
    }

    @Test("W25: a file that is looked at while folders are looked through again and again is not taken for gone")
    func seenWhileLookedAt() throws {
        var state = try Self.state()
        let found = Self.found(1)
        let entry = LedgerEntry(new: found, watch: 1, time)
        var settled = entry
        settled.state = .settled
        state.load([settled], at: now)
        #expect(state.isUnseen(found.file, since: 1))
        // It has another name by now, and waits for its comparison.
        let moved = FoundFile(file: found.file, path: "/ws/inbox/moved", mark: found.mark)
        var steps: [IntakeStep] = []
        #expect(state.sift([moved], number: 1, steps: &steps) == [moved])
        _ = state.inspected([inspection(moved)], at: now, time)
        #expect(state.files.kind(of: found.file) != nil)
        for number: UInt32 in 2...4 {
            #expect(state.sift([moved], number: number, steps: &steps).isEmpty)
            #expect(!state.isUnseen(found.file, since: number))
            #expect(!state.known.isUnseen(found.file, since: number))
        }
        // Something is done for it: it is there, whatever the looks have seen.
        #expect(state.known.isUnseen(found.file, since: 5) && !state.isUnseen(found.file, since: 5))
    }

    @Test("a file that is processed while a look that has seen it before goes on needs nothing more")
    func processedDuringLook() throws {
        let found = Self.found(1)
        var report = ScanReport(starts: nil, number: 1)
        (report.isComplete, report.found) = (true, [found])
        // By a look through all folders, and by one at its path.
        for isScan in [true, false] {
            var state = try Self.state()
            var steps = state.proceed(at: now, time)
            #expect(state.sift([found], number: 1, steps: &steps) == [found])
            let isKnown = state.isKnown(found)
            #expect(!isKnown)
            let later = now + .seconds(2)
            steps = state.inspected([inspection(found)], at: now, time)
            steps += state.inspected([inspection(found)], at: later, time)
            let jobs = steps.compactMap { if case .work(let job) = $0 { job } else { nil } }
            let job = try #require(jobs.first)
            var settled = job.entry
            settled.state = .settled
            _ = state.ended(job, FileOutcome(.settled(settled)), at: later, time)
            #expect(state.files.all.isEmpty)
            let after =
                isScan
                ? state.scanned(report, FolderArming.Standing(), at: later, time)
                : state.inspected([inspection(found)], at: later, time)
            #expect(state.status().waiting.isEmpty)
            #expect(!after.contains { if case .compare = $0 { true } else { false } })
        }
    }

    @Test("W7: a further name is listed as ignored for as long as it is there")
    func listedName() throws {
        var state = try Self.state()
        _ = state.proceed(at: now, time)
        let found = Self.found(1)
        let other = FoundFile(file: found.file, path: "/ws/inbox/other", mark: found.mark)
        state.known.add(found.file, found.mark, at: found.path, seen: 0)
        var steps: [IntakeStep] = []
        #expect(state.sift([found], number: 1, steps: &steps).isEmpty)
        var report = ScanReport(starts: nil, number: 1)
        report.isComplete = true
        // It comes after the first look has passed its folder, and before that has ended.
        let later = now + .seconds(2)
        _ = state.inspected([inspection(other)], at: now, time)
        _ = state.inspected([inspection(other)], at: later, time)
        var entry = LedgerEntry(new: found, watch: 1, time)
        entry.state = .settled
        _ = state.compared(other, .otherName(entry), at: later, time)
        #expect(state.status().ignored.map(\.path) == [other.path])
        _ = state.scanned(report, FolderArming.Standing(), at: later, time)
        #expect(state.status().ignored.map(\.path) == [other.path])
        _ = state.inspected([PathInspection(path: other.path, result: .known)], at: later, time)
        for number: UInt32 in 2...4 {
            _ = state.wantScan(at: later, time)
            report = ScanReport(starts: nil, number: number)
            report.isComplete = true
            let seen = number < 4 ? [found, other] : [found]
            #expect(state.sift(seen, number: number, steps: &steps).isEmpty)
            _ = state.scanned(report, FolderArming.Standing(), at: later, time)
            #expect(state.status().ignored.map(\.path) == (number < 4 ? [other.path] : []))
        }
    }

    /// A file that was found and is whole.
    private func inspection(_ found: FoundFile) -> PathInspection {
        PathInspection(
            path: found.path,
            result: .file(found, .whole(hasLease: true, status()), hasMarker: true, blur: .zero))
    }

    @Test(
        "W7: a file that is written and whose second name comes and goes is looked for by its first one",
        arguments: 1...3)
    func passingNames(count: Int) throws {
        var state = try Self.state()
        _ = state.proceed(at: now, time)
        var report = ScanReport(starts: nil, number: 1)
        report.isComplete = true
        _ = state.scanned(report, FolderArming.Standing(), at: now, time)
        let found = Self.found(1)
        state.known.add(found.file, FileMark(size: 9, modified: 9, changed: 9), at: found.path, seen: 1)
        let others = (0..<count).map {
            FoundFile(file: found.file, path: Path("/ws/inbox/other\($0)"), mark: found.mark)
        }
        for found in [found] + others {
            let steps = state.inspected([inspection(found)], at: now, time)
            #expect(!steps.contains { if case .scan = $0 { true } else { false } })
        }
        #expect(state.files[found.file]?.path == others.last?.path)
        var steps: [IntakeStep] = []
        for other in others {
            steps += state.inspected([PathInspection(path: other.path, result: .gone)], at: now, time)
        }
        #expect(state.files.all.isEmpty)
        #expect(steps.contains { if case .scan = $0 { true } else { false } })
    }

    @Test("W3, W5: a writer is looked for at growing intervals, and again soon when something happens")
    func growing() {
        let candidate = Box(candidate())
        let timing = WaitTiming(settle: .zero, timeout: .seconds(60))
        var waits: [Duration] = []
        for _ in 0..<9 {
            guard
                case .wait(let due) = candidate.decide(
                    .openForWriting(status()), hasMarker: true, blur: .zero, timing, at: now, time)
            else { return }
            waits.append(due - now)
        }
        #expect(waits.prefix(3) == [.milliseconds(100), .milliseconds(200), .milliseconds(400)])
        #expect(waits.last == .seconds(10))
        candidate.value.resetBackoff()
        #expect(
            candidate.decide(.openForWriting(status()), hasMarker: true, blur: .zero, timing, at: now, time)
                == .wait(until: now + .milliseconds(100)))
        #expect(candidate.value.reason == .openForWriting)
    }

    @Test("W29: a file that may not be read says so and is looked at again after a while")
    func blocked() {
        let candidate = Box(candidate())
        let timing = WaitTiming(settle: .zero, timeout: .seconds(60))
        let verdict = FileGate.Verdict.unreadable(SystemError("open", code: EACCES))
        #expect(
            candidate.decide(verdict, hasMarker: true, blur: .zero, timing, at: now, time)
                == .wait(until: now + .seconds(1)))
        #expect(candidate.value.reason == .blocked)
        #expect(candidate.value.detail == "Permission denied (EACCES)")
        #expect(
            candidate.decide(
                .whole(hasLease: true, status()), hasMarker: true, blur: .zero, timing, at: now + .seconds(1), time)
                == .take)
    }

    @Test("what is empty or has no end is waited for until the timeout, and then taken as it is")
    func timeout() {
        let timing = WaitTiming(settle: .zero, timeout: .seconds(60))
        for verdict in [
            FileGate.Verdict.empty(status()), .incomplete("the box `moov` is missing", hasLease: true, status()),
        ] {
            let candidate = Box(candidate())
            #expect(
                candidate.decide(verdict, hasMarker: true, blur: .zero, timing, at: now, time)
                    == .wait(until: now + .seconds(60)))
            #expect(
                candidate.decide(verdict, hasMarker: true, blur: .zero, timing, at: now + .seconds(60), time) == .take)
        }
    }

    @Test("the breaker waits longer each time, lets one through, and closes when one comes to its end")
    func breaker() {
        let breaker = Box(Breaker())
        #expect(breaker.admits(at: now))
        #expect(breaker.fail("down", at: now) == .seconds(1))
        #expect(breaker.fail("down", at: now) == nil)
        #expect(!breaker.admits(at: now))
        #expect(breaker.value.due == now + .seconds(1))
        #expect(breaker.admits(at: now + .seconds(1)))
        #expect(!breaker.admits(at: now + .seconds(1)))
        var waits: [Duration?] = []
        for _ in 0..<7 {
            waits.append(breaker.fail("down", at: now))
            _ = breaker.admits(at: now + .seconds(100))
        }
        #expect(waits == [2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
        #expect(breaker.value.reason == "down")
        #expect(breaker.succeed())
        let isClosed = breaker.admits(at: now)
        #expect(isClosed)
        #expect(breaker.value.reason == nil)
        #expect(breaker.fail("down", at: now) == .seconds(1))
    }

    @Test("a known file is the same until its size, its times or its path differ")
    func known() {
        let known = Box(KnownFiles())
        let found = Self.found(1)
        #expect(known.standing(of: found, seen: 1) == .new)
        known.value.add(found.file, found.mark, at: found.path, seen: 0)
        #expect(known.value.isUnseen(found.file, since: 1))
        #expect(known.standing(of: found, seen: 1) == .same)
        #expect(!known.value.isUnseen(found.file, since: 1))
        #expect(known.standing(of: Self.found(1, modified: 6), seen: 1) == .changed)
        let moved = FoundFile(file: found.file, path: "/ws/inbox/other", mark: found.mark)
        #expect(known.standing(of: moved, seen: 1) == .changed)
        known.value.addName(moved.path, of: found.file)
        #expect(known.standing(of: moved, seen: 1) == .otherName)
    }

    @Test("a file whose device has another number since the last start is the same file")
    func renumbered() {
        let known = Box(KnownFiles())
        let found = Self.found(1)
        known.value.add(found.file, found.mark, at: found.path, seen: 0)
        let other = FoundFile(
            file: LedgerEntry.File(device: 2, inode: found.file.inode, born: found.file.born), path: found.path,
            mark: found.mark)
        #expect(known.standing(of: other, seen: 1) == .renumbered(from: found.file))
        let unborn = FoundFile(
            file: LedgerEntry.File(device: 2, inode: found.file.inode, born: 0), path: found.path, mark: found.mark)
        #expect(known.standing(of: unborn, seen: 1) == .new)
    }

    @Test("changes are kept once a path, and too many are one overflow")
    func backlog() {
        let backlog = ChangeBacklog(limit: 3)
        #expect(backlog.add([.entry(.created, folder: "/a", name: "b"), .entry(.written, folder: "/a", name: "b")]))
        #expect(!backlog.add([.gone(folder: "/c")]))
        let changes = backlog.take()
        #expect(changes.paths == ["/a/b"] && changes.gone == ["/c"] && changes.overflows == 0)
        #expect(backlog.take().isEmpty)
        for name in ["1", "2", "3", "4"] { _ = backlog.add([.entry(.written, folder: "/a", name: Path(name))]) }
        let many = backlog.take()
        #expect(many.paths.isEmpty && many.overflows == 1)
    }
}

/// A value that is changed inside of an expectation.
private final class Box<Value> {
    var value: Value

    init(_ value: Value) {
        self.value = value
    }
}

extension Box<Candidate> {
    func decide(
        _ verdict: FileGate.Verdict, hasMarker: Bool, blur: Duration, _ timing: WaitTiming,
        at now: ContinuousClock.Instant, _ time: Timestamp
    ) -> Candidate.Decision {
        value.decide(verdict, hasMarker: hasMarker, blur: blur, timing, at: now, time)
    }
}

extension Box<Breaker> {
    func admits(at now: ContinuousClock.Instant) -> Bool { value.admits(at: now) }
    func fail(_ reason: String, at now: ContinuousClock.Instant) -> Duration? { value.fail(reason, at: now) }
    func succeed() -> Bool { value.succeed() }
}

extension Box<KnownFiles> {
    func standing(of found: FoundFile, seen: UInt32) -> KnownFiles.Standing { value.standing(of: found, seen: seen) }
}
