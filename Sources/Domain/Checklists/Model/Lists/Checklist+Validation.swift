extension ChecklistDraft {
    /// The rules that the draft breaks.
    public func violations() -> [Violation] {
        TextRule.name.violations(of: name, at: "/name") + (resetRule?.violations() ?? [])
            + (collection?.violations() ?? [])
    }

    /// The draft as it is stored, with its name trimmed.
    /// - Throws: `invalid`.
    public func validated() throws(ChecklistsError) -> ChecklistDraft {
        try violations().throwIfAny()
        var draft = self
        draft.name = TextRule.name.kept(name)
        return draft
    }
}

extension ChecklistPatch {
    /// The rules that the patch breaks.
    public func violations() -> [Violation] {
        (name.map { TextRule.name.violations(of: $0, at: "/name") } ?? [])
            + ((resetRule ?? nil)?.violations() ?? []) + (collection?.violations() ?? [])
            + (calendarProperties?.violations(
                bytesMax: Limits.memberPropertiesBytesMax, at: "/calendarProperties") ?? [])
    }

    /// The patch as it is stored, with its name trimmed.
    /// - Throws: `invalid`.
    public func validated() throws(ChecklistsError) -> ChecklistPatch {
        try violations().throwIfAny()
        var patch = self
        patch.name = name.map(TextRule.name.kept)
        return patch
    }

    /// Applies the patch to a checklist, except for the reset rule, which needs a transaction.
    func applied(to checklist: Checklist) -> Checklist {
        var checklist = checklist
        if let name { checklist.name = name }
        if let icon { checklist.icon = icon }
        if let collection { checklist.collection = collection }
        if let remembersSections { checklist.sections.remember = remembersSections }
        return checklist
    }
}

extension [Violation] {
    func throwIfAny() throws(ChecklistsError) {
        if !isEmpty { throw .invalid(self) }
    }
}
