import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useContext, useEffect, useState } from 'react'
import { GraphqlClientContext } from '#data/graphql-query.ts'
import { buildHabits, type Habit } from '#figures/habits.ts'
import { readPayments } from '#figures/read/read-payments.ts'
import { type CustomerQuery, PaymentsOfInvoicesDocument } from '#generated/operations.ts'
import { Card } from '#ui/card.tsx'
import type { PartWords } from '#words/part-words.ts'
import { usePartWords, useWords } from '#words/words.tsx'

/** Returns a text like "3 days late". A negative number of days is early. */
export function sayHabit(words: PartWords['customers'], days: number): string {
  if (days === 0) return words.onTime
  return days > 0 ? words.late(days) : words.early(-days)
}

type HabitDays = Pick<Habit, 'median' | 'earliest' | 'latest' | 'paid'>

/** The longest text of payment behavior. Its space is reserved while the payments are read, so that nothing below moves. */
const LONGEST: HabitDays = { median: 100, earliest: -100, latest: 100, paid: 10 }

/** Shows a customer's payment behavior: the usual days late, and the range from the earliest to the latest. */
export function CustomerHabit(props: {
  readonly connection: ConnectionView
  readonly customer: { readonly id: string; readonly name: string }
  readonly paid: PaidList
}) {
  const { connection, customer, paid } = props
  const { t } = useWords()
  const words = usePartWords('customers')
  const reading = useHabit(connection, { customer, paid })
  return (
    <Card title={words.habits} busy={reading.state === 'reading'}>
      <div className="in-place">
        <div aria-hidden>
          <HabitText habit={LONGEST} />
        </div>
        <div>
          {reading.state === 'reading' && <p className="muted">{words.gettingHabit}</p>}
          {reading.state === 'few' && <p className="muted">{words.tooFew}</p>}
          {reading.state === 'failed' && <p className="muted">{t.failure.partial.row}</p>}
          {reading.state === 'known' && <HabitText habit={reading.habit} />}
        </div>
      </div>
    </Card>
  )
}

function HabitText({ habit }: { readonly habit: HabitDays }) {
  const words = usePartWords('customers')
  const when = (days: number) => sayHabit(words, days)
  return (
    <>
      <p>{words.habit(when(habit.median))}</p>
      <p className="note">
        {`${words.span({ first: when(habit.earliest), last: when(habit.latest) })} ${words.ofPaid(habit.paid)}`}
      </p>
    </>
  )
}

type PaidList = NonNullable<NonNullable<CustomerQuery['business']>['paid']>

/** The state of reading a payment habit. `few`: too few paid invoices; `failed`: the payments could not be read. */
type HabitReading =
  { readonly state: 'reading' | 'few' | 'failed' } | { readonly state: 'known'; readonly habit: Habit }

/** Reads the payments of one customer's latest paid invoices. The provider lists payments only per invoice. */
function useHabit(
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
      const rows = paid.edges.flatMap(({ node }) => node ?? [])
      const ids = rows.map(({ id }) => id)
      const payments = await readPayments({ ask, isOver: () => isOver }, { id: businessId, ids })
      if (isOver) return
      const { rows: habits } = buildHabits(
        rows.map((row) => ({ ...row, customer, payments: payments.get(row.id) ?? null })),
        { partial: false },
      )
      const [habit] = habits
      if (habit !== undefined) setReading({ state: 'known', habit })
      else setReading({ state: ids.every((id) => payments.get(id) != null) ? 'few' : 'failed' })
    }
    read().catch(() => {
      if (!isOver) setReading({ state: 'failed' })
    })
    return () => {
      isOver = true
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the id and the list represent the customer
  }, [client, businessId, customer.id, paid])
  return reading
}
