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

    /// Objects that nothing needs.
    struct Unneeded: Sendable {
        var keys = 0
        var bytes: Int64 = 0
        /// All objects that were looked at.
        var objects = 0
        /// Files and folders that are no objects.
        var foreign = 0
        /// The first of them.
        var named: [String] = []
    }

    /// Looks for objects that nothing needs. Those that came since `start` are left to the runs that store them.
    ///
    /// - Parameter take: gets each page of them.
    /// - Throws: the stores' errors.
    func unneeded(take: ([String]) async throws -> Void = { _ in }) async throws -> Unneeded {
        var found = Unneeded()
        let limit = start.advanced(by: .zero - Self.margin)
        found.foreign = try await objects.forEachPage(of: Self.page) { page in
            found.objects += page.count
            let sizes = Dictionary(page.filter { $0.modified < limit }.map { ($0.key.text, $0.size) }) { $1 }
            let keys = try await references.unneeded(sizes.keys.sorted())
            found.keys += keys.count
            found.bytes += keys.reduce(0) { $0 + (sizes[$1] ?? 0) }
            found.named += keys.prefix(max(0, Self.maxNamed - found.named.count))
            if !keys.isEmpty { try await take(keys) }
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
        guard Self.isSuspicious(found) else {
            return .warning("objects", message, steps: [.repairObjects], figures)
        }
        return .warning(
            "objects", message,
            advice:
                "look before you remove anything: that many mean that the database is older than the object store, or "
                + "that another workspace uses it too", figures)
    }

    static func figures(_ found: Unneeded) -> Record {
        [
            "objects": .integer(Int64(found.objects)), "unneeded": .integer(Int64(found.keys)),
            "unneeded-bytes": .integer(found.bytes), "other-files": .integer(Int64(found.foreign)),
            "keys": .list(found.named.map { .string($0) }),
        ]
    }

    /// Whether the database rather than the objects is wrong: most of the objects are unknown to it.
    static func isSuspicious(_ found: Unneeded) -> Bool { found.keys > 20 && found.keys * 2 > found.objects }

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
