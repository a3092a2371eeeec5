internal import Documents
internal import Accounts
internal import Diagnostics
internal import Platform
internal import Representations
internal import Workspaces

/// `compass users`
enum UsersCommand {
    static let command = Command(
        group: "users", "List, add, change and remove the people who can sign in",
        discussion: """
            A person's ID is the word that their documents have as `owner`. An `owner` sees and changes their own documents, \
            an `admin` those of all, and the people. Anyone who can write to the workspace's folder can do what an admin may.
            """,
        [
            UsersList.command, UsersAdd.command, UsersImport.command, UsersPassword.command, UsersRole.command,
            UsersRename.command, UsersRemove.command,
        ])

    static let id = Positional<String>.required(
        "ID", .word(completedBy: .people), "The person's id, as `users list` shows it.")
    static let json = CommandOption.flag("json", "Print the person as one JSON object.")
    static let passwordFromInput = CommandOption.flag(
        "password-stdin", "Read the password from standard input, a line, in place of asking for it.")

    static func print(_ person: Person, _ sentence: String, _ context: CommandContext) throws {
        if context[json] {
            try context.streams.print(json: person.record)
        } else {
            try context.streams.print(sentence + ".")
        }
    }
}

/// `compass users list`
enum UsersList {
    static let command = Command("list", "List the people by their ids", options: ListingOptions.all) { context in
        try await context.pages { limit, after in
            try await People(of: context.readOnlyWorkspace()).list(
                by: context.actor, limit: limit, after: after)
        } show: { page, isFirst in
            try Listing(
                page: page, record: \.record,
                columns: [
                    .text("ID"), .main("NAME"), .text("ROLE").leftOut(3), .text("PASSWORD").leftOut(2),
                    .text("ADDED").leftOut(1),
                ],
                cells: {
                    [
                        $0.id, $0.name, $0.role.rawValue, $0.hasPassword ? "yes" : "no",
                        context.streams.times.day($0.createdAt),
                    ]
                }, emptyText: "No people yet: compass users add ID", isFirst: isFirst
            ).print(json: context[ListingOptions.json], on: context.streams)
        }
        return .success
    }
}

/// `compass users add ID`
enum UsersAdd {
    private static let id = Positional<String>.required(
        "ID", .word, "The word that their documents have as `owner`, such as `maria` or `u1`.")
    private static let name = CommandOption<String?>.optional(
        "name", "TEXT", .word, "For people: `Maria Lopez` (default: the id).")
    private static let role = CommandOption<Role?>.optional(
        "role", "ROLE", .choice, "What they may (default: admin for the first person, owner for all others).")

    static let command = Command(
        "add", "Add a person who can sign in with a password",
        discussion: """
            The first person is an admin, who sees and changes everything: begin with your own account.

            Asks for the password, twice, without showing it. Where standard input or standard error is no terminal, \
            --password-stdin is needed. A password has 10 to 1,024 bytes, and is not the id.
            """,
        examples: ["users add coach --role admin", "users add maria --name 'Maria Lopez'"],
        options: [name.spec, role.spec, UsersCommand.passwordFromInput.spec, UsersCommand.json.spec],
        positionals: [id.spec]
    ) { context in
        let people = People(of: try await context.workspace(storing: false))
        let person = try await people.add(
            context[id], name: context[name], role: context[role], password: try context.newPassword(),
            by: context.actor)
        let reason = context[role] == nil && person.role == .admin ? ", since the first person is one" : ""
        let name = person.name == person.id ? "" : ", \(Printable.text(person.name)),"
        try UsersCommand.print(
            person, "Added \(Printable.text(person.id))\(name) as an \(person.role.rawValue)\(reason)", context)
        return .success
    }
}

/// `compass users passwd ID`
enum UsersPassword {
    static let command = Command(
        "passwd", "Give a person a new password; their sessions end",
        discussion: """
            Asks for it, twice, without showing it. Where standard input or standard error is no terminal, \
            --password-stdin is needed. Tokens stay as they are: `tokens revoke` ends them.
            """,
        examples: ["users passwd maria"],
        options: [UsersCommand.passwordFromInput.spec, UsersCommand.json.spec], positionals: [UsersCommand.id.spec]
    ) { context in
        let people = People(of: try await context.workspace(storing: false))
        let id = try await people.meant(context[UsersCommand.id])
        let ended = try await people.changePassword(of: id, to: try context.newPassword(), by: context.actor)
        if context[UsersCommand.json] {
            try context.streams.print(json: ["person": .string(id), "ended-sessions": .integer(Int64(ended))])
        } else {
            try context.streams.print(
                "\(Printable.text(id)) has a new password. \(HumanFormat.count(ended, "session")) ended.")
        }
        return .success
    }
}

