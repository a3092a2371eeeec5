import CompassTesting
import Glibc
import Platform
import Testing

/// Backups of odd workspaces and on small disks, and as other tools see them.
@Suite struct BackupCornerTests {
    @Test("tar and sha256sum alone show what a backup has, and that it is whole")
    func otherTools() async throws {
        let sandbox = try await BackupTests.filled()
        try #require(try await sandbox.compass("backup", "b.tar").status == 0)
        let checked = try await sandbox.run(
            "/bin/sh",
            ["-c", "mkdir x && tar -C x -xf b.tar && cd x && sha256sum --check --quiet --strict SHA256SUMS && ls"],
            ending: 0)
        #expect(
            checked.text.split(separator: "\n")
                == ["SHA256SUMS", "backup.json", "database", "definitions", "objects", "quarantine", "state"])
        try await sandbox.run(
            "/usr/bin/python3",
            [
                "-c",
                "import sqlite3; print(sqlite3.connect('x/database/compass.db').execute('pragma integrity_check').fetchone()[0])",
            ], text: .equals("ok\n"))
    }

    @Test("backup and check count the same files and bytes; an empty folder of pipelines is one again")
    func counts() async throws {
        let sandbox = try Sandbox()
        try Files.remove(sandbox.folder.appending("pipelines/video.yaml"))
        try Files.remove(sandbox.folder.appending("pipelines/transcript.yaml"))
        try #require(try await sandbox.compass("schools", "list").status == 0)
        try sandbox.write("schools.yaml", "- { id: stanford, name: Stanford }\n")
        try #require(try await sandbox.compass("schools", "add", "ucla", "UCLA").status == 0)
        let made = try await sandbox.compass("backup", "b.tar", "--json", ending: 0)
        let checked = try await sandbox.compass("restore", "b.tar", "--check", "--json")
        for key in ["files", "bytes"] { #expect(try made.lines.first?[key] == checked.lines.first?[key]) }
        #expect(try await sandbox.compass("restore", "b.tar", "new").status == 0)
        #expect(try Files.list(sandbox.folder.appending("new/pipelines")) == [])
    }

    @Test("a backup in a folder whose name is no UTF-8 is made and restored")
    func oddFolder() async throws {
        let sandbox = try await BackupTests.filled()
        let folder = Path(bytes: [0x66, 0xFF, 0x20])
        try Files.createFolders(sandbox.folder.appending(folder))
        try await sandbox.compass("backup", folder.appending("b.tar"), ending: 0)
        #expect(try Files.list(sandbox.folder.appending(folder)) == ["b.tar"])
        #expect(try await sandbox.compass("restore", folder.appending("b.tar"), folder.appending("new")).status == 0)
    }

    @Test("what belongs to the workspace and cannot be copied is told, and fails the command; the rest is backed up")
    func linked() async throws {
        let sandbox = try await BackupTests.filled()
        try #require(rename(sandbox.folder.appending("pipelines").text, sandbox.folder.appending("real").text) == 0)
        try #require(symlink("real", sandbox.folder.appending("pipelines").text) == 0)
        let outside = try TestFolder()
        try Files.replace(outside.file("s.yaml"), with: try sandbox.read("schools.yaml"))
        try sandbox.write("compass.yaml", "version: 1\nowner: { id: u1 }\nschools: \(outside.file("s.yaml"))\n")
        let output = try await sandbox.compass("backup", "b.tar", ending: 1)
        #expect(output.errors.contains("pipelines is a link, and what it leads to is not in the backup"), "\(output)")
        #expect(output.errors.contains("s.yaml lies outside of the workspace, and is not in the backup"), "\(output)")
        #expect(try await sandbox.compass("restore", "b.tar", "--check").status == 0)
    }

    @Test("a full disk is told, and leaves nothing", .enabled(if: geteuid() == 0, "only root can mount a small disk"))
    func fullDisk() async throws {
        let sandbox = try await BackupTests.filled()
        let script = """
            mkdir small && mount -t tmpfs -o size=200k none small && "$0" backup small/b.tar; status=$?
            ls -A small; umount small; exit $status
            """
        try await sandbox.run(
            "/usr/bin/unshare", ["--mount", "/bin/sh", "-c", Path(script), Sandbox.program], ending: 1,
            errors: .has("There is no room left for the database small/"), text: .equals(""))
    }

    @Test(
        "a workspace on a full disk is backed up to another one",
        .enabled(if: geteuid() == 0, "only root can mount a small disk"))
    func workspaceOnFullDisk() async throws {
        let sandbox = try await BackupTests.filled()
        // Nobody has it open, and there is no room for the file that SQLite needs beside a database that is opened.
        let script = """
            mkdir small && mount -t tmpfs -o size=16m none small && cp -a .compass *.yaml pipelines small/ && cd small &&
            rm -f .compass/compass.db-shm && (dd if=/dev/zero of=fill bs=4k 2>/dev/null; true) &&
            "$0" backup ../b.tar; status=$?
            cd ..; umount small; exit $status
            """
        try await sandbox.run(
            "/usr/bin/unshare", ["--mount", "/bin/sh", "-c", Path(script), Sandbox.program], ending: 0)
        try await sandbox.compass(
            "restore", "b.tar", "new", ending: 0, text: .has("3 documents (1 in the trash), 4 versions."))
    }
}
