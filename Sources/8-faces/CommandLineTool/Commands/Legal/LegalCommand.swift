internal import Accounts
internal import Documents
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// `compass legal`: texts that people are asked to accept.
enum LegalCommand {
    static let command = Command(
        group: "legal", "Publish the privacy policy and other legal documents, and see who has accepted them",
        [LegalPublish.command, LegalList.command, LegalShow.command, LegalAccept.command, LegalStatusCommand.command])

    static let kind = CommandOption.value(
        "kind", "KIND", ArgumentKind.word, "Which document, in lower-case letters, digits and `-`.",
        standard: LegalDocument.privacyPolicy, shown: LegalDocument.privacyPolicy)
    static let json = CommandOption.flag("json", "Print one JSON object a line.")
}

extension Workspace {
    fileprivate var legal: LegalDocuments { LegalDocuments(stores.legal) }
}

/// `compass legal publish FILE`
enum LegalPublish {
    private static let file = Positional<Path>.required("FILE", .path, "A file with Markdown, in UTF-8.")
    private static let version = CommandOption<String?>.optional(
        "version", "V", .word, "What people know it by, such as 1.0.")
    private static let effective = CommandOption<String?>.optional(
        "effective", "DATE", .word, "From when on it holds, such as 2027-01-01 (default: now).")

    static let command = Command(
        "publish", "Publish a version of a legal document",
        discussion: """
            A published version never changes and is never removed. To publish the same text under the same version again does \
            nothing; another text needs another version.
            """,
        examples: ["legal publish privacy.md --version 1.0 --effective 2027-01-01"],
        options: [version.spec, LegalCommand.kind.spec, effective.spec, LegalCommand.json.spec],
        positionals: [file.spec]
    ) { context in
        guard let version = context[version] else { throw context.usageError("`--version` is needed") }
        let effective = try context[effective].map { try date($0, context) }
        let path = context[file]
        let bytes: [UInt8]
        do {
            bytes = try Files.readNamed(path, limit: LegalText.limit)
        } catch let error as SystemError {
            throw Problem.invalidRequest("\(path) cannot be read as a legal document: \(error)")
        }
        let (workspace, kind) = (try await context.workspace(storing: false), context[LegalCommand.kind])
        let (document, isNew) = try await workspace.audited(
            context.actor, "legal.publish", .legal(kind), detail: version
        ) {
            try await workspace.legal.publish(
                bytes, as: version, of: kind, effective: effective, by: Account.ofProcess)
        }
        if context[LegalCommand.json] {
            var record = document.record
            record["new"] = .boolean(isNew)
            try context.streams.print(json: record)
        } else {
            try context.streams.print(
                (isNew ? "Published" : "Already published:")
                    + " version \(document.version) of \(document.kind), in force from "
                    + "\(context.streams.times.text(document.effectiveAt)) on.")
        }
        return .success
    }

    /// A day, which begins at midnight in UTC, or a time.
    private static func date(_ text: String, _ context: CommandContext) throws -> Timestamp {
        guard let time = Timestamp(rfc3339: text) ?? Timestamp(rfc3339: text + "T00:00:00Z") else {
            throw context.usageError(
                "`--effective` must be a day such as 2027-01-01, or a time such as 2027-01-01T08:00:00Z")
        }
        return time
    }
}

/// `compass legal list`
enum LegalList {
    private static let kind = CommandOption<String?>.optional("kind", "KIND", .word, "Only versions of this document.")

    static let command = Command(
        "list", "List what was published, the newest of each kind first", options: [kind.spec] + ListingOptions.all
    ) { context in
        let legal = try await context.readOnlyWorkspace().legal
        if let kind = context[kind] { try await legal.requireKind(kind) }
        let listings = try await legal.documents(context[kind])
        try await context.pages(of: listings) { page, isFirst in
            try Listing(
                page: page, record: \.record,
                columns: [
                    .main("KIND"), .text("VERSION"), .text("IN FORCE FROM").leftOut(3), .text("PUBLISHED").leftOut(2),
                    .text("BY").leftOut(1), .text("").leftOut(4),
                ],
                cells: {
                    [
                        $0.document.kind, $0.document.version, context.streams.times.text($0.document.effectiveAt),
                        $0.document.publishedAt.map(context.streams.times.text) ?? "", $0.document.publishedBy ?? "",
                        $0.isInForce ? "in force" : "",
                    ]
                },
                emptyText:
                    "Nothing is published; the privacy policy that comes with the program holds (compass legal show)",
                isFirst: isFirst
            ).print(json: context[ListingOptions.json], on: context.streams)
        }
        return .success
    }
}

