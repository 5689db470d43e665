// swift-tools-version: 6.2

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

let package = Package(
    name: "checklistd",
    products: [.executable(name: "checklistd", targets: ["checklistd"])],
    targets: [
        // Pure: bytes and values, no socket, no file, no clock.
        .target(name: "JSON", swiftSettings: pure),
        .target(name: "XML", swiftSettings: pure),
        .target(name: "QRCode", swiftSettings: pure),
        .target(name: "Digest", dependencies: ["CDigest"], swiftSettings: pure),
        .target(name: "Dates", swiftSettings: pure),
        .target(name: "ICalendar", dependencies: ["Dates"], swiftSettings: pure),
        .target(name: "HTTP", dependencies: ["JSON", "Dates"], swiftSettings: pure),
        .target(name: "Mail", dependencies: ["JSON", "Dates", "Digest"], swiftSettings: pure),
        // The domain: Model, the values; Rules, what may be done; Ports, what stores promise.
        .target(
            name: "Checklists", dependencies: ["ICalendar", "Dates"], swiftSettings: pure,
            // Orders of texts; Foundation brings it along.
            linkerSettings: [.linkedLibrary("_FoundationICU")]),
        // What people type, as what they mean.
        .target(name: "QuickAdd", dependencies: ["Checklists", "Dates"], swiftSettings: pure),
        .target(name: "MemoryStore", dependencies: ["Checklists"], swiftSettings: pure),
        // How the domain's values stand in what stores keep.
        .target(
            name: "StoredJSON", dependencies: ["Checklists", "JSON", "Digest", "Dates"], swiftSettings: pure),
        .target(
            name: "Web", dependencies: ["HTTP", "Digest", "CEmbedded"],
            exclude: ["Page", "Icons", "screenshot.png"], swiftSettings: pure),

        // Items as calendars have them.
        .target(
            name: "CalendarObjects", dependencies: ["Checklists", "ICalendar", "Dates"],
            swiftSettings: pure),

        // Adapters: each to one thing outside, none to another.
        .target(
            name: "CalDAV",
            dependencies: [
                "HTTP", "Checklists", "CalendarObjects", "ICalendar", "XML", "Digest", "Dates",
            ],
            swiftSettings: pure),
        .target(
            name: "API",
            dependencies: [
                "HTTP", "Checklists", "CalendarObjects", "QuickAdd", "Mail", "JSON", "XML", "ICalendar",
                "Digest", "Dates", "CEmbedded",
            ],
            swiftSettings: pure),
        .target(name: "HTTPServer", dependencies: ["HTTP", "Dates", "CLinux"], swiftSettings: strict),
        .target(
            name: "FileStore",
            dependencies: ["MemoryStore", "StoredJSON", "Checklists", "JSON", "Digest"],
            swiftSettings: strict),
        .target(name: "HTTPClient", dependencies: ["HTTP", "Mail", "CCurl"], swiftSettings: strict),
        .target(name: "Postgres", dependencies: ["CPostgres", "CLinux"], swiftSettings: strict),
        .target(
            name: "PostgresStore",
            dependencies: ["MemoryStore", "Checklists", "StoredJSON", "JSON", "Postgres"],
            swiftSettings: strict),
        .target(name: "WebPush", dependencies: ["Digest", "JSON", "CCrypto"], swiftSettings: strict),
        .target(
            name: "Delivery", dependencies: ["Checklists", "HTTPClient", "Mail", "Digest", "Dates"],
            swiftSettings: strict),
        .target(
            name: "Places", dependencies: ["Checklists", "HTTPClient", "HTTP", "JSON", "Dates"],
            swiftSettings: pure),

        // The process.
        .executableTarget(
            name: "checklistd",
            dependencies: [
                "API", "CalDAV", "HTTP", "HTTPServer", "HTTPClient", "Mail", "FileStore", "PostgresStore",
                "Postgres", "StoredJSON", "MemoryStore", "Delivery", "Places", "Web", "WebPush", "Checklists",
                "CalendarObjects", "Digest", "JSON", "Dates", "QRCode", "CLinux",
            ],
            swiftSettings: strict,
            linkerSettings: [.unsafeFlags(standalone, .when(configuration: .release))]
        ),

        .target(name: "CDigest"),
        .target(name: "CEmbedded"),
        .target(name: "CLinux"),
        .target(name: "CCrypto"),
        .target(name: "CCurl"),
        .target(name: "CPostgres"),

        // A server whose answers are known, for suites that test HTTP itself.
        .executableTarget(
            name: "HTTPFixture", dependencies: ["HTTP", "HTTPServer"], path: "Tests/HTTPFixture",
            swiftSettings: strict,
            linkerSettings: [.unsafeFlags(standalone, .when(configuration: .release))]),

        // Answers when something comes again, to be held against what others make of it.
        .executableTarget(
            name: "RecurrenceFixture", dependencies: ["Checklists", "Dates"],
            path: "Tests/RecurrenceFixture", swiftSettings: strict,
            linkerSettings: [.unsafeFlags(standalone, .when(configuration: .release))]),

        // Sends mail, to be held against what others make of it.
        .executableTarget(
            name: "MailFixture", dependencies: ["HTTPClient", "Mail"], path: "Tests/MailFixture",
            swiftSettings: strict,
            linkerSettings: [.unsafeFlags(standalone, .when(configuration: .release))]),

        // What several test targets need.
        .target(name: "Randomness", path: "Tests/Randomness", swiftSettings: pure),
        .target(
            name: "Receivers", dependencies: ["HTTPClient"], path: "Tests/Receivers", swiftSettings: strict),
        .target(name: "PostgresServer", path: "Tests/PostgresServer", swiftSettings: strict),
        .target(
            name: "FootprintStore", dependencies: ["MemoryStore", "Checklists"],
            path: "Tests/FootprintStore", swiftSettings: pure),
        .target(
            name: "StoreFixtures", dependencies: ["FileStore", "PostgresStore", "Checklists"],
            path: "Tests/StoreFixtures", swiftSettings: strict),

        .testTarget(name: "JSONTests", dependencies: ["JSON", "Randomness"], swiftSettings: strict),
        .testTarget(name: "XMLTests", dependencies: ["XML", "Randomness"], swiftSettings: strict),
        .testTarget(name: "QRCodeTests", dependencies: ["QRCode", "Digest"], swiftSettings: strict),
        .testTarget(
            name: "ICalendarTests", dependencies: ["ICalendar", "Dates", "Randomness"],
            swiftSettings: strict),
        .testTarget(
            name: "CalendarObjectsTests",
            dependencies: ["CalendarObjects", "Checklists", "Dates", "Randomness"], swiftSettings: strict),
        .testTarget(
            name: "CalDAVTests",
            dependencies: [
                "CalDAV", "CalendarObjects", "HTTP", "Checklists", "Dates", "ICalendar", "MemoryStore", "XML",
                "Randomness",
            ], swiftSettings: strict),
        .testTarget(name: "DatesTests", dependencies: ["Dates", "Randomness"], swiftSettings: strict),
        .testTarget(name: "DigestTests", dependencies: ["Digest"], swiftSettings: strict),
        .testTarget(
            name: "HTTPTests", dependencies: ["HTTP", "JSON", "Dates", "Randomness"], swiftSettings: strict),
        .testTarget(
            name: "ChecklistsTests", dependencies: ["Checklists", "Randomness"], swiftSettings: strict),
        .testTarget(
            name: "MemoryStoreTests",
            dependencies: ["MemoryStore", "FootprintStore", "Checklists", "Randomness"],
            swiftSettings: strict),
        .testTarget(
            name: "APITests",
            dependencies: [
                "API", "HTTP", "Checklists", "MemoryStore", "Mail", "JSON", "Dates", "Digest", "Web",
                "Randomness",
            ], swiftSettings: strict),
        .testTarget(
            name: "StoredJSONTests", dependencies: ["StoredJSON", "Checklists", "JSON", "Randomness"],
            swiftSettings: strict),
        .testTarget(
            name: "QuickAddTests", dependencies: ["QuickAdd", "Checklists", "Dates", "Randomness"],
            swiftSettings: strict),
        .testTarget(name: "HTTPServerTests", dependencies: ["HTTPServer", "HTTP"], swiftSettings: strict),
        .testTarget(name: "WebTests", dependencies: ["Web", "HTTP", "Digest"], swiftSettings: strict),
        .testTarget(
            name: "ContractTests",
            dependencies: [
                "FileStore", "MemoryStore", "FootprintStore", "PostgresStore", "Postgres", "PostgresServer",
                "StoreFixtures", "Checklists", "CalendarObjects", "Dates", "Randomness",
            ], swiftSettings: strict),
        .testTarget(
            name: "FileStoreTests",
            dependencies: [
                "FileStore", "StoredJSON", "MemoryStore", "PostgresStore", "Postgres", "PostgresServer",
                "StoreFixtures", "Checklists", "Dates", "JSON", "Randomness",
            ],
            exclude: ["Golden"], swiftSettings: strict),
        .testTarget(
            name: "HTTPClientTests", dependencies: ["HTTPClient", "HTTP", "Mail", "CCurl", "Receivers"],
            swiftSettings: strict),
        .testTarget(name: "MailTests", dependencies: ["Mail"], swiftSettings: strict),
        .testTarget(name: "WebPushTests", dependencies: ["WebPush", "Digest"], swiftSettings: strict),
        .testTarget(
            name: "DeliveryTests",
            dependencies: [
                "Delivery", "Checklists", "HTTPClient", "Mail", "MemoryStore", "Digest", "Receivers",
            ], swiftSettings: strict),
        .testTarget(
            name: "PostgresTests", dependencies: ["Postgres", "CPostgres", "PostgresServer"],
            swiftSettings: strict),
        .testTarget(name: "SourceTests", swiftSettings: strict),
        .testTarget(
            name: "checklistdTests",
            dependencies: [
                "checklistd", "API", "CalDAV", "Checklists", "MemoryStore", "HTTP", "HTTPServer", "JSON",
                "FileStore", "HTTPClient", "Randomness", "WebPush",
            ],
            swiftSettings: strict),
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
