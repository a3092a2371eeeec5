import Platform

/// What the thread that this is called on is called.
func threadName() -> String {
    let file = Path("/proc/thread-self/comm")
    return (try? Files.read(file, limit: 64)).map { String(decoding: $0.dropLast(), as: UTF8.self) } ?? ""
}
