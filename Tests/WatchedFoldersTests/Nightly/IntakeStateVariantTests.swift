import CompassTesting
import FileIntake
import Glibc
import Pipelines
import Platform
import Testing

@testable import WatchedFolders

/// Further names, looks that overlap, and blurred times.
@Suite struct IntakeStateVariantTests: IntakeStateSuite {
    private let now = ContinuousClock.now
    private let time = Timestamp(microseconds: 1)

    private func candidate() -> Candidate { Candidate(Self.found(1).mark, at: now, time) }

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
}
