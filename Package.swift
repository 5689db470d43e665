// swift-tools-version: 6.2

import Foundation
import PackageDescription

/// Takes the Swift runtime into the program, with only what is used of it in memory.
let standalone = ["-static-stdlib"]

/// What every target is built with: Swift 6 mode, the upcoming features it prepares for, no warning let
/// through.
let strict: [SwiftSetting] = [
    .unsafeFlags(standalone, .when(configuration: .release)),
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

/// Targets that make no system call also have to be memory safe, and say so where they are not.
let pure: [SwiftSetting] = strict + [.strictMemorySafety()]

/// A module of the program, in one of the folders of `Sources`.
func module(
    _ name: String, in folder: String, on dependencies: [Target.Dependency] = [],
    leaving excluded: [String] = [], linking libraries: [String] = [], settings: [SwiftSetting] = pure
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/\(folder)/\(name)", exclude: excluded,
        swiftSettings: settings, linkerSettings: libraries.map { .linkedLibrary($0) })
}

/// A module of C.
func cModule(
    _ name: String, in folder: String, on dependencies: [Target.Dependency] = [],
    leaving excluded: [String] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/\(folder)/\(name)", exclude: excluded)
}

/// A program that runs by itself.
func program(_ name: String, in folder: String, on dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: "\(folder)/\(name)", swiftSettings: strict,
        linkerSettings: [.unsafeFlags(standalone + ["-use-ld=lld"], .when(configuration: .release))])
}

/// What several test targets need.
func fixture(
    _ name: String, on dependencies: [Target.Dependency] = [], settings: [SwiftSetting] = strict
) -> Target {
    .target(name: name, dependencies: dependencies, path: "Tests/Fixtures/\(name)", swiftSettings: settings)
}

/// The tests of a module, `JSONTests` for `JSON`, and what they need beside it.
func tests(
    _ module: String, on dependencies: [Target.Dependency] = [], leaving excluded: [String] = []
) -> Target {
    testTarget(
        "\(module)Tests", in: "Tests/Unit/\(module)Tests", on: [.init(stringLiteral: module)] + dependencies,
        leaving: excluded)
}

/// Tests that are of no single module.
func testTarget(
    _ name: String, in path: String, on dependencies: [Target.Dependency] = [],
    leaving excluded: [String] = []
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, path: path, exclude: excluded, swiftSettings: strict)
}

