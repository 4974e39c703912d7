import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { allowsScope } from '@counterfoil/oauth/scope'
import { useMemo } from 'react'
import { nodesOf } from '#data/list-nodes.ts'
import { requestOf } from '#forms/request.ts'
import { useReader } from '#forms/use-reading.ts'
import type { InvoiceChoicesQuery } from '#generated/operations.ts'
import { type Choice, nextPage, type ReadPages } from './choices.ts'

/** The part of a list that has been read, and the state of reading. */
export interface KnownChoices extends ReadPages {
  readonly isReading: boolean
  /** True if the last requested page could not be read. */
  readonly hasFailed: boolean
}

export type ChoiceReader = ReturnType<typeof createChoiceReader>

/**
 * Reads a list of choices only as far as the typed text requires, one page at a time. Each answer is added to the known pages, even
 * a late one, and the text typed meanwhile decides the next page.
 *
 * @param readPage Returns undefined for a page that could not be read.
 */
export function createChoiceReader(
  first: ReadPages,
  readPage: (page: number) => Promise<readonly Choice[] | undefined>,
) {
  let known: KnownChoices = { ...first, isReading: false, hasFailed: false }
  let sought = ''
  const listeners = new Set<() => void>()

  function update(news: Partial<KnownChoices>): void {
    known = { ...known, ...news }
    for (const listener of listeners) listener()
  }

  async function readOn(): Promise<void> {
    for (let page = nextPage(known, sought); page !== undefined; page = nextPage(known, sought)) {
      const choices = await readPage(page)
      if (choices === undefined) return update({ isReading: false, hasFailed: true })
      update({ pages: new Map([...known.pages, [page, choices]]) })
    }
    update({ isReading: false })
  }

  return {
    known: () => known,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Reads pages until the last typed text is found or known to be missing. Retries after a failure. */
    seek(typed: string) {
      sought = typed
      if (known.isReading || nextPage(known, typed) === undefined) return
      update({ isReading: true, hasFailed: false })
      void readOn()
    },
  }
}

type ListName = 'customers' | 'products'

interface Asked {
  readonly page: number
  readonly only?: ListName
  /** True to read the notes about each customer and product too. */
  readonly withNotes?: boolean
}

/** Returns the request for one page of both lists, or of one of them, if they may be read. */
export function choicesRequest(connection: ConnectionView, { page, only, withNotes = false }: Asked) {
  const { scopes } = connection
  return requestOf(connection, 'InvoiceChoices', {
    ...{ page, withNotes },
    withCustomers: only !== 'products' && allowsScope(scopes, 'customer:read'),
    withProducts: only !== 'customers' && allowsScope(scopes, 'product:read'),
    withTaxes: allowsScope(scopes, 'sales_tax:read'),
  })
}

/** Returns the customers and products by name, read on demand. @param business The first pages; undefined while they are read. */
export function useBookChoices(
  connection: ConnectionView,
  business: InvoiceChoicesQuery['business'] | undefined,
  about?: Pick<Asked, 'withNotes'>,
) {
  const read = useReader()
  return useMemo(() => {
    const listOf = (list: ListName): ChoiceReader =>
      createChoiceReader(
        {
          pageCount: business?.[list]?.pageInfo.totalPages ?? 1,
          pages: new Map([[1, nodesOf<Choice>(business?.[list])]]),
        },
        async (page) => {
          const reading = await read(choicesRequest(connection, { ...about, page, only: list }))
          if (reading.kind === 'failed') return undefined
          return nodesOf<Choice>((reading.data as InvoiceChoicesQuery).business?.[list])
        },
      )
    return { customers: listOf('customers'), products: listOf('products') }
    // oxlint-disable-next-line react/exhaustive-deps -- the version represents the connection
  }, [business, read, connection.version])
}
