import Checklists
import Digest
import Testing

@testable import API

@Suite struct `A cipher of cursors` {
    @Test func `gives a cursor back to every process of its store, and to no other`() throws {
        func cipher(_ byte: UInt8) throws -> CursorCipher {
            let bytes = Array(repeating: byte, count: StoreSecret.count)
            return CursorCipher(try #require(StoreSecret(bytes: bytes)))
        }
        let (one, other, stranger) = (try cipher(1), try cipher(1), try cipher(2))
        for count in [0, 1, 16, 31, 32, 33, 2_048] {
            let cursor = Cursor(bytes: Array(repeating: 0x41, count: count))
            let text = one.text(of: cursor)
            #expect(text == other.text(of: cursor) && other.cursor(text) == cursor)
            #expect(stranger.cursor(text) == nil)
            // A short text can be in another one by chance.
            #expect(count < 16 || !text.contains(cursor.bytes.base64URL))
        }
        #expect(one.cursor("") == nil && one.cursor("AAAA") == nil)
        #expect(one.cursor(String(repeating: "A", count: 10_000)) == nil)
    }
}
