/** A killed part and the time until which calls that depend on it may fail. */
export type Kill = { readonly part: string; readonly atMs: number; readonly restoredAtMs: number }

/** One use of a refresh token. */
type RefreshUse = { readonly familyId: string; readonly atMs: number }

/**
 * Finds uses of a refresh token sooner than `soonestMs` after its previous use: it is used once, long before its access token
 * expires. A use is a permitted retry if a kill lies between: the caller died, or never received the answer.
 * @param graceMs The time after the return of a part in which waiting callers may still come.
 */
export function findDoubleRefreshes(
  uses: readonly RefreshUse[],
  kills: readonly Kill[],
  { soonestMs, graceMs }: { readonly soonestMs: number; readonly graceMs: number },
): { readonly doubled: readonly RefreshUse[]; readonly repeated: number } {
  const doubled: RefreshUse[] = []
  let repeated = 0
  const lastUseMs = new Map<string, number>()
  for (const use of uses.toSorted((one, other) => one.atMs - other.atMs)) {
    const before = lastUseMs.get(use.familyId)
    lastUseMs.set(use.familyId, use.atMs)
    if (before === undefined || use.atMs - before >= soonestMs) continue
    const isRepeated = kills.some(
      ({ atMs, restoredAtMs }) => atMs <= use.atMs && restoredAtMs + graceMs >= before,
    )
    if (isRepeated) repeated += 1
    else doubled.push(use)
  }
  return { doubled, repeated }
}
