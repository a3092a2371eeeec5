internal import Documents

/// The keys of `compass.yaml`: what is read, checked and explained.
enum WorkspaceFormat {
    static let keys: [FormatKey] = [
        FormatKey("version", .integer(1...1), "The version of the format: 1."),
        FormatKey("owner", .mapping(owner), "Whose documents these are, unless a run says otherwise."),
        FormatKey(
            "database", .text,
            "Where journal and catalog live: `sqlite:PATH`; `sqlite:.compass/compass.db` unless given."),
        FormatKey(
            "storage", .objectStore,
            "Where the documents' bytes live: `file:PATH`, or a mapping with `type` and the options of that type; "
                + "`file:.compass/objects` unless given.", aliases: ["objects", "store"]),
        FormatKey(
            "document-types", .byDocumentType(.mapping(rule)),
            "What is accepted as a document of a type; what is left out stays as it is.",
            aliases: ["types"]),
        FormatKey("schools", .schools, "The schools that documents can be shared with, or a file that has them."),
        FormatKey(
            "channels", .dictionary(.channel, .channel),
            "Where notifications go, by name; `log` is there in any case.", aliases: ["notifications"]),
        FormatKey(
            "workers", .integer(1...256),
            "How many runs work at the same time; \(WorkspaceDefinition.standardWorkers) unless given."),
        FormatKey(
            "shutdown-grace", .duration,
            "How long running runs may continue when the service is asked to end; what is not finished then is resumed by the "
                + "next start. 25s unless given.", aliases: ["grace"]),
        FormatKey(
            "server", .mapping(server),
            "The API and the pages, which the service has when this is there; `{}` leaves everything as it is."),
        FormatKey(
            "private-addresses", .list(.text),
            "Addresses and networks, such as `192.168.1.20` or `192.168.1.0/24`, that webhooks and `http-request` may reach "
                + "although they are not public. Only public ones unless given."),
        FormatKey("retention", .mapping(retention), "How long things are kept."),
        FormatKey("quarantine", .mapping(quarantine), "How the files of runs that did not succeed are kept."),
    ]

    private static let owner: [FormatKey] = [
        FormatKey("id", .text, "A stable id; a part of the names of stored objects.", required: true),
        FormatKey("name", .text, "For people."),
        FormatKey("email", .text, "The mail address.", aliases: ["mail"]),
    ]

    private static let rule: [FormatKey] = [
        FormatKey("extensions", .list(.text), "The file extensions that are accepted.", aliases: ["extension"]),
        FormatKey("max-size", .size, "The largest file that is accepted.", aliases: ["max"]),
    ]

    private static let server: [FormatKey] = [
        FormatKey(
            "listen", .text, "The address and the port; `127.0.0.1:8080` unless this or `socket` is given.",
            aliases: ["address"]),
        FormatKey("socket", .text, "A Unix socket for a proxy on the same machine: a path."),
        FormatKey(
            "socket-access", .choice(["owner", "group"]),
            "Who may use the socket beside its owner: nobody, or the members of its group; `owner` unless given.",
            aliases: ["socket-mode", "socket-group"]),
        FormatKey(
            "url", .text, "The address that people reach it by, such as `https://docs.example.org`.",
            aliases: ["base-url"]),
        FormatKey(
            "uploads", .byDocumentType(.text),
            "Which pipeline takes files that are sent as documents of a type. Of a type that is left out: the only pipeline "
                + "that makes such documents. One that has a webhook as its only trigger counts where there is no other."
        ),
    ]

    private static let retention: [FormatKey] = [
        FormatKey("runs", .duration, "How long finished runs stay in the journal; 90d unless given."),
        FormatKey("trash", .duration, "How long deleted documents can be restored; 30d unless given."),
        FormatKey(
            "max-runs", .integer(1...Int64.max), "How many finished runs stay at most; 1000000 unless given."),
    ]

    private static let quarantine: [FormatKey] = [
        FormatKey(
            "copy-up-to", .size,
            "The largest file that is copied; a larger one gets a second name on the same disk. 100MB unless given.",
            aliases: ["copy", "max-copy"])
    ]

    /// Kinds that are part of the format and arrive later.
    static let laterChannels = ["email"]
    static let laterStores = ["s3", "supabase"]
}
