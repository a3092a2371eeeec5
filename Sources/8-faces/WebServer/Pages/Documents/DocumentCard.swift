internal import Documents
internal import Platform
internal import Representations

/// A document in the list: one link over all of it, and beside that what can be chosen and done.
enum DocumentCard {
    static func html(_ document: DocumentVersion, in list: DocumentListView) -> HTML {
        """
        <li class="document" id="document-\(document.series)">
        <article aria-labelledby="title-\(document.series)">
        <div class="document-picture">\(Thumbnail.html(of: document, list.media) ?? Placeholder.html(document.type))\(TypeBadge.html(document.type, isShort: true))</div>
        <div class="document-text">
        <h2 class="document-title"><a href="\(list.paths.document(document.id))" id="title-\(document.series)" \
        aria-label="\(spoken(document))">\(document.title)</a></h2>
        <p class="document-facts">\(facts(document, list))</p>
        \(shares(document))
        </div>
        </article>
        <div class="document-actions">
        <label class="choose"><input type="checkbox" name="document" value="\(document.id)" form="selection" \
        aria-label="Select \(document.title)"></label>
        \(list.query.trashed ? trashedActions(document, list.paths) : deletion(document, list.paths))
        </div>
        </li>

        """
    }

    /// As the specification has it: "Freshman Highlights. Highlight Video. Shared with 2 schools. Uploaded January 15, 2025."
    private static func spoken(_ document: DocumentVersion) -> String {
        let shares = document.sharedWith.count
        return "\(document.title). \(document.type.label). "
            + (shares > 0 ? "Shared with \(HumanFormat.count(shares, "school")). " : "")
            + "Uploaded \(ShownTime.longDateText(document.createdAt))."
    }

    private static func facts(_ document: DocumentVersion, _ list: DocumentListView) -> HTML {
        let school = document.school.map { list.schools[$0] } ?? "General"
        let owner: HTML? = list.showsOwners ? "<span>\(document.owner)</span>" : nil
        return """
            \(owner)<span>\(school)</span><span>v\(document.number)</span>\(ShownTime.date(document.createdAt))\(length(document, list))
            """
    }

    /// "0:42", "3 pages"
    private static func length(_ document: DocumentVersion, _ list: DocumentListView) -> HTML? {
        guard let facts = list.media[document.objectKey]?.facts else { return nil }
        return (facts.shortLength).map { "<span>\($0)</span>" }
    }

    private static func shares(_ document: DocumentVersion) -> HTML? {
        let count = document.sharedWith.count
        if count == 0 { return nil }
        return "<p class=\"badge badge-shared\">Shared: \(count >= 20 ? "20+" : "\(count)")</p>"
    }

    private static func deletion(_ document: DocumentVersion, _ paths: DocumentPaths) -> HTML {
        """
        <form method="post" action="\(paths.document(document.id, part: "trash"))" data-action="trash">\
        <button class="icon-button" aria-label="Delete \(document.title)">\(Icon.html("trash"))</button></form>
        """
    }

    private static func trashedActions(_ document: DocumentVersion, _ paths: DocumentPaths) -> HTML {
        """
        <form method="post" action="\(paths.document(document.id, part: "untrash"))">\
        <button class="icon-button" aria-label="Restore \(document.title)">\(Icon.html("undo"))</button></form>
        <a class="icon-button" href="\(paths.document(document.id, part: "delete"))" \
        aria-label="Delete \(document.title) for good">\(Icon.html("close"))</a>
        """
    }
}
