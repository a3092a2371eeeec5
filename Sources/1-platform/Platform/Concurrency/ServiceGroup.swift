internal import Synchronization

/// Services that live and end together.
///
/// They stand in waves, each of which needs the ones before it. All begin at once; when they are to end, the last wave is
/// asked first, and each of the others once those after it have ended.
public final class ServiceGroup: Sendable {
    /// Services that are asked to end at the same time.
    public struct Wave: Sendable {
        let services: [any Service]
        let timeout: Duration?

        /// - Parameter timeout: how long they may take to end after they were asked, before whatever is left of the group
        ///   is cancelled; nil: as long as they want.
        public init(_ services: [any Service], timeout: Duration? = nil) {
            self.services = services
            self.timeout = timeout
        }
    }

    private enum Event: Sendable {
        case stop
        case ended(wave: Int, name: String, (any Error)?)
        case overdue
    }

    private let waves: [Wave]
    private let onFailure: @Sendable (ServiceFailure) -> Void
    private let events: AsyncStream<Event>
    private let announce: AsyncStream<Event>.Continuation
    private let living = Mutex<[String]>([])

    /// - Parameter onFailure: called once, before the others are asked to end, when a service ends by itself.
    public init(_ waves: [Wave], onFailure: @escaping @Sendable (ServiceFailure) -> Void = { _ in }) {
        self.waves = waves
        self.onFailure = onFailure
        (events, announce) = AsyncStream.makeStream()
    }

    /// The names of the services that run, sorted.
    public var names: [String] { living.withLock { $0.sorted() } }

    /// Runs all services until `stop`, and returns when they have ended. When the task is cancelled, so are they. Call
    /// once.
    ///
    /// - Throws: `ServiceFailure` for the first one that ended by itself, after the others have ended too.
    public func run() async throws(ServiceFailure) {
        var failure: ServiceFailure?
        var left = waves.map(\.services.count)
        var asked = waves.count
        var alarm = Alarm.stopped
        await withDiscardingTaskGroup { group in
            for (wave, services) in waves.map(\.services).enumerated() {
                for service in services { start(service, wave, in: &group) }
            }
            var (isStopping, isForced) = (false, false)
            for await event in events {
                switch event {
                case .stop: isStopping = true
                case .overdue:
                    isForced = true
                    group.cancelAll()
                case .ended(let wave, let name, let error):
                    left[wave] -= 1
                    if failure == nil, !isForced, !Task.isCancelled, wave < asked || Self.isTrouble(error) {
                        let first = ServiceFailure(service: name, cause: error)
                        failure = first
                        isStopping = true
                        onFailure(first)
                    }
                }
                while isStopping, asked > 0, left[asked...].allSatisfy({ $0 == 0 }) {
                    asked -= 1
                    alarm.stop()
                    if let timeout = waves[asked].timeout {
                        alarm = AlarmClock.shared.set(after: timeout) { [announce] in announce.yield(.overdue) }
                    }
                    for service in waves[asked].services { service.stop() }
                }
                if left.allSatisfy({ $0 == 0 }) { break }
            }
        }
        alarm.stop()
        if let failure { throw failure }
    }

    /// Asks all services to end, the last wave first, and does not wait for that. Doing it twice does no harm.
    public func stop() {
        announce.yield(.stop)
    }

    private func start(_ service: any Service, _ wave: Int, in group: inout DiscardingTaskGroup) {
        living.withLock { $0.append(service.name) }
        group.addTask { [self] in
            var failure: (any Error)?
            do {
                try await service.run()
            } catch {
                failure = error
            }
            living.withLock { names in
                if let index = names.firstIndex(of: service.name) { names.remove(at: index) }
            }
            announce.yield(.ended(wave: wave, name: service.name, failure))
        }
    }

    /// Of a service that was asked to end.
    private static func isTrouble(_ error: (any Error)?) -> Bool {
        guard let error else { return false }
        return !(error is CancellationError)
    }
}

/// A part of a long-lived process.
public protocol Service: Sendable {
    /// For messages: "watches".
    var name: String { get }

    /// Works until `stop` was called and what had begun is brought to an end. A service that returns or throws before
    /// that ends its group. When its task is cancelled, it ends as soon as it can.
    func run() async throws

    /// Asks it to end, and does not wait for that. Also called before `run`, and more than once; must not block.
    func stop()
}

/// A service that ended although nobody had asked it to.
public struct ServiceFailure: Error, Sendable, CustomStringConvertible {
    /// The service's name.
    public let service: String
    /// What it threw; nil: it returned.
    public let cause: (any Error)?

    /// - Parameter cause: what it threw; nil: it returned.
    public init(service: String, cause: (any Error)?) {
        self.service = service
        self.cause = cause
    }

    /// A sentence with the service and the cause.
    public var description: String {
        "The service `\(service)` has ended by itself" + (cause.map { ": \($0)" } ?? ", and it gave no reason.")
    }
}
