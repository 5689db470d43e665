import Checklists

/// By which ways this service could remind people, besides webhooks.
struct Offer: Sendable {
    /// Encrypts for devices; `nil` where nothing does.
    let push: (any PushEncryption)?
    /// Whether mail is sent to addresses that are confirmed.
    let sendsMail: Bool
    /// Whether addresses can be confirmed.
    let takesAddresses: Bool

    /// Which ways there are.
    struct Ways {
        let push: Bool
        let email: Bool
        fileprivate let sendsMail: Bool
    }

    /// Which ways there are.
    var ways: Ways {
        get async {
            Ways(
                push: await push?.isAvailable ?? false, email: sendsMail && takesAddresses,
                sendsMail: sendsMail)
        }
    }
}

extension Offer.Ways {
    /// By which of a person's ways something really goes out from here.
    func used(of reach: Reach) -> Reach {
        var reach = reach
        if !push { reach.pushSubscriptions = 0 }
        if !sendsMail { reach.email = false }
        return reach
    }
}
