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
        .target(name: "Digest", swiftSettings: pure),
        .target(name: "HTTP", dependencies: ["JSON"], swiftSettings: pure),
        .target(name: "Checklists", swiftSettings: pure),
        .target(
            name: "Web", dependencies: ["HTTP", "Digest"], exclude: ["screenshot.png"],
            // The page's files, as they are, in the executable.
            resources: [.embedInCode("Page"), .embedInCode("Icons")],
            swiftSettings: pure
        ),

        // Adapters: each to one thing outside, none to another.
        .target(
            name: "API",
            dependencies: ["HTTP", "Checklists", "JSON", "Digest"],
            // A link to the one at the top, so that the program can be moved without it.
            resources: [.embedInCode("openapi.yaml")],
            swiftSettings: pure
        ),
        .target(name: "HTTPServer", dependencies: ["HTTP", "CLinux"], swiftSettings: strict),
        .target(name: "Storage", dependencies: ["Checklists", "JSON", "Digest"], swiftSettings: strict),
        .target(name: "Reminders", dependencies: ["Checklists"], swiftSettings: strict),
        .target(name: "Webhooks", dependencies: ["Checklists", "Digest", "CCurl"], swiftSettings: strict),
        .target(name: "Places", dependencies: ["Checklists", "HTTP", "JSON"], swiftSettings: pure),

        .target(name: "Postgres", dependencies: ["CPostgres", "CLinux"], swiftSettings: strict),

        // The process.
        .executableTarget(
            name: "checklistd",
            dependencies: [
                "API", "HTTP", "HTTPServer", "Storage", "Reminders", "Webhooks", "Places", "Web",
                "Checklists", "JSON", "CLinux",
            ],
            swiftSettings: strict,
            linkerSettings: [.unsafeFlags(standalone, .when(configuration: .release))]
        ),

        .target(name: "CLinux"),
        .target(name: "CCurl"),
        .target(name: "CPostgres"),

        // A server whose answers are known, for suites that test HTTP itself.
        .executableTarget(
            name: "HTTPFixture", dependencies: ["HTTP", "HTTPServer"], path: "Tests/HTTPFixture",
            swiftSettings: strict,
            linkerSettings: [.unsafeFlags(standalone, .when(configuration: .release))]),

        // What several test targets need.
        .target(name: "Randomness", path: "Tests/Randomness", swiftSettings: pure),

        .testTarget(name: "JSONTests", dependencies: ["JSON", "Randomness"], swiftSettings: strict),
        .testTarget(name: "DigestTests", dependencies: ["Digest"], swiftSettings: strict),
        .testTarget(name: "HTTPTests", dependencies: ["HTTP", "JSON", "Randomness"], swiftSettings: strict),
        .testTarget(
            name: "ChecklistsTests", dependencies: ["Checklists", "Randomness"], swiftSettings: strict),
        .testTarget(
            name: "APITests",
            dependencies: ["API", "HTTP", "Checklists", "JSON", "Web", "Randomness"],
            swiftSettings: strict),
        .testTarget(name: "HTTPServerTests", dependencies: ["HTTPServer", "HTTP"], swiftSettings: strict),
        .testTarget(name: "WebTests", dependencies: ["Web", "HTTP"], swiftSettings: strict),
        .testTarget(
            name: "StorageTests", dependencies: ["Storage", "Checklists", "JSON", "Randomness"],
            exclude: ["Golden"], swiftSettings: strict),
        .testTarget(
            name: "RemindersTests", dependencies: ["Reminders", "Checklists"], swiftSettings: strict),
        .target(name: "PostgresServer", path: "Tests/PostgresServer", swiftSettings: strict),
        .testTarget(
            name: "PostgresTests", dependencies: ["Postgres", "CPostgres", "PostgresServer"],
            swiftSettings: strict),
        .testTarget(name: "SourceTests", swiftSettings: strict),
        .testTarget(
            name: "checklistdTests",
            dependencies: [
                "checklistd", "API", "Checklists", "HTTP", "HTTPServer", "JSON", "Storage", "Webhooks",
                "Randomness",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "WebhooksTests", dependencies: ["Webhooks", "Checklists", "Digest", "CCurl"],
            swiftSettings: strict),
    ]
)

// For the thread sanitizer, which finds nothing where there is one thread and takes minutes to build.
if Context.environment["ONLY_TESTS_WITH_THREADS"] != nil {
    let kept = ["HTTPServerTests", "StorageTests", "RemindersTests", "WebhooksTests", "checklistdTests"]
    package.targets.removeAll { $0.isTest && !kept.contains($0.name) }
}
