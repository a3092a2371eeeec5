import Glibc
import Platform
import Testing

@Suite struct ChildProcessTests {
    @Test("output, errors and exit status of a process are those of the program")
    func output() throws {
        let child = try ChildProcess("/bin/sh", ["-c", "echo out; echo err >&2; exit 7"])
        #expect(try child.output?.readToEnd(limit: 100) == Array("out\n".utf8))
        #expect(try child.errors?.readToEnd(limit: 100) == Array("err\n".utf8))
        #expect(try child.wait().status == 7)
    }

    @Test("arguments reach the program as bytes, without a shell")
    func arguments() throws {
        let odd = Path(bytes: [0x24, 0x48, 0x20, 0xFF, 0x27])
        let child = try ChildProcess("/usr/bin/printf", ["%s", odd])
        #expect(try child.output?.readToEnd(limit: 100) == odd.bytes)
        #expect(try child.wait().status == 0)
    }

    @Test("environment and folder are those given")
    func environment() throws {
        let child = try ChildProcess("/bin/sh", ["-c", "echo $A; pwd"], environment: ["A=b"], folder: "/usr")
        #expect(try child.output?.readToEnd(limit: 100) == Array("b\n/usr\n".utf8))
        #expect(try child.wait().status == 0)
    }

    @Test("a signal ends it, and is told as shells do")
    func signal() throws {
        let child = try ChildProcess("/bin/sleep", ["100"])
        child.signal(SIGTERM)
        #expect(try child.wait().status == 128 + SIGTERM)
    }

    @Test("the end tells what it has used, its own children included")
    func usage() throws {
        let counting = try ChildProcess("/bin/sh", ["-c", "i=0; while [ $i -lt 50000 ]; do i=$((i + 1)); done"]).wait()
        // The kernel tells both by samples, which a busy machine's interrupts blur: so no more than that there is some.
        #expect(counting.status == 0 && counting.userSeconds > 0)
        // Nearly all of it is the kernel's work, and that of a child of the shell.
        let reading = try ChildProcess("/bin/sh", ["-c", "head -c 300000000 /dev/zero >/dev/null; exit 0"]).wait()
        #expect(reading.status == 0 && reading.kernelSeconds > 0)
        // The shell has waited for it.
        #expect(reading.voluntarySwitches >= 1 && reading.involuntarySwitches >= 0)
        #expect(reading.peakMemory > 100_000)
    }

    @Test("a program that is not there is an error with its name")
    func missing() {
        let error = #expect(throws: SystemError.self) { try ChildProcess("/no/such/program", []) }
        #expect(error?.code == ENOENT)
        #expect(error?.subject == "/no/such/program")
    }
}
