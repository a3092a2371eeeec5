import Glibc

/// libFuzzer brings `main`; these are the two functions that it calls.
private let targets: [any FuzzTarget.Type] = [
    YAMLTarget.self, ExpressionTarget.self, CronTarget.self, ZoneTarget.self, JSONTarget.self, MovieTarget.self,
    ZipTarget.self, CompoundTarget.self, ControlTarget.self, TextTarget.self, PDFTarget.self, HTTPTarget.self,
    FormTarget.self, MarkdownTarget.self, MagicTarget.self,
]

/// Chosen by the environment, since libFuzzer owns the arguments.
private let target: any FuzzTarget.Type = {
    let wanted = getenv("COMPASS_FUZZ_TARGET").map { String(cString: $0) } ?? ""
    if let target = targets.first(where: { $0.name == wanted }) { return target }
    let line = Array("COMPASS_FUZZ_TARGET is one of \(targets.map { $0.name }.joined(separator: ", "))\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    exit(2)
}()

@_cdecl("LLVMFuzzerInitialize")
public func initialize(
    _ count: UnsafeMutablePointer<CInt>?, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
    _ = target
    return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
public func readOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target.run(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}
