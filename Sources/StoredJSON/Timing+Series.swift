package import Checklists

// Programs before schema version 9 refuse members that they do not know. A database keeps what those programs
// do not know apart from the rest.

extension Timing {
    /// The timing without what programs before schema version 9 do not know.
    package var withoutSeries: Timing {
        var timing = self
        (timing.series, timing.isSeriesRead) = (Series(), false)
        timing.occurrence?.base = nil
        timing.lastStep?.occurrence.base = nil
        return timing
    }

    /// Only what programs before schema version 9 do not know, with the occurrences that it is about; `nil`
    /// where there is nothing.
    package var onlySeries: Timing? {
        if self == withoutSeries { return nil }
        var timing = Timing()
        (timing.series, timing.isSeriesRead) = (series, isSeriesRead)
        if occurrence?.base != nil { timing.occurrence = occurrence }
        if lastStep?.occurrence.base != nil { timing.lastStep = lastStep }
        return timing
    }

    /// The timing with what was kept apart.
    package func with(_ other: Timing) -> Timing {
        var timing = self
        (timing.series, timing.isSeriesRead) = (other.series, other.isSeriesRead)
        if let occurrence = other.occurrence { timing.occurrence = occurrence }
        if let lastStep = other.lastStep { timing.lastStep = lastStep }
        return timing
    }
}
