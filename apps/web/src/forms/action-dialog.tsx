import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { type ReactNode, useState } from 'react'
import { Dialog } from '#ui/dialog.tsx'
import { useFormWords } from './form-fields.tsx'
import { RecordForm } from './record-form.tsx'
import type { DoneRecord, SentCommand, Verb } from './sent-command.ts'
import { findWayBack, UndoButton, type WayBack } from './undo.tsx'

const NOTHING = {}

interface ActionDialogProps {
  readonly connection: ConnectionView
  /** The requested action. The dialog opens again for another one. */
  readonly of: unknown
  /** The change to undo; undefined if undoing it would not restore everything. */
  readonly undoes: Verb | undefined
  readonly recordId: string
  readonly title: string
  readonly about: string
  readonly onClose: () => void
  readonly onDone: () => void
  readonly children: (finish: (done: DoneRecord) => void) => ReactNode
}

/** Confirms a change of a document, stays open until it is made or the dialog is closed, and then offers to undo it. */
export function ActionDialog(props: ActionDialogProps) {
  const { connection, of, onClose, onDone } = props
  const f = useFormWords()
  const [made, setMade] = useState<{ readonly of: unknown; readonly wayBack: WayBack }>()
  const close = () => {
    onClose()
    onDone()
  }
  const finish = (done: DoneRecord) => {
    const wayBack = props.undoes && findWayBack(done, { verb: props.undoes, recordId: props.recordId })
    if (wayBack === undefined) return close()
    setMade({ of, wayBack })
    onDone()
  }
  if (made !== undefined && made.of === of)
    return <UndoButton {...{ connection, wayBack: made.wayBack }} onUndone={close} />
  return (
    <Dialog
      title={props.title}
      onClose={onClose}
      actions={
        <button type="button" className="button-quiet" onClick={onClose}>
          {f.act.cancel}
        </button>
      }
    >
      <p>{props.about}</p>
      {props.children(finish)}
    </Dialog>
  )
}

/** A form without fields: one button sends the change. */
export function ConfirmForm(props: {
  readonly connection: ConnectionView
  readonly verb: Verb
  readonly recordId: string
  readonly label: string
  readonly save: string
  readonly input: SentCommand['input']
  readonly onDone: (done: DoneRecord) => void
}) {
  const { label, input, ...form } = props
  return (
    <RecordForm
      {...form}
      initial={NOTHING}
      modifiedAt={null}
      label={() => label}
      read={() => ({ kind: 'input', input })}
    >
      {() => null}
    </RecordForm>
  )
}
