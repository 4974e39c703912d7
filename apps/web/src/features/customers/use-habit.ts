import { useContext, useEffect, useState } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { GraphqlClientContext } from '#data/graphql-query.ts'
import { buildHabits, type Habit } from '#figures/habits.ts'
import { readPayments } from '#figures/read-payments.ts'
import { PaymentsOfInvoicesDocument, type CustomerQuery } from '#generated/operations.ts'

/** The paid invoices that a habit is made of. */
export type PaidList = NonNullable<NonNullable<CustomerQuery['business']>['paid']>

/** How a customer pays: being read, too few invoices to tell, or a habit. `failed`: the payments did not come. */
type HabitReading =
  { readonly state: 'reading' | 'few' | 'failed' } | { readonly state: 'known'; readonly habit: Habit }

/** Reads the payments of one customer's latest paid invoices, which the provider tells only by the invoice. */
export function useHabit(
  connection: ConnectionView,
  about: {
    readonly customer: { readonly id: string; readonly name: string }
    readonly paid: PaidList
  },
): HabitReading {
  const client = useContext(GraphqlClientContext)
  const [reading, setReading] = useState<HabitReading>({ state: 'reading' })
  const { customer, paid } = about
  const { businessId } = connection
  useEffect(() => {
    if (client === undefined) return
    let isOver = false
    const ask = async ({ variables }: { readonly variables: Readonly<Record<string, unknown>> }) => {
      const { data, error } = await client
        .query(PaymentsOfInvoicesDocument, variables, { requestPolicy: 'cache-first' })
        .toPromise()
      if (data === undefined) throw error ?? new Error('no payments came')
      return { data: { ...data }, missing: [] }
    }
    const read = async () => {
      const rows = paid.edges.map(({ node }) => node).filter((node) => node !== null)
      const ids = rows.map(({ id }) => id)
      const payments = await readPayments({ ask, isOver: () => isOver }, { id: businessId, ids })
      if (isOver) return
      const { rows: habits } = buildHabits(
        rows.map((row) => ({ ...row, customer, payments: payments.get(row.id) ?? null })),
        { partial: false },
      )
      const [habit] = habits
      if (habit !== undefined) setReading({ state: 'known', habit })
      else setReading({ state: payments.size < ids.length ? 'failed' : 'few' })
    }
    read().catch(() => {
      if (!isOver) setReading({ state: 'failed' })
    })
    return () => {
      isOver = true
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the id and the list stand for the customer
  }, [client, businessId, customer.id, paid])
  return reading
}
