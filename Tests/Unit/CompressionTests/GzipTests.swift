import Digest
import Randomness
import Testing

@testable import Compression

@Suite struct `A gzip file` {
    @Test func `takes little more when nothing in it repeats`() throws {
        let content = randomBytes(100_000)
        let compressed = try #require(Gzip.compress(content))
        #expect(compressed.count < content.count + 100)
    }

    @Test func `has the content between its header and its trailer`() throws {
        let content = Array(repeating: Array("a { color: red }\n".utf8), count: 1_000).flatMap(\.self)
        let compressed = try #require(Gzip.compress(content))
        #expect(compressed.starts(with: [0x1F, 0x8B, 8]))
        #expect(compressed.count < content.count / 50)
        #expect(Inflate.content(of: compressed.deflated, size: content.count) == content)
        let checksum = CRC32.checksum(content)
        #expect(compressed.suffix(8).prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) } == checksum)
    }

    @Test func `is one file in pieces`() throws {
        var file = try #require(Gzip(.fastest))
        let content = Array(repeating: Array("a { color: red }\n".utf8), count: 5_000).flatMap(\.self)
        var compressed: [UInt8] = []
        for start in stride(from: 0, to: content.count, by: 7_001) {
            let piece = Array(content[start..<min(start + 7_001, content.count)])
            let coded = file.next(piece, isLast: false)
            compressed += try #require(coded)
        }
        let end = file.next([], isLast: true)
        compressed += try #require(end)
        #expect(Inflate.content(of: compressed.deflated, size: content.count) == content)
        let trailer = [CRC32.checksum(content), UInt32(content.count)].flatMap { value in
            (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        #expect(compressed.suffix(8) == trailer[...])
    }

    @Test func `needs zlib`() {
        #expect(Gzip.compress([1], library: "libz.so.missing") == nil)
    }
}

/// Bytes that do not repeat.
func randomBytes(_ count: Int) -> [UInt8] {
    var generator = SeededGenerator(seed: 1)
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
}

extension [UInt8] {
    /// The raw DEFLATE stream of a gzip file.
    var deflated: ArraySlice<UInt8> { self[10..<(count - 8)] }
}
