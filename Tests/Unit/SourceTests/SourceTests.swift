import Foundation
import Testing

@Suite struct `The source` {
    @Test func `has no line over 110 columns`() throws {
        for file in try SourceFile.all(".swift", ".py", ".h") {
            for (number, line) in file.lines.enumerated() where line.utf8.count > 110 {
                #expect(line.count <= 110, "\(file.path):\(number + 1)")
            }
        }
    }

    @Test func `has no file that is too long to read`() throws {
        for file in try SourceFile.all(".swift", ".py") {
            #expect(file.lines.count <= 400, "\(file.path) has \(file.lines.count) lines")
        }
    }

    @Test func `has no folder with more than 25 files`() throws {
        let folders = Dictionary(grouping: try SourceFile.paths(), by: SourceFile.folder(of:))
        for (folder, files) in folders {
            #expect(files.count <= 25, "\(folder) has \(files.count) files")
        }
    }

    @Test func `neither traps on data nor silences errors wholesale`() throws {
        let banned = try Pattern(#"\btry!|\bas!|\bfatalError\(|\bassertionFailure\("#)
        for file in try SourceFile.all(".swift") where !file.path.hasPrefix("Tests/Unit/SourceTests/") {
            #expect(file.places(of: banned).isEmpty)
        }
    }

    @Test func `has nothing left to do and nothing commented out`() throws {
        // Outside of comments, TODO is a keyword of org files.
        let marks = try Pattern(#"(?://|# ).*\bTODO\b|\bFIXME\b|\bXXX\b|\bHACK\b"#)
        let code = try Pattern(#"^[ \t]*// *(?:let|var|func|if|return|guard)\b.*[{=(]"#)
        for file in try SourceFile.all(".swift", ".py") where !file.path.hasPrefix("Tests/Unit/SourceTests/")
        {
            #expect(file.places(of: marks).isEmpty)
            #expect(file.places(of: code).isEmpty)
        }
    }

    @Test func `names no type or file after what it is not`() throws {
        let banned = ["Utils", "Utilities", "Helper", "Manager", "Common"]
        for path in try SourceFile.paths() where path.hasSuffix(".swift") || path.hasSuffix(".py") {
            #expect(!banned.contains(where: path.contains), "\(path)")
        }
    }

    @Test func `asks for the time and for randomness in the process alone`() throws {
        let banned = try Pattern(#"\bDate\(\)|\bDate\.now\b|\bUUID\(\)"#)
        for file in try SourceFile.all(".swift") {
            guard file.path.hasPrefix("Sources/"), !file.path.hasPrefix("Sources/checklistd/") else {
                continue
            }
            #expect(file.places(of: banned).isEmpty)
        }
    }

    @Test func `reads the environment in the process alone`() throws {
        let banned = try Pattern(#"ProcessInfo\.|\bgetenv\(|CommandLine\.arguments"#)
        for file in try SourceFile.all(".swift") {
            guard file.path.hasPrefix("Sources/"), !file.path.hasPrefix("Sources/checklistd/") else {
                continue
            }
            #expect(file.places(of: banned).isEmpty)
        }
    }

    @Test func `leaves the compiler's checks only next to system calls and libraries of C`() throws {
        let escapes = try Pattern(#"@unchecked Sendable|nonisolated\(unsafe\)|\bunsafe "#)
        let adapters = [
            "Sources/Stores/FileStore/", "Sources/Stores/Postgres/", "Sources/Serve/HTTPServer/",
            "Sources/Send/HTTPClient/", "Sources/Send/WebPush/", "Sources/checklistd/", "Tests/",
            // ICU, which has no interface in Swift.
            "Sources/Domain/Checklists/Model/Texts/TextOrder+Key.swift",
            // Instructions of the processor that C has.
            "Sources/Base/Digest/CRC32.swift",
            // Files that C has in it.
            "Sources/Serve/Web/EmbeddedFiles.swift", "Sources/Serve/API/DescriptionRoutes.swift",
            // zlib.
            "Sources/System/Compression/",
            // What every request pays for, byte by byte.
            "Sources/Base/JSON/JSONWriter.swift", "Sources/Base/JSON/Bytes.swift",
            // The names of fields, of which a start reads millions.
            "Sources/Stores/Records/JSONReader.swift",
        ]
        for file in try SourceFile.all(".swift") where !adapters.contains(where: file.path.hasPrefix) {
            #expect(file.places(of: escapes).isEmpty)
        }
    }

    @Test func `has nothing at its top but what belongs there`() throws {
        let allowed: Set = ["Package.swift", "Sources", "Tests", "openapi.yaml", "README.md", "docker"]
        for name in try FileManager.default.contentsOfDirectory(atPath: SourceFile.top.path)
        where !name.hasPrefix(".") {
            #expect(allowed.contains(name) || name == "data", "\(name)")
        }
    }
}
