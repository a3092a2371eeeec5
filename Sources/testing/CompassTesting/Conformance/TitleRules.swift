internal import Documents
internal import Platform

extension StoreConformance {
    /// What becomes of the titles that documents had.
    static let titles: [StoreRule] = [
        StoreRule("a new version of a title that a document had joins it, and the document keeps the title that it has")
        {
            test in
            let first = try await test.create(test.new("A"))
            _ = try await test.store.edit(first.id, MetadataChange(title: "B"))
            try await expect(test.store.versions(owner: "u1", type: .highlightVideo, title: "A").count, is: 1)
            let second = try await test.create(test.new("A"))
            try expect(second.series == first.series && second.number == 2 && second.title == "B")
            _ = try await test.store.edit(first.id, MetadataChange(title: "C"))
            for title in ["A", "B", "C"] {
                try await expect(test.create(test.new(title)).series, is: first.series, title)
            }
            try await expect(test.store.formerTitles(of: second.id).map(\.title), is: ["B", "A"])
            try await expect(test.create(test.new("D")).number, is: 1)
        },
        StoreRule("a title that a document had is remembered for its owner and its type alone") { test in
            let first = try await test.create(test.new("A"))
            _ = try await test.store.edit(first.id, MetadataChange(title: "B"))
            try await expect(test.create(test.new("A", owner: "u2")).number, is: 1)
            try await expect(test.create(test.new("A", type: .transcript)).number, is: 1)
        },
        StoreRule("the document that has a title now comes before those that had it, and of these the last one does") {
            test in
            let first = try await test.create(test.new("A"))
            _ = try await test.store.edit(first.id, MetadataChange(title: "B"))
            let other = try await test.create(test.new("X"))
            let taken = try await test.store.edit(other.id, MetadataChange(title: "A"))
            try await expect(test.create(test.new("A")).series, is: taken.series)
            _ = try await test.store.edit(other.id, MetadataChange(title: "Y"))
            try await expect(test.create(test.new("A")).series, is: taken.series)
            _ = try await test.store.trashDocument(of: taken.id)
            try await expect(test.create(test.new("A")).series, is: first.series)
        },
        StoreRule("a document that is given a title again which it had has it now") { test in
            let first = try await test.create(test.new("A"))
            for title in ["B", "A"] { _ = try await test.store.edit(first.id, MetadataChange(title: title)) }
            try await expect(test.store.formerTitles(of: first.id).map(\.title), is: ["B"])
            for title in ["B", "A"] { _ = try await test.store.edit(first.id, MetadataChange(title: title)) }
            let former = try await test.store.formerTitles(of: first.id)
            try expect(former.map(\.title), is: ["B"])
            try await expect(former[0].until, is: test.store.version(first.id).updatedAt)
            try await expect(test.create(test.new("B")).title, is: "A")
        },
        StoreRule("documents that had a title are found by it, the last one first, unless they lie in the trash") {
            test in
            let first = try await test.create(test.new("A"))
            let other = try await test.create(test.new("A", owner: "u2", type: .transcript))
            try await expect(test.store.documents(formerlyTitled: "A", limit: 10), is: [])
            for (id, title) in [(first.id, "B"), (other.id, "C")] {
                _ = try await test.store.edit(id, MetadataChange(title: title))
            }
            func found(_ title: String, limit: Int = 10) async throws -> [String] {
                try await test.store.documents(formerlyTitled: title, limit: limit).map(\.title)
            }
            try await expect(found("A"), is: ["C", "B"])
            try await expect(found("A", limit: 1), is: ["C"])
            try await expect(found("B"), is: [])
            _ = try await test.store.trashDocument(of: other.id)
            try await expect(found("A"), is: ["B"])
        },
        StoreRule("the titles of a document that is erased are forgotten") { test in
            let first = try await test.create(test.new("A"))
            _ = try await test.store.edit(first.id, MetadataChange(title: "B"))
            _ = try await test.store.deleteDocument(of: first.id, expecting: nil)
            try await expect(test.store.versions(owner: "u1", type: .highlightVideo, title: "A"), is: [])
            try await expect(test.create(test.new("A")).number, is: 1)
        },
        StoreRule("a version of a series that is named joins it, whatever its title; another owner or type is refused")
        {
            test in
            let first = try await test.create(test.new("A"))
            try await test.create(test.new("B"))
            var new = test.new("B")
            new.series = first.series
            let second = try await test.create(new)
            try expect(second.series == first.series && second.number == 2 && second.title == "A")
            for other in [test.new("A", owner: "u2"), test.new("A", type: .transcript)] {
                var other = other
                other.series = first.series
                let refused = try await expectError(CatalogError.self) { [other] in try await test.create(other) }
                try expect(refused.kind, is: .otherDocument)
            }
            try await test.store.trash(second.id)
            new.run = "in the trash"
            let trashed = try await expectError(CatalogError.self) { [new] in try await test.create(new) }
            try expect(trashed.kind, is: .trashed)
            _ = try await test.store.deleteDocument(of: second.id, expecting: nil)
            new.run = "erased"
            let gone = try await expectError(CatalogError.self) { [new] in try await test.create(new) }
            try expect(gone.kind, is: .notFound)
        },
    ]
}
