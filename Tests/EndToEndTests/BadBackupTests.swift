import CompassTesting
import Glibc
import Platform
import Testing

/// What is no backup, a damaged one, or one that somebody has forged.
@Suite struct BadBackupTests {
    /// A workspace with one document, and its backup.
    private static func saved() async throws -> Sandbox {
        let sandbox = try Sandbox(["other.mp4": Samples.mp4(3)])
        try #require(try await sandbox.compass("run", "video", "other.mp4").status == 0)
        try #require(try await sandbox.compass("backup", "b.tar").status == 0)
        return sandbox
    }

    @Test(
        "a backup with one byte changed, its end cut off or something behind it, and what is none, are refused; nothing is made"
    )
    func damaged() async throws {
        let sandbox = try await Self.saved()
        for kind in ["byte", "cut", "text", "empty", "tar", "bytes behind", "archive behind"] {
            var bytes = try sandbox.read("b.tar")
            switch kind {
            case "byte":
                let object = try #require(bytes.firstRange(of: Array(Samples.mp4(3).suffix(40))))
                bytes[object.lowerBound] ^= 1
            case "cut": bytes = Array(bytes.prefix(bytes.count / 2))
            case "text": bytes = Array("no backup at all".utf8)
            case "empty": bytes = []
            case "bytes behind": bytes += Array("more".utf8)
            case "archive behind": bytes += bytes
            default:
                _ = try await sandbox.run("/bin/tar", ["-cf", "other.tar", "compass.yaml"])
                bytes = try sandbox.read("other.tar")
            }
            try sandbox.write("bad.tar", bytes)
            for arguments in [["restore", "bad.tar", "--check"], ["restore", "bad.tar", "new"]] as [[Path]] {
                let output = try await sandbox.compass(arguments)
                #expect(output.status == 1, "\(kind): \(output)")
                #expect(output.errors.contains("bad.tar"), "\(kind): \(output)")
                if kind == "byte" { #expect(output.errors.contains("other.mp4 is not what was saved"), "\(output)") }
            }
            let left = try? Files.list(sandbox.folder.appending("new"))
            #expect(left ?? [] == [], "\(kind): no half of a workspace is left")
        }
    }

    @Test("what leads out of the new workspace is refused")
    func hostile() async throws {
        let sandbox = try await Self.saved()
        let script = """
            import io, sys, tarfile
            source = tarfile.open('b.tar')
            with tarfile.open('bad.tar', 'w', format=tarfile.GNU_FORMAT) as target:
                for member in source:
                    target.addfile(member, source.extractfile(member))
                    if member.name == 'backup.json':
                        out = tarfile.TarInfo(sys.argv[1]); out.size = 1
                        target.addfile(out, io.BytesIO(b'x'))
                        link = tarfile.TarInfo('definitions/pipelines/l'); link.type = tarfile.SYMTYPE; link.linkname = '/'
                        target.addfile(link)
            """
        let names: [Path] = [
            "../out", "/tmp/out", "definitions/.compass/x", "definitions/../../out", "definitions/secrets/x",
            "state/up.sock", "quarantine/x",
        ]
        for name in Nightly.isOn ? names[...] : names.prefix(3) {
            try #require(try await sandbox.run("/usr/bin/python3", ["-c", Path(script), name]).status == 0)
            let output = try await sandbox.compass("restore", "bad.tar", "new")
            #expect(output.status == 1, "\(name): \(output)")
            #expect(output.errors.contains("which is in no backup that compass has made"), "\(name): \(output)")
            #expect(!Files.exists(sandbox.folder.appending("new")), "\(name)")
            #expect(!Files.exists(sandbox.folder.appending("out")), "\(name)")
        }
    }

    private static let forgeries: [(change: String, message: String)] = [
        ("CREATE TRIGGER t AFTER UPDATE ON series BEGIN DELETE FROM schools; END", "has the trigger `t`"),
        ("PRAGMA user_version = 999", "has schema version 999, and this program knows none"),
        ("", "is empty"),
        ("DROP TABLE schools; CREATE VIEW schools AS SELECT 1", "has the view `schools`"),
        (
            "DROP TRIGGER attempts_are_final; CREATE TRIGGER attempts_are_final AFTER DELETE ON runs BEGIN SELECT 1; END",
            "has the trigger `attempts_are_final`"
        ),
        (
            "PRAGMA user_version = 0",
            "is from before version 1.0, and this program does not read it: export each owner's documents with the program "
                + "that made it, and add the files to a new workspace."
        ),
    ]

    @Test("a forged database is refused, also where nothing is made")
    func forged() async throws {
        let sandbox = try await Self.saved()
        // All is right but for the database: the checksums too.
        let script = """
            import hashlib, io, os, sqlite3, sys, tarfile
            source = tarfile.open('b.tar')
            digest = lambda content: hashlib.sha256(content).hexdigest().encode()
            with tarfile.open('bad.tar', 'w', format=tarfile.GNU_FORMAT) as target:
                for member in source:
                    content = source.extractfile(member).read()
                    if member.name == 'database/compass.db':
                        former = digest(content)
                        open('x.db', 'wb').write(content if sys.argv[1] else b'')
                        database = sqlite3.connect('x.db')
                        database.executescript(sys.argv[1])
                        database.close()
                        content = open('x.db', 'rb').read()
                    if member.name == 'SHA256SUMS':
                        content = content.replace(former, digest(open('x.db', 'rb').read()))
                    member.size = len(content)
                    target.addfile(member, io.BytesIO(content))
            """
        for (change, message) in Nightly.isOn ? Self.forgeries[...] : Self.forgeries.prefix(3) {
            try await sandbox.run("/usr/bin/python3", ["-c", Path(script), Path(change)], ending: 0)
            for arguments in [["restore", "bad.tar", "--check"], ["restore", "bad.tar", "new"]] as [[Path]] {
                try await sandbox.compass(arguments, ending: 1, errors: .has("The database of the backup \(message)"))
            }
            #expect(!Files.exists(sandbox.folder.appending("new")))
        }
    }

    @Test("a trigger that somebody has put into the database is told by doctor and backup; a table of their own is not")
    func foreignTrigger() async throws {
        let sandbox = try await Sandbox.films(1)
        let script = """
            import sqlite3
            database = sqlite3.connect('.compass/compass.db')
            database.executescript('CREATE TABLE mine (a); CREATE VIEW seen AS SELECT title FROM series; '
                'CREATE TRIGGER mine_too AFTER INSERT ON runs BEGIN INSERT INTO mine VALUES (1); END')
            """
        try #require(try await sandbox.run("/usr/bin/python3", ["-c", Path(script)]).status == 0)
        let health = try await sandbox.compass("doctor")
        #expect(health.text.contains("has the trigger `mine_too`, which compass has not made"), "\(health)")
        #expect(!health.text.contains("`mine`") && !health.text.contains("`seen`"), "\(health)")
        let output = try await sandbox.compass("backup", "b.tar", "--json", ending: 1)
        #expect(
            try output.lines.first?["damage"]?.list?.compactMap(\.string) == [
                "the database has the trigger `mine_too`, which compass has not made; it has to be removed before a backup "
                    + "can be restored"
            ])
    }

