import { useMemo, useState } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { allowsScope } from '@counterfoil/oauth/scope'
import { nodesOf } from '#data/list-nodes.ts'
import { dayIn } from '#figures/day.ts'
import { choicesRequest, useBookChoices } from '#forms/choices/choice-reader.ts'
import { requestOf } from '#forms/request.ts'
import { useReading, useToEdit } from '#forms/use-reading.ts'
import type {
  InvoiceChoicesQuery,
  LargestInvoiceNumberQuery,
  TaxChoicesQuery,
} from '#generated/operations.ts'
import { useWords } from '#words/words.tsx'
import type { InvoiceChoices } from './invoice-fields.tsx'
import type { DocumentKind, EstimateToEdit, InvoiceToEdit } from './invoice-input.ts'
import { latestTerms, suggestNumber } from './invoice-terms.ts'
import type { TaxChoice } from './invoice-totals.ts'

export const TAXES = 'sales_tax:read'

/** What the form of an invoice or an estimate begins with, and what can be chosen in it. */
export function useInvoiceReading(
  connection: ConnectionView,
  about: {
    readonly kind: DocumentKind
    readonly id: string | null
    readonly copyOf: string | null
  },
) {
  const { kind, id, copyOf } = about
  const { scopes } = connection
  const { nowMs } = useWords()
  const mayReadTaxes = allowsScope(scopes, TAXES)
  const begun = id ?? copyOf
  const document = useToEdit(connection, kind, mayReadTaxes ? begun : null)
  const found = document.record
  const first = useReading<InvoiceChoicesQuery>(choicesRequest(connection, { page: 1 }))
  const taxes = useReading<TaxChoicesQuery>(mayReadTaxes ? requestOf(connection, 'TaxChoices') : undefined)
  const asksNumbers = kind === 'invoice' && id === null && allowsScope(scopes, 'invoice:read')
  const numbers = useReading<LargestInvoiceNumberQuery>(
    asksNumbers ? requestOf(connection, 'LargestInvoiceNumber') : undefined,
  )
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
    document: found,
    choices,
    /** Without its taxes a document that is saved again would lose them. */
    lacksTaxes: begun !== null && !mayReadTaxes,
    isReady:
      (begun === null || found !== undefined) &&
      business !== undefined &&
      (!mayReadTaxes || taxes.data !== undefined) &&
      // They only suggest: a form without them is complete.
      (!asksNumbers || numbers.data !== undefined || numbers.failure !== undefined),
    failure: document.failure ?? first.failure ?? taxes.failure,
    again() {
      document.again()
      first.again()
      taxes.again()
    },
  }
}

/** The customer whom an address names. Of nobody, and of one who is not there any more, the form begins without. */
export function useNamedCustomer(connection: ConnectionView, id: string | null) {
  return useToEdit(connection, 'customer', allowsScope(connection.scopes, 'customer:read') ? id : null)
}

/** The taxes to choose from, and those that stand on the document although they were archived. */
function withOwnTaxes(
  listed: readonly TaxChoice[],
  document: InvoiceToEdit | EstimateToEdit | undefined,
): readonly TaxChoice[] {
  const own = (document?.items ?? []).flatMap(({ taxes }) =>
    (taxes ?? []).flatMap(({ salesTax }) => salesTax ?? []),
  )
  return [...new Map([...own, ...listed].map((tax) => [tax.id, tax])).values()]
}
