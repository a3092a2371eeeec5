import CompassTesting
import Glibc
import Platform

/// The real clamd, with a database that knows the EICAR file alone. It ends with this object.
final class Clamd: Sendable {
    let socket: Path
    private let folder: TestFolder
    private let process: ChildProcess

    /// Blocks until it listens.
    init() throws {
        folder = try TestFolder()
        socket = folder.file("clamd.sock")
        // What it looks for is written in hexadecimal.
        let digits = Self.eicar.map { String(Int($0) + 256, radix: 16).dropFirst() }.joined()
        _ = try folder.write("db/test.ndb", Array("Eicar-Signature:0:*:\(digits)\n".utf8))
        let settings = """
            Foreground yes
            LocalSocket \(socket)
            DatabaseDirectory \(folder.file("db"))
            OfficialDatabaseOnly no
            StreamMaxLength 1M

            """
        let file = try folder.write("clamd.conf", Array(settings.utf8))
        process = try ChildProcess("/usr/sbin/clamd", ["-c", file], errors: .inherit)
        var log: [UInt8] = []
        while !String(decoding: log, as: UTF8.self).contains("Self checking") {
            guard let more = try process.output?.readSome(limit: 4_096), !more.isEmpty else {
                throw MediaFilesError(description: "clamd ended: \(String(decoding: log, as: UTF8.self))")
            }
            log += more
        }
    }

    deinit {
        process.signal(SIGKILL)
        _ = try? process.wait()
    }

    /// The harmless file that every scanner takes for a virus.
    static let eicar = Array(#"X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"#.utf8)
}

/// Answers as clamd would not: with given bytes, after it has read what is sent or before that.
final class FalseClamd: Sendable {
    let socket: Path
    private let folder: TestFolder
    private let process: ChildProcess

    /// - Parameter behaviour: what Python does with a connection `c`.
    init(_ behaviour: String) throws {
        folder = try TestFolder()
        socket = folder.file("s")
        let script = """
            import socket, struct, sys
            def drain(c):
                data = b""
                while b"\\0" not in data:
                    data += c.recv(1)
                if data == b"zINSTREAM\\0":
                    while True:
                        head = c.recv(4, socket.MSG_WAITALL)
                        count = struct.unpack(">I", head)[0]
                        if count == 0: break
                        c.recv(count, socket.MSG_WAITALL)
            s = socket.socket(socket.AF_UNIX)
            s.bind(sys.argv[1])
            s.listen(8)
            print("ready", flush=True)
            while True:
                c, _ = s.accept()
                \(behaviour)
                c.close()

            """
        process = try ChildProcess("/usr/bin/python3", ["-c", Path(script), socket], errors: .inherit)
        guard try process.output?.readSome(limit: 5) == Array("ready".utf8) else {
            throw MediaFilesError(description: "the false clamd ended")
        }
    }

    deinit {
        process.signal(SIGKILL)
        _ = try? process.wait()
    }
}
