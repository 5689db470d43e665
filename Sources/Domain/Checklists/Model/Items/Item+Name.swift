extension Item {
    /// What a client calls an item by, on its list: a name that it can give before the item has a number.
    ///
    /// Names are the same where all of their bytes are, unlike texts.
    public struct Name: Hashable, Sendable {
        /// What kind of name it is.
        public enum Kind: Sendable {
            /// An item's `uid`.
            case uid
            /// The name that a calendar program chose for the item's calendar object.
            case resource
        }

        /// The list.
        public var checklistID: Checklist.ID
        /// What kind of name it is.
        public var kind: Kind
        /// What the client says.
        public var text: String

        /// That name on that list.
        public init(_ kind: Kind, _ text: String, on checklistID: Checklist.ID) {
            self.checklistID = checklistID
            self.kind = kind
            self.text = text
        }

        /// Whether both are the same in every byte.
        public static func == (left: Name, right: Name) -> Bool {
            left.checklistID == right.checklistID && left.kind == right.kind
                && left.text.isSame(as: right.text)
        }

        public func hash(into hasher: inout Hasher) {
            hasher.combine(checklistID)
            // Texts that are the same in every byte are equal, and have the same hash.
            hasher.combine(text)
        }
    }

    /// What clients call it by on its list.
    package var names: [Name] { names(on: checklistID) }

    /// What clients call it by, on a list.
    func names(on list: Checklist.ID) -> [Name] {
        Name.all(uid, hasCalendarObject ? calendarObject?.name : nil, on: list)
    }
}

extension ItemDraft {
    /// What clients call the item by that is made of it on a list.
    func names(on list: Checklist.ID) -> [Item.Name] {
        Item.Name.all(uid, patch.calendarObject?.name, on: list)
    }
}

extension Item.Name {
    fileprivate static func all(_ uid: String?, _ resource: String?, on list: Checklist.ID) -> [Item.Name] {
        var names: [Item.Name] = []
        if let uid { names.append(Item.Name(.uid, uid, on: list)) }
        if let resource { names.append(Item.Name(.resource, resource, on: list)) }
        return names
    }
}

extension Item.Name.Kind {
    /// Where it stands in what a client says of an item.
    var pointer: String {
        switch self {
        case .uid: "/uid"
        case .resource: "/calendarObject/name"
        }
    }
}
