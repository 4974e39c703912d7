import { nextPage, type Choice, type ReadPages } from './choices.ts'

/** What is known of a list by now. */
export interface KnownChoices extends ReadPages {
  readonly isReading: boolean
  /** The last page that was asked for did not come. */
  readonly hasFailed: boolean
}

/** A list to choose from, read as far as what is typed needs. */
export interface ChoiceReader {
  readonly subscribe: (listener: () => void) => () => void
  readonly known: () => KnownChoices
  /** Reads on until what was typed last is found, or is known not to be there. Begins again after a failure. */
  readonly seek: (typed: string) => void
}

/**
 * Reads page after page, one at a time. Every answer adds to what is known: a late one replaces nothing, and what is typed meanwhile says
 * which page is the next.
 *
 * @param readPage Answers undefined for a page that could not be read.
 */
export function createChoiceReader(
  first: ReadPages,
  readPage: (page: number) => Promise<readonly Choice[] | undefined>,
): ChoiceReader {
  let known: KnownChoices = { ...first, isReading: false, hasFailed: false }
  let sought = ''
  const listeners = new Set<() => void>()

  function tell(news: Partial<KnownChoices>): void {
    known = { ...known, ...news }
    for (const listener of listeners) listener()
  }

  async function readOn(): Promise<void> {
    for (let page = nextPage(known, sought); page !== undefined; page = nextPage(known, sought)) {
      const choices = await readPage(page)
      if (choices === undefined) return tell({ isReading: false, hasFailed: true })
      tell({ pages: new Map([...known.pages, [page, choices]]) })
    }
    tell({ isReading: false })
  }

  return {
    known: () => known,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    seek(typed) {
      sought = typed
      if (known.isReading || nextPage(known, typed) === undefined) return
      tell({ isReading: true, hasFailed: false })
      void readOn()
    },
  }
}
