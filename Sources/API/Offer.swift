import Checklists

/// By which ways this service could remind people, besides webhooks.
struct Offer: Sendable {
    /// Encrypts for devices; `nil` where nothing does.
    let push: (any PushEncryption)?
    let sendsMail: Bool

    /// Which ways there are.
    struct Ways {
        let push: Bool
        let email: Bool
    }

    /// Which ways there are.
    var ways: Ways {
        get async { Ways(push: await push?.isAvailable ?? false, email: sendsMail) }
    }
}
