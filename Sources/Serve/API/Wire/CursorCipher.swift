import Checklists
import Digest

/// Encrypts cursors: they are part of addresses, which logs contain, and a cursor has the text of an item.
struct CursorCipher: Sendable {
    private let cipher: AddressCipher

    /// The cipher of a store. Its processes can read each other's cursors, also after a restart.
    init(_ secret: StoreSecret) { cipher = AddressCipher(secret, for: "cursor") }

    /// Encrypts a cursor.
    func text(of cursor: Cursor) -> String { cipher.text(of: cursor.bytes) }

    /// Decrypts a cursor; `nil` if no process of this store wrote the text.
    func cursor(_ text: String) -> Cursor? {
        cipher.bytes(text, bytesMax: Limits.cursorBytesMax).map(Cursor.init)
    }
}

/// Encrypts and authenticates data that is part of addresses.
///
/// The scheme is a synthetic IV (as in RFC 5297, with HMAC-SHA-256 and HKDF). The same data always gets
/// the same text, and a changed text is refused.
struct AddressCipher: Sendable {
    private let markKey: [UInt8]
    private let streamKey: [UInt8]

    private static let markBytes = 16

    /// The cipher of a store. All its processes have the same.
    /// - Parameter noun: What is encrypted. Each noun has its own keys.
    init(_ secret: StoreSecret, for noun: String) {
        markKey = HMAC.sha256(key: secret.bytes, Array("\(noun) marks".utf8))
        streamKey = HMAC.sha256(key: secret.bytes, Array("\(noun) streams".utf8))
    }

    /// Encrypts bytes.
    func text(of plain: [UInt8]) -> String {
        let mark = mark(plain)
        return (mark + applyStream(of: mark, to: plain[...])).base64URL
    }

    /// Decrypts a text; `nil` if no process of this store wrote it.
    func bytes(_ text: String, bytesMax: Int) -> [UInt8]? {
        guard let bytes = [UInt8](base64URL: text), bytes.count >= Self.markBytes,
            bytes.count <= Self.markBytes + bytesMax
        else { return nil }
        let mark = Array(bytes.prefix(Self.markBytes))
        let plain = applyStream(of: mark, to: bytes.dropFirst(Self.markBytes))
        return self.mark(plain).isEqualInConstantTime(to: mark) ? plain : nil
    }

    private func mark(_ plain: [UInt8]) -> [UInt8] {
        Array(HMAC.sha256(key: markKey, plain).prefix(Self.markBytes))
    }

    private func applyStream(of mark: [UInt8], to bytes: ArraySlice<UInt8>) -> [UInt8] {
        let stream = HKDF.sha256(secret: streamKey, salt: mark, info: [], outputBytes: bytes.count)
        return zip(bytes, stream).map { $0 ^ $1 }
    }
}

extension Cursor {
    /// Decodes a cursor; `nil` unless the text has the form that `base64URL` writes.
    init?(base64URL text: String) {
        guard let bytes = [UInt8](base64URL: text) else { return nil }
        self.init(bytes: bytes)
    }
}
