internal import Documents

extension PipelineFormat {
    static let source: [FormatKey] = [
        FormatKey("files", .mapping(files), "One run a file; the oldest come first.", aliases: ["file"]),
        FormatKey(
            "documents", .mapping(documents),
            "One run a version in the catalog, in the order in which they were made. What the catalog knows is there from "
                + "the start as `document.id`, `document.title`, `document.object-key` and so on; there is no file.",
            aliases: ["document", "versions"]),
        FormatKey(
            "schools", .mapping(schools),
            "One run a school that something was shared with. `trigger.school` has its `id` and `name`; "
                + "`trigger.documents` lists what was shared with it, as `id`, `title`, `type`, `version` and `shared-at`; "
                + "`trigger.titles` lists the titles, and `trigger.count` tells how many there are, also beyond the "
                + "\(SchoolSource.maxDocuments) that are listed.", aliases: ["school"]),
    ]

    private static let files: [FormatKey] = [
        FormatKey(
            "glob", .text,
            "Which files, relative to the workspace: `*` and `?` in a segment, `**` for any number of segments; `{name}` "
                + "becomes the input of that name.", required: true, aliases: ["path", "pattern"]),
        FormatKey("include", .list(.text), "Globs of names that are taken; every name unless given."),
        FormatKey("exclude", .list(.text), "Globs of names that are left alone.", aliases: ["ignore"]),
        FormatKey("older-than", .duration, "Only files that have not changed for that long."),
    ]

    private static let documents: [FormatKey] = [
        FormatKey(
            "type", .choices(DocumentType.allCases.map(\.rawValue)), "Of these types.", aliases: ["types"]),
        FormatKey("owner", .template, "Of this owner."),
        FormatKey("school", .template, "About this school, or shared with it."),
        FormatKey("shared", .boolean, "Shared with any school, or with none."),
        FormatKey("older-than", .duration, "Made at least that long ago."),
        FormatKey("newer-than", .duration, "Made at most that long ago."),
        FormatKey("current", .boolean, "Only current versions, or only former ones."),
        FormatKey(
            "beyond", .integer(1...1_000_000),
            "Only versions beyond so many newest ones of their document; those in the trash are not counted."),
    ]

    private static let schools: [FormatKey] = [
        FormatKey(
            "newer-than", .duration, "How long ago, at most, something was shared with the school.", required: true)
    ]
}
