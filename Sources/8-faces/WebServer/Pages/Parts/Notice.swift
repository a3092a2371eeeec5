/// What a page says first: that something was done, or that it was not.
struct Notice: Sendable {
    enum Kind: String, Sendable {
        case success, warning, problem
    }

    let kind: Kind
    let text: String
    /// What can be done about it, if anything: forms and links.
    var action: HTML?

    static func html(_ notice: Notice) -> HTML {
        """
        <div class="notice notice-\(notice.kind.rawValue)" role="\(notice.kind == .success ? "status" : "alert")">\
        \(Icon.html(notice.kind == .success ? "check" : "warning"))<p>\(notice.text)</p>\(notice.action)</div>
        """
    }
}
