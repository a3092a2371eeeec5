import CompassTesting
import Glibc
import Platform
import SQL
import Testing

@testable import SQLite

/// Statements within statements, and odd names.
@Suite struct ConnectionVariantTests {
    @Test("the same text used within its own use gets a statement of its own")
    func nestedUse() throws {
        let connection = try Connection.inMemory()
        try connection.script("CREATE TABLE t (x); INSERT INTO t VALUES (1), (2), (3)")
        var pairs: [String] = []
        try connection.forEach("SELECT x FROM t ORDER BY x") { outer in
            let first = try outer.integer(0)
            try connection.forEach("SELECT x FROM t ORDER BY x") { pairs.append("\(first)\(try $0.integer(0))") }
        }
        #expect(pairs == ["11", "12", "13", "21", "22", "23", "31", "32", "33"])
    }

    @Test("more texts than the cache holds stay usable")
    func cacheEviction() throws {
        let connection = try Connection.inMemory()
        for round in 0..<3 {
            for number in 0..<300 {
                let value = try connection.first("SELECT \(number) + ?", [round]) { try $0.integer(0) }
                #expect(value == Int64(number + round))
            }
        }
    }

    @Test(
        "names that SQLite takes for something else are names of files",
        arguments: [":memory:", "file:x?mode=memory", "é\n"])
    func peculiarNames(name: String) throws {
        let folder = try TestFolder()
        let path = folder.path.appending(Path(name))
        do {
            let connection = try Connection(path)
            try connection.execute("CREATE TABLE t (x)")
        }
        #expect(Files.exists(path))
        let again = try Connection(path, mode: .read)
        #expect(try again.first("SELECT name FROM sqlite_schema") { try $0.text(0) } == "t")
    }
}
