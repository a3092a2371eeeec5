internal import Pipelines
internal import Platform

extension RunRecord {
    /// What people call it: its file, or else the document or the school that it is for; safe to show.
    var shownName: String {
        if let file { return file }
        if let document = trigger["document"], let title = document[Fact.title.name]?.string {
            let version = document[Fact.version.name]?.integer.map { " (version \($0))" } ?? ""
            return Printable.text(title) + version
        }
        if let school = trigger["school"]?["name"]?.string { return Printable.text(school) }
        return pipeline
    }
}
