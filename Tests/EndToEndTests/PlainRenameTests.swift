import Platform
import Testing

/// File systems that cannot rename without overwriting as one step: NFS, sshfs.
@Suite struct PlainRenameTests {
    @Test("where nothing can be renamed without overwriting, files are stored, moved, backed up and restored")
    func everything() async throws {
        let sandbox = try WatchTests().sandbox(files: 2, refused: 1)
        let environment = try await sandbox.faults(["FAULT_RENAMES=1"])
        for (command, status) in [
            (["watch", "clips", "--once"], 3), (["documents", "download", "f0", "--output", "again.pdf"], 0),
            (["backup", "b.tar"], 0), (["backup", "b.tar", "--force"], 0), (["restore", "b.tar", "new"], 0),
            (["init", "other"], 0),
        ] as [([Path], Int32)] {
            try await sandbox.compass(command, environment: environment, ending: status)
        }
        try await WatchTests().check(sandbox, files: 2, refused: 1)
        #expect(try sandbox.read("again.pdf") == Samples.pdf(0))
        for folder in Set(try sandbox.objects().map(\.folder)) {
            let names = try Files.list(sandbox.folder.appending(folder))
            #expect(names.allSatisfy { $0.bytes.first != UInt8(ascii: ".") }, "\(names)")
        }
    }
}
