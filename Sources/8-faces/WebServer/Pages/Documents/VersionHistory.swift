internal import Documents
internal import Representations

/// The versions of a document, newest first: the first ten, and the others at a press.
enum VersionHistory {
    private static let shown = 10

    static func html(_ view: DocumentView) -> HTML {
        let versions = view.versions
        let rest = versions.dropFirst(shown)
        let same = sameBytes(versions)
        let more: HTML? =
            rest.isEmpty
            ? nil
            : """
            <details class="more-versions"><summary class="button">Show \(rest.count) more</summary>
            <ul class="versions">\(rest.map { row($0, same[$0.number], view) })</ul></details>
            """
        return """
            <section class="card" aria-labelledby="versions-title" id="versions">
            <h2 id="versions-title">Version History</h2>
            <ul class="versions">\(versions.prefix(shown).map { row($0, same[$0.number], view) })</ul>
            \(versions.count == 1 ? "<p class=\"quiet\">No previous versions</p>" : nil)
            \(more)
            \(view.isTrashed ? nil : newVersion(view))
            </section>
            """
    }

    private static func newVersion(_ view: DocumentView) -> HTML {
        """
        <a class="button button-primary button-wide" href="\(view.path("versions/new"))" data-sheet>\
        \(Icon.html("plus")) Upload New Version</a>
        """
    }

    /// The numbers of earlier versions with the same bytes, the last ones, by those of later versions.
    private static func sameBytes(_ versions: [DocumentVersion]) -> [Int: Int] {
        var (last, found): ([String: Int], [Int: Int]) = ([:], [:])
        for version in versions.sorted(by: { $0.number < $1.number }) {
            found[version.number] = last.updateValue(version.number, forKey: version.sha256)
        }
        return found
    }

    /// - Parameter same: the number of an earlier version with the same bytes; nil: there is none.
    private static func row(_ version: DocumentVersion, _ same: Int?, _ view: DocumentView) -> HTML {
        let isShown = version.id == view.version.id
        let name = "Version \(version.number)"
        let label = "\(name). Uploaded \(ShownTime.longDateText(version.createdAt))."
        let current: HTML? = version.isCurrent ? "<span class=\"badge badge-current\">Current</span>" : nil
        let trashed: HTML? =
            version.trashedAt != nil && !view.isTrashed ? "<span class=\"badge\">In the trash</span>" : nil
        let bytes: HTML? = same.map { "<span>Same bytes as version \($0)</span>" }
        return """
            <li class="version" aria-label="\(label)"\("aria-current", isShown ? "true" : nil)>
            <span class="version-number">\(Thumbnail.html(of: version, view.media))v\(version.number) \(current)\(trashed)</span>
            <span class="version-facts">\(ShownTime.dateAndTime(version.createdAt))<span>\(HumanFormat.size(version.size))</span>\
            \(bytes)</span>
            <span class="version-actions">
            <a class="button button-small button-outline" href="\(view.paths.document(version.id))" \
            aria-label="View version \(version.number)">View</a>
            \(version.isCurrent || view.isTrashed ? nil : restore(version, view))
            \(view.versions.count > 1 && !view.isTrashed ? deletion(version, view) : nil)
            </span>
            </li>

            """
    }

    private static func restore(_ version: DocumentVersion, _ view: DocumentView) -> HTML {
        """
        <a class="button button-small" href="\(view.paths.document(version.id, part: "restore"))" data-sheet \
        aria-label="Restore version \(version.number)">Restore</a>
        """
    }

    private static func deletion(_ version: DocumentVersion, _ view: DocumentView) -> HTML {
        """
        <a class="icon-button" href="\(view.paths.document(version.id, part: "delete-version"))" data-sheet \
        aria-label="Delete version \(version.number)">\(Icon.html("trash"))</a>
        """
    }
}
