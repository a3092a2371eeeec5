/// Prepared statements by their text; of too many, the longest unused go.
struct StatementCache {
    let capacity: Int
    private var entries: [String: Entry] = [:]
    private var clock: UInt64 = 0

    private struct Entry {
        let statement: Statement
        var lastUse: UInt64
    }

    init(capacity: Int) {
        self.capacity = capacity
    }

    var count: Int { entries.count }

    /// The statement, unless there is none or someone uses it.
    mutating func take(_ sql: String) -> Statement? {
        guard let index = entries.index(forKey: sql), !entries.values[index].statement.isInUse else { return nil }
        clock += 1
        entries.values[index].lastUse = clock
        return entries.values[index].statement
    }

    mutating func insert(_ statement: Statement) {
        guard entries[statement.sql] == nil else { return }
        if entries.count >= capacity {
            // Half at once, so that a stream of ever new texts does not search the whole cache for each.
            let idle = entries.filter { !$0.value.statement.isInUse }.sorted { $0.value.lastUse < $1.value.lastUse }
            for (sql, _) in idle.prefix(max(1, capacity / 2)) { entries[sql] = nil }
        }
        clock += 1
        entries[statement.sql] = Entry(statement: statement, lastUse: clock)
    }

    mutating func removeAll() {
        entries = [:]
    }
}
