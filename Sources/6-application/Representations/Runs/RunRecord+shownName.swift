package import Pipelines
internal import Platform

extension RunRecord {
    /// What people call it: its file, or else the document, with its owner and id, or the school that it is for. Safe to
    /// show.
    package var shownName: String {
        if let file { return file }
        if let document = trigger["document"], let title = document[Fact.title.name]?.string {
            // Titles are not unique, and a name that tells of trouble has to lead to the document.
            var name = Printable.text(title)
            if let version = document[Fact.version.name]?.integer { name += " (version \(version))" }
            if let owner = document[Fact.owner.name]?.string { name += " of \(Printable.text(owner))" }
            if let id = document[Fact.id.name]?.string { name += ", document \(Printable.text(id))" }
            return name
        }
        if let school = trigger["school"]?["name"]?.string { return Printable.text(school) }
        return pipeline
    }
}
