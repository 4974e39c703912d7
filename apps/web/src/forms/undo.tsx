import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useEffect, useState } from 'react'
import { Button } from '#ui/action-button.tsx'
import { useFormWords } from './form-fields.tsx'
import { FormProblem, SentNotice } from './form-notices.tsx'
import type { DoneRecord, SentCommand, Verb } from './sent-command.ts'
import { useSending } from './use-sending.ts'

const UNDO_SECONDS = 10

/** A change that undoes another one. */
export type WayBack = Pick<SentCommand, 'verb' | 'recordId' | 'input' | 'label'>

/** Returns the change that restores the previous state; undefined if the provider has none. */
export function findWayBack(
  { id, label }: DoneRecord,
  sent: { readonly verb: Verb; readonly recordId: string | null },
): WayBack | undefined {
  const { verb, recordId } = sent
  if (id === null) return undefined
  switch (verb) {
    case 'invoice-create':
      return { verb: 'invoice-delete', recordId: id, label, input: { invoiceId: id } }
    case 'estimate-create':
      return { verb: 'estimate-delete', recordId: id, label, input: { estimateId: id } }
    case 'estimate-accept':
      return { verb: 'estimate-reopen', recordId: id, label, input: { estimateId: id } }
    case 'payment-create':
      // A payment that was found after a lost response has the id of its invoice.
      return id === recordId ? undefined : { verb: 'payment-delete', recordId, label, input: { id } }
    default:
      return undefined
  }
}

/** Shows the button that undoes a document just saved, if the provider can undo it. */
export function Undo(props: {
  readonly connection: ConnectionView
  readonly verb: Verb
  readonly done: DoneRecord
  readonly onUndone: () => void
}) {
  const { connection, verb, done, onUndone } = props
  const wayBack = findWayBack(done, { verb, recordId: null })
  return wayBack && <UndoButton {...{ connection, wayBack, onUndone }} />
}

/** Shows a button that undoes a change, for ten seconds and longer while it has the focus. */
export function UndoButton(props: {
  readonly connection: ConnectionView
  readonly wayBack: WayBack
  readonly onUndone: () => void
}) {
  const { connection, wayBack, onUndone } = props
  const { verb, recordId } = wayBack
  const f = useFormWords()
  const secondsLeft = useSecondsLeft()
  const [hasFocus, setHasFocus] = useState(false)
  const sending = useSending({ connection, verb, recordId, onDone: onUndone })
  const { entry, hindrance, isBusy } = sending
  if (secondsLeft === 0 && !hasFocus && !isBusy && hindrance === undefined) return null
  return (
    <div className="stack">
      {entry !== undefined && <SentNotice entry={entry} />}
      <div className="actions">
        <Button
          aria-disabled={isBusy}
          aria-describedby="undo-left"
          onFocus={() => setHasFocus(true)}
          onBlur={() => setHasFocus(false)}
          onClick={() => sending.send({ kind: 'input', input: wayBack.input }, wayBack.label)}
        >
          {isBusy ? f.act.saving : f.act.undo}
        </Button>
        <span id="undo-left" className="note">
          {secondsLeft > 0 && f.sent.left(secondsLeft)}
        </span>
      </div>
      <FormProblem {...{ hindrance, connection, verb }} onLater={sending.notNow} />
    </div>
  )
}

function useSecondsLeft(): number {
  const [left, setLeft] = useState(UNDO_SECONDS)
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return left
}
