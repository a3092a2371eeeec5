internal import Glibc
internal import Platform

/// What the kernel counts for this process: figures under the names that Prometheus' own libraries use.
struct ProcessFigures: Sendable {
    /// Seconds of both kinds of processor time.
    var cpuSeconds = 0.0
    var residentBytes = 0.0
    var virtualBytes = 0.0
    var openDescriptors = 0.0
    var maxDescriptors = 0.0

    /// What cannot be read stays 0.
    static func current() -> ProcessFigures {
        var figures = ProcessFigures()
        var usage = rusage()
        if getrusage(Int32(RUSAGE_SELF.rawValue), &usage) == 0 {
            let times = [usage.ru_utime, usage.ru_stime]
            figures.cpuSeconds = times.reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
        }
        // Two numbers of pages come first, see proc(5).
        if let bytes = try? Files.read("/proc/self/statm", limit: 4_096) {
            let pages = String(decoding: bytes, as: UTF8.self).split(separator: " ").compactMap { Double($0) }
            let page = Double(sysconf(Int32(_SC_PAGESIZE)))
            if pages.count > 1 { (figures.virtualBytes, figures.residentBytes) = (pages[0] * page, pages[1] * page) }
        }
        if let names = try? Files.list("/proc/self/fd") { figures.openDescriptors = Double(names.count) }
        var limit = rlimit()
        if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 {
            figures.maxDescriptors = limit.rlim_cur == rlim_t.max ? .infinity : Double(limit.rlim_cur)
        }
        return figures
    }
}
