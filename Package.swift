// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// Continuous integration sets COMPASS_STRICT, so that a newer compiler's new warnings never break a user's build.
let strict = Context.environment["COMPASS_STRICT"] != nil

let swiftSettings: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ] + (strict ? [.treatAllWarnings(as: .error)] : [])

/// Whether the suites in the folders `Tests/…/Nightly` are built, which `make nightly` alone runs.
let isNightly = Context.environment["COMPASS_NIGHTLY"] != nil

/// Whether `scripts/fuzz` builds it.
let isFuzzed = Context.environment["COMPASS_FUZZ"] != nil

/// The folders under Sources/, lowest floor first. `scripts/check-layers` holds every edge of this file against a table.
enum Floor: String {
    case system = "0-system"
    case platform = "1-platform"
    case libraries = "2-libraries"
    case model = "3-model"
    case engine = "4-engine"
    case triggers = "5-triggers"
    case application = "6-application"
    case service = "7-service"
    case faces = "8-faces"
    case compass = "9-compass"
    case testing = "testing"

    func system(_ name: String, pkgConfig: String?, apt: String) -> Target {
        .systemLibrary(
            name: name, path: "Sources/\(rawValue)/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt])])
    }

    func target(_ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = []) -> Target {
        .target(
            name: name, dependencies: dependencies, path: "Sources/\(rawValue)/\(name)", resources: resources,
            swiftSettings: swiftSettings + [self == .testing || developing.contains(name) ? unoptimized : small])
    }

    func executable(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
        .executableTarget(
            name: name, dependencies: dependencies, path: "Sources/\(rawValue)/\(name)",
            swiftSettings: swiftSettings + [small],
            linkerSettings: [.unsafeFlags(staticRuntime, .when(platforms: [.linux], configuration: .release))])
    }
}

/// A program for a machine without Swift. SwiftPM's own `--static-swift-stdlib` compiles each module for it too, so that tests, which
/// need the shared runtime, could not be linked from the same build. What follows the first flag is what the static Foundation needs.
/// No library is loaded that would look for a symbol in the program: without a table of them it starts 2 ms sooner.
let staticRuntime = [
    "-static-stdlib", "-lFoundation", "-lCoreFoundation", "-l_FoundationCShims", "-l_FoundationCollections",
    "-l_FoundationICU", "-Xlinker", "--no-export-dynamic",
]

/// Three quarters of a release build are the optimizer's. For size it takes a fifth less time than for speed, and no figure of
/// compass-bench shows a difference.
let small = SwiftSetting.unsafeFlags(["-Osize"], .when(configuration: .release))

/// Of what takes longer to optimize than it saves: tests, tools of the build, the command line, which reads its arguments and
/// prints lines, and `developing`: what somebody runs who writes a pipeline or asks for a diagnosis.
/// Of them the compiler would read each module twice, to have its interface sooner; nothing here waits for that alone.
let unoptimized = SwiftSetting.unsafeFlags(
    ["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release))
let developing = ["Trials", "Diagnosis"]

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    let path = "Tests/\(name)"
    let hasNightly = FileManager.default.fileExists(atPath: "\(Context.packageDirectory)/\(path)/Nightly")
    return .testTarget(
        name: name, dependencies: dependencies, path: path,
        exclude: exclude + (hasNightly && !isNightly ? ["Nightly"] : []),
        swiftSettings: swiftSettings + [unoptimized])
}

let package = Package(
    name: "compass",
    products: [
        .executable(name: "compass", targets: ["compass"]),
        .executable(name: "compass-bench", targets: ["compass-bench"]),
        .library(name: "CompassTesting", targets: ["CompassTesting"]),
    ],
    targets: [
        Floor.system.system("CYAML", pkgConfig: "yaml-0.1", apt: "libyaml-dev"),
        Floor.system.system("CMagic", pkgConfig: "libmagic", apt: "libmagic-dev"),
        Floor.system.system("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
        // Without pkgConfig, which would link it: see its shim.h.
        Floor.system.system("CCurl", pkgConfig: nil, apt: "libcurl4-openssl-dev"),
        // As CCurl.
        Floor.system.system("CMicrohttpd", pkgConfig: nil, apt: "libmicrohttpd-dev"),
        Floor.system.system("CBrotli", pkgConfig: nil, apt: "libbrotli-dev"),
        Floor.system.system("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
        Floor.system.system("CCrypto", pkgConfig: "libcrypto", apt: "libssl-dev"),
        Floor.system.system("CArgon2", pkgConfig: "libargon2", apt: "libargon2-dev"),
        // As CCurl.
        Floor.system.system("CMarkdown", pkgConfig: nil, apt: "libcmark-gfm-extensions-dev"),
        // As CCurl.
        Floor.system.system("CArchive", pkgConfig: nil, apt: "libarchive-dev"),
        .target(name: "CLinux", path: "Sources/0-system/CLinux"),

        Floor.platform.target("Platform", ["CLinux"], resources: [.embedInCode("Values/compatibility.txt")]),
        Floor.platform.target("Diagnostics", ["Platform"]),
        Floor.platform.target("HTTPMessages", ["Platform"]),

        Floor.libraries.target("YAMLTree", ["CYAML", "Platform", "Diagnostics"]),
        Floor.libraries.target("FileType", ["CMagic", "CZlib", "Platform"]),
        Floor.libraries.target("HTTPClient", ["CCurl", "HTTPMessages", "Platform"]),
        Floor.libraries.target("HTTPServer", ["CMicrohttpd", "HTTPMessages", "Platform"]),
        Floor.libraries.target("Compression", ["CBrotli", "CZlib"]),
        Floor.libraries.target("SQL", []),
        Floor.libraries.target("SQLite", ["CSQLite", "SQL", "Platform"]),
        Floor.libraries.target("Digests", ["CCrypto"]),
        Floor.libraries.target("Passwords", ["CArgon2", "Platform"]),
        Floor.libraries.target("Markdown", ["CMarkdown"]),
        Floor.libraries.target("Archives", ["CArchive", "Platform"]),
        Floor.libraries.target("Schedules", ["Diagnostics", "Platform"]),
        Floor.libraries.target("Programs", ["Platform"]),

        Floor.model.target("Documents", ["Digests", "Diagnostics", "Platform"]),
        Floor.model.target(
            "Pipelines", ["Documents", "YAMLTree", "Schedules", "HTTPMessages", "Diagnostics", "Platform", "Digests"]),
        Floor.model.target("Accounts", ["Documents", "Digests", "Diagnostics", "Platform"]),

        Floor.engine.target("Engine", ["Pipelines", "Documents", "Digests", "Diagnostics", "Platform"]),
        Floor.engine.target("DocumentStages", ["Pipelines", "Documents", "FileType", "Platform"]),
        Floor.engine.target(
            "SQLStore", ["Accounts", "Pipelines", "Documents", "SQL", "Digests", "Diagnostics", "Platform"]),
        Floor.engine.target(
            "LocalStore", ["SQLStore", "Accounts", "Pipelines", "Documents", "SQLite", "SQL", "Platform"],
            resources: ["100", "101", "102", "103", "104", "105"].map { .embedInCode("Migrations/schema-\($0).sql") }),
        Floor.engine.target("DirectoryStore", ["Pipelines", "Documents", "Digests", "Platform"]),
        Floor.engine.target("QuarantineFolder", ["Pipelines", "Documents", "Platform"]),
        Floor.engine.target("UploadFolder", ["Documents", "Digests", "Platform"]),
        Floor.engine.target(
            "Plugins", ["Pipelines", "Documents", "Programs", "Digests", "Diagnostics", "Platform"]),
        Floor.engine.target(
            "ExternalStages",
            ["Pipelines", "Documents", "Programs", "HTTPClient", "HTTPMessages", "Platform"]),
        Floor.engine.target("MediaStages", ["Pipelines", "Documents", "FileType", "Programs", "Platform"]),
        Floor.engine.target("FileIntake", ["Pipelines", "FileType", "Platform"]),
        Floor.engine.target(
            "Channels", ["Pipelines", "HTTPClient", "HTTPMessages", "Diagnostics", "Platform"]),
        .target(
            name: "ContributedStages", dependencies: ["Pipelines", "Documents", "Platform"], path: "plugins",
            // Programs with a manifest, which nobody compiles.
            exclude: ["media-facts", "transcript-gpa"],
            swiftSettings: swiftSettings + [small], plugins: ["StageIndex"]),

        Floor.triggers.target(
            "WatchedFolders",
            ["FileIntake", "Engine", "Pipelines", "Documents", "Diagnostics", "Platform"]),
        Floor.triggers.target("Scheduling", ["Engine", "Pipelines", "Schedules", "Diagnostics", "Platform"]),
        Floor.triggers.target("BatchJobs", ["FileIntake", "Engine", "Pipelines", "Documents", "Digests", "Platform"]),

        Floor.application.target(
            "Representations",
            [
                "WatchedFolders", "Scheduling", "Schedules", "Engine", "Plugins", "Accounts", "Pipelines", "Documents",
                "Diagnostics", "Platform",
            ]),
        Floor.application.target(
            "Workspaces",
            [
                "Representations", "Accounts", "Passwords", "BatchJobs", "Scheduling", "Schedules", "Engine",
                "LocalStore", "Plugins", "Programs", "QuarantineFolder", "UploadFolder", "Pipelines", "Documents",
                "FileType", "Digests", "Archives", "HTTPClient", "HTTPMessages", "Diagnostics", "Platform",
            ]),

        Floor.service.target(
            "Service",
            [
                "Workspaces", "UploadFolder", "Representations", "Accounts", "WatchedFolders", "Scheduling", "Engine",
                "BatchJobs", "Schedules", "Plugins", "Programs", "Pipelines", "Documents", "Diagnostics", "Platform",
            ]),
        Floor.service.target(
            "Trials",
            [
                "Workspaces", "Representations", "Engine", "DirectoryStore", "Pipelines", "Documents", "FileType",
                "Programs", "Diagnostics", "Platform", "Digests",
            ]),
        Floor.service.target(
            "Diagnosis",
            [
                "Service", "Workspaces", "Representations", "LocalStore", "Accounts", "Pipelines", "Documents",
                "Plugins", "Programs", "Diagnostics", "Platform", "FileIntake", "Schedules",
            ]),

        .target(
            name: "CommandLineTool",
            dependencies: [
                "Diagnosis", "Trials", "Service", "Workspaces", "Representations", "WatchedFolders", "Scheduling",
                "Plugins", "Programs", "Accounts", "Schedules", "Engine", "Pipelines", "Documents", "Digests",
                "Diagnostics", "Platform", "QuarantineFolder",
            ],
            path: "Sources/8-faces/CommandLineTool",
            swiftSettings: swiftSettings + [unoptimized] + (isFuzzed ? [.define("COMPASS_WITHOUT_ASSETS")] : []),
            plugins: isFuzzed ? [] : ["AssetBundle"]),
        .target(
            name: "WebServer",
            dependencies: [
                "Trials", "Service", "Workspaces", "Representations", "Scheduling", "WatchedFolders", "Engine",
                "Accounts", "Pipelines", "Documents", "Schedules", "HTTPServer", "HTTPMessages", "Archives",
                "Compression", "Markdown", "Digests", "Passwords", "Diagnostics", "Platform",
            ],
            path: "Sources/8-faces/WebServer", exclude: ["Assets/scripts", "Assets/styles", "Assets/images"],
            // What is fuzzed is built without tools: see below.
            swiftSettings: swiftSettings + [small] + (isFuzzed ? [.define("COMPASS_WITHOUT_ASSETS")] : []),
            plugins: isFuzzed ? [] : ["AssetBundle"]),
        Floor.compass.executable(
            "compass",
            [
                "CommandLineTool", "WebServer", "DocumentStages", "MediaStages", "ExternalStages", "DirectoryStore",
                "Channels", "ContributedStages", "Pipelines",
            ]),
        Floor.compass.executable(
            "compass-bench",
            [
                "CommandLineTool", "Workspaces", "WatchedFolders", "Engine", "DocumentStages", "LocalStore", "SQL",
                "SQLite", "DirectoryStore", "Channels", "Plugins", "Pipelines", "Documents", "Diagnostics", "Platform",
            ]),

        Floor.testing.target(
            "CompassTesting",
            [
                "Engine", "LocalStore", "DirectoryStore", "Accounts", "Pipelines", "Documents", "Digests", "Platform",
                "Diagnostics",
            ]),
        .executableTarget(
            name: "stage-index", path: "Sources/build/stage-index", swiftSettings: swiftSettings + [unoptimized]),
        .executableTarget(
            name: "asset-bundle", dependencies: ["Compression", "Digests"], path: "Sources/build/asset-bundle",
            swiftSettings: swiftSettings + [unoptimized]),
        .plugin(
            name: "AssetBundle", capability: .buildTool(), dependencies: ["asset-bundle"],
            path: "Sources/build/AssetBundle"),
        .plugin(
            name: "StageIndex", capability: .buildTool(), dependencies: ["stage-index"],
            path: "Sources/build/StageIndex"),

        tests("StageIndexTests", ["stage-index", "CompassTesting", "Platform"]),
        tests("AssetBundleTests", ["asset-bundle", "CompassTesting", "Platform"]),
        tests("PlatformTests", ["CompassTesting", "Platform"]),
        tests("YAMLTreeTests", ["YAMLTree", "CompassTesting", "Diagnostics", "Platform"]),
        tests("FileTypeTests", ["FileType", "CompassTesting", "Platform"]),
        tests("HTTPClientTests", ["HTTPClient", "HTTPMessages", "CompassTesting", "Platform"], exclude: ["Servers"]),
        tests("HTTPServerTests", ["HTTPServer", "HTTPMessages", "CompassTesting", "Platform"]),
        tests("CompressionTests", ["Compression", "CompassTesting", "Platform"]),
        tests("MarkdownTests", ["Markdown", "CompassTesting"]),
        tests("ArchivesTests", ["Archives", "CompassTesting", "Platform"]),
        tests("SQLiteTests", ["SQLite", "SQL", "CompassTesting", "Platform"]),
        tests("DigestsTests", ["Digests", "CompassTesting"]),
        tests("ProgramsTests", ["Programs", "CompassTesting", "Platform"]),
        tests("PasswordsTests", ["Passwords"]),
        tests("AccountsTests", ["Accounts", "Digests", "Diagnostics", "Platform"]),
        tests("DocumentsTests", ["Documents", "CompassTesting", "Digests", "Platform"]),
        tests("SchedulesTests", ["Schedules", "CompassTesting", "Platform"]),
        tests(
            "PipelinesTests",
            ["Pipelines", "CompassTesting", "Documents", "YAMLTree", "Diagnostics", "Digests", "Platform"]),
        tests(
            "EngineTests",
            [
                "Engine", "Representations", "CompassTesting", "LocalStore", "Pipelines", "Documents", "Diagnostics",
                "Platform",
            ]),
        tests(
            "DocumentStagesTests",
            [
                "DocumentStages", "CompassTesting", "Engine", "LocalStore", "DirectoryStore", "Pipelines", "Documents",
                "FileType", "Platform",
            ],
            exclude: ["Fixtures"]),
        tests("PluginsTests", ["Plugins", "CompassTesting", "Pipelines", "Documents", "Diagnostics", "Platform"]),
        tests(
            "MediaStagesTests",
            [
                "MediaStages", "CompassTesting", "Engine", "LocalStore", "DirectoryStore", "Pipelines", "Documents",
                "Programs", "Diagnostics", "Platform",
            ]),
        tests(
            "ExternalStagesTests",
            [
                "ExternalStages", "CompassTesting", "Engine", "LocalStore", "Pipelines", "Documents", "Programs",
                "HTTPMessages", "Diagnostics", "Platform",
            ]),
        tests("ContributedStagesTests", ["ContributedStages", "CompassTesting", "Pipelines", "Documents", "Platform"]),
        tests(
            "LocalStoreTests",
            ["LocalStore", "SQLStore", "CompassTesting", "Pipelines", "Documents", "SQLite", "SQL", "Platform"]),
        tests("DirectoryStoreTests", ["DirectoryStore", "CompassTesting", "Documents", "Digests", "Platform"]),
        tests("FileIntakeTests", ["FileIntake", "CompassTesting", "FileType", "Pipelines", "Documents", "Platform"]),
        tests(
            "WatchedFoldersTests",
            [
                "WatchedFolders", "FileIntake", "CompassTesting", "Engine", "LocalStore", "Pipelines", "Documents",
                "Digests", "Diagnostics", "Platform",
            ]),
        tests(
            "SchedulingTests",
            [
                "Scheduling", "Schedules", "CompassTesting", "Engine", "LocalStore", "Pipelines", "Documents",
                "Diagnostics", "Platform",
            ]),
        tests(
            "BatchJobsTests",
            ["BatchJobs", "CompassTesting", "Engine", "LocalStore", "Pipelines", "Documents", "Platform"]),
        tests("UploadFolderTests", ["UploadFolder", "CompassTesting", "Documents", "Platform", "Digests"]),
        tests("QuarantineFolderTests", ["QuarantineFolder", "CompassTesting", "Pipelines", "Documents", "Platform"]),
        tests(
            "ChannelsTests",
            [
                "Channels", "CompassTesting", "Engine", "LocalStore", "Pipelines", "Documents", "HTTPClient", "Digests",
                "HTTPMessages", "Platform",
            ],
            exclude: ["Servers"]),
        tests("RepresentationsTests", ["Representations", "Diagnostics", "Platform", "CompassTesting", "YAMLTree"]),
        tests(
            "WorkspacesTests",
            [
                "Workspaces", "Representations", "Accounts", "Passwords", "CompassTesting", "Scheduling",
                "DocumentStages", "QuarantineFolder", "UploadFolder", "Digests", "SQLite", "SQL", "Channels",
                "DirectoryStore", "Engine", "Pipelines", "Documents", "Schedules", "HTTPMessages", "Diagnostics",
                "Platform",
            ]),
        tests(
            "ServiceTests",
            [
                "Service", "CommandLineTool", "CompassTesting", "WatchedFolders", "Scheduling", "Engine",
                "DocumentStages", "Channels", "DirectoryStore", "Pipelines", "Documents", "Diagnostics", "Platform",
                "Workspaces", "Representations",
            ]),
        tests(
            "TrialsTests",
            [
                "Trials", "Workspaces", "Representations", "CompassTesting", "DocumentStages", "Channels",
                "DirectoryStore", "Pipelines", "Platform",
            ]),
        tests(
            "DiagnosisTests",
            ["Diagnosis", "CompassTesting", "Pipelines", "Platform", "Plugins", "LocalStore", "Representations"]),
        tests(
            "CommandLineToolTests",
            [
                "CommandLineTool", "CompassTesting", "Engine", "DocumentStages", "MediaStages", "ExternalStages",
                "ContributedStages", "FileType", "Programs", "YAMLTree", "Pipelines", "Documents", "Platform",
                "Channels", "Representations", "Diagnostics", "Service", "HTTPMessages",
            ]),
        tests(
            "WebServerTests",
            [
                "WebServer", "Service", "Workspaces", "Representations", "Accounts", "Passwords", "CompassTesting",
                "DocumentStages", "Channels", "DirectoryStore", "Engine", "Pipelines", "Documents", "HTTPServer",
                "HTTPMessages", "Archives", "Markdown", "Digests", "Schedules", "Diagnostics", "Platform",
            ]),
        tests(
            // Not `compass`, whose runtime it would link; a build of the tests builds the program too.
            "EndToEndTests", ["CompassTesting", "Platform"], exclude: ["Crash/Servers", "Faults/faults.c"]),
    ]
)

// `scripts/plugin-test` sets it: a build of the plugins' tests and what these need is there in seconds.
if Context.environment["COMPASS_PLUGIN_TESTS"] != nil {
    var needed: Set<String> = []
    var waiting = ["ContributedStagesTests"]
    while let name = waiting.popLast() {
        guard needed.insert(name).inserted else { continue }
        guard let target = package.targets.first(where: { $0.name == name }) else { continue }
        for case .byNameItem(let name, _) in target.dependencies { waiting.append(name) }
        for case .plugin(let name, _) in target.plugins ?? [] { waiting.append(name) }
    }
    package.targets.removeAll { !needed.contains($0.name) }
    package.products = []
}

// `scripts/fuzz` sets it: these parts have libFuzzer's `main`, so that no other build may see them.
if isFuzzed {
    // And so that none of the others is built that way: a tool that a plugin runs has a `main` of its own.
    let others = [
        "compass", "compass-bench", "ContributedStages", "stage-index", "StageIndex", "asset-bundle", "AssetBundle",
    ]
    package.targets.removeAll { $0.type == .test || others.contains($0.name) }
    package.products = []
    package.targets.append(
        .executableTarget(
            name: "compass-fuzz",
            dependencies: [
                "WebServer", "Service", "Workspaces", "Representations", "Accounts", "DocumentStages", "Channels",
                "DirectoryStore", "FileIntake", "FileType", "Documents", "Pipelines", "Schedules", "YAMLTree",
                "HTTPServer", "Markdown", "Diagnostics", "Platform",
            ],
            path: "Tests/Fuzz", exclude: ["corpora", "dictionaries"], swiftSettings: swiftSettings))
}
