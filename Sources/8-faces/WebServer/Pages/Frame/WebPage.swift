/// A page before its frame is put around it.
struct WebPage: Sendable {
    enum Style: Sendable, Equatable {
        /// With header, navigation and footer.
        case framed
        /// The content with a header of its own.
        case bare
        /// All of the window.
        case full

        var bodyClass: String? { self == .full ? "viewer-page" : nil }
    }

    /// Of the window; also what is told first when a page has come.
    var title: String
    /// The part of the product that it belongs to.
    var section: PageSection?
    var style = Style.framed
    /// The script that works on its content, if any.
    var module: String?
    var assets: PageAssets
    var notice: Notice?
    var body: HTML

    init(
        _ title: String, in section: PageSection? = nil, style: Style = .framed, module: String? = nil,
        assets: PageAssets = PageAssets(), notice: Notice? = nil, _ body: HTML
    ) {
        self.title = title
        self.section = section
        self.style = style
        self.module = module
        self.assets = assets
        self.notice = notice
        self.body = body
    }
}

/// What a page needs beside what every page has, by the names of assets.
struct PageAssets: Sendable {
    var styles: [String] = []
    /// Modules that begin as soon as they are there, before the others and before the page is read to its end.
    var early: [String] = []
    /// Scripts that parts of the page start with; what these import is found.
    var modules: [String] = []
    /// Scripts that are no modules, and that one of the modules asks for; a worker's, too, which then comes of the cache.
    var scripts: [String] = []
}

/// Who reads a page, as its header shows them.
struct PageReader: Sendable {
    /// A person's, or an account's name.
    let id: String
    let name: String
    let isAdmin: Bool
}

/// The parts of the product, as the navigation has them.
enum PageSection: String, CaseIterable, Sendable {
    case documents, runs, quarantine, pipelines, schedules, folders, notifications, people

    var label: String {
        switch self {
        case .documents: "Documents"
        case .runs: "Runs"
        case .quarantine: "Quarantine"
        case .pipelines: "Pipelines"
        case .schedules: "Schedules"
        case .folders: "Folders"
        case .notifications: "Notifications"
        case .people: "People"
        }
    }

    var path: String { "/\(rawValue)" }

    var icon: String {
        switch self {
        case .documents: "file"
        case .runs: "play"
        case .quarantine: "quarantine"
        case .pipelines: "flow"
        case .schedules: "calendar"
        case .folders: "folder"
        case .notifications: "bell"
        case .people: "user"
        }
    }

    /// The style sheets that its pages need, and the sheets over them.
    var styles: [String] {
        switch self {
        case .documents, .people: []
        case .runs, .quarantine, .pipelines, .schedules, .folders, .notifications: ["flows.css"]
        }
    }

    /// Owners have their documents, and the runs and the quarantine of these.
    var isForAdmins: Bool {
        switch self {
        case .documents, .runs, .quarantine: false
        case .pipelines, .schedules, .folders, .notifications, .people: true
        }
    }
}
