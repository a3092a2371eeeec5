internal import Glibc
public import Platform

extension ProgramCommand {
    /// Why a program cannot be executed, as its file shows it, with what its author can do.
    ///
    /// Blocks shortly.
    ///
    /// - Parameters:
    ///   - program: a path.
    ///   - code: the `errno` with which that failed; nil: it was not tried, since no program was found.
    ///   - sandbox: in which it was to run.
    /// - Returns: the end of a sentence about it; nil: its file does not show it.
    public static func obstacle(to program: Path, code: Int32? = nil, in sandbox: ProgramSandbox = .off) -> String? {
        guard let status = try? FileStatus.of(program) else { return nil }
        guard status.kind == .regular else { return "it is no file" }
        guard Files.isExecutable(program) else { return "its file may not be executed: chmod +x \(program)" }
        let line = firstLine(of: program)
        guard line.starts(with: Array("#!".utf8)) else {
            switch code {
            case ENOENT: return "what loads it is not there: it was built for another system"
            case ENOEXEC:
                return "it is no program for this machine, and no script: that begins with a line such as `#!/bin/sh`"
            case EACCES: return sandbox.refusal(of: program).map { "it \($0)" }
            default: return nil
            }
        }
        if endsWithCarriageReturn(line) {
            return "its first line ends with a carriage return, as on Windows, so that its interpreter is not found: "
                + "sed -i 's/\\r$//' \(program)"
        }
        let interpreter = Path(bytes: line.dropFirst(2).drop(while: isBlank).prefix { !isBlank($0) })
        let name = "its interpreter `\(Printable.short(interpreter.text))`"
        guard let found = try? FileStatus.of(interpreter) else { return "\(name) is not there" }
        guard found.kind == .regular, Files.isExecutable(interpreter) else { return "\(name) may not be executed" }
        guard code == EACCES else { return nil }
        return sandbox.refusal(of: program).map { "it \($0)" }
            ?? sandbox.refusal(of: interpreter).map { "\(name) \($0)" }
    }

    /// Whether it is a script that names its interpreter with a carriage return at the end, as files of Windows have it.
    /// Blocks shortly.
    public static func hasCarriageReturn(_ program: Path) -> Bool {
        let line = firstLine(of: program)
        return line.starts(with: Array("#!".utf8)) && endsWithCarriageReturn(line)
    }

    /// Without its line break, as far as the kernel looks at it; empty: it cannot be read.
    private static func firstLine(of program: Path) -> ArraySlice<UInt8> {
        guard let file = try? FileDescriptor.open(program, flags: O_RDONLY | O_NONBLOCK),
            let bytes = try? file.bytes(at: 0, count: 256)
        else { return [] }
        return bytes.prefix { $0 != UInt8(ascii: "\n") }
    }

    private static func endsWithCarriageReturn(_ line: ArraySlice<UInt8>) -> Bool { line.last == UInt8(ascii: "\r") }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}

extension ProgramSandbox {
    /// Why a program in it may not execute a file, as the end of a sentence about that; nil: it may.
    func refusal(of file: Path) -> String? {
        guard isOn, let real = try? Files.resolve(file) else { return nil }
        let places = Self.system + readable + writable
        let isInside = places.contains { place in
            guard let place = try? Files.resolve(place) else { return false }
            return real.rest(below: place) != nil
        }
        return isInside ? nil : "is out of reach in the sandbox: name `\(Printable.short(real.text))` in `reads`"
    }
}
