import CompassTesting
import FileIntake
import Glibc
import Pipelines
import Platform
import Testing

@testable import WatchedFolders

/// The one record of a file, from phase to phase.
@Suite struct TrackedFileTests: TrackedFileSuite {
    typealias Kind = TrackedFile.Phase.Kind

    let rules: WatchRules

    init() throws { rules = try IntakeStateTests.state().rules }

    private static func inspected(_ actions: [TrackedFile.Action]) -> [Path] {
        actions.flatMap { action -> [Path] in if case .inspect(let paths) = action { paths } else { [] } }
    }

    @Test("a file comes to every phase", arguments: Kind.allCases)
    func phases(_ kind: Kind) throws {
        #expect(try file(in: kind).phase.kind == kind)
    }

    @Test(
        "its turn starts what its phase asks for, and nothing where it is not its turn",
        arguments: [
            (.waiting, nil), (.ready, .begin), (.comparing, nil), (.queued, .resume), (.running, nil),
            (.failing, .retry), (.missing, nil), (.stuck, .finish), (.done, nil),
        ] as [(Kind, FileJob.Kind?)])
    func turn(_ kind: Kind, _ expected: FileJob.Kind?) throws {
        var file = try file(in: kind)
        let actions = file.advance(.turn(isKnown: false), rules, at: Self.moment())
        guard let expected else {
            #expect(actions.isEmpty && file.phase.kind == kind)
            return
        }
        #expect(try Self.job(actions).kind == expected)
        #expect(file.phase.kind == .running && file.entry?.run.isEmpty == false)
    }

    @Test("a file that is seen by another name waits on by that, is found by it, or is looked at by it afterwards")
    func otherName() throws {
        for kind in Kind.allCases {
            var file = try file(in: kind)
            let actions = file.advance(Self.whole(Self.other), rules, at: Self.moment())
            #expect(file.path == Self.other.path)
            switch kind {
            case .waiting, .ready:
                #expect(file.phase.kind == .ready && file.formerPath == Self.found.path)
            case .missing: #expect(file.isCandidate && file.entry != nil)
            default:
                #expect(actions.isEmpty && file.phase.kind == kind)
                #expect(file.names(but: Self.found.path) == [Self.other.path])
            }
        }
    }

    @Test("a file that is gone is forgotten, or missing if the ledger has it; with further names it is looked for")
    func gone() throws {
        for hasEntry in [false, true] {
            for isRenamed in [false, true] {
                var file = try file(in: hasEntry ? .missing : .waiting)
                _ = file.advance(Self.whole(), rules, at: Self.moment())
                if isRenamed { file.rename(to: Self.other.path) }
                let actions = file.advance(.gone, rules, at: Self.moment())
                #expect(file.phase.kind == (hasEntry ? .missing : .done))
                #expect(actions.contains { if case .scan = $0 { true } else { false } } == isRenamed)
            }
        }
    }

    @Test("what a comparison shows decides whether a file is run, looked at again, or left alone")
    func compared() throws {
        let entry = LedgerEntry(new: Self.found, watch: 1, Self.time)
        for (comparison, expected) in [
            (.same(entry), .done), (.different(entry), .queued), (.unstable, .done), (.otherName(entry), .done),
            (.failed("full"), .waiting),
        ] as [(Comparison, Kind)] {
            var file = try file(in: .comparing)
            _ = file.advance(.found(Self.other), rules, at: Self.moment())
            let actions = file.advance(.compared(Self.found, comparison), rules, at: Self.moment())
            #expect(file.phase.kind == expected)
            switch expected {
            // By the name that it was seen by last.
            case .queued: #expect(file.path == Self.other.path)
            case .waiting: #expect(file.path == Self.found.path)
            default: #expect(Self.inspected(actions).contains(Self.other.path))
            }
        }
    }

    @Test("`runOnce` waits until its deadline for somebody to close a file")
    func deadline() throws {
        var status = stat()
        status.st_mode = S_IFREG
        let event = TrackedFile.Event.examined(
            Self.found, .openForWriting(FileStatus(status)), hasMarker: true, blur: .zero)
        for (deadline, isGivenUp) in [(nil, false), (Self.now + .seconds(1), false), (Self.now, true)]
            as [(ContinuousClock.Instant?, Bool)]
        {
            var file = try file(in: .waiting)
            let actions = file.advance(event, rules, at: Self.moment(deadline: deadline))
            #expect(actions.contains { if case .giveUp = $0 { true } else { false } } == isGivenUp)
            #expect(file.phase.kind == (isGivenUp ? .done : .waiting))
        }
    }
}
