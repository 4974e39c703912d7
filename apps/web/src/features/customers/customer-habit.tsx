import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { Card } from '#ui/card.tsx'
import type { PartWords } from '#words/part-words.ts'
import { usePartWords, useWords } from '#words/words.tsx'
import { useHabit, type PaidList } from './use-habit.ts'

/** "3 days late"; below zero is early. */
export function sayHabit(words: PartWords['customers'], days: number): string {
  if (days === 0) return words.onTime
  return days > 0 ? words.late(days) : words.early(-days)
}

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
  const when = (days: number) => sayHabit(words, days)
  return (
    <Card title={words.habits} busy={reading.state === 'reading'}>
      {reading.state === 'reading' && <p className="muted">{words.gettingHabit}</p>}
      {reading.state === 'few' && <p className="muted">{words.tooFew}</p>}
      {reading.state === 'failed' && <p className="muted">{t.failure.partial.row}</p>}
      {reading.state === 'known' && (
        <>
          <p>{words.habit(when(reading.habit.median))}</p>
          <p className="note">
            {`${words.span({ first: when(reading.habit.earliest), last: when(reading.habit.latest) })} ${words.ofPaid(reading.habit.paid)}`}
          </p>
        </>
      )}
    </Card>
  )
}
