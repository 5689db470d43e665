import Checklists
import Digest

/// Encrypts cursors: they are part of addresses, which logs contain, and a cursor has the text of an item.
///
/// The scheme is a synthetic IV (as in RFC 5297, with HMAC-SHA-256 and HKDF). The same cursor always gets the
/// same text, and a changed text is no cursor.
struct CursorCipher: Sendable {
    private let markKey: [UInt8]
    private let streamKey: [UInt8]

    private static let markBytes = 16

    /// The cipher of a store. Its processes can read each other's cursors, also after a restart.
    init(_ secret: StoreSecret) {
        markKey = HMAC.sha256(key: secret.bytes, Array("cursor marks".utf8))
        streamKey = HMAC.sha256(key: secret.bytes, Array("cursor streams".utf8))
    }

    /// Encrypts a cursor.
    func text(of cursor: Cursor) -> String {
        let mark = mark(cursor.bytes)
        return (mark + applyStream(of: mark, to: cursor.bytes[...])).base64URL
    }

    /// Decrypts a cursor; `nil` if no process of this store wrote the text.
    func cursor(_ text: String) -> Cursor? {
        guard let bytes = [UInt8](base64URL: text), bytes.count >= Self.markBytes,
            bytes.count <= Self.markBytes + Limits.cursorBytesMax
        else { return nil }
        let mark = Array(bytes.prefix(Self.markBytes))
        let plain = applyStream(of: mark, to: bytes.dropFirst(Self.markBytes))
        return self.mark(plain).isEqualInConstantTime(to: mark) ? Cursor(bytes: plain) : nil
    }

    private func mark(_ plain: [UInt8]) -> [UInt8] {
        Array(HMAC.sha256(key: markKey, plain).prefix(Self.markBytes))
    }

    private func applyStream(of mark: [UInt8], to bytes: ArraySlice<UInt8>) -> [UInt8] {
        let stream = HKDF.sha256(secret: streamKey, salt: mark, info: [], outputBytes: bytes.count)
        return zip(bytes, stream).map { $0 ^ $1 }
    }
}
