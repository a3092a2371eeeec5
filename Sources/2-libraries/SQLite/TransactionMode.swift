/// When a transaction takes its lock, https://sqlite.org/lang_transaction.html.
public enum TransactionMode: String, Sendable {
    /// At the first statement; for reading.
    case deferred = "BEGIN DEFERRED"
    /// At once, as the only writer. A deferred transaction that turns to writing later can fail without a chance to wait.
    case immediate = "BEGIN IMMEDIATE"
}
