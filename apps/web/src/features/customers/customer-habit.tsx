import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { Habit } from '#figures/habits.ts'
import { Card } from '#ui/card.tsx'
import type { PartWords } from '#words/part-words.ts'
import { usePartWords, useWords } from '#words/words.tsx'
import { useHabit, type PaidList } from './use-habit.ts'

/** "3 days late"; below zero is early. */
export function sayHabit(words: PartWords['customers'], days: number): string {
  if (days === 0) return words.onTime
  return days > 0 ? words.late(days) : words.early(-days)
}

type HabitDays = Pick<Habit, 'median' | 'earliest' | 'latest' | 'paid'>

/** The longest text of a habit. Its space is kept while the habit is read, so that nothing below moves. */
const LONGEST: HabitDays = { median: 100, earliest: -100, latest: 100, paid: 10 }

/** How a customer pays: usually, and from the earliest to the latest. */
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
