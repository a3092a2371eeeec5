internal import Documents

/// What is done with several documents at once. It is shown while one is chosen.
enum SelectionBar {
    static func html(_ view: DocumentListView) -> HTML {
        """
        <form class="selection" id="selection" method="post" action="\(view.paths.selection)" \
        aria-label="Selected documents">
        <p><span id="selected-count">Selected documents</span></p>
        \(view.query.trashed ? trashed : usual)
        <button type="reset" class="button">Cancel</button>
        </form>
        """
    }

    private static let usual: HTML = """
        <button class="button" name="action" value="link">\(Icon.html("link")) Make a link</button>
        <button class="button button-danger" name="action" value="trash">\(Icon.html("trash")) Delete</button>
        """

    private static let trashed: HTML = """
        <button class="button button-primary" name="action" value="restore">\(Icon.html("undo")) Restore</button>
        """
}
