import SQLStore

/// The SQL of the tables and of their upgrades.
///
/// The primary keys begin with `owner_id`. There is one owner, the whole store, and locks are taken by
/// owner. Lists belong to `people`. Moments are `timestamptz` in whole milliseconds.
enum Schema {
    /// The upgrades to each version, from the first on. Their number is the newest known version. A process
    /// of the version before can keep running beside it, and start again: a release has one step at most.
    static let steps = [
        first, people, feed + usage, time, calendars, formats, processes, origins,
        registrations, series, structure, accounts, proposals, counts, parts,
    ]

    static let tableNames = [
        "schema_version", "owners", "commits", "checklists", "items", "reminders", "webhooks", "deliveries",
        "claims", "idempotency_records", "tokens", "processes", "people", "members", "secrets", "preferences",
        "removals", "usage", "origins",
    ]

    /// Version 6: webhooks of other formats, and the store's secret. Version 5 treats such webhooks as
    /// inactive and sends them nothing.
    private static let formats = [
        "ALTER TABLE webhooks ADD COLUMN format jsonb",
        "ALTER TABLE webhooks ADD COLUMN authorization_value text",
        "ALTER TABLE webhooks ADD COLUMN language text",
        // Whether a webhook of another format is active.
        "ALTER TABLE webhooks ADD COLUMN active_in_format bool",
        "ALTER TABLE owners ADD COLUMN secret bytea",
    ]

    /// Version 5: names and properties of items and lists from calendar apps. Version 4 keeps them unchanged:
    /// its deletions report no names, and its edits do not reach stored calendar objects. It cannot read
    /// deleted records that have them.
    private static let calendars =
        [
            "ALTER TABLE items ADD COLUMN calendar_object text",
            "ALTER TABLE items ADD COLUMN resource_name text",
            """
            CREATE INDEX items_by_resource_name ON items (owner_id, resource_name, checklist_id)
            WHERE resource_name IS NOT NULL
            """,
            "ALTER TABLE checklists ADD COLUMN collection jsonb",
            // The approximate bytes on a page.
            "ALTER TABLE checklists ADD COLUMN collection_bytes bigint NOT NULL DEFAULT 0",
            // In the order of `item_ids`.
            "ALTER TABLE removals ADD COLUMN item_names text[]",
            // Last, because the count needs the new columns.
        ] + UsageSQL(PostgresDialect()).counting

    /// Version 4: whole-day dates, time zones, recurrence, alarms and list resets. Version 3 ignores them: an
    /// item that it checks does not recur, and it sends at most one alarm.
    private static let time = [
        // True for an item with a due time or without a due date; false for a whole day.
        "ALTER TABLE items ADD COLUMN is_timed bool NOT NULL DEFAULT true",
        "ALTER TABLE items ADD COLUMN timing jsonb",
        "DROP INDEX items_by_due_date",
        """
        CREATE INDEX items_by_due_date ON items (owner_id, due_date, is_timed, id) WHERE due_date IS NOT NULL
        """,
        "ALTER TABLE owners ADD COLUMN time_zone text",
        "ALTER TABLE preferences ADD COLUMN time_zone text",
        "ALTER TABLE checklists ADD COLUMN reset_rule jsonb",
        "ALTER TABLE checklists ADD COLUMN reset_at timestamptz",
        "CREATE INDEX checklists_by_reset ON checklists (owner_id, reset_at) WHERE reset_at IS NOT NULL",
    ]

