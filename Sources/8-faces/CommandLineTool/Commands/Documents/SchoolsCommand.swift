internal import Accounts
internal import Documents
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// `compass schools`
enum SchoolsCommand {
    static let command = Command(
        group: "schools", "List, add and remove the schools that documents can be shared with",
        [SchoolsList.command, SchoolsAdd.command, SchoolsImport.command, SchoolsRemove.command])
}

/// `compass schools add ID NAME`
enum SchoolsAdd {
    private static let id = Positional<String>.required(
        "ID", .word, "Lower-case letters, digits, `.`, `_` and `-`: `stanford`.")
    private static let name = Positional<String>.required("NAME", .word, "For people: `Stanford University`.")
    private static let force = CommandOption.flag("force", short: "f", "Rename a school that is there.")
    private static let json = CommandOption.flag("json", "Print the school as one JSON object.")

    static let command = Command(
        "add", "Add a school", examples: ["schools add stanford 'Stanford University'"],
        options: [force.spec, json.spec], positionals: [id.spec, name.spec]
    ) { context in
        let school = try School(id: context[id], name: context[name])
        let workspace = try await context.workspace(storing: false)
        try await workspace.audited(context.actor, "schools.add", .school(school.id)) {
            try await workspace.catalog.addSchools([school], replacing: context[force])
        }
        if context[json] {
            try context.streams.print(json: school.record)
        } else {
            try context.streams.print("Added \(school.id), \(Printable.text(school.name)).")
        }
        return .success
    }
}

/// `compass schools import FILE`
enum SchoolsImport {
    private static let file = Positional<Path>.required(
        "FILE", .path,
        "A YAML or JSON file: a list of `{ id, name }`, or ids with their names. Or a CSV file with the columns `id` and `name`, as a spreadsheet saves it."
    )

    private static let json = CommandOption.flag("json", "Print each school of the file as one JSON object.")

    static let command = Command(
        "import", "Add all schools of a file; known ones take the names it gives",
        discussion: """
            All of them are added, or none when something in the file is wrong.

            \(CSVHelp.charsets)
            """,
        options: [json.spec], positionals: [file.spec]
    ) { context in
        let path = context[file]
        try NamedFiles.require(path)
        let (schools, warnings) = try SchoolsFile.read(path)
        if let warnings { context.warn(warnings) }
        let workspace = try await context.workspace(storing: false)
        try await workspace.audited(
            context.actor, "schools.import", .workspace, detail: HumanFormat.count(schools.count, "school")
        ) {
            try await workspace.catalog.addSchools(schools, replacing: true)
        }
        if context[json] {
            for school in schools { try context.streams.print(json: school.record) }
        } else {
            try context.streams.print("Imported \(HumanFormat.count(schools.count, "school")).")
        }
        return .success
    }
}

/// `compass schools remove ID…`
enum SchoolsRemove {
    private static let names = Positional<[String]>.many(
        "SCHOOL", .word(completedBy: .schools), "Its id or its name, in any case.", minimum: 1)
    private static let yes = CommandOption.flag("yes", short: "y", "Do not ask.")
    private static let json = CommandOption.flag("json", "Print each school as one JSON object.")

    static let command = Command(
        "remove", "Remove schools that no document is shared with",
        discussion: """
            A school stays while documents are shared with it or are about it, also in the trash, and while compass.yaml or \
            its file of schools lists it. Shares that ended when a document went into the trash do not come back. All are \
            removed, or none. Runs, the history and the audit keep its id.

            Asks first. Where standard input or standard error is no terminal, nothing is removed without --yes.
            """,
        examples: ["schools remove stanford --yes"],
        options: [yes.spec, json.spec], positionals: [names.spec]
    ) { context in
        let workspace = try await context.workspaceForErasing()
        var ids: [String] = []
        for name in context[names] {
            let id = try await SchoolNames.known(name, in: workspace.catalog)
            if !ids.contains(id) { ids.append(id) }
        }
        let folder = try WorkspaceFolder(workspace.root, registry: context.registry())
        if let listed = try folder.schools().first(where: { ids.contains($0.id) }) {
            let file = folder.definition.schools.file.map(folder.path) ?? folder.path(WorkspaceLoader.name)
            throw Problem(.refused, "`\(listed.id)` is in \(file), which would add it again. Take it out there first.")
        }
        let schools = try await workspace.catalog.allSchools().filter { ids.contains($0.id) }
        let what = DocumentTarget.list(schools.map { "`\($0.id)` (\(Printable.text($0.name)))" })
        guard try context.mayErase("remove", what, yes: context[yes]) else { return .failed }
        try await workspace.audited(
            context.actor, "schools.remove", ids.map { .school($0) }, outcome: { _, _ in .succeeded }
        ) {
            try await workspace.catalog.removeSchools(ids)
        }
        for school in schools {
            if context[json] {
                try context.streams.print(json: school.record)
            } else {
                try context.streams.print("Removed \(school.id), \(Printable.text(school.name)).")
            }
        }
        return .success
    }
}

/// `compass schools list`
enum SchoolsList {
    static let command = Command(
        "list", "List the schools by their ids", options: ListingOptions.all
    ) { context in
        let catalog = try await context.readOnlyWorkspace(mayBeLost: true).catalog
        try await context.pages { limit, after in
            try await catalog.schools(limit: limit, after: after)
        } show: { page, isFirst in
            try Listing(
                page: page, record: \.record, columns: [.text("ID"), .flexible("NAME")], cells: { [$0.id, $0.name] },
                emptyText: "No schools yet: compass schools add ID NAME, or compass schools import FILE",
                isFirst: isFirst
            ).print(json: context[ListingOptions.json], on: context.streams)
        }
        return .success
    }
}
