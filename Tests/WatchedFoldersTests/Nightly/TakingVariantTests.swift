import CompassTesting
import Diagnostics
import Documents
import Engine
import Glibc
import LocalStore
import Pipelines
import Platform
import Synchronization
import Testing

@testable import WatchedFolders

/// The order in which files are taken, and rarer renames.
@Suite(.timeLimit(.minutes(4))) struct TakingVariantTests {
    @Test("W17: a file that is renamed over a processed one is one more run, and renaming a processed one is none")
    func renamedAfterwards() async throws {
        let bench = try await WatchBench()
        try await bench.watching(bench.intake()) {
            try bench.drop("a.txt", "first")
            await bench.processed(1)
            try bench.folder.write("outside.txt", Array("second".utf8))
            try bench.move("../outside.txt", "a.txt")
            await bench.processed(2)
            try bench.move("a.txt", "b.txt")
            try bench.drop("c.txt", "third")
            await bench.processed(3)
        }
        #expect(bench.effects.all.map(\.sha256) == ["first", "second", "third"].map(bench.digest))
    }

    @Test("W32: files that settle together are taken oldest first, whatever their names and places in the folder are")
    func order() async throws {
        let bench = try await WatchBench()
        let count = Nightly.isOn ? 200 : 80
        let names = (0..<count).map { Path("\($0 * 7_919 % count).txt") }
        for (age, name) in names.enumerated() {
            let path = try bench.drop(name, name.text)
            let times = [timespec(tv_sec: 1_700_000_000 - age * 60, tv_nsec: 0)]
            #expect(path.withCString { utimensat(AT_FDCWD, $0, times + times, 0) } == 0)
        }
        // On a slow machine the quiet time of the first ones is over before the last ones are looked at.
        let settle = TimeSpan(milliseconds: Sanitizers.areActive ? 20_000 : 1_500)
        let intake = bench.intake(width: 1) { $0.settle = settle }
        try await bench.watching(intake) { await bench.processed(count) }
        let order = Array(names.reversed())
        let displaced = bench.effects.all.map(\.path.name).enumerated().map { place, name in
            abs((order.firstIndex(of: name) ?? .max / 2) - place)
        }
        #expect(displaced.count == names.count && displaced.allSatisfy { $0 <= 32 }, "\(displaced)")
    }

    @Test("W23, W29: a file that is touched while it cannot be moved stays stuck, and is moved when that is possible")
    func touchedWhileStuck() async throws {
        let bench = try await WatchBench()
        try bench.drop("done", "in the way of the folder")
        let intake = bench.intake {
            $0.onSuccess = .move("done")
            $0.include = ["*.txt"]
        }
        try await bench.watching(intake) {
            let path = try bench.drop("a.txt", "a")
            await bench.line("watch-stuck", about: "a.txt")
            #expect(path.withCString { utimensat(AT_FDCWD, $0, nil, 0) } == 0)
            try Files.remove(bench.inbox.appending("done"))
            // Once when its run has ended, once when it is moved.
            await bench.processed(2)
        }
        #expect(bench.exists("done/a.txt") && !bench.exists("a.txt"))
        #expect(bench.effects.all.count == 1)
    }

    @Test("W18: a folder that is renamed while its file waits gives one run, by the new path")
    func renamedFolder() async throws {
        let bench = try await WatchBench()
        let intake = bench.intake {
            $0.settle = TimeSpan(milliseconds: 400)
            $0.isRecursive = true
        }
        try await bench.watching(intake) {
            try bench.drop("a/deep/x.txt", "x")
            try bench.move("a", "b")
            await bench.processed(1)
            try bench.drop("b/deep/y.txt", "y")
            await bench.processed(2)
        }
        #expect(bench.effects.all.map(\.path) == ["b/deep/x.txt", "b/deep/y.txt"].map { bench.inbox.appending($0) })
    }
}
