import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { businessName } from '#connection/state-words.ts'
import { useSession } from '#data/session/session.tsx'
import { useWords } from '#words/words.tsx'

/** The words that every list of the books has, by their names in its own catalogue. */
export interface ListWords {
  readonly title: string
  readonly getting: (business: string) => string
  readonly stillGetting: (business: string) => string
  readonly empty: (names: Names) => string
  readonly rows: (shown: string, count: number) => string
}

/** Whose list it is, and where it comes from. */
interface Names {
  readonly owner: string
  readonly provider: string
}

/** What a list says of itself. */
export interface ListTexts {
  readonly title: string
  readonly getting: string
  readonly stillGetting: string
  /** There is nothing at all. */
  readonly empty: string
  /** "412 invoices" */
  readonly rows: (count: number) => string
}

/** The words of a list, said of the business that is shown. */
export function useListTexts(connection: ConnectionView, words: ListWords): ListTexts {
  const { session } = useSession()
  const { t, format } = useWords()
  const name = businessName(connection, t)
  return {
    title: words.title,
    getting: words.getting(name),
    stillGetting: words.stillGetting(name),
    empty: words.empty({ owner: name, provider: session.provider.name }),
    rows: (count) => words.rows(format.count(count), count),
  }
}
