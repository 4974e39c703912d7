import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { Notes } from '@counterfoil/bff-api/notes'
import { type FormEvent, useId } from 'react'
import { InlineFailure } from '#connection/inline-failure.tsx'
import { addDays } from '#figures/day.ts'
import { Paused, usePausing } from '#forms/reminders/paused.tsx'
import { findPause, findSent, MAX_REASON_CHARACTERS, useNotes } from '#forms/reminders/use-notes.ts'
import { Card } from '#ui/card.tsx'
import { useToday } from '#words/use-today.ts'
import { usePartWords, useWords } from '#words/words.tsx'

interface About {
  readonly connection: ConnectionView
  readonly customerId: string
}

/** Shows the reminders sent to a customer from this app, and their pause. Reserves the space of an empty list while loading. */
export function RemindersCard(
  props: About & {
    /** The IANA time zone of the business. */
    readonly zone: string | null
  },
) {
  const { connection, customerId, zone } = props
  const { t, words } = useWords('pause')
  const today = useToday(zone)
  const { notes, isError } = useNotes(connection)
  return (
    <Card title={words.title} busy={notes === undefined}>
      {isError && <p role="alert">{t.failure.partial.row}</p>}
      {(notes !== undefined || !isError) && (
        <div className={notes === undefined ? 'skeleton' : undefined}>
          <Reminders {...{ connection, customerId, notes: notes ?? {}, today }} />
        </div>
      )}
    </Card>
  )
}

function Reminders(props: About & { readonly notes: Notes; readonly today: string }) {
  const { connection, customerId, notes, today } = props
  const { format, words } = useWords('pause')
  const pause = findPause(notes, { customerId, today })
  const sent = findSent(notes, customerId)
  return (
    <>
      {sent.length === 0 && <p className="muted">{words.noneSent}</p>}
      <ul className="entries">
        {sent.map(({ at, tone }) => (
          <li key={at}>
            <span>{words.tones[tone]}</span>
            <span className="muted">{format.moment(at)}</span>
          </li>
        ))}
      </ul>
      {pause === undefined ? (
        <PauseForm {...{ connection, customerId, today }} />
      ) : (
        <Paused {...{ connection, customerId, pause }} />
      )}
    </>
  )
}

type PauseFields = Readonly<Record<'until' | 'reason', string | undefined>>

function PauseForm({ connection, customerId, today }: About & { readonly today: string }) {
  const words = usePartWords('pause')
  const id = useId()
  const { change, state } = usePausing(connection, customerId)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { until = '', reason = '' } = Object.fromEntries(new FormData(event.currentTarget)) as PauseFields
    change({ until: until === '' ? null : until, reason: reason.trim() })
  }
  return (
    <details className="screen-only">
      <summary>{words.pause}</summary>
      <form className="stack" onSubmit={submit}>
        <div className="field">
          <label htmlFor={`${id}-reason`}>{words.reason}</label>
          <input id={`${id}-reason`} name="reason" maxLength={MAX_REASON_CHARACTERS} autoComplete="off" />
        </div>
        <div className="field">
          <label htmlFor={`${id}-until`}>{words.until}</label>
          <input id={`${id}-until`} name="until" type="date" min={addDays(today, 1)} max="9999-12-31" />
          <p className="note">{words.untilHint}</p>
        </div>
        {typeof state === 'object' && <InlineFailure failure={state} />}
        <button className="button-plain" disabled={state === 'saving'}>
          {words.pause}
        </button>
      </form>
    </details>
  )
}
