/// What a page shows where there is nothing to show, with what can be done about it.
enum EmptyState {
    static func html(icon: String, title: String, text: String, action: HTML? = nil, heading: Int = 2) -> HTML {
        """
        <div class="empty">\(Icon.html(icon))<h\(heading) class="empty-title">\(title)</h\(heading)><p>\(text)</p>\(action)</div>
        """
    }

    /// What brings the first document.
    static let upload: HTML = """
        <a class="button button-primary" href="\(PagePath.newDocument)" data-sheet>\(Icon.html("plus")) Upload Document</a>
        """
}
