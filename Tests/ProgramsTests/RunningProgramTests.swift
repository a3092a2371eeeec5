import CompassTesting
import Glibc
import Platform
import Programs
import Testing

/// What the kernel grants here, and nothing at all.
let features: [GuardFeatures] = [.available, GuardFeatures(landlock: 0, hasCallFilter: false, namespaces: 0)]

/// So long a test waits for what has to happen.
var soon: ContinuousClock.Instant { .now + .seconds(60) }

func shell(_ script: String, limits: ProgramLimits = ProgramLimits()) -> ProgramCommand {
    ProgramCommand(
        "/bin/sh", ["-c", Path(script)], environment: [("PATH", "/usr/bin:/bin")], limits: limits)
}

func lines(of program: RunningProgram) throws -> [String] {
    var lines: [String] = []
    while let line = try program.line(until: soon) { lines.append(String(decoding: line.bytes, as: UTF8.self)) }
    return lines
}

@Suite struct RunningProgramTests {
    @Test("a program reads what it is sent, and its lines, errors and exit status are told", arguments: features)
    func exchange(_ features: GuardFeatures) throws {
        let program = try RunningProgram(
            shell("read a; echo \"got $a\"; cat; echo sorry >&2; exit 7"), features: features)
        program.send(Array("one\ntwo\nthree".utf8))
        program.finishInput()
        #expect(try program.line(until: soon)?.bytes == Array("got one".utf8))
        #expect(try program.line(until: soon)?.bytes == Array("two".utf8))
        let last = try program.line(until: soon)
        #expect(last?.bytes == Array("three".utf8) && last?.isPartial == true)
        #expect(try program.line(until: soon) == nil)
        let end = try program.end(until: soon)
        #expect(end.cause == .exit(7) && end.leftBehind == 0)
        #expect(program.errors == "sorry\n")
        #expect(try program.end(until: soon) == end)
    }

