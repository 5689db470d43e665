extension Violation {
    /// The code of a rule. Clients can rely on it: codes are stable, sentences may change.
    public enum Code: String, CaseIterable, Sendable {
        // Fields and their types.
        case wrongType = "wrong-type"
        case missing
        case unknownField = "unknown-field"
        case readOnly = "read-only"
        case notOneOf = "not-one-of"
        case notASetOf = "not-a-set-of"
        case notExactlyOne = "not-exactly-one"
        case notTogether = "not-together"
        case requiredWith = "required-with"
        case notAnID = "not-an-id"
        case notAUUID = "not-a-uuid"
        case outOfRange = "out-of-range"

        // Query parameters.
        case unknownParameter = "unknown-parameter"
        case repeatedParameter = "repeated-parameter"
        case notACursor = "not-a-cursor"
        case notASortOrder = "not-a-sort-order"

        // Texts.
        case empty
        case tooLong = "too-long"
        case tooMany = "too-many"
        case nullCharacter = "null-character"
        case comma
        case controlCharacter = "control-character"
        case lineBreak = "line-break"
        case notPrintableASCII = "not-printable-ascii"

        // Time.
        case notATimestamp = "not-a-timestamp"
        case notAMoment = "not-a-moment"
        case notADate = "not-a-date"
        case noSuchDay = "no-such-day"
        case yearOutOfRange = "year-out-of-range"
        case shiftOutOfRange = "shift-out-of-range"
        case inThePast = "in-the-past"
        case notATimeZone = "not-a-time-zone"
        case notADuration = "not-a-duration"
        case durationOutOfRange = "duration-out-of-range"
        case noDueDate = "no-due-date"
        case notARecurrenceRule = "not-a-recurrence-rule"
        case neverRecurs = "never-recurs"
        case countNotAllowed = "count-not-allowed"
        case noRecurrence = "no-recurrence"
        case lastOccurrence = "last-occurrence"
        case recurrenceOfApp = "recurrence-of-app"
        case leadOfApp = "lead-of-app"
        case noReminder = "no-reminder"
        case startAfterDue = "start-after-due"

        // Lists, items and people.
        case notAChecklist = "not-a-checklist"
        case notAPerson = "not-a-person"
        case notAMember = "not-a-member"
        case notASection = "not-a-section"
        case notASibling = "not-a-sibling"
        case notAParent = "not-a-parent"
        case hasSubtasks = "has-subtasks"
        case recurringSubtask = "recurring-subtask"
        case otherSection = "other-section"
        case notChecked = "not-checked"
        case taken
        case differs
        case duplicate
        case severalItems = "several-items"
        case checklistTooLarge = "checklist-too-large"
        case limitReached = "limit-reached"
        case lastOwner = "last-owner"
        case soleOwner = "sole-owner"
        case firstPerson = "first-person"
        case scopeExceeded = "scope-exceeded"
        case addressNotFound = "address-not-found"
        case tooManyAddresses = "too-many-addresses"

        // Batches.
        case notInBatch = "not-in-batch"
        case effectGrew = "effect-grew"
        case notATemporaryID = "not-a-temporary-id"

        // Webhooks, push and mail.
        case notAURL = "not-a-url"
        case urlNotASCII = "url-not-ascii"
        case noTopic = "no-topic"
        case notForFormat = "not-for-format"
        case unknownPlaceholder = "unknown-placeholder"
        case openPlaceholder = "open-placeholder"
        case notJSON = "not-json"
        case notAMediaType = "not-a-media-type"
        case notASecret = "not-a-secret"
        case notBase64URL = "not-base64url"
        case notAPublicKey = "not-a-public-key"
        case notAMailAddress = "not-a-mail-address"
        case turnedOff = "turned-off"
        case unconfirmed
        case stillPending = "still-pending"

        // Imports.
        case notLists = "not-lists"
        case nothingToImport = "nothing-to-import"
        case archivedObjects = "archived-objects"
        case tooManySkipped = "too-many-skipped"
    }
}
