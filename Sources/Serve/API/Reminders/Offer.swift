import Checklists

/// The reminder channels that the server offers besides webhooks.
struct Offer: Sendable {
    /// Encrypts push messages; `nil` for no push.
    let push: (any PushEncryption)?
    /// Whether the server sends mail to confirmed addresses.
    let sendsMail: Bool
    /// Whether new addresses can be confirmed.
    let takesAddresses: Bool

    /// The available channels.
    struct Channels {
        let push: Bool
        let email: Bool
        fileprivate let sendsMail: Bool
    }

    /// The available channels.
    var ways: Channels {
        get async {
            Channels(
                push: await push?.isAvailable ?? false, email: sendsMail && takesAddresses,
                sendsMail: sendsMail)
        }
    }
}

extension Offer.Channels {
    /// The channels of a person that the server can really use.
    func used(of reach: Reach) -> Reach {
        var reach = reach
        if !push { reach.pushSubscriptions = 0 }
        if !sendsMail { reach.email = false }
        return reach
    }
}
