internal import Documents

/// The addresses of documents' pages. Each carries the list that one came from, its filters and order, as a query: so Back
/// leads there however many forms were filled in meanwhile. What is no filter is not carried, so it leads nowhere else.
struct DocumentPaths: Sendable {
    /// The list as a query.
    let list: [(String, String?)]

    /// The list.
    ///
    /// - Parameters:
    ///   - done: what it says first.
    ///   - subject: the document which that was done to.
    func documents(_ done: NoticeCode? = nil, of subject: String? = nil) -> String {
        PagePath.with(PagePath.documents, list + [("done", done?.rawValue), ("of", subject)])
    }

    /// The list at the place of a document, if that is on its first page.
    func documents(at version: DocumentVersion) -> String { "\(documents())#document-\(version.series)" }

    var newDocument: String { PagePath.with(PagePath.newDocument, list) }

    var selection: String { PagePath.with("\(PagePath.documents)/selection", list) }

    /// - Parameter done: what the page says first.
    func document(_ id: String, _ done: NoticeCode? = nil) -> String {
        PagePath.with(PagePath.document(id), list + [("done", done?.rawValue)])
    }

    func document(_ id: String, part: String) -> String { PagePath.with(PagePath.document(id, part), list) }

    /// A link for coaches, as whoever made it sees it.
    func link(_ id: String, _ done: NoticeCode? = nil) -> String {
        PagePath.with("/links/\(id)", list + [("done", done?.rawValue)])
    }

    func link(_ id: String, part: String) -> String { PagePath.with("/links/\(id)/\(part)", list) }
}
