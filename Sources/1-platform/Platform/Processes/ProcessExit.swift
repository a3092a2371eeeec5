internal import CLinux
internal import Glibc

/// The one way in which the program ends, whether a command has come to its end or a second signal was force.
///
/// exit(3) must not be used. It calls what libraries have registered with atexit(3) while other threads go on, or end
/// at that moment, and libcrypto's handler does not bear that (crypto/initthread.c of OpenSSL 3.0): `OPENSSL_cleanup`
/// frees the lists that threads have registered, in `init_thread_deregister` and without the lock that guards them, and
/// only then deletes the key under which each thread has its own. A thread that ends meanwhile frees its list as well,
/// in `init_thread_destructor`, and may free what is in it, in `init_thread_stop`. The thread of a command has such a
/// list and ends just then: up to one in 1,000 processes died of SIGABRT or SIGSEGV after all its work was done.
///
/// Waiting for that thread would mend this case. But threads of Dispatch and of Swift's runtime cannot be waited for,
/// and nothing says that other libraries, or other versions, register what bears them.
public enum ProcessExit {
    /// Ends the process and all its threads at once, with _exit(2): no handler of a library and no destructor runs. The
    /// kernel closes descriptors and frees memory and locks.
    ///
    /// Whatever is to be seen outside must have been handed over before: output written, files and databases synced.
    /// Buffers of stdio(3) are lost, and nothing in the program uses them.
    public static func now(status: Int32) -> Never {
        _exit(status)
    }
}

/// The process's malloc.
public enum Allocator {
    /// Has all threads share few arenas. By default glibc gives threads arenas of their own, up to eight for each
    /// processor, and each keeps what was freed in it: with forty threads a third of the resident memory, for no speed that
    /// could be measured. Call it before the first thread is started.
    ///
    /// Does nothing when the environment says something about it, in `MALLOC_ARENA_MAX` or `GLIBC_TUNABLES`, see mallopt(3).
    public static func shareArenas() {
        if getenv("MALLOC_ARENA_MAX") == nil && getenv("GLIBC_TUNABLES") == nil { compass_limit_arenas(4) }
    }
    /// Gives the memory that is free back to the kernel, in whole pages, wherever they lie: by itself malloc(3) gives back only
    /// what is free at the end of an arena. It takes some milliseconds, in which threads that allocate may wait for it.
    public static func trim() { compass_trim_arenas() }
}
