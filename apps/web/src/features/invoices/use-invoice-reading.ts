import { useMemo, useState } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { allowsScope } from '@counterfoil/oauth/scope'
import { nodesOf } from '#data/list-nodes.ts'
import { dayIn } from '#figures/day.ts'
import { choicesRequest, useBookChoices } from '#forms/choices/use-book-choices.ts'
import { useReading } from '#forms/use-reading.ts'
import type {
  InvoiceChoicesQuery,
  InvoiceToEditQuery,
  LargestInvoiceNumberQuery,
  TaxChoicesQuery,
} from '#generated/operations.ts'
import { useWords } from '#words/words.tsx'
import type { InvoiceChoices } from './invoice-fields.tsx'
import type { InvoiceToEdit } from './invoice-input.ts'
import { latestTerms, suggestNumber } from './invoice-terms.ts'
import type { TaxChoice } from './invoice-totals.ts'

export const TAXES = 'sales_tax:read'

/** What the form of an invoice begins with, and what can be chosen in it. */
export function useInvoiceReading(
  connection: ConnectionView,
  { id, copyOf }: { readonly id: string | null; readonly copyOf: string | null },
) {
  const { id: connectionId, businessId, scopes } = connection
  const { nowMs } = useWords()
  const mayReadTaxes = allowsScope(scopes, TAXES)
  const begun = id ?? copyOf
  const invoice = useReading<InvoiceToEditQuery>(
    mayReadTaxes && begun !== null ? invoiceRequest(connection, begun) : undefined,
  )
  const first = useReading<InvoiceChoicesQuery>(choicesRequest(connection, 1))
  const taxes = useReading<TaxChoicesQuery>(
    mayReadTaxes ? { connectionId, operationName: 'TaxChoices', variables: { businessId } } : undefined,
  )
  const asksNumbers = id === null && allowsScope(scopes, 'invoice:read')
  const numbers = useReading<LargestInvoiceNumberQuery>(
    asksNumbers
      ? { connectionId, operationName: 'LargestInvoiceNumber', variables: { businessId } }
      : undefined,
  )
  const found = invoice.data?.business?.invoice ?? undefined
  const isGone = invoice.data !== undefined && found === undefined
  const business = first.data?.business
  const [openedAt] = useState(() => new Date(nowMs).toISOString())
  const lists = useBookChoices(connection, business)
  const numbered = useMemo(() => numbers.data && nodesOf(numbers.data.business?.invoices), [numbers.data])
  const choices = useMemo(
    (): InvoiceChoices => ({
      currency: found?.currency ?? business?.currency ?? { code: '', exponent: 2 },
      today: dayIn({ zone: business?.timezone ?? null, instant: openedAt }),
      ...lists,
      taxes: mayReadTaxes ? withOwnTaxes(nodesOf(taxes.data?.business?.salesTaxes), found) : undefined,
      latestTerms: latestTerms(numbered ?? []),
      nextNumber: numbered && suggestNumber(numbered),
    }),
    [business, found, taxes.data, mayReadTaxes, numbered, openedAt, lists],
  )
  return {
    invoice: found,
    choices,
    /** Without its taxes an invoice that is saved again would lose them. */
    lacksTaxes: begun !== null && !mayReadTaxes,
    isReady:
      (begun === null || found !== undefined) &&
      business !== undefined &&
      (!mayReadTaxes || taxes.data !== undefined) &&
      // They only suggest: a form without them is complete.
      (!asksNumbers || numbers.data !== undefined || numbers.failure !== undefined),
    failure: isGone ? ({ kind: 'not_there' } as const) : (invoice.failure ?? first.failure ?? taxes.failure),
    again() {
      invoice.again()
      first.again()
      taxes.again()
    },
  }
}

function invoiceRequest({ id: connectionId, businessId }: ConnectionView, id: string) {
  return { connectionId, operationName: 'InvoiceToEdit', variables: { businessId, id, withTaxes: true } }
}

/** The taxes to choose from, and those that stand on the invoice although they were archived. */
function withOwnTaxes(
  listed: readonly TaxChoice[],
  invoice: InvoiceToEdit | undefined,
): readonly TaxChoice[] {
  const own = (invoice?.items ?? []).flatMap(({ taxes }) =>
    (taxes ?? []).flatMap(({ salesTax }) => salesTax ?? []),
  )
  return [...new Map([...own, ...listed].map((tax) => [tax.id, tax])).values()]
}
