import Glibc
import Platform
import Testing

/// A workspace whose runs are killed, with channels that lead to a real receiver.
final class CrashSandbox: Sendable {
    let sandbox: Sandbox
    let receiver: NotificationReceiver
    /// What the receiver knows it by.
    let name: String

    init() throws {
        sandbox = try Sandbox()
        receiver = try NotificationReceiver.shared()
        name = sandbox.folder.name.text
        let address = "http://127.0.0.1:\(receiver.port)"
        try sandbox.write(
            "compass.yaml",
            """
            version: 1
            owner: { id: u1, name: Jordan Reyes }
            schools: schools.yaml
            private-addresses: [127.0.0.1]
            channels:
              plain: { type: webhook, url: "\(address)/plain/\(name)", confirm: "\(address)/plain/\(name)/{id}" }
              once: { type: webhook, url: "\(address)/once/\(name)" }

            """)
        try sandbox.write(
            "plugins/ledger/plugin.yaml",
            """
            protocol: 1
            name: ledger
            version: 1.0.0
            summary: Makes an entry for each of its stages in each run.
            command: [./ledger.sh]
            probe: [./ledger.sh]
            undo: [./ledger.sh]
            effect: idempotent
            writes: [../../ledger]
            options: { note: { type: string, doc: What is written., default: none } }
            outputs: { entry: { type: string, doc: Its name. } }
            examples: [{ title: One. }]

            """)
        try sandbox.write(
            "plugins/ledger/ledger.sh",
            """
            #!/bin/bash
            entry=${COMPASS_KEY//\\//_}
            place='\(sandbox.folder)/ledger/'$entry
            case $COMPASS_ACTION in
            run) : >"$place" ;;
            undo) rm -f "$place" ;;
            probe)
                if [[ ! -e $place ]]; then
                    echo '{"type":"absent"}'
                    exit 0
                fi
                ;;
            esac
            printf '{"type":"result","outputs":{"entry":"%s"}}\\n' "$entry"

            """)
        _ = sandbox.folder.appending("plugins/ledger/ledger.sh").withCString { chmod($0, 0o755) }
        try sandbox.write("ledger/.keep", "")
        for script in CrashScript.all { try sandbox.write(Path("pipelines/\(script.name).yaml"), script.source) }
    }

    /// Makes a document, whose bytes no other has.
    @discardableResult
    func document(_ number: Int) throws -> Path {
        let name = Self.document(number)
        try sandbox.write(name, Samples.pdf(number, padding: number % 5 * 3_000))
        return name
    }

    static func document(_ number: Int) -> Path { Path("t\(number).pdf") }

    /// Runs the program, which dies at the `failpoint`-th place that it passes.
    func compass(_ arguments: [Path], dyingAt failpoint: Int) async throws -> Sandbox.Output {
        try await sandbox.compass(arguments, environment: ["COMPASS_FAILPOINT=:\(failpoint)"])
    }

    /// Runs the program and kills it after a time, unless it ends before.
    func compass(_ arguments: [Path], dyingAfter milliseconds: Double) async throws -> Sandbox.Output {
        // `timeout` takes 0 for no limit.
        let seconds = Path("\(max(0.1, milliseconds) / 1_000)")
        return try await sandbox.run("/usr/bin/timeout", ["-s", "KILL", seconds, Sandbox.program] + arguments)
    }

    /// The names of the places that a run passes, in order.
    func trace(_ arguments: [Path]) async throws -> [String] {
        let file = sandbox.folder.appending("trace")
        let output = try await sandbox.compass(arguments, environment: ["COMPASS_FAILPOINT_TRACE=\(file)"])
        try #require(output.status == 0 || output.status == 3, "\(output)")
        defer { _ = file.withCString { unlink($0) } }
        return String(decoding: try sandbox.read("trace"), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Of the run of a document; nil when none is on record.
    func status(of document: Path) async throws -> String? {
        let runs = try await sandbox.compass("runs", "list", "--json", "--limit", "1000")
        return try runs.lines.first { $0["file"]?.string == document.text }?["status"]?.string
    }
}
