import CompassTesting
import Glibc
import Pipelines
import Platform
import Testing

@Suite("Secrets")
struct SecretsTests {
    private func secrets(_ folder: TestFolder, _ variables: [String: String] = [:]) -> Secrets {
        Secrets(workspace: folder.path, variable: { variables[$0] })
    }

    private func write(_ name: Path, _ text: String, in folder: TestFolder, mode: UInt32 = 0o600) throws {
        let path = folder.path.appending(name)
        try Files.createFolders(path.folder)
        try Files.replace(path, with: Array(text.utf8), mode: mode)
    }

    @Test("The environment goes before the credentials, and these before the workspace's files")
    func order() throws {
        let folder = try TestFolder()
        #expect(try secrets(folder).find("KEY") == nil)
        try write("secrets/KEY", "file", in: folder)
        #expect(try secrets(folder).find("KEY") == "file")
        try write("credentials/KEY", "credential", in: folder)
        let credentials = ["CREDENTIALS_DIRECTORY": folder.path.appending("credentials").text]
        #expect(try secrets(folder, credentials).find("KEY") == "credential")
        let all = credentials.merging(["COMPASS_SECRET_KEY": "variable"]) { $1 }
        #expect(try secrets(folder, all).find("KEY") == "variable")
        #expect(secrets(folder, all)["KEY"] == "variable")
    }

    @Test(
        "Line breaks at the end and a byte order mark are no part of it",
        arguments: [
            ("a", "a"), ("a\n", "a"), ("a\r\n", "a"), ("a\n\n", "a"), ("a\r\n\r\n", "a"), ("a\nb\r", "a\nb"),
            ("", ""), ("\n", ""), (" a ", " a "), ("\u{FEFF}a\n", "a"), ("\u{FEFF}", ""), ("a\u{FEFF}", "a\u{FEFF}"),
        ])
    func lineBreaks(_ text: String, _ secret: String) throws {
        let folder = try TestFolder()
        try write("secrets/KEY", text, in: folder)
        #expect(try secrets(folder).find("KEY") == secret)
    }

    @Test("A secret that Windows wrote as UTF-16 or in Windows-1252 has its characters")
    func windows() throws {
        let wide: [UInt8] = [0xFF, 0xFE] + "g\u{E9}\r\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let narrow: [UInt8] = [0x67, 0xE9, 0x0D, 0x0A]
        for bytes in [wide, narrow] {
            let folder = try TestFolder()
            try Files.createFolders(folder.path.appending("secrets"))
            try Files.replace(folder.path.appending("secrets/KEY"), with: bytes, mode: 0o600)
            #expect(try secrets(folder).find("KEY") == "g\u{E9}")
        }
    }

    @Test(
        "No name leads out of the folder",
        arguments: ["../KEY", "/etc/passwd", "", ".", "..", "a/b", "a.b", "é", "a\0"])
    func names(_ name: String) throws {
        let folder = try TestFolder()
        try write("KEY", "outside", in: folder)
        try write("secrets/a.b", "dotted", in: folder)
        #expect(try secrets(folder).find(name) == nil)
    }

    @Test("A secret that cannot be read is an error, not an absent one")
    func unreadable() throws {
        let folder = try TestFolder()
        try Files.createFolders(folder.path.appending("secrets/KEY"))
        #expect {
            _ = try secrets(folder).find("KEY")
        } throws: {
            ($0 as? SystemError)?.code == EISDIR
        }
        #expect(secrets(folder)["KEY"] == nil)
        try write("secrets/BIG", String(repeating: "a", count: Secrets.limit + 1), in: folder)
        #expect {
            _ = try secrets(folder).find("BIG")
        } throws: {
            ($0 as? SystemError)?.code == EFBIG
        }
    }

    @Test("Files that others may read are known")
    func exposed() throws {
        let folder = try TestFolder()
        #expect(secrets(folder).exposed().isEmpty)
        try write("secrets/SAFE", "a", in: folder)
        try write("secrets/OPEN", "b", in: folder)
        _ = folder.path.appending("secrets/OPEN").withCString { chmod($0, 0o644) }
        #expect(secrets(folder).exposed().map(\.path) == [folder.path.appending("secrets/OPEN")])
        #expect(secrets(folder).exposed().map(\.mode) == [0o644])
    }
}
