import API
import Checklists
import Delivery
import Foundation
import Mail
import WebPush

extension Configuration {
    /// Who writes what webhooks are told: with links where somebody says how people reach the page. Where
    /// it listens is not where a phone finds it.
    func messages(_ links: MessageLinks?) -> MessageWriter {
        MessageWriter(pageAddress: url.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }, links: links)
    }

    /// Who encrypts what devices are shown.
    ///
    /// It loads a library, which no event loop should wait for.
    func deviceEncryption(_ store: any Store) -> DeviceEncryption {
        DeviceEncryption(store, contact: knownContact) { () throws(WebPushError) in
            try Cryptography { count in (0..<count).map { _ in UInt8.random(in: .min ... .max) } }
        }
    }

    /// Whom push services can turn to: a `mailto:` or `https:` address; `nil` where nobody is known.
    var knownContact: String? {
        if let pushContact { return pushContact }
        if let url, url.hasPrefix("https://"), !PageLink.isOfThisMachine(url) { return url }
        // RFC 6068 §2: what has a meaning of its own in a URL is escaped.
        let kept = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "!$'*+-._~@"))
        return mail.from?.address.addingPercentEncoding(withAllowedCharacters: kept).map { "mailto:" + $0 }
    }
}

extension MessageWriter {
    /// A writer that renders messages over the channels of `Delivery`.
    init(pageAddress: String? = nil, links: MessageLinks? = nil) {
        self.init(pageAddress: pageAddress, links: links) { $0.body(for: $1) }
    }
}
