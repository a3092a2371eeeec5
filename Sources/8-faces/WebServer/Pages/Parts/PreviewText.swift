internal import Documents
internal import Platform
internal import Workspaces

/// The text of a file, for the viewer and for a document's page.
enum PreviewText {
    /// What is larger is for a program of one's own.
    static let maxSize: Int64 = 512 << 10

    /// nil: it is no text, or is too large to be shown.
    static func read(_ version: DocumentVersion, in workspace: Workspace) async throws -> String? {
        guard Preview.kind(of: version) == .text, version.size <= maxSize else { return nil }
        var bytes: [UInt8] = []
        try await workspace.download(version.id).bytes.read { bytes += $0 }
        return DocumentText.shown(bytes)
    }

    /// - Parameter style: the class that tells how it looks.
    static func html(_ text: String, of version: DocumentVersion, style: String) -> HTML {
        // A line break behind the tag is none of the text (HTML 13.1.2.5).
        "<pre class=\"\(style)\" tabindex=\"0\" role=\"region\" aria-label=\"\(version.title)\">\n\(text)</pre>"
    }
}
