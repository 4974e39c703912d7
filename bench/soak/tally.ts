/** Counts of all outcomes, and the problems found. */
export type Tally = {
  count(what: string, outcome: string): void
  problem(text: string): void
  /** How often each outcome occurred, by the kind of request. */
  readonly counts: ReadonlyMap<string, ReadonlyMap<string, number>>
  /** Each once, with how often it came. */
  readonly problems: ReadonlyMap<string, number>
}

export function createTally(): Tally {
  const counts = new Map<string, Map<string, number>>()
  const problems = new Map<string, number>()
  return {
    ...{ counts, problems },
    count(what, outcome) {
      const of = counts.get(what) ?? new Map<string, number>()
      counts.set(what, of)
      of.set(outcome, (of.get(outcome) ?? 0) + 1)
    },
    problem(text) {
      problems.set(text, (problems.get(text) ?? 0) + 1)
    },
  }
}
