internal import Documents
internal import Platform
internal import Representations

/// Who may see a document: schools, and whoever has a link.
enum SharesCard {
    private static let shown = 12

    static func html(_ view: DocumentView) -> HTML {
        """
        <section class="card" aria-labelledby="shares-title" id="shares">
        <h2 id="shares-title">Sharing</h2>
        \(schools(view))
        \(view.endedShares.isEmpty ? nil : ended(view))
        <h3>Links for coaches</h3>
        \(view.links.isEmpty ? "<p class=\"quiet\">No links yet. A link shows the document to anyone who has it, without an account.</p>" : nil)
        <ul class="links">\(view.links.map { row($0, view) })</ul>
        \(view.isTrashed ? nil : newLink(view))
        </section>
        """
    }

    private static func schools(_ view: DocumentView) -> HTML {
        if view.shares.isEmpty { return "<p class=\"quiet\">Not shared with any school.</p>" }
        let rest = view.shares.dropFirst(shown)
        let more: HTML? =
            rest.isEmpty
            ? nil
            : """
            <details><summary class="button button-small">Show \(rest.count) more</summary>\
            <ul class="schools">\(rest.map { school($0, view) })</ul></details>
            """
        return "<ul class=\"schools\">\(view.shares.prefix(shown).map { school($0, view) })</ul>\(more)"
    }

    /// The schools that the trash has taken it from. To share again is of the current version, on the page of a former one, too, which
    /// would become the current one.
    private static func ended(_ view: DocumentView) -> HTML {
        let isTrashed = view.current.isTrashedDocument
        let again: HTML = """
            <form method="post" action="\(view.paths.document(view.current.id, part: "untrash"))"><input type="hidden" name="shares" value="true">\
            <button class="button button-small">Share with them again</button></form>
            """
        return """
            <div><p class="quiet">Until it went into the trash, it was shared with \
            \(view.endedShares.map { view.schools[$0.school] }.joined(separator: ", ")).</p>\(isTrashed ? nil : again)</div>
            """
    }

    private static func school(_ share: ShareRecord, _ view: DocumentView) -> HTML {
        """
        <li>\(Icon.html("school"))<span>\(view.schools[share.school])</span>\
        <span class="quiet">since \(ShownTime.date(share.sharedAt))\(maker(share))</span></li>
        """
    }

    private static func maker(_ share: ShareRecord) -> HTML? {
        if let name = share.by { return " by \(name)" }
        return share.run.map { " by <a href=\"\(PagePath.run($0))\">a run</a>" }
    }

    private static func row(_ link: DocumentLink, _ view: DocumentView) -> HTML {
        let isOver = link.revokedAt != nil || link.expiresAt <= .now()
        let views: HTML =
            link.lastViewedAt.map { "\(HumanFormat.count(link.views, "view")), last \(ShownTime.dateAndTime($0))" }
            ?? "Not viewed yet"
        let state: HTML =
            link.revokedAt != nil
            ? "revoked" : isOver ? "expired" : "until \(ShownTime.date(link.expiresAt))"
        return """
            <li>\(Icon.html("link"))<span><a href="\(view.paths.link(link.id))" data-sheet>\(link.label ?? "Link")</a> \
            <span class="quiet">\(state)</span></span><span class="quiet">\(Icon.html("eye"))\(views)</span></li>
            """
    }

    private static func newLink(_ view: DocumentView) -> HTML {
        """
        <form class="inline-form" method="post" action="\(view.path("link"))">
        \(Field.problem(view.linkForm))
        <label>For whom<input name="label" maxlength="\(DocumentLink.maxLabel)" placeholder="Coach Rivera, Stanford" \
        value="\(view.linkForm.text("label"))" autocomplete="off"\(Field.state("label", view.linkForm))></label>
        <label>Days<input name="days" type="number" min="1" max="\(DocumentLink.maxDays)" \
        value="\(view.linkForm.text("days"))"\(Field.state("days", view.linkForm))></label>
        <button class="button">\(Icon.html("link")) Make a link</button>
        \(["label", "days"].compactMap { Field.error($0, view.linkForm) })
        </form>
        """
    }
}
