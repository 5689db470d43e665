import Foundation
import HTTP
import Testing

@Suite struct `The list of statuses` {
    @Test func `has every status that is declared, by code`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../Sources/Serve/HTTP/Status.swift")
        let source = try String(contentsOf: file, encoding: .utf8)
        let declared = source.matches(of: #/public static let \S+ = Status\(([0-9]+),/#).compactMap {
            Int($0.1)
        }
        #expect(declared.contains(410))
        #expect(Status.all.map(\.code) == declared)
    }
}
