import Checklists
import Digest

extension Cursor {
    /// The cursor that a text stands for; `nil` where the text is not what `base64URL` writes.
    init?(base64URL text: String) {
        guard let bytes = [UInt8](base64URL: text) else { return nil }
        self.init(bytes: bytes)
    }
}