    /// Version 3: authors of changes, and tombstones. Version 2 writes neither, so the change feed lacks its
    /// deletions.
    private static let feed = [
        // Defaults for writes of version 2: person 1 without a device, at the time of the last edit.
        "ALTER TABLE checklists ADD COLUMN changed_at timestamptz",
        "ALTER TABLE checklists ADD COLUMN changed_by_person bigint DEFAULT 1",
        "ALTER TABLE checklists ADD COLUMN changed_by_device bigint",
        "ALTER TABLE items ADD COLUMN changed_at timestamptz",
        "ALTER TABLE items ADD COLUMN changed_by_person bigint DEFAULT 1",
        "ALTER TABLE items ADD COLUMN changed_by_device bigint",
        // Rows from before the upgrade do not need these revisions.
        "ALTER TABLE checklists ADD COLUMN created_in bigint",
        "ALTER TABLE checklists ADD COLUMN updated_in bigint",
        "ALTER TABLE items ADD COLUMN created_in bigint",
        "ALTER TABLE items ADD COLUMN uid text",
        "CREATE INDEX items_by_uid ON items (owner_id, uid, checklist_id) WHERE uid IS NOT NULL",
        "ALTER TABLE webhooks ADD COLUMN checklist_ids bigint[]",
        // The webhook's cursor in the change feed: revision, kind, number and start.
        "ALTER TABLE webhooks ADD COLUMN feed_position bigint[]",
        "ALTER TABLE members ADD COLUMN joined_in bigint NOT NULL DEFAULT 0",
        "CREATE INDEX items_by_revision ON items (owner_id, revision, id)",
        """
        CREATE TABLE removals (
            owner_id bigint NOT NULL,
            id bigint NOT NULL,
            checklist_id bigint NOT NULL,
            item_ids bigint[] NOT NULL,
            people bigint[] NOT NULL,
            removed_at timestamptz NOT NULL,
            removed_by_person bigint,
            removed_by_device bigint,
            is_trash bool NOT NULL,
            -- The whole tombstone, with the deleted data.
            record text NOT NULL,
            PRIMARY KEY (owner_id, id)
        )
        """,
        "CREATE INDEX removals_to_restore ON removals (owner_id, id) WHERE is_trash",
        "CREATE INDEX removals_by_age ON removals (owner_id, removed_at)",
        "ALTER TABLE owners ADD COLUMN removals_horizon bigint NOT NULL DEFAULT 0",
        "ALTER TABLE owners ADD COLUMN removals_bytes bigint NOT NULL DEFAULT 0",
    ]

    /// Version 3: the usage of each person except person 1. Version 2 does not count it and leaves
    /// `usage_feed` behind. The next check of capacity recounts it, which reads all shared lists.
    private static let usage =
        [
            """
            CREATE TABLE usage (
                owner_id bigint NOT NULL,
                person_id bigint NOT NULL,
                checklists bigint NOT NULL,
                items bigint NOT NULL,
                data_bytes bigint NOT NULL,
                PRIMARY KEY (owner_id, person_id)
            ) WITH (fillfactor = 50)
            """,
            // The newest revision that the counts include.
            "ALTER TABLE owners ADD COLUMN usage_feed bigint NOT NULL DEFAULT 0",
        ]

    /// Version 2: people, members of lists, tokens and links. Lists without members belong to person 1 alone.
    private static let people = [
        """
        CREATE TABLE people (
            owner_id bigint NOT NULL,
            id bigint NOT NULL,
            name text NOT NULL,
            devices jsonb NOT NULL,
            sign_in_links jsonb NOT NULL,
            created_at timestamptz NOT NULL,
            updated_at timestamptz NOT NULL,
            revision bigint NOT NULL,
            PRIMARY KEY (owner_id, id)
        )
        """,
        """
        CREATE TABLE members (
            owner_id bigint NOT NULL,
            person_id bigint NOT NULL,
            checklist_id bigint NOT NULL,
            PRIMARY KEY (owner_id, person_id, checklist_id)
        )
        """,
        """
        -- Callers of tokens and owners of link secrets, by SHA-256 digest.
        CREATE TABLE secrets (
            owner_id bigint NOT NULL,
            sha256 bytea NOT NULL,
            is_token bool NOT NULL,
            person_id bigint,
            device_id bigint,
            checklist_id bigint,
            link_id bigint,
            scope text NOT NULL,
            expires_at timestamptz,
            last_used_at timestamptz,
            PRIMARY KEY (owner_id, sha256)
        )
        """,
        """
        CREATE TABLE preferences (
            owner_id bigint NOT NULL,
            person_id bigint NOT NULL,
            show_checked bool NOT NULL,
            item_sort text NOT NULL,
            selected_checklist_id bigint,
            revision bigint NOT NULL,
            PRIMARY KEY (owner_id, person_id)
        )
        """,
        // Changes with every change to people, tokens or links.
        "ALTER TABLE owners ADD COLUMN people_revision bigint NOT NULL DEFAULT 0",
        "ALTER TABLE checklists ADD COLUMN members jsonb",
        "ALTER TABLE checklists ADD COLUMN links jsonb",
        "ALTER TABLE items ADD COLUMN assignee_id bigint",
        "ALTER TABLE webhooks ADD COLUMN person_id bigint NOT NULL DEFAULT 1",
        "CREATE INDEX checklists_of_first ON checklists (owner_id, id) WHERE members IS NULL",
        "CREATE INDEX webhooks_of_people ON webhooks (owner_id, person_id)",
        "CREATE SEQUENCE person_ids START 2",
    ]

