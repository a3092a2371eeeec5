internal import Documents

/// What a page may be asked to say first, by a word in its address: what a form has just done.
enum NoticeCode: String, CaseIterable, Sendable {
    case saved, shared, trashed, restored, deleted, accepted, revoked, created, released, discarded, retried, cancelled
    case uploaded, current, cancelling, releasing, redelivering
    case restoredAlone = "restored-alone"
    case versionTrashed = "version-trashed"
    case versionDeleted = "version-deleted"
    case linkMade = "link-made"
    case passwordChanged = "password-changed"
    case signedOut = "signed-out"
    case notSignedIn = "not-signed-in"
    case sessionEnded = "session-ended"
    case personAdded = "person-added"
    case personRemoved = "person-removed"
    case personErased = "person-erased"

    static let parameter = Parameter<NoticeCode?>.optional("done", .choice, "What was done just before.")
    /// Which document it was done to, where the page is of several.
    static let subject = Parameter<String?>.optional("of", .id, "What it was done to.")

    var text: String {
        switch self {
        case .saved: "Saved."
        case .shared: "Sharing saved."
        case .trashed: "Moved to the trash. Sharing has ended."
        case .restored: "Restored from the trash."
        case .restoredAlone:
            "Restored from the trash. What was shared before is not shared again: the page of each document offers that."
        case .deleted: "Deleted for good."
        case .accepted: "Thank you. Your acceptance is on record."
        case .revoked: "Revoked."
        case .created: "Created."
        case .released: "Released. It runs again."
        case .discarded: "Discarded."
        case .retried: "It runs again."
        case .cancelled: "Cancelled."
        case .cancelling: "Its process was asked to stop, and has not reacted yet."
        case .releasing: "Released. The files stay here until their runs have ended."
        case .redelivering: "It is delivered once more, as soon as its channel takes it."
        case .uploaded: "Uploaded. It appears in the list as soon as its pipeline has checked it."
        case .current: "That version is the current one now."
        case .versionTrashed: "The version is in the trash."
        case .versionDeleted: "The version was deleted for good."
        case .linkMade: "The link is made."
        case .passwordChanged: "The password was changed."
        case .signedOut: "You are signed out."
        case .notSignedIn: "You were signed out, and nothing was changed. Sign in to continue."
        case .sessionEnded: "The session has ended."
        case .personAdded: "Added."
        case .personRemoved: "Removed. Their sessions and tokens have ended."
        case .personErased: "Erased. Nothing of theirs is left here."
        }
    }
}

extension RouteRequest {
    /// What the page has to say first.
    var notice: Notice? {
        get throws {
            try self[NoticeCode.parameter].map { code in
                Notice(kind: code == .notSignedIn ? .warning : .success, text: code.text)
            }
        }
    }
}
