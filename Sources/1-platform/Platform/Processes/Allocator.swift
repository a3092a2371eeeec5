internal import CLinux
internal import Glibc

/// The process's malloc.
public enum Allocator {
    /// Has all threads share few arenas. By default glibc gives threads arenas of their own, up to eight for each
    /// processor, and each keeps what was freed in it: with forty threads a third of the resident memory, for no speed that
    /// could be measured. And has it keep no lists of small blocks that were freed, beside those of each thread: by default each
    /// request for 1 KiB or more merges all blocks of such lists with their neighbours first, and a document asks for several.
    /// Without them it takes 3 % less time of the processor. Call it before the first thread is started.
    ///
    /// Does nothing when the environment says something about it, in `MALLOC_ARENA_MAX` or `GLIBC_TUNABLES`, see mallopt(3).
    public static func configure() {
        if getenv("MALLOC_ARENA_MAX") == nil && getenv("GLIBC_TUNABLES") == nil { compass_configure_malloc(4) }
    }

    /// Gives the memory that is free back to the kernel, in whole pages, wherever they lie: by itself malloc(3) gives back only
    /// what is free at the end of an arena. It takes some milliseconds, in which threads that allocate may wait for it.
    public static func trim() { compass_trim_arenas() }
}
