import Checklists
import Digest
import Testing

@testable import API

@Suite struct `A cipher of cursors` {
    @Test func `gives a cursor back to every process of its store, and to no other`() throws {
        let secret = StoreSecret.drawn()
        let (cipher, other) = (CursorCipher(secret), CursorCipher(secret))
        let stranger = CursorCipher(.drawn())
        for count in [0, 1, 16, 31, 32, 33, 2_048] {
            let cursor = Cursor(bytes: Array(repeating: 0x41, count: count))
            let text = cipher.text(of: cursor)
            #expect(text == other.text(of: cursor) && other.cursor(text) == cursor)
            #expect(stranger.cursor(text) == nil)
            #expect(count == 0 || !text.contains(cursor.bytes.base64URL))
        }
        #expect(cipher.cursor("") == nil && cipher.cursor("AAAA") == nil)
        #expect(cipher.cursor(String(repeating: "A", count: 10_000)) == nil)
    }
}
