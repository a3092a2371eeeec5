internal import Accounts
internal import Diagnostics
internal import Documents
internal import Platform
internal import Workspaces

/// All that the page of one's own account shows.
struct AccountView: Sendable {
    var person: Person
    var sessions: [Session]
    /// The id of the session that asks.
    var current: String?
    var tokens: [APIToken]
    var acceptances: [LegalAcceptance]
    var statistics: DocumentStatistics
    /// How many links to their documents there are; at most `counted`.
    var links: Int
    var now: Timestamp
    var notice: Notice?
    var nameForm: FormValues
    var passwordForm = FormValues()
    var tokenForm = FormValues(values: ["days": "90"])
    /// That the form for tokens has ticked.
    var scopes: [String] = []
    /// A token that was just made, whose secret is shown this once.
    var created: Tokens.Created?

    /// More are not listed.
    static let counted = 100

    /// What a token of theirs may be given.
    var possibleScopes: [TokenScope] { TokenScope.allCases.filter { person.role == .admin || !$0.isForAdmins } }
}
