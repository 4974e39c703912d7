import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useState } from 'react'
import { InlineFailure } from '#connection/inline-failure.tsx'
import { bff } from '#data/bff-client.ts'
import { type Failure, failureFrom } from '#data/failure.ts'
import { ActionButton } from '#ui/action-button.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import { type Pause, pauseKey, useNotes } from './use-notes.ts'

/** The day until which the to-do list hides a customer whose pause has no end. */
const NEVER = '9999-12-31'

/** Returns a function that pauses a customer's reminders, or resumes them with null, also in the to-do list. */
export function usePausing(connection: ConnectionView, customerId: string) {
  const { keep } = useNotes(connection)
  const [state, setState] = useState<'idle' | 'saving' | Failure>('idle')
  const change = async (pause: Pause | null) => {
    setState('saving')
    try {
      await bff.putOff(connection.id, { key: `remind:${customerId}`, until: pause && (pause.until ?? NEVER) })
      await keep({ key: pauseKey(customerId), text: pause === null ? null : JSON.stringify(pause) })
      setState('idle')
    } catch (error) {
      setState(failureFrom(error))
    }
  }
  return { change: (pause: Pause | null) => void change(pause), state }
}

/** Shows until when and why a customer's reminders are paused, and a button that ends the pause. */
export function Paused(props: {
  readonly connection: ConnectionView
  readonly customerId: string
  readonly pause: Pause
}) {
  const { until, reason } = props.pause
  const { format } = useWords()
  const words = usePartWords('pause')
  const { change, state } = usePausing(props.connection, props.customerId)
  return (
    <>
      <p>
        {until === null ? words.paused : words.pausedUntil(format.day(until))}
        {reason !== '' && (
          <>
            {' '}
            <bdi>{reason}</bdi>
          </>
        )}
      </p>
      {typeof state === 'object' && <InlineFailure failure={state} />}
      <ActionButton pending={state === 'saving'} pendingLabel={words.resume} onPress={() => change(null)}>
        {words.resume}
      </ActionButton>
    </>
  )
}
