extension ChecklistDraft {
    /// What breaks the rules.
    public func violations() -> [Violation] {
        TextRule.name.violations(of: name, at: "/name") + (resetRule?.violations() ?? [])
            + (collection?.violations() ?? [])
    }

    /// The draft as it is kept, with its name trimmed.
    /// - Throws: `invalid`.
    public func validated() throws(ChecklistsError) -> ChecklistDraft {
        try violations().throwIfAny()
        var draft = self
        draft.name = TextRule.name.kept(name)
        return draft
    }
}

extension ChecklistPatch {
    /// What breaks the rules.
    public func violations() -> [Violation] {
        (name.map { TextRule.name.violations(of: $0, at: "/name") } ?? [])
            + ((resetRule ?? nil)?.violations() ?? []) + (collection?.violations() ?? [])
            + (calendarProperties?.violations(
                bytesMax: Limits.memberPropertiesBytesMax, at: "/calendarProperties") ?? [])
    }

    /// The patch as it is kept, with its name trimmed.
    /// - Throws: `invalid`.
    public func validated() throws(ChecklistsError) -> ChecklistPatch {
        try violations().throwIfAny()
        var patch = self
        patch.name = name.map(TextRule.name.kept)
        return patch
    }

    /// A checklist with what the patch names, but for when it is reset.
    func applied(to checklist: Checklist) -> Checklist {
        var checklist = checklist
        if let name { checklist.name = name }
        if let icon { checklist.icon = icon }
        if let collection { checklist.collection = collection }
        return checklist
    }
}

extension [Violation] {
    func throwIfAny() throws(ChecklistsError) {
        if !isEmpty { throw .invalid(self) }
    }
}
