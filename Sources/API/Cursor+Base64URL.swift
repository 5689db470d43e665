import Checklists
import Foundation

extension [UInt8] {
    /// The octets in base64, in the alphabet that needs no escaping in addresses, without padding (RFC 4648
    /// §5).
    var base64URL: String {
        Data(self).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}

extension Cursor {
    /// The cursor as it stands in addresses.
    var base64URL: String { bytes.base64URL }

    /// The cursor that a text stands for; `nil` where the text is not what `base64URL` writes.
    init?(base64URL text: String) {
        let base64 = text.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: base64 + padding) else { return nil }
        self.init(bytes: [UInt8](data))
        guard base64URL == text else { return nil }
    }
}
