extension Schema {
    /// Version 11: sections, tags, subtasks, amounts and starts of items, the order of a person's lists, and
    /// saved views.
    ///
    /// A process of version 10 keeps these fields on items and lists that it changes. It does not maintain
    /// the counts of subtasks, and leaves subtasks behind when it moves or deletes an item. It cannot read
    /// tombstones and idempotency records with such fields.
    static let structure = [
        "ALTER TABLE items ADD COLUMN details jsonb",
        "ALTER TABLE items ADD COLUMN parent_id bigint",
        "ALTER TABLE items ADD COLUMN parent_position bigint",
        "ALTER TABLE items ADD COLUMN section_id bigint",
        // The tags in the form by which they are compared: a JSON array of texts.
        "ALTER TABLE items ADD COLUMN tag_keys jsonb",
        "ALTER TABLE items ADD COLUMN start_date timestamptz",
        "ALTER TABLE items ADD COLUMN start_on text",
        "ALTER TABLE checklists ADD COLUMN sections jsonb",
        // The tasks that calendar apps named before the list had them.
        "ALTER TABLE checklists ADD COLUMN awaited jsonb",
        // The settings of the members who moved, pinned or archived the list.
        "ALTER TABLE checklists ADD COLUMN member_order jsonb",
        "ALTER TABLE preferences ADD COLUMN views jsonb",
        "ALTER TABLE owners ADD COLUMN views jsonb",
        "DROP INDEX items_by_position",
        // Each subtask follows its parent.
        """
        CREATE INDEX items_by_position ON items (owner_id, checklist_id,
        (COALESCE(parent_position, position)), (COALESCE(parent_id, id)), (parent_id IS NOT NULL), position,
        id)
        """,
        // The same over all lists.
        """
        CREATE INDEX items_by_order ON items (owner_id, (COALESCE(parent_position, position)),
        (COALESCE(parent_id, id)), (parent_id IS NOT NULL), position, id)
        """,
        """
        CREATE INDEX items_by_list_and_due_date ON items (owner_id, checklist_id, due_date, is_timed, id)
        WHERE due_date IS NOT NULL
        """,
        """
        CREATE INDEX items_by_parent ON items (owner_id, parent_id, position, id)
        WHERE parent_id IS NOT NULL
        """,
        """
        CREATE INDEX items_by_section ON items (owner_id, checklist_id, section_id,
        (COALESCE(parent_position, position)), (COALESCE(parent_id, id)), (parent_id IS NOT NULL), position,
        id) WHERE section_id IS NOT NULL
        """,
        "CREATE INDEX items_by_tag ON items USING gin (tag_keys jsonb_path_ops) WHERE tag_keys IS NOT NULL",
        """
        CREATE INDEX items_by_assignee_and_due_date ON items (owner_id, assignee_id, due_date, is_timed, id)
        WHERE assignee_id IS NOT NULL
        """,
        """
        CREATE INDEX items_by_assignee ON items (owner_id, assignee_id,
        (COALESCE(parent_position, position)), (COALESCE(parent_id, id)), (parent_id IS NOT NULL), position,
        id) WHERE assignee_id IS NOT NULL
        """,
        "CREATE INDEX items_by_start ON items (owner_id, start_date) WHERE start_date IS NOT NULL",
        """
        CREATE INDEX items_by_start_day ON items (owner_id, (start_on COLLATE "C"))
        WHERE start_on IS NOT NULL
        """,
        "CREATE INDEX items_by_check ON items (owner_id, checked_at, id) WHERE checked_at IS NOT NULL",
        """
        CREATE INDEX checklists_archived ON checklists (owner_id, id)
        WHERE jsonb_path_exists(member_order, '$[*].archivedAt')
        """,
        "CREATE INDEX items_by_move ON items (owner_id, changed_at, id) WHERE changed_at IS NOT NULL",
    ]
}
