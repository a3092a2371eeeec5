import CompassTesting
import Platform
import Testing

@testable import Diagnosis

@Suite struct ServiceUnitsTests {
    private static let root = Path(#filePath).folder.folder.folder

    @Test("the units in systemd/ are what the program writes; `make generate` writes them again")
    func sample() throws {
        for file in try ServiceUnits.sample().files {
            let bytes = try Files.read(Self.root.appending("systemd").appending(Path(file.name)), limit: 1 << 20)
            #expect(String(decoding: bytes, as: UTF8.self) == file.text)
        }
        #expect(try Files.list(Self.root.appending("systemd")).map(\.text) == ServiceUnits.names.sorted())
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let workspace: Path
        var writable: [Path] = []
        let account: ServiceUnits.Account
        var needsHome = false
        var needsTemporary = false
        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "a user of its own", workspace: "/srv/compass", account: .user("daemon")),
        Case(
            name: "a name with everything", workspace: #"/srv/in box 100% $HOME "x" \y\"#,
            writable: ["/mnt/a b", "/mnt/%u"],
            account: .user("daemon"), needsHome: true, needsTemporary: true),
        Case(
            name: "a user that exists while it runs", workspace: "/var/lib/compass", account: .dynamic(state: "compass")
        ),
        Case(name: "the user's own manager", workspace: "/home/jordan/in box", account: .manager),
    ]

    @Test(
        "systemd finds nothing wrong with the units, and the exposure of those of the system is below 2.5",
        arguments: cases)
    func verify(_ row: Case) throws {
        let units = ServiceUnits(
            program: try UnitPath("/bin/true"), workspace: try UnitPath(row.workspace),
            writable: try row.writable.map { try UnitPath($0) }, account: row.account, needsHome: row.needsHome,
            needsTemporary: row.needsTemporary)
        let folder = try TestFolder()
        var names: [Path] = []
        for file in units.files {
            names.append(try folder.write(Path(file.name), Array(file.text.utf8)))
        }
        let scope = row.account == .manager ? ["--user"] : ["--system"] as [Path]
        let verified = try run(["verify", "--man=no", "--recursive-errors=no"] + scope + names, in: folder)
        #expect(verified.status == 0 && verified.text.isEmpty, "\(verified.text)")
        if row.account == .manager { return }
        for name in names where name.fileExtension == ".service" {
            let security = try run(["security", "--no-pager", "--offline=yes", "--threshold=25", name], in: folder)
            #expect(security.status == 0, "\(security.text)")
        }
    }

    @Test("the words of ExecStart are what they were before they were written")
    func words() throws {
        let units = ServiceUnits(
            program: try UnitPath("/usr/bin/com pass"), workspace: try UnitPath(#"/srv/100% "x""#), writable: [],
            account: .user("daemon"))
        #expect(
            units.files[0].text.contains(
                #"ExecStart="/usr/bin/com pass" --workspace "/srv/100%% \"x\"" up --log-format journald"#))
        #expect(units.files[0].text.contains(#"ReadWritePaths="/srv/100%% \"x\"""#))
    }

    private func run(_ arguments: [Path], in folder: TestFolder) throws -> (status: Int32, text: String) {
        let output = try FileDescriptor.open(folder.path.appending("output"), flags: 0o1102)
        let child = try ChildProcess(
            "/usr/bin/systemd-analyze", arguments,
            environment: ["PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "XDG_RUNTIME_DIR=/tmp"],
            output: .file(output), errors: .file(output))
        let status = try child.wait().status
        return (status, String(decoding: try output.bytes(at: 0, count: 1 << 20), as: UTF8.self))
    }
}
