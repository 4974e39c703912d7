import { plainText } from '#words/plain-text.ts'

/** One thing of a list of the provider, as a field offers it. */
export interface Choice {
  readonly id: string
  readonly name: string
  /** Of a product: what counts where no price is typed. */
  readonly unitPrice?: string
  /** Of a product: the taxes of a line that names none itself. */
  readonly defaultSalesTaxes?: readonly { readonly id: string }[]
  /** A note about it, where it was asked for. */
  readonly notes?: string | null
  /** Of a customer, where it was asked for. */
  readonly overdueAmount?: { readonly value: string }
}

/** Beside the id that is chosen, a form keeps what is seen of it: a draft shows it again before the list is read. */
export const nameField = (name: string) => `${name}.name`
export const priceField = (name: string) => `${name}.unitPrice`
/** The ids of the product's taxes, with spaces between them. */
export const taxesField = (name: string) => `${name}.taxes`

/** A list in the order of its names, as far as it was read. The first page always was. */
export interface ReadPages {
  readonly pageCount: number
  /** By number, from 1. */
  readonly pages: ReadonlyMap<number, readonly Choice[]>
}

/** So many are offered at once: more are found by typing more. */
export const MAX_OFFERED = 50
/** A longer list is not read to its end for what is in the middle of a name. */
const MAX_PAGES_TO_SEARCH = 40

/** The line of a note about it that holds a text. */
export function findNote({ notes }: Choice, sought: string): string | undefined {
  return notes?.split('\n').find((line) => plainText(line).includes(plainText(sought.trim())))
}

/** What is offered for what was typed: names that begin so, those that hold it, then those with such a note. */
export function findChoices({ pages }: ReadPages, typed: string) {
  const sought = plainText(typed.trim())
  const begun: Choice[] = []
  const holding: Choice[] = []
  const noted: Choice[] = []
  const seen = new Set<string>()
  for (const [, page] of [...pages].toSorted(([one], [other]) => one - other)) {
    for (const choice of page) {
      const at = plainText(choice.name).indexOf(sought)
      // A list that changes while it is read has one of them on two pages.
      if (seen.has(choice.id) || (at === -1 && findNote(choice, typed) === undefined)) continue
      seen.add(choice.id)
      if (at === 0) begun.push(choice)
      else (at === -1 ? noted : holding).push(choice)
    }
  }
  const found = [...begun, ...holding, ...noted]
  return { offered: found.slice(0, MAX_OFFERED), count: found.length }
}

/** The one choice of this name; undefined when none or several have it. */
export function findNamed(offered: readonly Choice[], typed: string): Choice | undefined {
  const sought = plainText(typed.trim())
  const [only, ...others] = offered.filter(({ name }) => plainText(name) === sought)
  return others.length === 0 ? only : undefined
}

/** Are names of this list found by their beginnings alone? */
export const isTooLongToSearch = ({ pageCount }: ReadPages) => pageCount > MAX_PAGES_TO_SEARCH

/**
 * The page to read next for what was typed; undefined when enough is known. First the page on which such a name would stand is looked
 * for by halves, then the pages beside it. An order that the provider sees otherwise costs readings, and hides nothing.
 */
export function nextPage(read: ReadPages, typed: string): number | undefined {
  const sought = plainText(typed.trim())
  const { pages, pageCount } = read
  // The name is behind `low` and before `high`, unless it is on one that was read.
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
