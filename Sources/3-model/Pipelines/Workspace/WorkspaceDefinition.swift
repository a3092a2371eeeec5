public import Diagnostics
public import Documents
public import HTTPMessages
public import Platform

/// What `compass.yaml` says, with the default of everything that it leaves out. Relative paths start at the workspace.
public struct WorkspaceDefinition: Sendable {
    /// Whose documents these are.
    public struct Owner: Sendable, Hashable {
        /// A part of the names of stored objects.
        public var id: String
        /// For people.
        public var name: String?
        public var email: String?

        public init(id: String, name: String? = nil, email: String? = nil) {
            self.id = id
            self.name = name
            self.email = email
        }
    }

    /// Where the API and the pages listen.
    public struct Server: Sendable, Hashable {
        /// Whether the workspace's file says anything of it, so that the long-lived process serves.
        public var isDeclared = false
        /// A name or an address; an IPv6 address without its brackets.
        public var host: String
        public var port: UInt16
        /// Whether it listens to the address: not when only a socket is declared.
        public var listensToAddress = true
        /// A Unix socket that it listens at, for a proxy on the same machine; nil: none.
        public var socket: Path?
        /// Whether the socket's group may use it, and not its owner alone.
        public var isSocketForGroup = false
        /// The address that people reach it by, without a `/` at the end, such as `https://docs.example.org`; nil: it is not
        /// known, and links are shown without it.
        public var url: String?
        /// Which pipeline takes files that are sent as documents of a type, by name. Of a type that is left out: the only
        /// pipeline that makes such documents.
        public var uploads: [DocumentType: String] = [:]

        public init(host: String, port: UInt16) {
            self.host = host
            self.port = port
        }

        /// - Parameter text: an address with a port, such as `127.0.0.1:8080` or `[::1]:8080`.
        public init?(address text: String) {
            guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
                return nil
            }
            var host = text[..<colon]
            if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
            if host.isEmpty { return nil }
            self.init(host: String(host), port: port)
        }
    }

    /// The schools that documents can be shared with, beside those that were added by commands.
    public enum Schools: Sendable, Hashable {
        /// A file for `SchoolsFile`.
        case file(Path)
        /// As the workspace's file has them itself; empty: it names none.
        case list([School])

        public var file: Path? { if case .file(let path) = self { path } else { nil } }
    }

    /// How long things are kept.
    public struct Retention: Sendable, Hashable {
        public var runs = TimeSpan(milliseconds: 90 * 86_400_000)
        public var trash = TimeSpan(milliseconds: 30 * 86_400_000)
        /// How many finished runs stay at most, the newest.
        public var maxRuns = 1_000_000

        public init() {}
    }

    /// How the files of runs that were rejected or failed are kept.
    public struct Quarantine: Sendable, Hashable {
        /// Larger files, in bytes, are not copied; they get a second name.
        public var copyUpTo: Int64 = 100_000_000

        public init() {}
    }

    public var owner = Owner(id: "local")
    public var database = DatabaseDefinition.standard
    /// The object store.
    public var storage = PartDefinition(
        type: "file", settings: ["path": .fixed(".compass/objects")], folder: ".compass/objects")
    public var rules = DocumentRules.standard
    public var schools = Schools.list([])
    /// In the order of the file; `log` is among them.
    public var channels: [ChannelDefinition] = [.standard]
    /// How many runs go on at a time.
    public var workers = WorkspaceDefinition.standardWorkers
    /// How long a long-lived process lets its runs go on when it is asked to end. Shorter than the 30 s after which a
    /// container, and the 90 s after which systemd times out.
    public var shutdownGrace = TimeSpan(milliseconds: 25_000)
    public var server = Server(host: "127.0.0.1", port: 8080)
    /// Addresses that are not public, and that requests of webhooks and stages may go to all the same.
    public var privateAddresses: [AddressRange] = []
    public var retention = Retention()
    public var quarantine = Quarantine()

    /// Of a workspace without `compass.yaml`.
    public init() {}

    /// Much of a run is waiting for the disk, so more than there are processors. Measured on 2 cores with 1,000 PDFs of
    /// 64 KiB: 8 workers took 1.5 times as long as 32, 32 took 1.15 times as long as 64, and that 1.04 times as long as 96, more
    /// where the disk is slow for moments. More gained nothing, and each keeps 0.3 MiB in use.
    public static let standardWorkers = 96

    /// Which addresses requests may go to.
    public var reach: NetworkReach { .public(and: privateAddresses) }

    /// What lint has to know of it.
    public var lintContext: LintContext {
        LintContext(channels: channels.map(\.name), stateFolders: [storage.folder].compactMap { $0 })
    }
}

/// A channel of the workspace file.
public struct ChannelDefinition: Sendable {
    public let name: String
    public let part: PartDefinition
    /// Where its name stands in the file; nil: in none.
    public let place: SourceSpan?

    public init(name: String, part: PartDefinition, place: SourceSpan? = nil) {
        self.name = name
        self.part = part
        self.place = place
    }

    /// What every workspace has.
    public static let standard = ChannelDefinition(name: "log", part: PartDefinition(type: "log"))
}

/// Which database holds journal and catalog, as `database` of `compass.yaml` says.
public enum DatabaseDefinition: Sendable, Hashable {
    /// `sqlite:PATH`: a file on this machine.
    case sqlite(Path)

    /// Of a workspace that names none.
    public static let standard = DatabaseDefinition.sqlite(".compass/compass.db")

    /// The file of a database that is one on this machine; nil: the database is elsewhere.
    public var file: Path? {
        switch self {
        case .sqlite(let path): path
        }
    }

    /// With paths that start at a folder, where they are relative.
    public func located(in folder: Path) -> DatabaseDefinition {
        switch self {
        case .sqlite(let path): .sqlite(folder == "." ? path : folder.appending(path))
        }
    }
}

/// Folders of a workspace that hold nothing for a pipeline: who may write into a watched folder, or a pipeline, is not always
/// who may read or change these.
public enum PrivateFolders {
    /// Relative to the workspace, whatever its file says.
    public static let names: [Path] = [".compass", "secrets"]

    /// What no watched file is moved to: beside these the pipelines, which are programs that whoever drops files would write.
    public static let notForMoves: [Path] = names + ["pipelines"]

    /// The one of `notForMoves` that a folder is, lies in, or holds; nil: none. By the text of both, so without symbolic links.
    ///
    /// - Parameter root: the workspace's folder.
    public static func touched(by folder: Path, in root: Path) -> Path? {
        notForMoves.first { name in
            let own = root.appending(name)
            return folder.rest(below: own) != nil || own.rest(below: folder) != nil
        }
    }
}
