internal import Diagnostics
internal import Engine
internal import Pipelines
internal import Platform

/// What the log says of notifications that a round has given up: a line for each of the first ones, and one for the rest.
struct GiveUpLogEntries: Sendable {
    private let named: ArraySlice<GivenUpDelivery>
    private let count: Int

    /// More are counted in a last line.
    static let most = DeliveryReport.maxNamed
    /// Of a document that is shared with more schools, these are named.
    private static let maxSchools = 10

    init(_ reports: [DeliveryReport]) {
        named = reports.flatMap(\.givenUp).prefix(Self.most)
        count = reports.map(\.givenUpCount).reduce(0, +)
    }

    /// The runs whose records the lines are made of.
    var runs: Set<String> { Set(named.map(\.run)) }

    /// - Parameter records: those of `runs` that are known.
    func entries(_ records: [String: RunRecord]) -> [LogEntry] {
        var entries = named.map { one in
            LogEntry(
                .error, "delivery-given-up",
                "A notification could not be delivered and was given up; the record of run \(one.run) has every try",
                Self.fields(one, records[one.run]))
        }
        if count > named.count {
            entries.append(
                LogEntry(
                    .error, "delivery-given-up",
                    "More notifications were given up at the same time; the records of their runs say why",
                    [.init("count", count - named.count)]))
        }
        return entries
    }

    private static func fields(_ one: GivenUpDelivery, _ record: RunRecord?) -> [LogEntry.Field] {
        var fields = record.map { RunMonitor.fields($0) } ?? [.init("run", one.run)]
        if let document = record?.document[Fact.id.name]?.string { fields.append(.init("document", document)) }
        let schools = record.map(schools) ?? []
        if !schools.isEmpty {
            let more = schools.count - maxSchools
            fields.append(
                .init("schools", schools.prefix(maxSchools).joined(separator: ",") + (more > 0 ? ",+\(more)" : "")))
        }
        fields += [.init("stage", one.stage), .init("channel", one.channel)]
        if let recipient = one.recipient { fields.append(.init("recipient", recipient)) }
        return fields + [.init("cause", one.cause)]
    }

    /// The ids of the schools that the run was about: the one of its batch's item, or those that its document is shared
    /// with.
    private static func schools(_ record: RunRecord) -> [String] {
        if let school = record.trigger["school"]?.record?["id"]?.string { return [school] }
        return record.document[Fact.sharedWith.name]?.list?.compactMap(\.string) ?? []
    }
}
