import Checklists
import Digest

extension Cursor {
    /// Decodes a cursor; `nil` unless the text has the form that `base64URL` writes.
    init?(base64URL text: String) {
        guard let bytes = [UInt8](base64URL: text) else { return nil }
        self.init(bytes: bytes)
    }
}
