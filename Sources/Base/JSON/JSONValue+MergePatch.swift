extension JSONValue {
    /// Applies a JSON merge patch (RFC 7396 §2).
    ///
    /// Members that the patch omits stay, `null` removes a member, objects merge member by member. Any other
    /// value replaces the old one. Members keep their order; new ones come last.
    public func merging(patch: JSONValue) -> JSONValue {
        guard case .object(let changes) = patch else { return patch }
        var members: [Member] = []
        if case .object(let own) = self { members = own }
        for change in changes {
            let index = members.firstIndex { $0.name.isSameName(as: change.name) }
            switch (index, change.value) {
            case (let index?, .null):
                members.remove(at: index)
            case (let index?, let value):
                members[index].value = members[index].value.merging(patch: value)
            case (nil, .null):
                break
            case (nil, let value):
                members.append(Member(change.name, JSONValue.null.merging(patch: value)))
            }
        }
        return .object(members)
    }
}
