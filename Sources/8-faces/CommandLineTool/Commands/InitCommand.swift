internal import Accounts
internal import Glibc
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// `compass init`: from nothing to the first run.
enum InitCommand {
    private static let folder = Positional<Path?>.optional(
        "DIR", .folder, "The folder, which is made if need be (default: the current one, or what -w names).")
    private static let owner = CommandOption<String?>.optional(
        "owner", "ID", .word, "Whose documents they are (default: the name you are logged in by).")
    private static let name = CommandOption<String?>.optional("name", "TEXT", .word, "The owner's name, for people.")
    private static let email = CommandOption<String?>.optional(
        "email", "ADDRESS", .word, "The owner's e-mail address. It is kept, and nothing is sent to it.")
    private static let json = CommandOption.flag("json", "Print the result as one JSON object.")

    static let command = Command(
        "init", "Make a workspace: compass.yaml, pipelines with their tests, schools, schemas for editors",
        discussion: """
            Nothing that is there is ever overwritten: where one of the files is there already, none is written. What an \
            `init` that was interrupted has left is finished by the next one. The shipped pipelines are copies, to be \
            changed as you like.
            """,
        examples: ["init", "init ~/recruiting --owner jordan --name 'Jordan Reyes'"],
        options: [owner.spec, name.spec, email.spec, json.spec], positionals: [folder.spec]
    ) { context in
        let root = context[folder] ?? context[GlobalOptions.workspace] ?? "."
        let registry = try context.builtInRegistry()
        let person = Scaffold.Owner(id: context[owner] ?? loginName(), name: context[name], email: context[email])
        let scaffold = Scaffold.workspace(of: person, registry: registry, in: root)
        do {
            let claim = try FolderInMaking(root)
            defer { claim.end() }
            // What was written has to be right, whatever the owner is called.
            try scaffold.write {
                _ = try WorkspaceFolder(root, registry: registry)
                try check(person)
            }
        }
        if context[json] {
            try context.streams.print(json: [
                "workspace": .string(root.description),
                "files": .list(scaffold.files.map { .string($0.path.description) }),
            ])
            return .success
        }
        let pipelines = scaffold.files.count { $0.path.folder.name == "pipelines" }
        let place = root == "." ? "This folder" : Printable.text(root.description)
        try context.streams.print("\(place) is a workspace now, with \(HumanFormat.count(pipelines, "pipeline")).")
        context.streams.note(
            """
            Next\(root == "." ? "" : ", in that folder"): compass run highlight-video pipelines/fixtures/clip.mp4 -i schools=stanford
            and then: compass documents list
            """)
        return .success
    }

    /// Whoever owns a workspace may get an account in it.
    ///
    /// - Throws: `Problem`
    private static func check(_ owner: Scaffold.Owner) throws {
        do {
            _ = try Person(
                id: owner.id, name: owner.name ?? owner.id, role: .admin, createdAt: .now(), hasPassword: false)
        } catch {
            throw Problem.invalidRequest(error.message)
        }
    }

    /// As an id of an owner: "me" where the system knows none, or one that does not do.
    private static func loginName() -> String {
        guard let entry = getpwuid(geteuid()), let name = entry.pointee.pw_name else { return "me" }
        let text = String(cString: name)
        return KebabName.allows(text) ? text : KebabName.nearest(to: text) ?? "me"
    }
}