    private static let first = [
        "CREATE EXTENSION IF NOT EXISTS pg_trgm",
        """
        CREATE TABLE schema_version (
            version bigint NOT NULL,
            -- The version of the rules for sort keys of texts.
            text_order text NOT NULL
        )
        """,
        """
        CREATE TABLE owners (
            owner_id bigint PRIMARY KEY,
            -- Identifies the history: revisions of another epoch have no meaning in it.
            epoch bigint NOT NULL,
            -- The newest revision; revisions have no gaps.
            feed bigint NOT NULL DEFAULT 0,
            checklists_count bigint NOT NULL DEFAULT 0,
            items_count bigint NOT NULL DEFAULT 0,
            data_bytes bigint NOT NULL DEFAULT 0,
            finished_deliveries_count bigint NOT NULL DEFAULT 0,
            show_checked bool NOT NULL DEFAULT true,
            item_sort text NOT NULL DEFAULT 'position',
            selected_checklist_id bigint,
            preferences_revision bigint NOT NULL DEFAULT 0
        ) WITH (fillfactor = 10)
        """,
        """
        CREATE TABLE commits (
            owner_id bigint NOT NULL,
            revision bigint NOT NULL,
            -- A random number that the process draws for the commit.
            token bigint NOT NULL,
            at timestamptz NOT NULL,
            PRIMARY KEY (owner_id, revision)
        )
        """,
        """
        CREATE TABLE checklists (
            owner_id bigint NOT NULL,
            id bigint NOT NULL,
            name text NOT NULL,
            -- The sort key and the search text of `name`.
            name_key bytea NOT NULL,
            name_folded text NOT NULL,
            icon text NOT NULL,
            items_count bigint NOT NULL,
            unchecked_items_count bigint NOT NULL,
            created_at timestamptz NOT NULL,
            updated_at timestamptz NOT NULL,
            revision bigint NOT NULL,
            PRIMARY KEY (owner_id, id)
        ) WITH (fillfactor = 70)
        """,
        """
        CREATE TABLE items (
            owner_id bigint NOT NULL,
            id bigint NOT NULL,
            checklist_id bigint NOT NULL,
            text text NOT NULL,
            notes text NOT NULL,
            -- The sort key of `text`, and the search text of `text` and `notes`.
            text_key bytea NOT NULL,
            folded text NOT NULL,
            checked bool NOT NULL,
            important bool NOT NULL,
            due_date timestamptz,
            should_remind bool NOT NULL,
            snoozed_until timestamptz,
            location jsonb,
            position bigint NOT NULL,
            checked_at timestamptz,
            created_at timestamptz NOT NULL,
            updated_at timestamptz NOT NULL,
            revision bigint NOT NULL,
            -- The approximate bytes on a page.
            stored_bytes bigint NOT NULL
        )
        """,
        "CREATE INDEX items_by_position ON items (owner_id, checklist_id, position, id)",
        "CREATE INDEX items_by_text ON items (owner_id, substring(text_key for 64), id)",
        "CREATE INDEX items_by_due_date ON items (owner_id, due_date, id) WHERE due_date IS NOT NULL",
        "CREATE INDEX items_by_creation ON items (owner_id, created_at, id)",
        "CREATE INDEX items_by_update ON items (owner_id, updated_at, id)",
        "CREATE INDEX items_important ON items (owner_id, id) WHERE important",
        // For the count of important open items, which clients request often.
        "CREATE INDEX items_to_heed ON items (owner_id) WHERE important AND NOT checked",
        "CREATE INDEX items_checked ON items (owner_id, id) WHERE checked",
        "CREATE INDEX items_by_words ON items USING gin (folded gin_trgm_ops)",
        // Created last. While a table is empty, the planner rates all indexes alike and takes the newest, and
        // a prepared plan stays in use while the table fills.
        "ALTER TABLE items ADD PRIMARY KEY (owner_id, id)",
        """
        -- The next reminder of each item. In a separate table, so that sending a reminder does not write a
        -- new version of the item's row and its ten index entries.
        CREATE TABLE reminders (
            owner_id bigint NOT NULL,
            id bigint NOT NULL,
            remind_at timestamptz NOT NULL
        )
        """,
        "CREATE INDEX reminders_by_time ON reminders (owner_id, remind_at, id)",
        "ALTER TABLE reminders ADD PRIMARY KEY (owner_id, id)",
        """
        CREATE TABLE webhooks (
            owner_id bigint NOT NULL,
            id bigint NOT NULL,
            url text NOT NULL,
            description text NOT NULL,
            events text[] NOT NULL,
            active bool NOT NULL,
            disabled_reason text,
            secret bytea NOT NULL,
            previous_secret bytea,
            previous_secret_until timestamptz,
            failing_since timestamptz,
            failed_deliveries bigint NOT NULL,
            paused_until timestamptz,
            created_at timestamptz NOT NULL,
            updated_at timestamptz NOT NULL,
            revision bigint NOT NULL,
            PRIMARY KEY (owner_id, id)
        )
        """,
        """
        CREATE TABLE deliveries (
            owner_id bigint NOT NULL,
            id bigint NOT NULL,
            webhook_id bigint NOT NULL,
            message_id text NOT NULL,
            event text NOT NULL,
            item_id bigint,
            body bytea NOT NULL,
            late bool NOT NULL,
            status text NOT NULL,
            attempts jsonb NOT NULL,
            attempts_before bigint NOT NULL,
            next_attempt_at timestamptz,
            created_at timestamptz NOT NULL,
            completed_at timestamptz,
            revision bigint NOT NULL
        )
        """,
        "CREATE INDEX deliveries_of_webhooks ON deliveries (owner_id, webhook_id, id)",
        """
        CREATE INDEX deliveries_pending ON deliveries (owner_id, webhook_id, late, next_attempt_at, id)
        WHERE status = 'pending'
        """,
        "CREATE INDEX deliveries_finished ON deliveries (owner_id, id) WHERE status <> 'pending'",
        "ALTER TABLE deliveries ADD PRIMARY KEY (owner_id, id)",
        """
        -- The process that sends a delivery, and the end of its lease.
        CREATE TABLE claims (
            owner_id bigint NOT NULL,
            id bigint NOT NULL,
            webhook_id bigint NOT NULL,
            token bigint NOT NULL,
            until timestamptz NOT NULL
        )
        """,
        "CREATE INDEX claims_by_webhook ON claims (owner_id, webhook_id)",
        "ALTER TABLE claims ADD PRIMARY KEY (owner_id, id)",
        """
        CREATE TABLE idempotency_records (
            owner_id bigint NOT NULL,
            key text NOT NULL,
            at timestamptz NOT NULL,
            record text NOT NULL,
            PRIMARY KEY (owner_id, key)
        )
        """,
        "CREATE INDEX idempotency_records_by_age ON idempotency_records (owner_id, at)",
        """
        CREATE TABLE tokens (
            owner_id bigint NOT NULL,
            name text NOT NULL,
            scope text NOT NULL,
            sha256 bytea NOT NULL,
            created_at timestamptz NOT NULL,
            PRIMARY KEY (owner_id, name)
        )
        """,
        """
        CREATE TABLE processes (
            id bigint PRIMARY KEY,
            started_at timestamptz NOT NULL,
            seen_at timestamptz NOT NULL
        )
        """,
        "CREATE SEQUENCE checklist_ids",
        "CREATE SEQUENCE item_ids",
        "CREATE SEQUENCE webhook_ids",
        "CREATE SEQUENCE delivery_ids",
    ]
}
