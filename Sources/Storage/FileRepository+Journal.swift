import Checklists
import Synchronization

extension FileRepository {
    /// Writes what is queued, batch after batch, until the repository is closed or the disk fails.
    func runJournal(_ writer: JournalWriter) {
        var journal = writer
        defer { journal.close() }
        mark(journal)
        while let task = nextTask(behind: journal) {
            do throws(JournalFailure) {
                try perform(task, &journal)
            } catch {
                switch error {
                case .refused(let cause): takeBack(to: journal.end, because: cause)
                case .lost(let cause): return giveUp(because: cause)
                }
            }
        }
        sealLast(&journal)
    }

    /// Waits for something to do; `nil` is the end.
    private func nextTask(behind journal: JournalWriter) -> RepositoryState.JournalTask? {
        var hasIdled = false
        while true {
            let health: StorageState
            let task: RepositoryState.JournalTask?
            let isEnding: Bool
            (task, health, isEnding) = state.withLock { state in
                state.isJournalWaiting = false
                if state.queue.count > 0 || state.cutWaiter != nil {
                    return (state.take(behind: journal), state.health, false)
                }
                if state.isJournalEnding { return (nil, state.health, true) }
                // On a full disk a seal shows whether there is room again.
                if hasIdled, state.health == .full || state.health == .ok && !journal.isSealed {
                    return (state.takeSeal(behind: journal), state.health, false)
                }
                state.isJournalWaiting = true
                return (nil, state.health, false)
            }
            if task != nil || isEnding { return task }
            let secondsMax: Double? =
                switch health {
                case .ok: journal.isSealed ? nil : limits.sealIdleSeconds
                case .full: limits.roomRetrySeconds
                case .readOnly: nil
                }
            hasIdled = !journalSignal.wait(secondsMax: secondsMax)
        }
    }

    /// Writes a batch or a seal, and then begins a new segment if that was asked for.
    private func perform(
        _ task: RepositoryState.JournalTask, _ journal: inout JournalWriter
    ) throws(JournalFailure) {
        let cut = task.cut
        do throws(JournalFailure) {
            try write(task, &journal)
            if cut != nil {
                try journal.rotate()
                mark(journal)
                let end = journal.end
                state.withLock { $0.finishCut(journalEnd: end) }
            }
        } catch {
            if let cut {
                state.withLock { $0.putBack(cut.made) }
                cut.waiter(.failure(.system(error.cause)))
            }
            throw error
        }
        if let cut { cut.waiter(.success(cut.made)) }
    }

    /// Writes lines, and tells those who waited for them.
    private func write(
        _ task: consuming RepositoryState.JournalTask, _ journal: inout JournalWriter
    ) throws(JournalFailure) {
        let (count, bytes) = (task.count, task.lines.count)
        let start = uptime()
        if count > 0 {
            try journal.append(task.lines, through: task.through)
            mark(journal)
        } else if bytes > 0 {
            try seal(&journal)
        }
        let isWritten = bytes > 0
        let (wakeups, wasOK, isDue) = state.withLock { state in
            let wasOK = !isWritten || exchange(&state.health, with: .ok) == .ok
            return (state.finish(&task), wasOK, state.wakeCheckpoints(limits))
        }
        wakeups.send()
        if isDue { checkpointSignal.send() }
        if !wasOK { onEvent(.stateChanged(.ok, because: nil)) }
        if count > 0 {
            onEvent(.synced(changes: count, bytes: bytes, duration: uptime() - start))
        } else if isWritten {
            onEvent(.sealed)
        }
    }

    /// Undoes what could not be written, and everything that was decided since.
    private func takeBack(to end: Int, because cause: FileError) {
        let health = cause.isLackOfRoom ? StorageState.full : .readOnly
        let (wakeups, wasSame) = state.withLock { state in
            let old = exchange(&state.health, with: health)
            let error = health == .full ? ChecklistsError.storageFull : .readOnly
            return (state.takeBack(journalEnd: end, .takenBack(error)), old == health)
        }
        wakeups.send()
        if !wasSame { onEvent(.stateChanged(health, because: cause)) }
    }

    /// Ends the store: nobody knows any more what is on the disk.
    func giveUp(because cause: FileError) {
        if state.withLock({ exchange(&$0.hasGivenUp, with: true) }) { return }
        // The process ends here, before anybody is told anything.
        onFatal(cause)
        let (wakeups, cutWaiter) = state.withLock { state in
            state.isClosed = true
            return (state.takeBack(journalEnd: 0, .closed), exchange(&state.cutWaiter, with: nil))
        }
        wakeups.send()
        cutWaiter?(.failure(.closed))
        checkpointSignal.send()
    }

    /// Notes how far the journal is on the disk.
    private func mark(_ journal: JournalWriter) {
        let bytes = JournalMark(segment: journal.number, end: journal.end).bytes
        // What is lost is a means to see damage later. The mark of before stays true.
        try? folder.fileSystem.writeAll(bytes.span.bytes, to: lock, at: 0)
    }

    /// Writes a line that says that everything before it is durable, and syncs what else says so.
    private func seal(_ journal: inout JournalWriter) throws(JournalFailure) {
        try journal.seal()
        mark(journal)
        do throws(FileError) {
            try folder.fileSystem.syncContent(of: lock)
        } catch {
            throw .lost(error)
        }
    }

    /// Seals the journal at the end of a good run.
    private func sealLast(_ journal: inout JournalWriter) {
        guard !journal.isSealed, state.withLock({ $0.health }) == .ok else { return }
        do throws(JournalFailure) {
            try seal(&journal)
            onEvent(.sealed)
        } catch {
            // Everything that was answered is durable without it.
            if case .lost(let cause) = error { onFatal(cause) }
        }
    }
}
