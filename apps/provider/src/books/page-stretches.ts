/** `limit` rows of an ordered list behind `offset` others, counted from its end where `isFromEnd`. */
export type Stretch = { readonly offset: number; readonly limit: number; readonly isFromEnd: boolean }

/** Where counting the list first, to read it from its nearer end, costs less than going there from its beginning. */
export const FAR_OFFSET = 1_000

/**
 * The way to a page of a list of `total` rows that passes fewest of them: past the middle it begins at the end.
 *
 * @returns Null past the end, where there is nothing to read
 */
export function shortestStretch(
  { offset, limit }: { readonly offset: number; readonly limit: number },
  total: number,
): Stretch | null {
  if (offset >= total) return null
  const taken = Math.min(limit, total - offset)
  const behind = total - offset - taken
  return behind < offset
    ? { offset: behind, limit: taken, isFromEnd: true }
    : { offset, limit: taken, isFromEnd: false }
}

/** Of a list that is made of parts, one behind the other, what of each part stands on a page. */
export function partsOfPage<Part extends { readonly total: number }>(
  parts: readonly Part[],
  page: { readonly offset: number; readonly limit: number },
): readonly { readonly part: Part; readonly offset: number; readonly limit: number }[] {
  const end = page.offset + page.limit
  let before = 0
  return parts.flatMap((part) => {
    const [from, to] = [Math.max(page.offset, before), Math.min(end, before + part.total)]
    const found = { part, offset: from - before, limit: to - from }
    before += part.total
    return found.limit > 0 ? [found] : []
  })
}
