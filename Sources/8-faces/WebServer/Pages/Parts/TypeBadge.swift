internal import Documents

extension DocumentType {
    /// The drawing that stands for it.
    var icon: String {
        switch self {
        case .highlightVideo: "video"
        case .transcript: "text"
        case .resume: "user"
        case .recommendationLetter: "letter"
        case .questionnaire: "form"
        case .statsSheet: "table"
        }
    }

    /// On cards, where there is little room: "Video".
    var shortLabel: String {
        switch self {
        case .highlightVideo: "Video"
        case .recommendationLetter: "Letter"
        case .transcript, .resume, .questionnaire, .statsSheet: label
        }
    }
}

/// The pill that tells of what type a document is.
enum TypeBadge {
    static func html(_ type: DocumentType, isShort: Bool = false) -> HTML {
        """
        <span class="badge type-\(type.rawValue)">\(Icon.html(type.icon))\(isShort ? type.shortLabel : type.label)</span>
        """
    }
}

/// What stands in the place of a picture of a document: a drawing of its type on its colour.
enum Placeholder {
    static func html(_ type: DocumentType) -> HTML {
        "<span class=\"placeholder type-\(type.rawValue)\">\(Icon.html(type.icon))</span>"
    }
}