    @Test("it has no variables, no open files and no folder but those given", arguments: features)
    func surroundings(_ features: GuardFeatures) throws {
        var command = ProgramCommand(
            "/usr/bin/env", environment: [("A", "b c"), ("ODD", Path(bytes: [0xFF]))], folder: "/usr")
        let variables = try RunningProgram(command, features: features)
        #expect(try variables.line(until: soon)?.bytes == Array("A=b c".utf8))
        #expect(try variables.line(until: soon)?.bytes == Array("ODD=".utf8) + [0xFF])
        #expect(try variables.line(until: soon) == nil)
        command = shell(
            "pwd; for n in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 20 30 40; do [ -e /dev/fd/$n ] && echo $n; done")
        command.folder = "/usr"
        command.sandbox = .off
        #expect(try lines(of: RunningProgram(command, features: features)) == ["/usr", "0", "1", "2"])
        #expect(
            try lines(of: RunningProgram(command, content: .open("/etc/passwd", flags: O_RDONLY), features: features))
                == ["/usr", "0", "1", "2", "3"])
    }

    @Test("a program that cannot be executed ends with the reason", arguments: features)
    func missing(_ features: GuardFeatures) throws {
        for (path, code) in [("/no/such/program", ENOENT), ("/etc/passwd", EACCES)] {
            let end = try RunningProgram(ProgramCommand(Path(path)), features: features).end(until: soon)
            guard case .failed(let error) = end.cause else {
                Issue.record("\(end)")
                continue
            }
            #expect(error.code == code && error.description.hasPrefix("cannot execute \(path): "))
        }
        let error = #expect(throws: ProgramError.self) {
            try RunningProgram(ProgramCommand("/bin/true", folder: "/no/such/folder"), features: features)
        }
        guard case .start(let reason)? = error else { return }
        #expect(reason.code == ENOENT && reason.subject == "/no/such/folder")
    }

    @Test("a signal that ends it is told", arguments: features)
    func signals(_ features: GuardFeatures) throws {
        #expect(
            try RunningProgram(shell("kill -SEGV $$"), features: features).end(until: soon).cause == .signal(SIGSEGV))
        #expect(
            try RunningProgram(shell("kill -TERM $$"), features: features).end(until: soon).cause == .signal(SIGTERM))
    }

    @Test("what outlives it is counted and killed, also in a session of its own", arguments: features)
    func leftBehind(_ features: GuardFeatures) throws {
        // The end of the output tells that they are gone: they have it open.
        let program = try RunningProgram(
            shell("sleep 1000 & setsid sleep 1000 & (sleep 1000 &); trap '' TERM; echo ready; exit 0"),
            features: features)
        #expect(try program.line(until: soon)?.bytes == Array("ready".utf8))
        let end = try program.end(until: soon)
        #expect(end.cause == .exit(0) && end.leftBehind == 3)
    }

    @Test("no answer in time is told, and killing ends all that came of it", arguments: features)
    func timeout(_ features: GuardFeatures) throws {
        let program = try RunningProgram(
            shell("trap '' TERM INT HUP; setsid sleep 1000 & echo ready; sleep 1000; echo never"), features: features)
        #expect(try program.line(until: soon)?.bytes == Array("ready".utf8))
        #expect(throws: ProgramError.timeout) { try program.line(until: .now + .milliseconds(10)) }
        #expect(try program.killAndWait().cause == .killed)
        program.kill()
    }

    @Test("it can be killed from another thread while its answer is waited for", arguments: features)
    func killing(_ features: GuardFeatures) throws {
        let program = try RunningProgram(shell("echo ready; sleep 1000"), features: features)
        #expect(try program.line(until: soon)?.bytes == Array("ready".utf8))
        let other = WorkerPool(name: "killer", width: 1)
        other.submit { program.kill() }
        #expect(try program.line(until: soon) == nil)
        #expect(try program.end(until: soon).cause == .killed)
    }

    /// dash takes EINTR of a fork for the end: whoever holds forks up lets signals end them.
    @Test("pipes of a shell work each time while its processes are counted", arguments: features)
    func pipes(_ features: GuardFeatures) throws {
        var limits = ProgramLimits()
        limits.processes = 20
        for _ in 0..<(Nightly.isOn ? 20 : 4) {
            let program = try RunningProgram(
                shell("n=$(echo a b | wc -w); echo $n | tr 2 3", limits: limits), features: features)
            #expect(try program.line(until: soon)?.bytes == Array("3".utf8))
            #expect(try program.end(until: soon).cause == .exit(0))
        }
    }

    /// It ends by itself after some hundred processes: where nobody ended it, it would take the machine along.
    @Test("a fork bomb is ended", arguments: features)
    func forkBomb(_ features: GuardFeatures) throws {
        var limits = ProgramLimits()
        limits.processes = 20
        let bomb = "b() { [ $1 = 0 ] && exec sleep 1000; b $(($1 - 1)) | b $(($1 - 1)) & }; b 7; sleep 1000"
        let program = try RunningProgram(shell(bomb, limits: limits), features: features)
        #expect(try program.end(until: soon).cause == .tooManyProcesses)
    }

    @Test("the kernel refuses processes beyond some thousand, however fast they are started", arguments: features)
    func limitOfTasks(_ features: GuardFeatures) throws {
        var limits = ProgramLimits()
        limits.processes = 20
        let script = "import resource; print(*resource.getrlimit(resource.RLIMIT_NPROC))"
        let program = try RunningProgram(
            ProgramCommand("/usr/bin/python3", ["-c", Path(script)], limits: limits), features: features)
        let found = try lines(of: program).joined(separator: " ").split(separator: " ").compactMap { Int($0) }
        _ = try program.end(until: soon)
        // "0.20 0.18 0.12 1/80 11206": 80 tasks of all users, some of which have ended since.
        let load = String(decoding: try Files.read("/proc/loadavg", limit: 256), as: UTF8.self)
        let tasks = load.split(separator: "/").last?.split(separator: " ").first.flatMap { Int($0) } ?? 0
        #expect(tasks > 0 && found.count == 2)
        #expect(found.allSatisfy { (1...(tasks + 4_096)).contains($0) }, "\(found)")
    }

    @Test("processes that another thread than the first has started count, too", arguments: features)
    func processesOfThreads(_ features: GuardFeatures) throws {
        var limits = ProgramLimits()
        limits.processes = 20
        let script = """
            import os, threading
            def start():
                for _ in range(24): os.spawnv(os.P_NOWAIT, "/bin/sleep", ["sleep", "1000"])
                threading.Event().wait()
            threading.Thread(target=start).start()
            """
        let program = try RunningProgram(
            ProgramCommand("/usr/bin/python3", ["-c", Path(script)], limits: limits), features: features)
        #expect(try program.end(until: soon).cause == .tooManyProcesses)
    }

    @Test("more processes than allowed end the program, threads do not count", arguments: features)
    func processes(_ features: GuardFeatures) throws {
        var limits = ProgramLimits()
        limits.processes = 20
        let script = "n=0; while [ $n -lt COUNT ]; do sleep 1000 & n=$((n + 1)); done; echo all; read a"
        let many = try RunningProgram(
            shell(script.replacing("COUNT", with: "24"), limits: limits), features: features)
        #expect(try many.end(until: soon).cause == .tooManyProcesses)
        let few = try RunningProgram(shell(script.replacing("COUNT", with: "15"), limits: limits), features: features)
        #expect(try few.line(until: soon)?.bytes == Array("all".utf8))
        few.finishInput()
        #expect(try few.end(until: soon).leftBehind == 15)
        let threads = """
            import threading
            event = threading.Event()
            threads = [threading.Thread(target=event.wait) for _ in range(25)]
            for thread in threads: thread.start()
            event.set()
            for thread in threads: thread.join()
            """
        let threaded = ProgramCommand("/usr/bin/python3", ["-c", Path(threads)], limits: limits)
        #expect(try RunningProgram(threaded, features: features).end(until: soon).cause == .exit(0))
    }

    @Test("more memory, processor time or file than allowed ends it or fails", arguments: features)
    func limits(_ features: GuardFeatures) throws {
        var command = ProgramCommand(
            "/usr/bin/python3", ["-c", "x = bytearray(1 << 30)"], limits: ProgramLimits(memory: 200 << 20))
        let greedy = try RunningProgram(command, features: features)
        #expect(try greedy.end(until: soon).cause == .exit(1))
        #expect(greedy.errors.contains("MemoryError"))
        command = shell("while :; do :; done", limits: ProgramLimits(processorTime: .milliseconds(900)))
        let busy = try RunningProgram(command, features: features).end(until: soon)
        #expect(busy.cause == .signal(SIGXCPU) && busy.processorSeconds > 0.5)
        let folder = try TestFolder()
        command = shell("head -c 100000 /dev/zero > big", limits: ProgramLimits(fileSize: 50_000))
        command.folder = folder.path
        command.sandbox.writable = [folder.path]
        #expect(try RunningProgram(command, features: features).end(until: soon).cause != .exit(0))
        #expect(try FileStatus.of(folder.file("big")).size == 50_000)
    }

    @Test("more output than allowed is told, and so is a line that does not end", arguments: features)
    func output(_ features: GuardFeatures) throws {
        var limits = ProgramLimits()
        (limits.output, limits.line) = (100_000, 10_000)
        let talker = try RunningProgram(shell("yes", limits: limits), features: features)
        #expect(throws: ProgramError.tooMuchOutput(limit: 100_000)) { while try talker.line(until: soon) != nil {} }
        #expect(try talker.killAndWait().cause == .killed)
        let complainer = try RunningProgram(shell("yes >&2", limits: limits), features: features)
        #expect(throws: ProgramError.tooMuchOutput(limit: 100_000)) { try complainer.line(until: soon) }
        let mumbler = try RunningProgram(shell("head -c 50000 /dev/zero", limits: limits), features: features)
        #expect(throws: ProgramError.lineTooLong(limit: 10_000)) { try mumbler.line(until: soon) }
    }

    @Test("a program that reads nothing of what it is sent may answer all the same", arguments: features)
    func deaf(_ features: GuardFeatures) throws {
        let program = try RunningProgram(shell("exec <&-; echo answer"), features: features)
        program.send([UInt8](repeating: 65, count: 1 << 20))
        program.finishInput()
        #expect(try lines(of: program) == ["answer"])
        #expect(try program.end(until: soon).cause == .exit(0))
    }

    @Test("many at a time begin and end, and leave neither processes nor open files")
    func many() async throws {
        let pool = WorkerPool(name: "programs", width: 8)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<(Nightly.isOn ? 200 : 16) {
                group.addTask(executorPreference: pool) {
                    let program = try RunningProgram(shell("read a; echo $((a + 1)); exit $((a % 7))"))
                    program.send(Array("\(number)\n".utf8))
                    #expect(try lines(of: program) == ["\(number + 1)"])
                    #expect(try program.end(until: soon).cause == .exit(Int32(number % 7)))
                }
            }
            try await group.waitForAll()
        }
        // Nobody is left to be waited for under any of their numbers.
        let program = try RunningProgram(shell("exit 0"))
        _ = try program.end(until: soon)
        let pipes = try Files.list("/proc/self/fd").count
        for _ in 0..<20 { _ = try RunningProgram(shell("sleep 1000")) }
        // Others of this process open some meanwhile; these would be a hundred.
        #expect(try Files.list("/proc/self/fd").count < pipes + 80)
    }
}
