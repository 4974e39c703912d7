import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useState } from 'react'
import { textKey } from '#forms/reminders/reminder-notes.ts'
import { useNotes } from '#forms/reminders/use-notes.ts'
import { usePartWords } from '#words/words.tsx'
import type { useReminder } from './reminder.ts'

/** Shows the buttons that save the text of a reminder for its tone and language, and that restore the app's own text. */
export function KeepText(props: {
  readonly connection: ConnectionView
  readonly reminder: ReturnType<typeof useReminder>
  readonly text: () => string
}) {
  const { reminder } = props
  const words = usePartWords('reminders')
  const { notes, keep } = useNotes(props.connection)
  const key = textKey(reminder.tone, reminder.language)
  const [message, setMessage] = useState<{ readonly key: string; readonly text: string }>()
  const report = (text: string) => setMessage({ key, text })
  const press = async () => {
    const template = reminder.templateOf(props.text())
    if (template === undefined) return report(words.keepsLines)
    return keep({ key, text: template }).then(
      () => report(words.kept),
      () => report(words.notKept),
    )
  }
  const forget = () =>
    keep({ key, text: null }).then(
      () => {
        setMessage(undefined)
        reminder.writeOurs()
      },
      () => report(words.notKept),
    )
  return (
    <>
      <button type="button" className="button-quiet" onClick={() => void press()}>
        {words.keep}
      </button>
      {notes?.[key] !== undefined && (
        <button type="button" className="button-quiet" onClick={() => void forget()}>
          {words.ours}
        </button>
      )}
      <p role="status" className="note">
        {message?.key === key && message.text}
      </p>
    </>
  )
}
