import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button } from '#ui/action-button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useFormWords } from './form-fields.tsx'
import { RecordForm } from './record-form.tsx'
import { SendingForm } from './sending-form.tsx'
import type { DoneRecord, SentCommand, Verb } from './sent-command.ts'
import { findWayBack, UndoButton, type WayBack } from './undo.tsx'

/** Confirms a change of a document, stays open until it is made or the dialog is closed, and then offers to undo it. */
export function ActionDialog(props: {
  readonly connection: ConnectionView
  /** The requested action. The dialog opens again for another one. */
  readonly of: unknown
  readonly verb: Verb
  readonly document: ComponentProps<typeof SendingForm>['document']
  readonly input: SentCommand['input']
  /** The title, the explanation and the label of the button. */
  readonly words: { readonly title: string; readonly about: string; readonly save: string }
  /** True if undoing would not restore everything. */
  readonly isFinal?: boolean
  readonly onClose: () => void
  readonly onDone: () => void
  /** Leads on from a change; returns true if it does. */
  readonly leadOn?: (done: DoneRecord) => boolean
  /** Renders the form of the change. By default it is sent by one button, or by the form of a mail. */
  readonly children?: (finish: (done: DoneRecord) => void) => ReactNode
}) {
  const { connection, of, verb, document, input, words, onClose, onDone } = props
  const f = useFormWords()
  const [made, setMade] = useState<{ readonly of: unknown; readonly wayBack: WayBack }>()
  const close = () => {
    onClose()
    onDone()
  }
  const finish = (done: DoneRecord) => {
    if (props.leadOn?.(done) === true) return
    const wayBack = props.isFinal === true ? undefined : findWayBack(done, { verb, recordId: document.id })
    if (wayBack === undefined) return close()
    setMade({ of, wayBack })
    onDone()
  }
  if (made !== undefined && made.of === of)
    return <UndoButton {...{ connection, wayBack: made.wayBack }} onUndone={close} />
  return (
    <Dialog
      title={words.title}
      onClose={onClose}
      actions={
        <Button variant="quiet" onClick={onClose}>
          {f.act.cancel}
        </Button>
      }
    >
      <p>{words.about}</p>
      {props.children !== undefined ? (
        props.children(finish)
      ) : verb === 'invoice-send' || verb === 'estimate-send' ? (
        <SendingForm {...{ connection, verb, document }} onDone={finish} />
      ) : (
        <RecordForm
          {...{ connection, verb, save: words.save }}
          recordId={document.id}
          label={() => document.number}
          onDone={finish}
          read={() => ({ kind: 'input', input })}
        />
      )}
    </Dialog>
  )
}
