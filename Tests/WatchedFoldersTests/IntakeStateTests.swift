import CompassTesting
import FileIntake
import Glibc
import Pipelines
import Platform
import Testing

@testable import WatchedFolders

/// The parts of the intake that only decide.
@Suite struct IntakeStateTests: IntakeStateSuite {
    private let now = ContinuousClock.now
    private let time = Timestamp(microseconds: 1)

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
final class Box<Value> {
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
