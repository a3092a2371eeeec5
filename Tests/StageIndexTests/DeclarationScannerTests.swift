import Testing

@testable import stage_index

@Suite struct DeclarationScannerTests {
    /// A source with one declaration, and what is read of it.
    struct Case: CustomTestStringConvertible {
        let source: String
        var path = ["A"]
        var inherited = ["PureStage"]
        var isGeneric = false
        var isPrivate = false
        var testDescription: String { source }
    }

    @Test(
        "A declaration is read whatever its layout",
        arguments: [
            Case(source: "struct A: PureStage {}"),
            Case(source: "public struct A : PureStage{}"),
            Case(source: "public final class A: PureStage {}"),
            Case(source: "actor A: PureStage {}"),
            Case(source: "enum A: PureStage {}"),
            Case(source: "extension A: PureStage {}"),
            Case(source: "@frozen\npublic\nstruct\nA\n:\nPureStage\n{\n}"),
            Case(source: "struct A /* : Other { */ : // {\n PureStage {}"),
            Case(
                source: "struct A: Sendable, PureStage, Hashable {}",
                inherited: ["Sendable", "PureStage", "Hashable"]),
            Case(source: "struct A: Sendable & PureStage {}", inherited: ["Sendable", "PureStage"]),
            Case(source: "struct A: (Sendable & PureStage) {}", inherited: ["Sendable", "PureStage"]),
            Case(source: "struct A: Pipelines.PureStage {}", inherited: ["Pipelines.PureStage"]),
            Case(
                source: "struct A: @unchecked Sendable, ~Copyable, PureStage {}", inherited: ["Sendable", "PureStage"]),
            Case(source: "struct A: P<Int, [String]>, PureStage {}", inherited: ["P", "PureStage"]),
            Case(source: "struct A<B: Other>: PureStage where B: Sendable {}", isGeneric: true),
            Case(source: "struct A<each B>: PureStage {}", isGeneric: true),
            Case(source: "extension A: PureStage where B: Sendable {}", isGeneric: true),
            Case(source: "fileprivate struct A: PureStage {}", isPrivate: true),
            Case(source: "private nonisolated final class A: PureStage {}", isPrivate: true),
            Case(source: "extension A.B: PureStage {}", path: ["A", "B"]),
            Case(source: "struct `A`: PureStage {}", path: ["`A`"]),
            Case(source: "struct A { let b = \"struct B: PureStage {}\" }", inherited: []),
        ])
    func layout(_ test: Case) throws {
        let found = DeclarationScanner.declarations(in: test.source)
        let declaration = try #require(found.first)
        #expect(found.count == 1)
        #expect(declaration.path == test.path)
        #expect(declaration.inherited == test.inherited)
        #expect(declaration.isGeneric == test.isGeneric)
        #expect(declaration.isPrivate == test.isPrivate)
        #expect(!declaration.isLocal && !declaration.isConditional)
    }

    @Test(
        "What only looks like a declaration is none",
        arguments: [
            "let a = B.extension { }", "call(struct: C, class: D)", "let actor = 1", "case extension(name: A)",
            "import struct Platform.Path", "protocol_ A: PureStage {}", "// struct A: PureStage {}",
            "/* struct A: PureStage {} */", "let a = \"struct A: PureStage {}\"",
            "let a = #\"\"\"\nstruct A: B {}\n\"\"\"#",
        ])
    func lookalikes(source: String) {
        #expect(DeclarationScanner.declarations(in: source).isEmpty, "\(source)")
    }

    @Test("A class member is no class")
    func classMembers() {
        let source = "class A { class func b() {}\n class var c: Int { 0 }\n class override func d() {} }"
        #expect(DeclarationScanner.declarations(in: source).map(\.name) == ["A"])
    }

    @Test("Nesting, functions and conditions around a declaration are known")
    func surroundings() {
        let source = """
            struct Outer {
                struct Inner { enum Deep: P {} }
                func run() { struct Local: P {} }
            }
            extension Outer { struct Late: P {} }
            #if DEBUG
            struct Conditional: P {}
            #else
            struct Other: P {}
            #endif
            struct After: P {}
            """
        let found = DeclarationScanner.declarations(in: source)
        #expect(
            found.map(\.name) == [
                "Outer", "Outer.Inner", "Outer.Inner.Deep", "Outer.Local", "Outer", "Outer.Late", "Conditional",
                "Other",
                "After",
            ])
        #expect(found.filter(\.isLocal).map(\.name) == ["Outer.Local"])
        #expect(found.filter(\.isConditional).map(\.name) == ["Conditional", "Other"])
        #expect(found.map(\.position.line) == [1, 2, 2, 3, 5, 5, 7, 9, 11])
    }
}
