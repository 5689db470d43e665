import API
import Checklists
import Delivery
import Foundation
import Mail
import WebPush

extension Configuration {
    /// The writer of messages. Messages have links only with `--url`: a phone cannot reach the server at its
    /// listening address.
    func messages(_ links: MessageLinks?) -> MessageWriter {
        MessageWriter(pageAddress: url.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }, links: links)
    }

    /// The encryption of push messages.
    ///
    /// It loads a library, so no event loop may call it.
    func deviceEncryption(_ store: any Store) -> DeviceEncryption {
        DeviceEncryption(store, contact: knownContact) { () throws(WebPushError) in
            try Cryptography { count in (0..<count).map { _ in UInt8.random(in: .min ... .max) } }
        }
    }

    /// The contact for push services: a `mailto:` or `https:` address. `nil` if none is configured.
    var knownContact: String? {
        if let pushContact { return pushContact }
        if let url, url.hasPrefix("https://"), !PageLink.isOfThisMachine(url) { return url }
        // RFC 6068 §2: characters with a meaning in a URL are escaped.
        let kept = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "!$'*+-._~@"))
        return mail.from?.address.addingPercentEncoding(withAllowedCharacters: kept).map { "mailto:" + $0 }
    }
}

extension MessageWriter {
    /// A writer that renders messages with the channels of `Delivery`.
    init(pageAddress: String? = nil, links: MessageLinks? = nil) {
        self.init(pageAddress: pageAddress, links: links) { $0.body(for: $1) }
    }
}
