internal import Diagnostics
package import Documents
package import Pipelines
package import Platform
package import Representations

/// The database held against the object store: objects that nothing needs, versions without bytes, and what runs that did
/// not succeed have left.
package struct ObjectChecks: Sendable {
    package let references: any ObjectReferences
    package let leases: any RunLeases
    package let objects: any ObjectStore & ObjectListing
    /// When looking began.
    package let start: Timestamp

    package init(
        references: any ObjectReferences, leases: any RunLeases, objects: any ObjectStore & ObjectListing,
        start: Timestamp
    ) {
        self.references = references
        self.leases = leases
        self.objects = objects
        self.start = start
    }

    private static let page = 500
    /// How many are named; all are counted.
    private static let maxNamed = 100
    /// Times of files are up to a tick of the kernel's clock behind.
    private static let margin = Duration.seconds(1)
    /// Younger ones are never removed: by then somebody has noticed if it was the database that was wrong.
    static let keptDays = 14

    /// Objects that nothing needs.
    struct Unneeded: Sendable {
        var keys = 0
        var bytes: Int64 = 0
        /// Those of them that are old enough to be removed, and their bytes.
        var removable = 0
        var removableBytes: Int64 = 0
        /// The one that was written last, and when.
        var newest: (key: String, at: Timestamp)?
        /// What the database knew last when looking began; see `ObjectReferences.newestRecord`.
        var newestRecord: Timestamp?
        /// All objects that were looked at.
        var objects = 0
        /// Files and folders that are no objects.
        var foreign = 0
        /// The first of them.
        var named: [String] = []
    }

    /// Looks for objects that nothing needs. Those that came since `start` are left to the runs that store them.
    ///
    /// - Parameter take: gets each page of those that are old enough to be removed.
    /// - Throws: the stores' errors.
    func unneeded(take: ([String]) async throws -> Void = { _ in }) async throws -> Unneeded {
        var found = Unneeded()
        found.newestRecord = try await references.newestRecord()
        let limit = start.advanced(by: .zero - Self.margin)
        let removableBefore = start.advanced(by: .zero - .seconds(Self.keptDays * 86_400))
        found.foreign = try await objects.forEachPage(of: Self.page) { page in
            found.objects += page.count
            let listed = Dictionary(page.filter { $0.modified < limit }.map { ($0.key.text, $0) }) { $1 }
            let unneeded = try await references.unneeded(listed.keys.sorted()).compactMap { listed[$0] }
            let removable = unneeded.filter { $0.modified < removableBefore }
            found.add(unneeded, removable: removable)
            found.named += unneeded.prefix(max(0, Self.maxNamed - found.named.count)).map(\.key.text)
            if !removable.isEmpty { try await take(removable.map(\.key.text)) }
        }
        return found
    }

    /// - Throws: the stores' errors.
    package func findings() async throws -> [Finding] {
        try await [objectFinding(unneeded())] + versionFindings() + renditionFindings() + leftovers()
    }

    private func objectFinding(_ found: Unneeded) -> Finding {
        let figures = Self.figures(found)
        guard found.keys > 0 else {
            let foreign = found.foreign > 0 ? "; \(HumanFormat.count(found.foreign, "other file")) left alone" : ""
            return .ok(
                "objects", "\(HumanFormat.count(found.objects, "object")), each of them needed\(foreign)", figures)
        }
        let message =
            "\(HumanFormat.count(found.keys, "object")) of \(found.objects) (\(HumanFormat.size(found.bytes))) "
            + "\(found.keys == 1 ? "belongs" : "belong") to no document, run or deletion"
        if let doubt = found.doubt {
            return .problem("objects", "\(message); \(doubt)", advice: Self.lookFirst, figures)
        }
        guard found.removable > 0 else {
            return .warning(
                "objects", message,
                advice: "nothing yet: objects that are younger than \(Self.keptDays) days are never removed", figures)
        }
        return .warning("objects", message, steps: [.repairObjects], figures)
    }

    /// What to do where the database rather than the objects is wrong.
    static let lookFirst =
        "remove nothing: see that `storage` and `database` in compass.yaml belong together and that no other workspace uses "
        + "the store, and bring the newer database back, or run the objects again: the guide \"When things go wrong\" shows how"

    static func figures(_ found: Unneeded) -> Record {
        [
            "objects": .integer(Int64(found.objects)), "unneeded": .integer(Int64(found.keys)),
            "unneeded-bytes": .integer(found.bytes), "removable": .integer(Int64(found.removable)),
            "other-files": .integer(Int64(found.foreign)),
            "keys": .list(found.named.map { .string($0) }),
        ]
    }

    /// Versions whose object is not there, or has another size.
    private func versionFindings() async throws -> [Finding] {
        var (row, count) = (Int64(0), 0)
        var broken: [(id: String, what: String)] = []
        var lost = 0
        while true {
            let page = try await references.versionObjects(after: row, limit: Self.page)
            guard let last = page.last else { break }
            row = last.row
            count += page.count
            for version in page {
                guard let what = try await trouble(with: version) else { continue }
                lost += 1
                if broken.count < Self.maxNamed { broken.append((version.id, what)) }
            }
        }
        guard lost > 0 else {
            return [.ok("versions", "\(HumanFormat.count(count, "version")), each with its bytes")]
        }
        let first = broken.prefix(3).map { "\($0.id) (\($0.what))" }.joined(separator: ", ")
        return [
            .problem(
                "versions",
                "\(HumanFormat.count(lost, "version")) of \(count) \(lost == 1 ? "lacks its" : "lack their") bytes: \(first)"
                    + (lost > 3 ? " and \(lost - 3) more" : ""),
                advice: "bring the objects back from a copy of the store, or run the documents again",
                steps: [.showDocument(nil)],
                [
                    "versions": .integer(Int64(count)), "lost": .integer(Int64(lost)),
                    "ids": .list(broken.map { .string($0.id) }),
                ])
        ]
    }

    private func trouble(with version: VersionObject) async throws -> String? {
        guard let key = ObjectKey(version.key) else { return "`\(Printable.text(version.key))` is no key" }
        do {
            guard let object = try await objects.open(key) else {
                // It may have been erased since the page was read.
                let now = try await references.versionObjects(after: version.row - 1, limit: 1)
                return now.first?.id == version.id ? "no object" : nil
            }
            return object.size == version.size ? nil : "\(object.size) bytes instead of \(version.size)"
        } catch let error as ObjectStoreError {
            return Printable.text(error.message)
        }
    }

    /// Renditions whose object is not there, or has another size: pages show the document as it came in their place.
    private func renditionFindings() async throws -> [Finding] {
        var (key, count, lost) = ("", 0, 0)
        var first: [String] = []
        while true {
            let page = try await references.renditions(after: key, limit: Self.page)
            guard let last = page.last else { break }
            key = last.key
            count += page.count
            for rendition in page where try await isLost(rendition) {
                lost += 1
                if first.count < 3 { first.append(Printable.text(rendition.key)) }
            }
        }
        guard lost > 0 else {
            return count == 0
                ? [] : [.ok("renditions", "\(HumanFormat.count(count, "rendition")), each with its bytes")]
        }
        return [
            .warning(
                "renditions",
                "\(HumanFormat.count(lost, "rendition")) of \(count) \(lost == 1 ? "lacks its" : "lack their") bytes: "
                    + first.joined(separator: ", ") + (lost > 3 ? " and \(lost - 3) more" : ""),
                advice: "pages show these documents as they came; run them again to have them made again",
                ["renditions": .integer(Int64(count)), "lost": .integer(Int64(lost))])
        ]
    }

    private func isLost(_ rendition: Rendition) async throws -> Bool {
        guard let key = ObjectKey(rendition.key) else { return true }
        do {
            if let object = try await objects.open(key), object.size == rendition.size { return false }
        } catch is ObjectStoreError {
            return true
        }
        // It may have been erased since the page was read.
        return try await references.unneeded([rendition.key]).isEmpty
    }

    /// What runs that did not succeed have not taken back.
    private func leftovers() async throws -> [Finding] {
        var findings: [Finding] = []
        let debts = try await leases.debts()
        if debts > 0 {
            findings.append(
                .warning(
                    "pending-undo",
                    "\(HumanFormat.count(debts, "run")) that did not succeed \(debts == 1 ? "has" : "have") a pending undo",
                    advice: "it is tried again by itself, at growing intervals", steps: [.resumeRuns, .showRun(nil)],
                    ["runs": .integer(Int64(debts))]))
        }
        let left = try await references.leftBehind(limit: Self.maxNamed)
        if let first = left.first {
            findings.append(
                .warning(
                    "left-behind",
                    "\(HumanFormat.count(left.count, "version")) \(left.count == 1 ? "stands" : "stand") although the run "
                        + "that made \(left.count == 1 ? "it" : "them") did not succeed, such as \(first.id) of run "
                        + first.run,
                    steps: [.repairObjects, .retryRun(nil)],
                    [
                        "versions": .integer(Int64(left.count)), "ids": .list(left.map { .string($0.id) }),
                        "runs": .list(Array(Set(left.map(\.run))).sorted().map { .string($0) }),
                    ]))
        }
        if findings.isEmpty { findings.append(.ok("pending-undo", "no undo is pending")) }
        return findings
    }
}

extension ObjectChecks.Unneeded {
    fileprivate mutating func add(_ unneeded: [ListedObject], removable: [ListedObject]) {
        keys += unneeded.count
        bytes += unneeded.reduce(0) { $0 + $1.size }
        self.removable += removable.count
        removableBytes += removable.reduce(0) { $0 + $1.size }
        for object in unneeded where newest.map({ $0.at < object.modified }) ?? true {
            newest = (object.key.text, object.modified)
        }
    }

    /// Why the database rather than the objects seems to be wrong, so that none may be removed; nil: nothing tells so.
    var doubt: String? {
        if let newest, newestRecord.map({ $0 < newest.at }) ?? true {
            let known = newestRecord.map { "what it knows last is of \(HumanFormat.time($0))" } ?? "it knows of nothing"
            return
                "the database is older than its objects: \(newest.key) is of \(HumanFormat.time(newest.at)), and \(known)"
        }
        return keys * 2 > objects ? "the database knows nothing of most objects, so it is the wrong or an old one" : nil
    }
}
