internal import Pipelines

/// Keys of files are explained by the pages of these; each that has keys of its own has a section there.
extension HelpTopic {
    /// The section of a key of the workspace's or a pipeline's file: `on.webhook`, or `webhook` alone.
    ///
    /// - Returns: nil: there is none.
    static func section(
        of key: String, _ registry: () throws -> Registry
    ) throws -> (topic: HelpTopic, page: ReferencePage)? {
        let key = key.replacing("[]", with: "")
        let isWhole = { (path: String) in path == key }
        let isLast = { (path: String) in path.hasSuffix(".\(key)") }
        for isMeant in [isWhole, isLast] {
            for topic in all where topic.section == 5 {
                let page = try topic.page(registry)
                let summary = "One of the keys that `compass help \(topic.name)` explains."
                if let section = page.section(summary, where: isMeant) { return (topic, section) }
            }
        }
        return nil
    }
}

extension ReferencePage {
    /// The first section whose heading begins with the path of a key that is meant, as a page of its own.
    fileprivate func section(_ summary: String, where isMeant: (_ path: String) -> Bool) -> ReferencePage? {
        for (index, block) in blocks.enumerated() {
            guard case .heading(let heading) = block, let path = Self.path(in: heading), isMeant(path) else { continue }
            let rest = blocks[(index + 1)...].prefix { if case .heading = $0 { false } else { true } }
            return ReferencePage(heading.replacing("`", with: ""), summary, Array(rest))
        }
        return nil
    }

    /// `tests[].mocks.NAME` without what stands for the names of others: "tests.mocks"; nil: the heading names no key.
    private static func path(in heading: String) -> String? {
        guard heading.hasPrefix("`"), let path = heading.split(separator: "`").first else { return nil }
        let keys = path.replacing("[]", with: "").split(separator: ".")
        return keys.filter { $0 != "NAME" && $0 != "TYPE" }.joined(separator: ".")
    }
}
