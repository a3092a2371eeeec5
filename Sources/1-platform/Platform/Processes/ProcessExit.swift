internal import Glibc

/// The one way in which the program ends, whether a command has come to its end or a second signal was force.
///
/// exit(3) must not be used. It calls what libraries have registered with atexit(3) while other threads go on: worker
/// threads that are idle, or that end at that moment. libcrypto's handler, `OPENSSL_cleanup`, frees what libcrypto keeps
/// for every thread, without a lock (`init_thread_deregister` in crypto/initthread.c of OpenSSL 3.0), and a thread that
/// ends frees its own part as well: memory was freed twice, and one in 1,500 processes died of SIGABRT or SIGSEGV after
/// it had done its work. Joining the threads first would mend our own only; those of Swift's runtime are never joined, and
/// what other libraries register is as little made for them.
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
