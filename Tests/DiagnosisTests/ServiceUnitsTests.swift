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
        #expect(try Files.list(Self.root.appending("systemd")).map(\.text) == ServiceUnits.names().sorted())
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

    @Test("a unit that belongs to something else than the workspace is told of before it is written or removed")
    func foreign() throws {
        let folder = try TestFolder()
        let (own, other) = (try UnitPath("/srv/a"), try UnitPath("/srv/a b"))
        func units(_ name: String, _ workspace: UnitPath) throws -> ServiceUnits {
            ServiceUnits(
                name: name, program: try UnitPath("/bin/true"), workspace: workspace, writable: [],
                account: .user("daemon"))
        }
        #expect(try ServiceUnits.foreign(in: folder.path, named: "compass", workspace: own) == nil, "there is none yet")
        for file in try units("compass", own).files { try folder.write(Path(file.name), Array(file.text.utf8)) }
        for file in try units("school", other).files { try folder.write(Path(file.name), Array(file.text.utf8)) }
        let rows: [(name: String, workspace: UnitPath?, found: Path?)] = [
            ("compass", own, nil), ("school", other, nil), ("third", other, nil),
            ("compass", other, "compass.service"), ("school", own, "school.service"),
            ("compass", nil, "compass.service"),
        ]
        for row in rows {
            #expect(
                try ServiceUnits.foreign(in: folder.path, named: row.name, workspace: row.workspace)
                    == row.found.map { folder.path.appending($0) }, "\(row)")
        }
        try folder.write("third-sweep.service", Array("ExecStart=/bin/true\n".utf8))
        #expect(
            try ServiceUnits.foreign(in: folder.path, named: "third", workspace: own)
                == folder.path.appending("third-sweep.service"))
    }

    @Test("a package's unit that one of its name would hide is found in each folder, unless it runs the workspace")
    func hidden() throws {
        let folder = try TestFolder()
        let own = try UnitPath("/srv/a")
        let places = ["local", "lib", "none"].map { folder.file($0) }
        try folder.write("local/compass-school.service", Array("ExecStart=/bin/true\n".utf8))
        try folder.write("lib/compass.service", Array("[Service]\nExecStart=/usr/bin/compass --version\n".utf8))
        try folder.write("lib/compass@.service", Array("ExecStart=/usr/bin/compass -w /srv/%i up\n".utf8))
        try folder.write("lib/own.service", Array("ExecStart=/usr/bin/compass -w /srv/a up\n".utf8))
        let rows: [(name: String, found: Path?)] = [
            ("compass", "lib/compass.service"), ("compass-school", "local/compass-school.service"), ("own", nil),
            ("third", nil),
        ]
        for row in rows {
            #expect(
                try ServiceUnits.hidden(by: row.name, workspace: own, in: places)
                    == row.found.map { folder.path.appending($0) }, "\(row)")
        }
        #expect(ServiceUnits.packageFolders == ["/usr/local/lib/systemd/system", "/usr/lib/systemd/system"])
    }

    @Test("all units of a name have it in their names and texts")
    func named() throws {
        let units = ServiceUnits(
            name: "compass-school", program: try UnitPath("/bin/true"), workspace: try UnitPath("/srv/a"), writable: [],
            account: .user("daemon"))
        #expect(
            units.files.map(\.name) == [
                "compass-school.service", "compass-school-sweep.service", "compass-school-sweep.timer",
            ])
        #expect(units.files[0].text.contains("\nRuntimeDirectory=compass-school\n"))
        #expect(units.files[2].text.contains("`systemctl enable --now compass-school-sweep.timer`"))
    }

    @Test(
        "what can be a unit's name and a folder's in /run is one",
        arguments: [
            ("compass", true), ("compass-school", true), ("_a.b9", true), ("", false), (".", false), ("..", false),
            ("-a", false), ("a/b", false), ("a b", false), ("é", false), ("a\nb", false), ("a@b", false),
            ("compass-sweep", false), (String(repeating: "a", count: 101), false),
        ])
    func names(_ text: String, _ isName: Bool) {
        #expect(ServiceUnits.isName(text) == isName)
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
