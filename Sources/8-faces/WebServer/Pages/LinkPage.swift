internal import Documents
internal import Platform
internal import Representations

/// What a link for coaches shows: documents, each to be looked at or stored. Needs no script and no account.
enum LinkPage {
    static func html(_ opened: OpenedLink, secret: String) -> HTML {
        let day = String(opened.link.expiresAt.description.prefix(10))
        return PageFrame.page(
            opened.documents.count == 1 ? opened.documents[0].title : "Recruiting documents",
            """
            <h1>\(opened.documents.count == 1 ? "A recruiting document" : "Recruiting documents")</h1>
            <p>Shared with you until \(day).</p>
            <ul>
            \(opened.documents.enumerated().map { item($1, number: $0 + 1, secret: secret) })
            </ul>
            """)
    }

    private static func item(_ document: DocumentVersion, number: Int, secret: String) -> HTML {
        let facts = [
            document.type.label, HumanFormat.size(document.size),
            "uploaded \(document.createdAt.description.prefix(10))",
        ].joined(separator: ", ")
        let description: HTML = document.description.map { "<p>\($0)</p>" } ?? ""
        let type = document.mimeType.split(separator: ";").first.map(String.init) ?? ""
        // A PDF opens in no page here: browsers show it in a viewer of their own, which the sandbox of its bytes keeps empty.
        let view: HTML =
            ContentAnswer.shown.contains(type) && type != "application/pdf"
            ? "<a href=\"/l/\(secret)/\(number)\">View</a>" : ""
        return """
            <li>
            <h2>\(document.title)</h2>
            <p class="facts">\(facts)</p>
            \(description)
            <p>\(view)<a href="/l/\(secret)/\(number)?download=true" download>Download</a></p>
            </li>

            """
    }
}