/// `compass legal show`
enum LegalShow {
    private static let version = CommandOption<String?>.optional(
        "version", "V", .word, "This version (default: the one in force).")

    static let command = Command(
        "show", "Print a legal document as Markdown",
        discussion: """
            While no privacy policy is published, it is the one that comes with the program: then a line on standard error says so.
            """,
        options: [version.spec, LegalCommand.kind.spec, LegalCommand.json.spec]
    ) { context in
        let document = try await context.readOnlyWorkspace().legal.document(
            context[LegalCommand.kind], version: context[version])
        if context[LegalCommand.json] {
            var record = document.record
            record["text"] = .string(document.text)
            try context.streams.print(json: record)
            return .success
        }
        if document.isBundled {
            context.streams.note("This is the text that comes with the program (version \(document.version)).")
        }
        try context.streams.write(document.text.hasSuffix("\n") ? document.text : document.text + "\n")
        return .success
    }
}

/// `compass legal accept PERSON`
enum LegalAccept {
    private static let person = Positional<String>.required(
        "PERSON", .word(completedBy: .people), "The id of the person who accepts it.")
    private static let version = CommandOption<String?>.optional("version", "V", .word, "Which version.")
    private static let digest = CommandOption<String?>.optional(
        "sha256", "DIGEST", .word, "The SHA-256 of the text that was shown, to make sure that it was this version's.")

    static let command = Command(
        "accept", "Record that a person has accepted a version",
        discussion: "It is recorded once for each person and version; the first record stays.",
        examples: ["legal accept jordan --version 1.0"],
        options: [version.spec, LegalCommand.kind.spec, digest.spec, LegalCommand.json.spec], positionals: [person.spec]
    ) { context in
        guard let version = context[version] else { throw context.usageError("`--version` is needed") }
        let (workspace, kind) = (try await context.workspace(storing: false), context[LegalCommand.kind])
        let (acceptance, isNew) = try await workspace.audited(
            context.actor, "legal.accept", .legal(kind), detail: "\(version) by `\(context[person])`"
        ) {
            try await workspace.legal.accept(
                kind, version: version, by: context[person], shown: context[digest])
        }
        if context[LegalCommand.json] {
            var record = acceptance.record
            record["new"] = .boolean(isNew)
            try context.streams.print(json: record)
        } else {
            try context.streams.print(
                "\(Printable.text(acceptance.person)) "
                    + (isNew ? "has accepted" : "had accepted")
                    + " version \(acceptance.version) of \(acceptance.kind)"
                    + (isNew ? "." : " at \(context.streams.times.text(acceptance.acceptedAt))."))
        }
        return .success
    }
}

/// `compass legal status`
enum LegalStatusCommand {
    private static let missing = CommandOption.flag(
        "missing", "Only people who have not accepted the version in force.")

    static let command = Command(
        "status", "Show who has accepted which version, and who has not accepted the one in force",
        options: [LegalCommand.kind.spec, missing.spec] + ListingOptions.all
    ) { context in
        let workspace = try await context.readOnlyWorkspace()
        let status = try await workspace.legal.status(
            context[LegalCommand.kind], people: try await workspace.peopleOfAccounts())
        let people = status.people.filter { !context[missing] || !$0.hasAcceptedCurrent }
        try await context.pages(of: people) { page, isFirst in
            try Listing(
                page: page, record: \.record,
                columns: [
                    .main("PERSON"), .text("ACCEPTED").leftOut(2), .text("AT").leftOut(1),
                    .text("VERSION \(status.version)").leftOut(3),
                ],
                cells: {
                    [
                        $0.person, $0.standing?.version ?? "",
                        $0.standing.map { context.streams.times.text($0.acceptedAt) } ?? "",
                        $0.hasAcceptedCurrent ? "accepted" : "not accepted",
                    ]
                }, emptyText: context[missing] ? "Everybody has accepted version \(status.version)" : "No accounts yet",
                isFirst: isFirst
            ).print(json: context[ListingOptions.json], on: context.streams)
        }
        return .success
    }
}
