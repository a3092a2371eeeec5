internal import Documents
internal import Platform
internal import Representations
internal import Workspaces

/// A link for coaches, as whoever made it sees it.
enum LinkPage {
    static func page(_ issued: IssuedLink, documents: [DocumentVersion], notice: Notice?, paths: DocumentPaths)
        -> WebPage
    {
        let link = issued.link
        let isOver = link.revokedAt != nil || link.expiresAt <= .now()
        let back = documents.first.map { paths.document($0.id) } ?? paths.documents()
        return WebPage(
            "Link", in: .documents, module: "link", notice: notice,
            """
            <p class="back"><a href="\(back)">\(Icon.html("chevron-left")) \(documents.first?.title ?? "Documents")</a></p>
            <h1>\(link.label.map { "Link for \($0)" } ?? "Link")</h1>
            <section class="card">
            \(isOver ? over(link) : address(issued))
            <dl class="metadata-list">
            <dt>Made</dt><dd>\(ShownTime.dateAndTime(link.createdAt)) by \(link.madeBy)</dd>
            <dt>Ends</dt><dd>\(ShownTime.dateAndTime(link.expiresAt))</dd>
            <dt>Views</dt><dd>\(views(link))</dd>
            </dl>
            <h2>It shows</h2>
            <ul>\(documents.map { "<li><a href=\"\(paths.document($0.id))\">\($0.title)</a></li>" as HTML })</ul>
            \(isOver ? nil : revocation(link, paths))
            </section>
            """)
    }

    private static func address(_ issued: IssuedLink) -> HTML {
        """
        <div class="field"><label for="address">Address</label>
        <div class="copy-field"><input id="address" value="\(issued.address ?? "")" readonly>\
        <button type="button" class="button scripted-only" data-copy="address">\(Icon.html("copy")) Copy</button></div>
        <p class="field-hint">Anyone with this address sees the current version, without an account.</p></div>
        """
    }

    private static func over(_ link: DocumentLink) -> HTML {
        let how = link.revokedAt == nil ? "has expired" : "was revoked"
        return "<p class=\"notice notice-warning\">This link \(how). It shows nothing any more.</p>"
    }

    private static func views(_ link: DocumentLink) -> HTML {
        link.lastViewedAt.map { "\(link.views), the last \(ShownTime.dateAndTime($0))" as HTML } ?? "None yet"
    }

    private static func revocation(_ link: DocumentLink, _ paths: DocumentPaths) -> HTML {
        """
        <form method="post" action="\(paths.link(link.id, part: "revoke"))"><button class="button button-danger">Revoke</button></form>
        """
    }
}
