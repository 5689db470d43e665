extension Item {
    /// A client-chosen name of an item, unique on its list. A client can choose it before the item has an
    /// identifier.
    ///
    /// Unlike texts, names are equal only if all bytes are.
    public struct Name: Hashable, Sendable {
        /// The kind of a name.
        public enum Kind: Sendable {
            /// The `uid` of an item.
            case uid
            /// The CalDAV resource name of the item's calendar object.
            case resource
        }

        /// The list.
        public var checklistID: Checklist.ID
        /// The kind.
        public var kind: Kind
        /// The name as the client sent it.
        public var text: String

        /// Creates a name.
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

    /// The client-chosen names of the item.
    package var names: [Name] { names(on: checklistID) }

    /// The names that the item would have on a list.
    func names(on list: Checklist.ID) -> [Name] {
        Name.all(uid, hasCalendarObject ? calendarObject?.name : nil, on: list)
    }
}

extension ItemDraft {
    /// The names that the new item would have on a list.
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
    /// The JSON Pointer of the field in a request body.
    var pointer: String {
        switch self {
        case .uid: "/uid"
        case .resource: "/calendarObject/name"
        }
    }
}
