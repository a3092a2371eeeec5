import CompassTesting
import Diagnostics
import Documents
import Engine
import FileIntake
import Glibc
import LocalStore
import Pipelines
import Platform
import Testing

@testable import WatchedFolders

/// Odd times, maps and files that stay empty.
@Suite(.timeLimit(.minutes(4))) struct WaitingVariantTests {
    @Test("W4, W5: a file of full size whose map is written to after it was closed is taken when the map is gone")
    func mappedWriter() async throws {
        let bench = try await WatchBench()
        let intake = bench.intake()
        let size = 65_536
        try await bench.watching(intake) {
            let path = bench.inbox.appending("map.bin")
            var map: UnsafeMutableRawPointer?
            do {
                let file = try FileDescriptor.open(path, flags: O_RDWR | O_CREAT)
                try systemCall("truncate") { ftruncate(file.number, off_t(size)) }
                map = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file.number, 0)
            }
            let memory = try #require(map)
            await bench.line("watch-waiting", about: "map.bin")
            #expect(bench.effects.all.isEmpty)
            memset(memory, Int32(UInt8(ascii: "x")), size)
            munmap(memory, size)
            await bench.processed(1)
        }
        #expect(bench.effects.all.map(\.sha256) == [bench.digest(of: String(repeating: "x", count: size))])
    }

    @Test("W10: an old time of the contents, as `cp -p` leaves it, shortens no quiet period")
    func oldTime() async throws {
        let bench = try await WatchBench()
        let intake = bench.intake { $0.settle = TimeSpan(milliseconds: 300) }
        let began = ContinuousClock.now
        try await bench.watching(intake) {
            let path = try bench.drop("old.txt", "old")
            setTime(of: path, to: 1_000_000_000)
            await bench.processed(1)
        }
        #expect(ContinuousClock.now - began >= .milliseconds(300))
        #expect(bench.effects.all.count == 1)
    }

    @Test("W11: a file from the future is taken once")
    func future() async throws {
        let bench = try await WatchBench()
        try await bench.watching(bench.intake()) {
            let path = try bench.drop("future.txt", "soon")
            setTime(of: path, to: 4_000_000_000)
            await bench.line("watch-processed", about: "future.txt")
        }
        #expect(Set(bench.effects.all.map(\.sha256)) == [bench.digest(of: "soon")])
        #expect(bench.effects.all.count == 1)
    }

    @Test("W12: a file that stays empty is taken as it is after `patience`")
    func forEverEmpty() async throws {
        let bench = try await WatchBench()
        let intake = bench.intake { $0.patience = TimeSpan(milliseconds: 100) }
        try await bench.watching(intake) {
            try bench.drop("empty.txt", "")
            await bench.processed(1)
        }
        #expect(bench.effects.all.map(\.sha256) == [bench.digest(of: "")])
    }

    private func setTime(of path: Path, to seconds: Int) {
        var times = [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 0)]
        path.withCString { _ = utimensat(AT_FDCWD, $0, &times, 0) }
    }
}
