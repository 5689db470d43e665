import Randomness
import Testing

@testable import Compression

@Suite struct `A DEFLATE stream` {
    private let content = Array("Milk, bread and milk, bread and milk.".utf8)

    private func stream(of content: [UInt8]) throws -> ArraySlice<UInt8> {
        try #require(Gzip.compress(content)).deflated
    }

    @Test(arguments: [0, 1, 2, 65_535, 65_536, 1_000_000])
    func `has its content`(count: Int) throws {
        let content = randomBytes(count)
        #expect(try Inflate.content(of: stream(of: content), size: count) == content)
    }

    @Test func `can be stored, or compressed by tables of its own`() {
        // RFC 1951 §3.2.4: one block, the last, of 4 bytes, which are not compressed.
        let stored: [UInt8] = [1, 4, 0, 0xFB, 0xFF, 0x4D, 0x69, 0x6C, 0x6B]
        #expect(Inflate.content(of: stored[...], size: 4) == Array("Milk".utf8))
        #expect(Inflate.content(of: [3, 0], size: 0) == [])
    }

    @Test func `has content of the stated size`() throws {
        let stream = try stream(of: content)
        #expect(Inflate.content(of: stream, size: content.count) == content)
        for size in [-1, 0, 1, content.count - 1, content.count + 1, 1_000_000] {
            #expect(Inflate.content(of: stream, size: size) == nil)
        }
    }

    @Test func `that is cut or has more bytes is damaged`() throws {
        let stream = try stream(of: content)
        for count in 0..<stream.count {
            #expect(Inflate.content(of: stream.prefix(count), size: content.count) == nil)
        }
        #expect(Inflate.content(of: stream + [0], size: content.count) == nil)
        #expect(Inflate.content(of: [], size: 0) == nil)
    }

    @Test func `with changed bytes has a content or none`() throws {
        var generator = SeededGenerator(seed: 2)
        let stream = try Array(stream(of: content))
        for _ in 0..<5_000 {
            var changed = stream
            let index = Int.random(in: changed.indices, using: &generator)
            changed[index] = UInt8.random(in: 0...255, using: &generator)
            let result = Inflate.content(of: changed[...], size: content.count)
            #expect(result == nil || result?.count == content.count)
        }
    }

    @Test func `needs zlib`() throws {
        let stream = try stream(of: content)
        #expect(Inflate.content(of: stream, size: content.count, library: "libz.so.missing") == nil)
    }
}
