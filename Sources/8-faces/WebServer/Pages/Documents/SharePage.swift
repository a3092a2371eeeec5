internal import Documents
internal import Representations

/// The form that says which schools may see a document: all of them with check marks, those that may see it first.
enum SharePage {
    /// - Parameters:
    ///   - ticked: ids of the schools that are chosen; nil: those that may see it.
    ///   - former: ids of those that could see it when the form was made; nil: it is made now.
    static func page(
        _ version: DocumentVersion, schools: SchoolNames, paths: DocumentPaths, problem: String? = nil,
        chosen ticked: Set<String>? = nil, former: [String]? = nil
    ) -> WebPage {
        let shared = Set(version.sharedWith)
        let chosen = schools.all.filter { shared.contains($0.id) }
        let others = schools.all.filter { !shared.contains($0.id) }
        return WebPage(
            "Share Document", in: .documents,
            """
            <p class="back"><a href="\(paths.document(version.id))">\(Icon.html("chevron-left")) \(version.title)</a></p>
            <h1>Share Document</h1>
            <form class="form share-form" method="post" action="\(paths.document(version.id, part: "share"))" data-share \
            data-failure="Failed to share document. {advice}">
            \(Field.problem(FormValues(problem: problem)))
            \((former ?? version.sharedWith).map { "<input type=\"hidden\" name=\"was\" value=\"\($0)\">" as HTML })
            <div class="search-field scripted-only">\(Icon.html("search"))<input type="search" data-share-search \
            placeholder="Search schools" aria-label="Search schools" autocomplete="off"></div>
            <p class="quiet" role="status" data-share-count>\(HumanFormat.count(schools.all.count, "school"))</p>
            <fieldset><legend>Currently Shared Schools</legend>
            \(chosen.isEmpty ? "<p class=\"quiet\">Not shared with any school.</p>" : nil)
            <ul class="school-choice">\(chosen.map { row($0, isShared: true, ticked) })</ul></fieldset>
            <fieldset><legend>Add Schools</legend>
            \(others.isEmpty ? "<p class=\"quiet\">\(schools.all.isEmpty ? noSchools : "It is shared with all schools.")</p>" as HTML : nil)
            <ul class="school-choice school-choice-long">\(others.map { row($0, isShared: false, ticked) })</ul></fieldset>
            <div class="form-buttons"><button class="button button-success" data-share-save>Save</button>
            <a class="button" href="\(paths.document(version.id))" data-cancel>Close</a></div>
            </form>
            """)
    }

    private static let noSchools = "There are no schools yet. An admin adds them to the workspace."

    private static func row(_ school: School, isShared: Bool, _ ticked: Set<String>?) -> HTML {
        """
        <li><label class="check"><input type="checkbox" name="school" value="\(school.id)"\("checked", if: ticked?.contains(school.id) ?? isShared)>\
        <span>\(school.name)</span></label>\
        \(isShared ? remove(school) : nil)</li>

        """
    }

    /// Takes the check mark away; what is saved is decided by "Save".
    private static func remove(_ school: School) -> HTML {
        """
        <button type="button" class="button button-small remove scripted-only" data-share-remove \
        aria-label="Remove \(school.name)">Remove</button>
        """
    }
}
