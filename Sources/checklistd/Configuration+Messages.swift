import API
import Checklists

extension Configuration {
    /// Who writes what webhooks are told: with links where somebody says how people reach the page. Where
    /// it listens is not where a phone finds it.
    func messages(_ links: MessageLinks?) -> MessageWriter {
        MessageWriter(pageAddress: url.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }, links: links)
    }

    /// Who encrypts what devices are shown.
    func deviceEncryption(_ store: any Store) -> DeviceEncryption {
        let page = url.flatMap { $0.hasPrefix("https://") ? $0 : nil }
        return DeviceEncryption(store, contact: pushContact ?? page ?? "https://localhost/") { count in
            (0..<count).map { _ in UInt8.random(in: .min ... .max) }
        }
    }
}