    @Test("a name that promises a compressed file is refused, and a compressed backup is told to be one")
    func compressed() async throws {
        let sandbox = try await Self.saved()
        for (name, better) in [("b.tar.gz", "b.tar"), ("b.tgz", "b.tar"), ("b.zip", "b.tar")] {
            try await sandbox.compass(
                "backup", Path(name), ending: 2,
                errors: .has(
                    "\(name) is the name of a compressed file, and a backup is a plain tar archive; call it \(better), and"
                ))
        }
        try #require(try await sandbox.run("/bin/gzip", ["b.tar"]).status == 0)
        let output = try await sandbox.compass("restore", "b.tar.gz", "--check", ending: 1)
        #expect(output.errors.contains("One that was compressed has to be uncompressed first"), "\(output)")
    }

    @Test("a pipe is no backup, and is not waited for")
    func pipe() async throws {
        let sandbox = try Sandbox()
        try #require(mkfifo(sandbox.folder.appending("pipe").text, 0o600) == 0)
        let output = try await sandbox.compass("restore", "pipe", "new", ending: 1)
        #expect(output.errors.contains("pipe is not a file, and so no backup."), "\(output)")
        #expect(!Files.exists(sandbox.folder.appending("new")))
    }

    @Test("a folder with something in it is not restored into")
    func occupied() async throws {
        let sandbox = try await Self.saved()
        try await sandbox.compass(
            "restore", "b.tar", ending: 2,
            errors: .has("this folder is not empty, and a backup is restored into a new folder alone"))
    }
}
