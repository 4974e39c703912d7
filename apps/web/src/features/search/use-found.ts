import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { allowsScope } from '@counterfoil/oauth/scope'
import { useEffect, useSyncExternalStore } from 'react'
import { nodesOf } from '#data/list-nodes.ts'
import { type ChoiceReader, choicesRequest, useBookChoices } from '#forms/choices/choice-reader.ts'
import { findChoices, isTooLongToSearch, nextPage } from '#forms/choices/choices.ts'
import { readDecimal } from '#forms/decimal-text.ts'
import { requestOf } from '#forms/request.ts'
import { useReading } from '#forms/use-reading.ts'
import type { FoundInvoicesQuery, InvoiceChoicesQuery } from '#generated/operations.ts'
import { useWords } from '#words/words.tsx'

/** The maximum number of results of each kind. Typing more narrows the search. */
const MAX_SHOWN = 10

const WITH_NOTES = { withNotes: true }

export type FoundInvoice = NonNullable<
  NonNullable<NonNullable<FoundInvoicesQuery['business']>['numbered']>['edges'][number]['node']
>

/**
 * Searches for a text. The provider finds invoices by a part of their number and by the exact amount due. Names of customers and
 * products, and their notes, are read until the text is found.
 *
 * @param sought The text; not empty and trimmed.
 */
export function useFound(connection: ConnectionView, sought: string) {
  const { locale } = useWords()
  const [withCustomers, withProducts, withInvoices] = ['customer', 'product', 'invoice'].map((noun) =>
    allowsScope(connection.scopes, `${noun}:read`),
  ) as [boolean, boolean, boolean]
  const asksNames = withCustomers || withProducts
  const first = useReading<InvoiceChoicesQuery>(
    asksNames ? choicesRequest(connection, { ...WITH_NOTES, page: 1 }) : undefined,
  )
  const lists = useBookChoices(connection, first.data?.business, WITH_NOTES)
  const customers = useNamed(lists.customers, withCustomers ? sought : undefined)
  const products = useNamed(lists.products, withProducts ? sought : undefined)
  const isReadingNames = customers.isReading || products.isReading
  const decimal = readDecimal(sought, locale)
  const asksInvoices = withInvoices && /\d/.test(sought)
  const amount = decimal.kind === 'number' ? decimal.text : null
  const invoices = useReading<FoundInvoicesQuery>(
    asksInvoices
      ? requestOf(connection, 'FoundInvoices', {
          ...{ number: sought, amount, isAmount: amount !== null, withCustomers },
        })
      : undefined,
  )
  const { numbered, due, timezone = null } = invoices.data?.business ?? {}
  const found = [...nodesOf(numbered), ...nodesOf(due)] as readonly FoundInvoice[]
  return {
    customers: customers.found,
    products: products.found,
    /** Sorted newest first. Matches of the number come before matches of the amount due. */
    invoices: [...new Map(found.map((invoice) => [invoice.id, invoice])).values()],
    /** The IANA time zone of the business; null if it names none. */
    zone: timezone,
    /** True if there may be more results than are shown. */
    isCut: [customers, products].some(({ isCut }) => isCut) || found.length >= MAX_SHOWN,
    /** True if some of the required names could not be read. */
    namesFailed: !isReadingNames && (customers.isUnread || products.isUnread),
    /** The lists that were searched. */
    places: [
      ...(withCustomers ? (['customers'] as const) : []),
      ...(withProducts ? (['products'] as const) : []),
      ...(asksInvoices ? (['numbers'] as const) : []),
      ...(asksInvoices && amount !== null ? (['amounts'] as const) : []),
    ],
    /** True if a list was too long to be read completely: only names that begin with the text were searched. */
    onlyBeginnings: customers.onlyBeginnings === true || products.onlyBeginnings === true,
    isReading:
      isReadingNames ||
      (asksNames && first.data === undefined && first.failure === undefined) ||
      (asksInvoices && invoices.data === undefined && invoices.failure === undefined),
    failure: first.failure ?? invoices.failure,
    again() {
      first.again()
      invoices.again()
      if (withCustomers) lists.customers.seek(sought)
      if (withProducts) lists.products.seek(sought)
    },
  }
}

/** Searches the names of one list: those that begin with the text first, then those that contain it. Undefined searches nothing. */
function useNamed(list: ChoiceReader, sought: string | undefined) {
  const known = useSyncExternalStore(list.subscribe, list.known, list.known)
  useEffect(() => {
    if (sought !== undefined) list.seek(sought)
  }, [list, sought])
  if (sought === undefined) return { found: [], isCut: false, isReading: false, isUnread: false }
  const { offered, count } = findChoices(known, sought)
  const isUnread = nextPage(known, sought) !== undefined
  return {
    found: offered.slice(0, MAX_SHOWN),
    isCut: count > MAX_SHOWN,
    // True also in the render before the reading begins.
    isReading: isUnread && !known.hasFailed,
    isUnread,
    onlyBeginnings: isTooLongToSearch(known),
  }
}
