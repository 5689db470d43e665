extension Schema {
    /// The tables of version 14, a statement each. They begin with `owner_id`: there is one owner, the whole
    /// store, and locks are taken by owner. Moments are `timestamptz` in whole milliseconds.
    static let tables =
        """
        CREATE EXTENSION IF NOT EXISTS pg_trgm;
        CREATE TABLE schema_version (
            version bigint NOT NULL,
            -- The version of the rules for sort keys of texts.
            text_order text NOT NULL
        );
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
            -- The preferences of person 1.
            show_checked bool NOT NULL DEFAULT true,
            item_sort text NOT NULL DEFAULT 'position',
            selected_checklist_id bigint,
            preferences_revision bigint NOT NULL DEFAULT 0,
            time_zone text,
            views jsonb,
            -- Changes with every change to people, tokens or links.
            people_revision bigint NOT NULL DEFAULT 0,
            removals_horizon bigint NOT NULL DEFAULT 0,
            removals_bytes bigint NOT NULL DEFAULT 0,
            -- The newest revision that the counts of `usage` include.
            usage_feed bigint NOT NULL DEFAULT 0,
            secret bytea
        ) WITH (fillfactor = 10);
        CREATE TABLE origins (
            owner_id bigint PRIMARY KEY,
            -- The database in which the history began.
            system_identifier text NOT NULL,
            database_id bigint NOT NULL,
            -- The transaction that wrote the row.
            transaction_id bigint NOT NULL,
            timeline text NOT NULL
        );
        CREATE TABLE commits (
            owner_id bigint NOT NULL,
            revision bigint NOT NULL,
            -- A random number that the process draws for the commit.
            token bigint NOT NULL,
            at timestamptz NOT NULL,
            -- What the commit touches.
            kinds bigint,
            lists bigint[],
            people bigint[],
            PRIMARY KEY (owner_id, revision)
        );
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
            created_in bigint,
            updated_in bigint,
            changed_at timestamptz,
            changed_by_person bigint DEFAULT 1,
            changed_by_device bigint,
            -- Lists without members belong to person 1 alone.
            members jsonb,
            links jsonb,
            reset_rule jsonb,
            reset_at timestamptz,
            collection jsonb,
            -- The approximate bytes on a page.
            collection_bytes bigint NOT NULL DEFAULT 0,
            member_properties jsonb,
            sections jsonb,
            -- The tasks that calendar apps named before the list had them.
            awaited jsonb,
            -- The settings of the members who moved, pinned or archived the list.
            member_order jsonb,
            announcements jsonb,
            PRIMARY KEY (owner_id, id)
        ) WITH (fillfactor = 70);
        CREATE INDEX checklists_of_first ON checklists (owner_id, id) WHERE members IS NULL;
        CREATE INDEX checklists_by_reset ON checklists (owner_id, reset_at) WHERE reset_at IS NOT NULL;
        CREATE INDEX checklists_archived ON checklists (owner_id, id)
        WHERE jsonb_path_exists(member_order, '$[*].archivedAt');
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
            -- False for a whole day.
            is_timed bool NOT NULL DEFAULT true,
            timing jsonb,
            start_date timestamptz,
            start_on text,
            should_remind bool NOT NULL,
            snoozed_until timestamptz,
            location jsonb,
            position bigint NOT NULL,
            checked_at timestamptz,
            created_at timestamptz NOT NULL,
            updated_at timestamptz NOT NULL,
            revision bigint NOT NULL,
            created_in bigint,
            changed_at timestamptz,
            changed_by_person bigint DEFAULT 1,
            changed_by_device bigint,
            -- The approximate bytes on a page.
            stored_bytes bigint NOT NULL,
            uid text,
            assignee_id bigint,
            calendar_object text,
            resource_name text,
            series jsonb,
            -- The item's revision to which the series belongs. Version 14 reads it.
            series_revision bigint,
            details jsonb,
            parent_id bigint,
            parent_position bigint,
            section_id bigint,
            -- The tags in the form by which they are compared: a JSON array of texts.
            tag_keys jsonb
        );
        CREATE INDEX items_by_text ON items (owner_id, substring(text_key for 64), id);
        CREATE INDEX items_by_creation ON items (owner_id, created_at, id);
        CREATE INDEX items_by_update ON items (owner_id, updated_at, id);
        CREATE INDEX items_important ON items (owner_id, id) WHERE important;
        CREATE INDEX items_checked ON items (owner_id, id) WHERE checked;
        CREATE INDEX items_by_words ON items USING gin (folded gin_trgm_ops);
        CREATE INDEX items_by_uid ON items (owner_id, uid, checklist_id) WHERE uid IS NOT NULL;
        CREATE INDEX items_by_revision ON items (owner_id, revision, id);
        CREATE INDEX items_by_due_date ON items (owner_id, due_date, is_timed, id) WHERE due_date IS NOT NULL;
        CREATE INDEX items_by_resource_name ON items (owner_id, resource_name, checklist_id)
        WHERE resource_name IS NOT NULL;
        -- Each subtask follows its parent.
        CREATE INDEX items_by_position ON items (owner_id, checklist_id,
        (COALESCE(parent_position, position)), (COALESCE(parent_id, id)), (parent_id IS NOT NULL), position,
        id);
        -- The same over all lists.
        CREATE INDEX items_by_order ON items (owner_id, (COALESCE(parent_position, position)),
        (COALESCE(parent_id, id)), (parent_id IS NOT NULL), position, id);
        CREATE INDEX items_by_parent ON items (owner_id, parent_id, position, id) WHERE parent_id IS NOT NULL;
        CREATE INDEX items_by_section ON items (owner_id, checklist_id, section_id,
        (COALESCE(parent_position, position)), (COALESCE(parent_id, id)), (parent_id IS NOT NULL), position,
        id) WHERE section_id IS NOT NULL;
        CREATE INDEX items_by_tag ON items USING gin (tag_keys jsonb_path_ops) WHERE tag_keys IS NOT NULL;
        CREATE INDEX items_by_assignee_and_due_date ON items (owner_id, assignee_id, due_date, is_timed, id)
        WHERE assignee_id IS NOT NULL;
        CREATE INDEX items_by_assignee ON items (owner_id, assignee_id, (COALESCE(parent_position, position)),
        (COALESCE(parent_id, id)), (parent_id IS NOT NULL), position, id) WHERE assignee_id IS NOT NULL;
        CREATE INDEX items_by_start ON items (owner_id, start_date) WHERE start_date IS NOT NULL;
        CREATE INDEX items_by_start_day ON items (owner_id, (start_on COLLATE "C"))
        WHERE start_on IS NOT NULL;
        CREATE INDEX items_by_check ON items (owner_id, checked_at, id) WHERE checked_at IS NOT NULL;
        CREATE INDEX items_by_move ON items (owner_id, changed_at, id) WHERE changed_at IS NOT NULL;
        -- For the count of important open items, which clients request often.
        CREATE INDEX items_to_heed ON items (owner_id, checklist_id) WHERE important AND NOT checked;
        -- Only such items can have a reminder.
        CREATE INDEX items_to_remind ON items (owner_id, checklist_id, id)
        WHERE should_remind OR timing IS NOT NULL;
        -- With `checked`, overdue items are counted without reading their rows.
        CREATE INDEX items_by_list_and_due_date ON items (owner_id, checklist_id, due_date, is_timed, id,
        checked) WHERE due_date IS NOT NULL;
        -- Created last. While a table is empty, the planner rates all indexes alike and takes the newest, and
        -- a prepared plan stays in use while the table fills.
        ALTER TABLE items ADD PRIMARY KEY (owner_id, id);
        -- The next reminder of each item. In a separate table, so that sending a reminder does not write a
        -- new version of the item's row and its index entries.
        CREATE TABLE reminders (
            owner_id bigint NOT NULL,
            id bigint NOT NULL,
            remind_at timestamptz NOT NULL
        );
        CREATE INDEX reminders_by_time ON reminders (owner_id, remind_at, id);
        ALTER TABLE reminders ADD PRIMARY KEY (owner_id, id);
        CREATE TABLE removals (
            owner_id bigint NOT NULL,
            id bigint NOT NULL,
            checklist_id bigint NOT NULL,
            item_ids bigint[] NOT NULL,
            -- In the order of `item_ids`.
            item_names text[],
            people bigint[] NOT NULL,
            removed_at timestamptz NOT NULL,
            removed_by_person bigint,
            removed_by_device bigint,
            is_trash bool NOT NULL,
            -- The whole tombstone, with the deleted data.
            record text NOT NULL,
            -- The series of deleted items, by item ID.
            series jsonb,
            PRIMARY KEY (owner_id, id)
        );
        CREATE INDEX removals_to_restore ON removals (owner_id, id) WHERE is_trash;
        CREATE INDEX removals_by_age ON removals (owner_id, removed_at);
        -- The usage of each person except person 1.
        CREATE TABLE usage (
            owner_id bigint NOT NULL,
            person_id bigint NOT NULL,
            checklists bigint NOT NULL,
            items bigint NOT NULL,
            data_bytes bigint NOT NULL,
            PRIMARY KEY (owner_id, person_id)
        ) WITH (fillfactor = 50);
        CREATE TABLE people (
            owner_id bigint NOT NULL,
            id bigint NOT NULL,
            name text NOT NULL,
            devices jsonb NOT NULL,
            sign_in_links jsonb NOT NULL,
            identities jsonb,
            proposals jsonb,
            created_at timestamptz NOT NULL,
            updated_at timestamptz NOT NULL,
            revision bigint NOT NULL,
            PRIMARY KEY (owner_id, id)
        );
        CREATE TABLE members (
            owner_id bigint NOT NULL,
            person_id bigint NOT NULL,
            checklist_id bigint NOT NULL,
            joined_in bigint NOT NULL DEFAULT 0,
            PRIMARY KEY (owner_id, person_id, checklist_id)
        );
        -- Callers of tokens and owners of link secrets, by SHA-256 digest, and people by account.
        CREATE TABLE secrets (
            owner_id bigint NOT NULL,
            sha256 bytea NOT NULL,
            is_token bool NOT NULL,
            -- Whether `sha256` is the key of an account, which is longer than a digest.
            is_account bool NOT NULL DEFAULT false,
            person_id bigint,
            device_id bigint,
            checklist_id bigint,
            link_id bigint,
            scope text NOT NULL,
            expires_at timestamptz,
            last_used_at timestamptz,
            PRIMARY KEY (owner_id, sha256)
        );
        CREATE TABLE preferences (
            owner_id bigint NOT NULL,
            person_id bigint NOT NULL,
            show_checked bool NOT NULL,
            item_sort text NOT NULL,
            selected_checklist_id bigint,
            time_zone text,
            views jsonb,
            revision bigint NOT NULL,
            PRIMARY KEY (owner_id, person_id)
        );
        CREATE TABLE webhooks (
            owner_id bigint NOT NULL,
            id bigint NOT NULL,
            person_id bigint NOT NULL DEFAULT 1,
            url text NOT NULL,
            description text NOT NULL,
            events text[] NOT NULL,
            checklist_ids bigint[],
            format jsonb,
            authorization_value text,
            language text,
            active bool NOT NULL,
            -- Whether a webhook of another format is active.
            active_in_format bool,
            disabled_reason text,
            secret bytea NOT NULL,
            previous_secret bytea,
            previous_secret_until timestamptz,
            failing_since timestamptz,
            failed_deliveries bigint NOT NULL,
            paused_until timestamptz,
            -- The expiry of a push registration; `NULL` for other webhooks.
            expires_at timestamptz,
            -- The webhook's cursor in the change feed: revision, kind, number and start.
            feed_position bigint[],
            created_at timestamptz NOT NULL,
            updated_at timestamptz NOT NULL,
            revision bigint NOT NULL,
            PRIMARY KEY (owner_id, id)
        );
        CREATE INDEX webhooks_of_people ON webhooks (owner_id, person_id);
        CREATE INDEX webhooks_by_expiry ON webhooks (owner_id, expires_at) WHERE expires_at IS NOT NULL;
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
        );
        CREATE INDEX deliveries_of_webhooks ON deliveries (owner_id, webhook_id, id);
        CREATE INDEX deliveries_pending ON deliveries (owner_id, webhook_id, late, next_attempt_at, id)
        WHERE status = 'pending';
        CREATE INDEX deliveries_finished ON deliveries (owner_id, id) WHERE status <> 'pending';
        ALTER TABLE deliveries ADD PRIMARY KEY (owner_id, id);
        -- The process that sends a delivery, and the end of its lease.
        CREATE TABLE claims (
            owner_id bigint NOT NULL,
            id bigint NOT NULL,
            webhook_id bigint NOT NULL,
            token bigint NOT NULL,
            until timestamptz NOT NULL,
            process_id bigint
        );
        CREATE INDEX claims_by_webhook ON claims (owner_id, webhook_id);
        ALTER TABLE claims ADD PRIMARY KEY (owner_id, id);
        CREATE TABLE idempotency_records (
            owner_id bigint NOT NULL,
            key text NOT NULL,
            at timestamptz NOT NULL,
            record text NOT NULL,
            PRIMARY KEY (owner_id, key)
        );
        CREATE INDEX idempotency_records_by_age ON idempotency_records (owner_id, at);
        CREATE TABLE tokens (
            owner_id bigint NOT NULL,
            name text NOT NULL,
            scope text NOT NULL,
            sha256 bytea NOT NULL,
            created_at timestamptz NOT NULL,
            PRIMARY KEY (owner_id, name)
        );
        CREATE TABLE processes (
            id bigint PRIMARY KEY,
            started_at timestamptz NOT NULL,
            seen_at timestamptz NOT NULL,
            -- The newest schema version that the process knows.
            schema_version bigint
        );
        CREATE SEQUENCE checklist_ids;
        CREATE SEQUENCE item_ids;
        CREATE SEQUENCE webhook_ids;
        CREATE SEQUENCE delivery_ids;
        CREATE SEQUENCE person_ids START 2
        """
        .split(separator: ";\n").map(String.init)
}
