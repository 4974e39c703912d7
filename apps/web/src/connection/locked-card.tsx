import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { ConnectionId } from '@counterfoil/oauth/ids'
import { useEffect, useRef, useState } from 'react'
import { useSession } from '#data/session/session.tsx'
import { Card } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { Rich } from '#ui/rich.tsx'
import { useWords } from '#words/words.tsx'
import { ConnectForm } from './connect-form.tsx'
import { usePermissions } from './use-permissions.ts'

/** Shows a card in place of data that needs a missing permission. The permission is requested only after a press. */
export function LockedCard(props: { readonly value: string; readonly connection: ConnectionView }) {
  const { value, connection } = props
  const { t } = useWords()
  const [step, setStep] = useState<'locked' | 'asking' | 'later'>('locked')
  const permissions = usePermissions()
  const [words] = permissions.inWords([value])
  const thing = permissions.names([value]).join('')
  // The pressed button is gone: focus moves to its replacement, never back to the top of the page.
  const pressed = useRef(false)
  const taken = useRef<HTMLParagraphElement>(null)
  const go = (next: 'asking' | 'later') => {
    pressed.current = true
    setStep(next)
  }
  useEffect(() => {
    if (pressed.current) taken.current?.focus()
  }, [step])

  useEffect(() => {
    if (isSnoozed(localStorage, { connectionId: connection.id, value, nowMs: Date.now() })) setStep('later')
  }, [connection.id, value])

  if (words === undefined) return null
  if (step === 'later')
    return (
      <p ref={taken} tabIndex={-1} className="note">
        {t.allowMore.later(words.name)}
      </p>
    )
  return (
    <Card title={words.name}>
      {step === 'locked' ? (
        <>
          <p className="with-icon">
            <Icon name="lock" />
            <span>{t.allowMore.locked(thing)}</span>
          </p>
          <button type="button" className="button-plain" aria-expanded="false" onClick={() => go('asking')}>
            {t.connectionPage.allow(thing)}
          </button>
        </>
      ) : (
        <>
          <p ref={taken} tabIndex={-1}>
            <Rich text={t.allowMore.ask(thing, words.detail.toLowerCase())} />
          </p>
          <Answers value={value} connection={connection} onLater={() => go('later')} />
        </>
      )}
    </Card>
  )
}

/** Shows the buttons that request the permission from the provider, or hide the question for a while. */
function Answers(props: {
  readonly value: string
  readonly connection: ConnectionView
  readonly onLater: () => void
}) {
  const { value, connection } = props
  const { session } = useSession()
  const { t } = useWords()
  return (
    <div className="actions">
      <ConnectForm intent="allow_more" connectionId={connection.id} want={[value]}>
        {t.connect.allowMore(session.provider.name)}
      </ConnectForm>
      <button
        type="button"
        className="button-quiet"
        onClick={() => {
          snooze(localStorage, { connectionId: connection.id, value, nowMs: Date.now() })
          props.onLater()
        }}
      >
        {t.allowMore.notNow}
      </button>
    </div>
  )
}

/** The time in milliseconds for which "Not now" suppresses the same question. */
export const ASK_AGAIN_AFTER_MS = 30 * 24 * 60 * 60 * 1000

type Memory = Pick<Storage, 'getItem' | 'setItem'>
type Asked = { readonly connectionId: ConnectionId; readonly value: string }
type AskedAt = Asked & { readonly nowMs: number }

const keyOf = ({ connectionId, value }: Asked) => `later:${connectionId}:${value}`

/** Returns true if the person answered "Not now" to this less than 30 days ago. */
export function isSnoozed(memory: Memory, asked: AskedAt): boolean {
  const saidAtMs = Number(memory.getItem(keyOf(asked)) ?? Number.NaN)
  return asked.nowMs - saidAtMs < ASK_AGAIN_AFTER_MS
}

export function snooze(memory: Memory, asked: AskedAt): void {
  memory.setItem(keyOf(asked), String(asked.nowMs))
}
