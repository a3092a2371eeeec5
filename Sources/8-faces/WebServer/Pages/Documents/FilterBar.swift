internal import Documents

/// What narrows and orders the documents' list: a form that works by itself, and that a script sends while one types.
enum FilterBar {
    static func html(_ view: DocumentListView) -> HTML {
        """
        <form class="filter-bar" id="filters" method="get" action="\(PagePath.documents)" role="search" \
        aria-label="Documents">
        \(view.query.trashed ? "<input type=\"hidden\" name=\"trashed\" value=\"true\">" : nil)
        <div class="search-field">\(Icon.html("search"))<input type="search" name="search" id="search" \
        value="\(view.query.search ?? "")" placeholder="Search title or description" aria-label="Search documents" \
        maxlength="500" autocomplete="off" enterkeyhint="search"></div>
        \(sheet(view))
        <label class="sort-field"><span>Sort</span><select name="sort" id="sort" aria-label="Sort">
        \(DocumentQuery.Sort.allCases.map { option($0, view.query.sort) })
        </select></label>
        <button class="button button-apply">Apply</button>
        <div class="segmented" role="group" aria-label="View">
        \(mode(.grid, "Grid", view))\(mode(.list, "List", view))
        </div>
        </form>
        <div id="chips" class="chips-place">\(chips(view))</div>
        """
    }

    private static func option(_ sort: DocumentQuery.Sort, _ chosen: DocumentQuery.Sort) -> HTML {
        "<option value=\"\(sort.rawValue)\"\("selected", if: sort == chosen)>\(sort.label)</option>"
    }

    private static func mode(_ mode: DocumentListView.Mode, _ label: String, _ view: DocumentListView) -> HTML {
        """
        <button name="view" value="\(mode.rawValue)" aria-pressed="\(mode == view.mode ? "true" : "false")" \
        aria-label="\(label) view">\(Icon.html(mode.rawValue))</button>
        """
    }

    private static func sheet(_ view: DocumentListView) -> HTML {
        let active = view.activeFilters
        let spoken = active == 0 ? "" : " \(active) \(active == 1 ? "filter" : "filters") active."
        return """
            <details class="filters" id="filter-sheet">
            <summary class="button" aria-label="Filter documents.\(spoken)">\(Icon.html("filter"))<span>Filter</span>\
            \(active > 0 ? "<span class=\"count\">\(active)</span>" as HTML : nil)</summary>
            <div class="filter-sheet">
            <fieldset><legend>Type</legend>
            \(DocumentType.allCases.map { type($0, view.query) })
            </fieldset>
            <label>School<select name="school">
            <option value="">All schools</option>
            \(view.schools.all.map { school($0, view.query) })
            </select></label>
            \(view.showsOwners ? owner(view.query) : nil)
            \(PeriodFields.html(view.query.made))
            <label class="check"><input type="checkbox" name="shared" value="true"\
            \("checked", if: view.query.shared == true)>Shared only</label>
            <div class="sheet-buttons"><a class="button" href="\(view.path { $0 = DocumentQuery() })">Clear filters</a>\
            <button class="button button-primary">Show documents</button></div>
            </div>
            </details>
            """
    }

    private static func type(_ type: DocumentType, _ query: DocumentQuery) -> HTML {
        """
        <label class="check"><input type="checkbox" name="type" value="\(type.rawValue)"\
        \("checked", if: query.types.contains(type))>\(type.label)</label>
        """
    }

    private static func school(_ school: School, _ query: DocumentQuery) -> HTML {
        "<option value=\"\(school.id)\"\("selected", if: query.school == school.id)>\(school.name)</option>"
    }

    private static func owner(_ query: DocumentQuery) -> HTML {
        "<label>Owner<input name=\"owner\" value=\"\(query.owner ?? "")\" autocomplete=\"off\"\(Field.asTyped) maxlength=\"200\"></label>"
    }

    // MARK: What is on

    private static func chips(_ view: DocumentListView) -> HTML {
        guard view.isFiltered else { return "" }
        var chips = view.query.types.map { type in
            chip("Type: \(type.shortLabel)", view.path { $0.types.removeAll { $0 == type } })
        }
        if let school = view.query.school {
            chips.append(chip("School: \(view.schools[school])", view.path { $0.school = nil }))
        }
        if view.query.shared == true { chips.append(chip("Shared only", view.path { $0.shared = nil })) }
        if view.query.shared == false { chips.append(chip("Not shared", view.path { $0.shared = nil })) }
        if view.showsOwners, let owner = view.query.owner {
            chips.append(chip("Owner: \(owner)", view.path { $0.owner = nil }))
        }
        if let since = view.query.made.since {
            chips.append(chip("Since \(PeriodFields.text(since))", view.path { $0.made.since = nil }))
        }
        if let until = view.query.made.until {
            chips.append(chip("Before \(PeriodFields.text(until))", view.path { $0.made.until = nil }))
        }
        if let search = view.query.search { chips.append(chip("“\(search)”", view.path { $0.search = nil })) }
        let clear = view.path { query in
            let (sort, trashed) = (query.sort, query.trashed)
            query = DocumentQuery()
            (query.sort, query.trashed) = (sort, trashed)
        }
        return """
            <ul class="chips" aria-label="Active filters">
            \(chips)
            <li><a class="chip-clear" href="\(clear)">Clear filters</a></li>
            </ul>
            """
    }

    private static func chip(_ label: String, _ path: String) -> HTML {
        """
        <li><a class="chip" href="\(path)" aria-label="Remove filter \(label)">\(label)\(Icon.html("close"))</a></li>

        """
    }
}
