/// Runs pieces of work side by side, at most so many at a time, and takes what each comes to before another one begins in its
/// place. Returns when there is no more work and all of it has ended; a cancellation reaches what goes on, and whether more
/// begins is up to `next`.
///
/// - Parameters:
///   - limit: fewer than 1 are one.
///   - next: the next piece; nil: none now. It is asked again whenever one has ended. Gets the number of those that go on.
///   - take: gets what one has come to, and the number of those that still go on. Called for one at a time.
public func withBoundedTasks<Result: Sendable>(
    limit: Int, next: (_ active: Int) async -> (@Sendable () async -> Result)?,
    take: (_ result: Result, _ active: Int) async -> Void
) async {
    await withTaskGroup(of: Result.self) { group in
        var active = 0
        while true {
            while active < max(limit, 1), let work = await next(active) {
                active += 1
                group.addTask { await work() }
            }
            guard active > 0, let result = await group.next() else { return }
            active -= 1
            await take(result, active)
        }
    }
}
