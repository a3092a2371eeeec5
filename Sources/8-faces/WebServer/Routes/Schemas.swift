/// The named schemas of the OpenAPI document: the shapes of docs/json.md.
enum Schemas {
    static let all: [(name: String, schema: Schema)] = [
        ("document", document), ("statistics", statistics), ("school", school), ("run", run), ("stage", stage),
        ("error", error), ("quarantine-entry", quarantineEntry), ("batch", batch),
    ]

    static let types = [
        "highlight_video", "transcript", "resume", "rec_letter", "questionnaire", "stats_sheet",
    ]

    private static let document = Schema.object(
        [
            .init("id", .text, "Of the version."),
            .init("series", .text, "Of the document that the version belongs to."),
            .init("version", .integer(1...Int64.max), "Its number."),
            .init("current", .boolean, "Whether it is the current one."),
            .init("owner", .text, "Whose the document is."),
            .init("type", .text, "The type of the document."),
            .init("title", .text, ""),
            .init("description", .nullable(.text), ""),
            .init("school", .nullable(.text), "The id of the school that it is about."),
            .init("name", .text, "Of the file."),
            .init("mime-type", .text, "Of the file."),
            .init("size", .count, "Of the file, in bytes."),
            .init("sha256", .sha256, "Of the file."),
            .init("file-url", .text, "Where its bytes are."),
            .init("object-key", .text, "The key of its bytes in the object store."),
            .init("shared-with", .texts, "Ids of schools."),
            .init("run", .text, "The run that made it."),
            .init("created-at", .time, ""), .init("updated-at", .time, ""),
            .init("trashed-at", .nullable(.time), "null outside of the trash."),
        ], additional: true)

    private static let statistics = Schema.object([
        .init("total", .count, "Documents outside of the trash."),
        .init("shared", .count, "Those shared with a school."),
        .init("most-common-type", .nullable(.text), "null where there are none."),
        .init("storage-bytes", .count, "Of all versions, the trash included."),
        .init("quarantine-files", .count, "Held in quarantine."),
        .init("quarantine-bytes", .count, "Of those that are more than a reference."),
        .init("database-bytes", .nullable(.count), "On the disk; null of one owner."),
    ])

    private static let school = Schema.object([.init("id", .text, ""), .init("name", .text, "")])

    private static let error = Schema.object(
        [
            .init("stage", .text, "Empty if no stage is to blame."), .init("kind", .text, "A stable word."),
            .init("message", .text, "A sentence."),
            .init("class", .text, "Of a failure: whether another try may help.", required: false),
        ], additional: true)

    private static let stage = Schema.object(
        [
            .init("id", .text, ""), .init("uses", .text, "The type of the stage."), .init("status", .text, ""),
            .init("attempts", .count, ""), .init("duration-ms", .nullable(.number), ""),
            .init("outputs", .dictionary(.any), ""), .init("error", .named("error"), "", required: false),
        ], additional: true)

    private static let run = Schema.object(
        [
            .init("run", .text, "Its id; ids sort by time."), .init("pipeline", .text, ""),
            .init("file", .nullable(.text), "As it was named; null in a run without a file."),
            .init("status", .choice(["running", "succeeded", "rejected", "failed", "cancelled", "skipped"]), ""),
            .init("duplicate", .boolean, ""), .init("attempt", .integer(1...Int64.max), ""),
            .init("started-at", .time, ""), .init("duration-ms", .nullable(.number), ""),
            .init("error", .named("error"), "Only if it did not succeed.", required: false),
            .init("document", .dictionary(.any), "What is known of the document.", required: false),
            .init("stages", .list(.named("stage")), "In order; not in lists.", required: false),
        ], additional: true)

    private static let quarantineEntry = Schema.object(
        [
            .init("id", .text, ""), .init("run", .text, "That ended with it."), .init("pipeline", .text, ""),
            .init("stage", .text, ""), .init("attempt", .count, ""), .init("place", .nullable(.text), ""),
            .init("status", .choice(["rejected", "failed"]), ""), .init("kind", .text, "A stable word."),
            .init("reason", .text, "A sentence."), .init("file", .nullable(.text), ""),
            .init("created-at", .time, ""), .init("state", .choice(["held", "released", "discarded"]), ""),
        ], additional: true)

    private static let batch = Schema.object(
        [
            .init("batch", .text, "Its id."), .init("pipeline", .text, ""), .init("status", .text, ""),
            .init("items", .count, ""), .init("counts", .dictionary(.count), ""), .init("started-at", .time, ""),
        ], additional: true)

    /// A page of a listing.
    static func page(_ name: String, _ element: Schema, _ rest: [Schema.Property] = []) -> Schema {
        .object(
            [
                .init(name, .list(element), ""),
                .init("next", .nullable(.text), "What `after` takes for the next page; null: this is the last."),
            ] + rest)
    }
}
