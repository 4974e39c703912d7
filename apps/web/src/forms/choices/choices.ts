import { plainText } from '#words/plain-text.ts'

/** A record of a provider's list, as a field offers it. */
export interface Choice {
  readonly id: string
  readonly name: string
  /** The price of a product, used if no price is typed. */
  readonly unitPrice?: string
  /** The taxes of a product, used for a line without taxes of its own. */
  readonly defaultSalesTaxes?: readonly { readonly id: string }[]
  /** The note about the record, if it was requested. */
  readonly notes?: string | null
  /** The overdue amount of a customer, if it was requested. */
  readonly overdueAmount?: { readonly value: string }
}

/** A form stores the visible name beside the chosen id, so that a restored draft can show it before the list is read. */
export const nameField = (name: string) => `${name}.name`
export const priceField = (name: string) => `${name}.unitPrice`
/** The ids of the product's taxes, separated by spaces. */
export const taxesField = (name: string) => `${name}.taxes`

/** The pages of a list, sorted by name, that were read so far. The first page is always among them. */
export interface ReadPages {
  readonly pageCount: number
  /** The pages by number, starting at 1. */
  readonly pages: ReadonlyMap<number, readonly Choice[]>
}

/** The maximum number of choices offered at once. Typing more narrows the search. */
export const MAX_OFFERED = 50
/** The page count above which a list is not read to its end: only names that begin with the text are then found. */
const MAX_PAGES_TO_SEARCH = 40

/** Returns the line of a record's note that contains a text; undefined if none does. */
export function findNote({ notes }: Choice, sought: string): string | undefined {
  return notes?.split('\n').find((line) => plainText(line).includes(plainText(sought.trim())))
}

/** Returns the choices for a typed text: names that begin with it, then names that contain it, then notes that contain it. */
export function findChoices({ pages }: ReadPages, typed: string) {
  const sought = plainText(typed.trim())
  const begun: Choice[] = []
  const holding: Choice[] = []
  const noted: Choice[] = []
  const seen = new Set<string>()
  for (const [, page] of [...pages].toSorted(([one], [other]) => one - other)) {
    for (const choice of page) {
      const at = plainText(choice.name).indexOf(sought)
      // If the list changes while it is read, a record may be on two pages.
      if (seen.has(choice.id) || (at === -1 && findNote(choice, typed) === undefined)) continue
      seen.add(choice.id)
      if (at === 0) begun.push(choice)
      else (at === -1 ? noted : holding).push(choice)
    }
  }
  const found = [...begun, ...holding, ...noted]
  return { offered: found.slice(0, MAX_OFFERED), count: found.length }
}

/** Returns the only choice with this name; undefined if none or several have it. */
export function findNamed(offered: readonly Choice[], typed: string): Choice | undefined {
  const sought = plainText(typed.trim())
  const [only, ...others] = offered.filter(({ name }) => plainText(name) === sought)
  return others.length === 0 ? only : undefined
}

/** Returns whether the list is so long that only the beginnings of its names are searched. */
export const isTooLongToSearch = ({ pageCount }: ReadPages) => pageCount > MAX_PAGES_TO_SEARCH

/**
 * Returns the next page to read for a typed text; undefined if enough is known. A binary search finds the page of such a name, then
 * the adjacent pages follow. If the provider sorts differently, this costs more reads but hides nothing.
 */
export function nextPage(read: ReadPages, typed: string): number | undefined {
  const sought = plainText(typed.trim())
  const { pages, pageCount } = read
  // The name is after page `low` and before page `high`, unless it is on a page that was read.
  let [low, high, isPlaced] = [0, pageCount + 1, false]
  for (const [page, choices] of pages) {
    const [first = '', last = ''] = [choices[0], choices.at(-1)].map((choice) =>
      plainText(choice?.name ?? ''),
    )
    if (last < sought) low = Math.max(low, page)
    else if (first >= sought) high = Math.min(high, page)
    else isPlaced = true
  }
  if (!isPlaced && high - low > 1) return (low + high) >> 1
  if (findChoices(read, typed).count >= MAX_OFFERED) return undefined
  const unread = Array.from({ length: pageCount }, (_, index) => index + 1).filter((page) => !pages.has(page))
  const after = unread.find((page) => page > low)
  if (!isTooLongToSearch(read)) return after ?? unread[0]
  const before = after === undefined ? undefined : pages.get(after - 1)?.at(-1)
  return before !== undefined && plainText(before.name).startsWith(sought) ? after : undefined
}