/// `compass users role ID ROLE`
enum UsersRole {
    private static let role = Positional<Role>.required("ROLE", .choice, "`owner` or `admin`.")

    static let command = Command(
        "role", "Make a person an admin, or an owner of their own documents alone",
        discussion: "As long as there are other people, the only admin stays one.",
        examples: ["users role maria admin"],
        options: [UsersCommand.json.spec], positionals: [UsersCommand.id.spec, role.spec]
    ) { context in
        let person = try await People(of: context.workspace(storing: false)).change(
            context[UsersCommand.id], name: nil, role: context[role], by: context.actor)
        try UsersCommand.print(person, "\(Printable.text(person.id)) is an \(person.role.rawValue) now", context)
        return .success
    }
}

/// `compass users rename ID NAME`
enum UsersRename {
    private static let name = Positional<String>.required("NAME", .word, "For people: `Maria Lopez`.")

    static let command = Command(
        "rename", "Change a person's name; the id stays",
        examples: ["users rename maria 'Maria Lopez'"],
        options: [UsersCommand.json.spec], positionals: [UsersCommand.id.spec, name.spec]
    ) { context in
        let person = try await People(of: context.workspace(storing: false)).change(
            context[UsersCommand.id], name: context[name], role: nil, by: context.actor)
        try UsersCommand.print(
            person, "\(Printable.text(person.id)) is called \(Printable.text(person.name)) now", context)
        return .success
    }
}

/// `compass users remove ID`
enum UsersRemove {
    static let command = Command(
        "remove", "Remove a person: their sessions and tokens end, their documents stay",
        discussion: """
            Does not ask: nothing of theirs but the account goes. Links to their documents stay open too, until `links revoke \
            --owner ID` ends them. As long as there are other people, the only admin stays.
            """,
        examples: ["users remove maria"],
        options: [UsersCommand.json.spec], positionals: [UsersCommand.id.spec]
    ) { context in
        let (removal, documents, links) = try await People(of: context.workspace(storing: false)).remove(
            context[UsersCommand.id], by: context.actor)
        if context[UsersCommand.json] {
            var record = removal.person.record
            record["ended-sessions"] = .integer(Int64(removal.sessions))
            record["ended-tokens"] = .integer(Int64(removal.tokens))
            record["documents"] = .integer(Int64(documents))
            record["open-links"] = .integer(Int64(links))
            try context.streams.print(json: record)
        } else {
            let ended = [HumanFormat.count(removal.sessions, "session"), HumanFormat.count(removal.tokens, "token")]
            try context.streams.print(
                "Removed \(Printable.text(removal.person.id)); \(ended.joined(separator: " and ")) ended. "
                    + "\(HumanFormat.count(documents, "document")) of theirs stay\(documents == 1 ? "s" : "").")
            if links > 0 {
                let id = Printable.text(removal.person.id)
                context.streams.note(
                    "\(HumanFormat.count(links, "link")) still open\(links == 1 ? "s" : "") documents of theirs: "
                        + "`compass links revoke --owner \(id)` ends \(links == 1 ? "it" : "them").")
            }
        }
        return .success
    }
}

extension CommandContext {
    /// Who asks for what a command does, for the audit: the account of the system that the program runs with.
    var actor: Actor { .account(Account.ofProcess) }

    /// A password that somebody chooses: asked for twice, or the first line of standard input.
    ///
    /// - Throws: `Problem` where nobody can be asked, when the two differ, or there is none.
    func newPassword() throws -> String {
        if self[UsersCommand.passwordFromInput] {
            guard let line = try streams.readSecretLine() else {
                throw Problem.invalidRequest("standard input has no line of text that could be a password")
            }
            return line
        }
        guard streams.canAsk else {
            throw usageError("there is no terminal to ask for the password on; give it with `--password-stdin`")
        }
        guard let password = try streams.askSecret("Password:"), let again = try streams.askSecret("Once more:") else {
            throw Problem.invalidRequest("no password was given")
        }
        if password != again { throw Problem.invalidRequest("the two passwords differ; nothing was changed") }
        return password
    }
}
