import type { FiguresReader } from '@counterfoil/bff-api/figures'
import type { PaymentsOfInvoicesQuery, PaymentsOfInvoicesQueryVariables } from '#generated/operations.ts'
import type { PaymentsByInvoice } from '../habits.ts'

/** The number of invoices that `PaymentsOfInvoices` takes. */
const BATCH = 25
/** The number of parallel requests: more would only hit the provider's rate limit. */
const AT_ONCE = 4
/** The most batches: a business with more paid invoices shows the first of them, as "at least". */
const MAX_BATCHES = 40

type Reading = Pick<Parameters<FiguresReader>[0], 'ask' | 'isOver'>

/** Reads the payments of invoices, as far as possible: the provider returns them only by invoice. */
export async function readPayments(
  reading: Reading,
  { id, ids }: { readonly id: PaymentsOfInvoicesQueryVariables['id']; readonly ids: readonly string[] },
): Promise<PaymentsByInvoice> {
  const count = Math.min(MAX_BATCHES, Math.ceil(ids.length / BATCH))
  const answers = await askInTurns(reading, {
    operationName: 'PaymentsOfInvoices',
    variables: Array.from({ length: count }, (_, index) => ({
      id,
      ...placesOf(ids.slice(index * BATCH, (index + 1) * BATCH)),
    })),
  })
  return new Map(answers.flatMap((data) => paymentsOf(data as PaymentsOfInvoicesQuery)))
}

/** Sends requests, a few at a time, and returns their answers. Stops when time is over; failed requests are left out. */
async function askInTurns(
  { ask, isOver }: Reading,
  about: { readonly operationName: string; readonly variables: readonly Readonly<Record<string, unknown>>[] },
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { operationName, variables } = about
  const answers: Readonly<Record<string, unknown>>[] = []
  for (let from = 0; from < variables.length && !isOver(); from += AT_ONCE) {
    const some = variables.slice(from, from + AT_ONCE)
    const settled = await Promise.allSettled(some.map((each) => ask({ operationName, variables: each })))
    for (const each of settled) if (each.status === 'fulfilled') answers.push(each.value.data)
  }
  return answers
}

/** Reads the further pages of a list, from the second to the last, see {@link askInTurns}. */
export function askPages(
  reading: Reading,
  about: { readonly operationName: string; readonly variables: object; readonly pages: number },
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { operationName, variables, pages } = about
  const further = Array.from({ length: Math.max(0, pages - 1) }, (_, index) => index + 2)
  return askInTurns(reading, { operationName, variables: further.map((page) => ({ ...variables, page })) })
}

/** Returns the variables that name invoices: `i0` and `has0`, `i1` and `has1` … */
function placesOf(ids: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    ids.flatMap((id, place) => [
      [`i${place}`, id],
      [`has${place}`, true],
    ]),
  )
}

function paymentsOf({ business }: PaymentsOfInvoicesQuery) {
  return Object.values(business ?? {}).flatMap((invoice) =>
    typeof invoice === 'object' && invoice !== null ? [[invoice.id, invoice.payments] as const] : [],
  )
}
