internal import Documents
internal import Glibc
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// `compass documents open DOCUMENT…`
enum DocumentsOpen {
    private static let print = CommandOption.flag(
        "print", "Print where the copy lies, in place of opening it; so it is where standard output is no terminal.")

    static let command = Command(
        "open", "Open documents in the programs of the desktop",
        discussion: """
            A copy that only this user can read, and no one can change, is made in a folder of its own below `TMPDIR` or /tmp, \
            and given to `xdg-open`; what is stored stays as it is. The copy stays there for the program that shows it.
            """,
        examples: ["documents open 'Fall Highlights'", "documents open clip --print"],
        options: [print.spec], positionals: [DocumentsCommand.ids.spec]
    ) { context in
        let workspace = try await context.readOnlyWorkspace()
        let ids = try await context.documentIDs(in: workspace)
        let isPrinted = context[print] || context.streams.terminal.width == nil
        // Before anything is copied.
        let viewer = isPrinted ? nil : try DesktopViewer()
        for id in ids {
            let (version, bytes) = try await workspace.download(id)
            let copy = try PrivateCopy(named: version.fileName)
            try await copy.fill(from: bytes)
            guard let viewer else {
                try context.streams.print(copy.path.description)
                continue
            }
            try await viewer.open(copy.path)
            context.streams.note("Opened \(Printable.text(version.title)), version \(version.number).")
        }
        return .success
    }
}

/// A file in a folder of its own that nobody else may look into.
private struct PrivateCopy {
    let path: Path

    /// - Throws: `SystemError`
    init(named name: Path) throws {
        path = try TemporaryFolder.make(prefix: "compass-open").appending(name)
    }

    /// Leaves nothing behind unless all of it is there and is what was stored.
    func fill(from bytes: VerifiedCopy) async throws {
        do {
            try await bytes.save(to: path, replacing: false)
            try systemCall("protect", on: path.description) { path.withCString { chmod($0, 0o400) } }
        } catch {
            // The first error counts; an empty folder harms nobody.
            _ = path.withCString { unlink($0) }
            _ = path.folder.withCString { rmdir($0) }
            throw error
        }
    }
}

/// What opens files on this desktop.
private struct DesktopViewer {
    private static let name = "xdg-open"
    private static let pool = WorkerPool(name: "viewer", width: 1)
    private let program: Path

    /// - Throws: `Problem` where there is no display, or no such program.
    init() throws {
        let isThere = { (name: String) in Environment.processVariable(name).map { !$0.isEmpty } ?? false }
        guard isThere("WAYLAND_DISPLAY") || isThere("DISPLAY") else {
            throw Problem.refused(
                "There is no display to open it on: neither `WAYLAND_DISPLAY` nor `DISPLAY` is set. `--print` makes the copy "
                    + "and prints where it lies.")
        }
        let places = Environment.searchPath.split(separator: ":").map { Path(String($0)).appending(Path(Self.name)) }
        guard let found = places.first(where: { place in place.withCString { access($0, X_OK) } == 0 }) else {
            throw Problem.refused(
                "There is no `xdg-open` in PATH, which opens files with the programs of the desktop; Debian's package xdg-utils "
                    + "has it. `--print` makes the copy and prints where it lies.")
        }
        program = found
    }

    /// Returns when the program does: most desktops answer at once, some when the viewer is closed.
    ///
    /// - Throws: `Problem` when it says that it failed; `SystemError`.
    func open(_ path: Path) async throws {
        let program = program
        let exit = try await Self.pool.run {
            try ChildProcess(program, [path], input: .null, output: .null, errors: .inherit).wait()
        }
        if exit.status != 0 {
            throw Problem(
                .failed,
                "`xdg-open` could not open \(path) and ended with status \(exit.status). The copy is still there.")
        }
    }
}
