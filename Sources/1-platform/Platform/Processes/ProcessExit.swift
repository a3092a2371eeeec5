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
