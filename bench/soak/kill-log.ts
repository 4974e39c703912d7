/** A killed part and the time until which calls that depend on it may fail. */
export type Kill = { readonly part: string; readonly atMs: number; readonly restoredAtMs: number }

/** One use of a refresh token. */
type RefreshUse = { readonly familyId: string; readonly atMs: number }

/**
 * Uses that came sooner than `soonestMs` after the use before: a refresh token is used once, long before its access token
 * ends. One that a kill lies between is a repetition: anyone who asked died, or never heard the answer.
 * @param graceMs how long after the return of a part somebody may still come who waited for it
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