let package = Package(
    name: "checklistd",
    products: [.executable(name: "checklistd", targets: ["checklistd"])],
    targets: [
        // Base: bytes and values. No socket, no file, no clock.
        module("JSON", in: "Base"),
        module("XML", in: "Base"),
        module("Dates", in: "Base"),
        module("Digest", in: "Base", on: ["CDigest"]),
        module("ICalendar", in: "Base", on: ["Dates"]),
        module("Mail", in: "Base", on: ["JSON", "Dates", "Digest"]),
        module("QRCode", in: "Base"),
        module("Markdown", in: "Base"),
        module("Spelling", in: "Base"),

        // Domain: Model has the values, Rules what may be done, Ports what stores promise. QuickAdd,
        // CalendarObjects and Exchange make its values of what people type, what calendars say and what other
        // programs export. ICU orders texts; Foundation brings it along.
        module("Checklists", in: "Domain", on: ["ICalendar", "Dates"], linking: ["_FoundationICU"]),
        module("QuickAdd", in: "Domain", on: ["Checklists", "Dates"]),
        module("CalendarObjects", in: "Domain", on: ["Checklists", "ICalendar", "Dates"]),
        module(
            "Exchange", in: "Domain",
            on: ["Checklists", "QuickAdd", "CalendarObjects", "ICalendar", "JSON", "XML", "Dates", "Digest"]),

        // Stores: how the domain's values are kept in memory, in files and in a database.
        module("Records", in: "Stores", on: ["Checklists", "JSON", "Digest", "Dates"]),
        module("Paging", in: "Stores", on: ["Checklists"]),
        module("Footprints", in: "Stores", on: ["Checklists"]),
        module("MemoryStore", in: "Stores", on: ["Paging", "Checklists"]),
        module(
            "FileStore", in: "Stores",
            on: ["MemoryStore", "Paging", "Records", "Checklists", "JSON", "Digest"], settings: strict),
        module(
            "SQLStore", in: "Stores",
            on: ["Paging", "Footprints", "Records", "Checklists", "JSON", "SQL", "Dates"]),
        module(
            "PostgresStore", in: "Stores", on: ["SQLStore", "Checklists", "Postgres", "SQL"],
            settings: strict),
        module("Postgres", in: "Stores", on: ["SQL", "CPostgres", "CLinux", "HostLookup"], settings: strict),
        module("SQL", in: "Stores"),

        // Serve: what answers requests. Adapters meet one thing outside each, and never one another.
        module("HTTP", in: "Serve", on: ["JSON", "Dates", "Spelling"]),
        module("HTTPServer", in: "Serve", on: ["HTTP", "Dates", "CLinux", "HostLookup"], settings: strict),
        module(
            "API", in: "Serve",
            on: [
                "HTTP", "Checklists", "CalendarObjects", "Exchange", "QuickAdd", "Mail", "QRCode", "JSON",
                "XML", "ICalendar", "Digest", "Dates", "Spelling", "CEmbedded",
            ]),
        module(
            "CalDAV", in: "Serve",
            on: ["HTTP", "Checklists", "CalendarObjects", "ICalendar", "XML", "Digest", "Dates"]),
        module(
            "MCP", in: "Serve",
            on: ["HTTP", "Checklists", "QuickAdd", "JSON", "Digest", "Dates", "Spelling"]),
        module(
            "Web", in: "Serve", on: ["HTTP", "Markdown", "Spelling", "Digest", "CEmbedded", "Compression"],
            leaving: ["Page", "Icons", "Reference", "screenshot.png", "manual.css"]),

        // Send: what makes requests.
        module(
            "Delivery", in: "Send",
            on: ["Checklists", "HTTPClient", "Mail", "JSON", "XML", "Digest", "Dates"],
            settings: strict),
        module("HTTPClient", in: "Send", on: ["HTTP", "Mail", "CCurl", "CLinux"], settings: strict),
        module("WebPush", in: "Send", on: ["Digest", "JSON", "CCrypto"], settings: strict),
        module("OpenID", in: "Send", on: ["Checklists", "HTTPClient", "HTTP", "JSON", "Digest"]),
        module("Places", in: "Send", on: ["Checklists", "HTTPClient", "HTTP", "JSON", "Dates"]),

        // System: what Swift takes of Linux and of libraries, and files that are part of the program.
        module("HostLookup", in: "System", settings: strict),
        module("Compression", in: "System", on: ["Digest", "CZlib"]),
        cModule("CLinux", in: "System"),
        cModule("CLibrary", in: "System"),
        cModule("CCurl", in: "System", on: ["CLibrary"]),
        cModule("CCrypto", in: "System", on: ["CLibrary"]),
        cModule("CPostgres", in: "System", on: ["CLibrary"]),
        cModule("CZlib", in: "System", on: ["CLibrary"]),
        cModule("CDigest", in: "System"),
        cModule("CEmbedded", in: "System", leaving: ["openapi.json"]),

        // The process.
        program(
            "checklistd", in: "Sources",
            on: [
                "API", "CalDAV", "MCP", "HTTP", "HTTPServer", "HTTPClient", "Mail", "FileStore",
                "PostgresStore", "SQLStore", "Postgres", "SQL", "Records", "MemoryStore", "Delivery",
                "OpenID", "Places", "Web",
                "WebPush", "Checklists", "CalendarObjects", "Compression", "Digest", "Exchange", "JSON",
                "Dates", "QRCode", "Spelling", "CLinux", "CLibrary",
            ]),

        // A server whose answers are known, for suites that test HTTP itself.
        program("HTTPFixture", in: "Tests/Fixtures", on: ["HTTP", "HTTPServer"]),
        // Answers when something comes again, to be held against what others make of it.
        program("RecurrenceFixture", in: "Tests/Fixtures", on: ["Checklists", "Dates"]),
        // Sends mail, to be held against what others make of it.
        program("MailFixture", in: "Tests/Fixtures", on: ["HTTPClient", "Mail"]),

        fixture("Randomness", settings: pure),
        fixture("Receivers", on: ["HTTPClient"]),
        fixture("PostgresServer"),
        fixture("FootprintStore", on: ["MemoryStore", "Paging", "Footprints", "Checklists"], settings: pure),
        fixture("StoreFixtures", on: ["FileStore", "SQLStore", "Checklists"]),

        tests("JSON", on: ["Randomness"]),
        tests("XML", on: ["Randomness"]),
        tests("Dates", on: ["Randomness"]),
        tests("Digest"),
        tests("ICalendar", on: ["Dates", "Randomness"]),
        tests("Mail"),
        tests("QRCode", on: ["Digest"]),
        tests("Markdown"),
        tests("Spelling"),
        tests("Checklists", on: ["Footprints", "Randomness"]),
        tests("QuickAdd", on: ["Checklists", "Dates", "Randomness"]),
        tests("CalendarObjects", on: ["Checklists", "Dates", "Randomness"]),
        tests(
            "Exchange",
            on: [
                "Checklists", "CalendarObjects", "Compression", "Dates", "Digest", "ICalendar", "JSON",
                "MemoryStore", "Randomness",
            ]),
        tests("Records", on: ["Checklists", "JSON", "Randomness"]),
        tests(
            "MemoryStore",
            on: ["FootprintStore", "Paging", "Footprints", "Checklists", "Dates", "Randomness"]),
        tests(
            "FileStore",
            on: [
                "Records", "MemoryStore", "PostgresStore", "SQLStore", "Postgres", "SQL", "PostgresServer",
                "StoreFixtures", "Checklists", "Dates", "JSON", "Randomness",
            ], leaving: ["Golden"]),
        tests("Postgres", on: ["SQL", "CPostgres", "PostgresServer"]),
        tests("HTTP", on: ["JSON", "Dates", "Randomness"]),
        tests("HTTPServer", on: ["HTTP"]),
        tests(
            "API",
            on: [
                "HTTP", "Checklists", "Compression", "Exchange", "MemoryStore", "Delivery", "Mail", "JSON",
                "Dates", "Digest", "Web", "Randomness",
            ]),
        tests(
            "CalDAV",
            on: [
                "CalendarObjects", "HTTP", "Checklists", "Dates", "ICalendar", "MemoryStore", "XML",
                "Randomness",
            ]),
        tests("MCP", on: ["Checklists", "Dates", "HTTP", "JSON", "MemoryStore"]),
        tests("Web", on: ["HTTP", "Digest"]),
        tests("Compression", on: ["Digest", "Randomness"]),
        tests("Delivery", on: ["Checklists", "HTTPClient", "Mail", "MemoryStore", "Digest", "Receivers"]),
        tests("HTTPClient", on: ["HTTP", "Mail", "CCurl", "Receivers"]),
        tests("WebPush", on: ["Digest"]),
        tests("OpenID", on: ["Checklists", "Digest", "HTTPClient", "Receivers"]),
        tests(
            "checklistd",
            on: [
                "API", "CalDAV", "MCP", "Checklists", "Compression", "MemoryStore", "HTTP", "HTTPServer",
                "JSON", "FileStore", "HTTPClient", "Randomness", "WebPush",
            ]),
        // The source itself.
        testTarget("SourceTests", in: "Tests/Unit/SourceTests"),
        // What every store has to keep.
        testTarget(
            "ContractTests", in: "Tests/Contract",
            on: [
                "FileStore", "MemoryStore", "FootprintStore", "PostgresStore", "SQLStore", "Postgres", "SQL",
                "PostgresServer", "StoreFixtures", "Checklists", "CalendarObjects", "Dates", "Randomness",
            ]),
    ],
    // C23 has `#embed`.
    cLanguageStandard: .gnu2x
)

// TESTS=Name,Name builds and runs these test targets only.
if let names = Context.environment["TESTS"]?.split(separator: ",").map(String.init), !names.isEmpty {
    let targets = Set(package.targets.filter(\.isTest).map(\.name))
    precondition(targets.isSuperset(of: names), "TESTS names a test target that is not in Package.swift")
    package.targets.removeAll { $0.isTest && !names.contains($0.name) }
}

// Without the folder of the tests, as in docker/Dockerfile, the program can be built alone.
if !FileManager.default.fileExists(atPath: "\(Context.packageDirectory)/Tests") {
    package.targets.removeAll { $0.path?.hasPrefix("Tests/") == true }
}
