/// What a long-lived process can do apart from the rest.
package enum UpPart: String, Sendable, CaseIterable, Hashable {
    case watch, schedule, worker
}
