/// - Throws: `ConformanceError`
func expect(_ holds: Bool, _ why: String = "", file: StaticString = #fileID, line: UInt = #line) throws {
    if !holds { throw ConformanceError(file, line, "does not hold", why) }
}

/// - Throws: `ConformanceError`
func expect<Value: Equatable>(
    _ found: Value, is expected: Value, _ why: String = "", file: StaticString = #fileID, line: UInt = #line
) throws {
    if found != expected { throw ConformanceError(file, line, "is \(found), not \(expected)", why) }
}

/// - Throws: `ConformanceError`
func require<Value>(_ value: Value?, file: StaticString = #fileID, line: UInt = #line) throws -> Value {
    guard let value else { throw ConformanceError(file, line, "is not there", "") }
    return value
}

/// - Returns: the error.
/// - Throws: `ConformanceError` when there is none; other errors.
@discardableResult
func expectError<Failure: Error, Result>(
    _ type: Failure.Type, file: StaticString = #fileID, line: UInt = #line, _ body: () async throws -> Result
) async throws -> Failure {
    do {
        _ = try await body()
    } catch let error as Failure {
        return error
    }
    throw ConformanceError(file, line, "throws no \(type)", "")
}

/// - Throws: `ConformanceError` when there is none, or not this one; other errors.
func expectError<Failure: Error & Equatable, Result>(
    _ expected: Failure, file: StaticString = #fileID, line: UInt = #line, _ body: () async throws -> Result
) async throws {
    try expect(try await expectError(Failure.self, file: file, line: line, body), is: expected, file: file, line: line)
}

/// For what a database refuses by itself, with an error of its own.
///
/// - Throws: `ConformanceError` when nothing is thrown.
func expectRefusal<Result>(
    file: StaticString = #fileID, line: UInt = #line, _ body: () async throws -> Result
) async throws {
    do {
        _ = try await body()
    } catch {
        return
    }
    throw ConformanceError(file, line, "is not refused", "")
}

extension ConformanceError {
    init(_ file: StaticString, _ line: UInt, _ what: String, _ why: String) {
        description = "\(file):\(line) \(what)" + (why.isEmpty ? "" : ": \(why)")
    }
}
