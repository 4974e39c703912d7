import type { BusinessId } from '@counterfoil/oauth/ids'
import { foldName } from '#businesses/compare-names.ts'
import type { Grant } from '#grants/grant.ts'

/** The time without a read after which a row calls the application unused. */
export const UNUSED_AFTER_MS = 90 * 86_400_000

export type AppRow = {
  readonly grant: Grant
  /** True if another person in the business connected it. */
  readonly isByOther: boolean
  /** True if this person may see its details and remove it. */
  readonly mayOpen: boolean
  readonly use:
    | { readonly kind: 'read'; readonly atMs: number }
    | { readonly kind: 'unused_since'; readonly atMs: number }
    | { readonly kind: 'never' }
    /** The counters could not be read, or include more than this row. */
    | { readonly kind: 'unknown' }
}

/** The applications of one business, or (null) of all businesses of the person. */
export type AppGroup = {
  readonly businessId: BusinessId | null
  readonly businessName: string | null
  readonly isPaused: boolean
  /** The day on which the business's plan ended, `yyyy-MM-dd`. */
  readonly planEndedOn: string | null
  readonly rows: readonly AppRow[]
}

/**
 * Groups grants by business. Groups and the rows in each are sorted by their last read, latest first. `search` is searched in
 * the names of applications and businesses.
 */
export function groupByBusiness(
  own: readonly Grant[],
  byOthers: readonly Grant[],
  /** Businesses this person owns or administers. */
  lookedAfter: ReadonlySet<string>,
  search: string,
  nowMs: number,
  isUseKnown = true,
): readonly AppGroup[] {
  // The counters are of the whole grant, not of one business of several.
  const useOf = (grant: Grant): AppRow['use'] =>
    isUseKnown && !grant.isPartOfAll ? judgeUse(grant, nowMs) : { kind: 'unknown' }
  const rows: readonly AppRow[] = [
    ...own.map((grant) => ({ grant, isByOther: false, mayOpen: true, use: useOf(grant) })),
    ...byOthers.map((grant) => ({
      grant,
      isByOther: true,
      mayOpen: grant.businessId !== null && lookedAfter.has(grant.businessId),
      use: useOf(grant),
    })),
  ]
  const needle = foldName(search)
  const found = rows
    .filter(
      ({ grant }) =>
        needle === '' || foldName(`${grant.application.name} ${grant.businessName ?? ''}`).includes(needle),
    )
    .toSorted((one, other) => lastMoment(other.grant) - lastMoment(one.grant))
  const groups = Map.groupBy(found, ({ grant }) => grant.businessId)
  return [...groups].map(([businessId, grouped]) => {
    const first = grouped[0]?.grant
    return {
      businessId,
      businessName: first?.businessName ?? null,
      isPaused: businessId !== null && first?.planState !== 'active',
      planEndedOn: first?.planEndedOn ?? null,
      rows: grouped,
    }
  })
}

function judgeUse(grant: Grant, nowMs: number): AppRow['use'] {
  const { lastUsedAtMs, confirmedAtMs } = grant
  if (lastUsedAtMs !== null) {
    return { kind: nowMs - lastUsedAtMs >= UNUSED_AFTER_MS ? 'unused_since' : 'read', atMs: lastUsedAtMs }
  }
  return nowMs - confirmedAtMs >= UNUSED_AFTER_MS
    ? { kind: 'unused_since', atMs: confirmedAtMs }
    : { kind: 'never' }
}

function lastMoment(grant: Grant): number {
  return grant.lastUsedAtMs ?? grant.confirmedAtMs
}
