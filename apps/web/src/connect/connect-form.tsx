import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import type { CONNECT_FORM_FIELDS, Intent } from '@counterfoil/bff-api/flow'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import { useLocation } from 'wouter'
import { useOnline } from '#data/online.ts'
import { useSession } from '#data/session.tsx'
import { useAnnouncer, useSaid } from '#ui/live-regions.tsx'
import { useWords } from '#words/words.tsx'
import { FAILED_AFTER_MS, mayPress, pendingPhase, SLOW_AFTER_MS, type PendingPhase } from './pending.ts'

/** Typed as the promise, written out here: its file brings a validator that the browser does not need. */
const FIELDS: typeof CONNECT_FORM_FIELDS = {
  intent: 'intent',
  connectionId: 'connection_id',
  returnTo: 'return_to',
  csrf: 'csrf',
  idempotencyKey: 'idempotency_key',
  want: 'want',
}

/**
 * Leaves for the provider: a plain form, which works before and without scripts. With scripts a second press is
 * ignored, and the button says what happens while the other side is slow to open.
 */
export function ConnectForm(props: {
  readonly intent: Intent
  readonly connectionId?: string | undefined
  readonly returnTo?: string
  /** For `allow_more`: the permissions that are wanted, and no others. */
  readonly want?: readonly string[]
  readonly variant?: 'primary' | 'plain' | 'quiet'
  readonly children: ReactNode
}) {
  const { session, returns } = useSession()
  const { t } = useWords()
  const { announce } = useAnnouncer()
  const online = useOnline()
  const [path] = useLocation()
  const formId = useId()
  const [phase, setPhase] = useState<PendingPhase>('idle')
  const [refusedOffline, setRefusedOffline] = useState(false)
  const timers = useRef<ReturnType<typeof setTimeout>[]>([])
  const provider = session.provider.name

  // Back from the other side: the page is as it was left, with a button that says "Opening…".
  useEffect(() => {
    timers.current.forEach(clearTimeout)
    setPhase('idle')
    return () => timers.current.forEach(clearTimeout)
  }, [returns])

  const message = refusedOffline && !online ? t.connect.offline : phaseMessage(phase, provider, t.connect)
  useSaid(announce, message)

  const advance = (afterMs: number) => setTimeout(() => setPhase(pendingPhase(afterMs)), afterMs)

  return (
    <form
      method="post"
      action={BFF_PATHS.connectStart}
      className="connect-form"
      onSubmit={(event) => {
        if (!online) {
          event.preventDefault()
          setRefusedOffline(true)
          return
        }
        if (!mayPress(phase)) {
          event.preventDefault()
          return
        }
        timers.current.forEach(clearTimeout)
        setPhase('opening')
        timers.current = [advance(SLOW_AFTER_MS), advance(FAILED_AFTER_MS)]
      }}
    >
      <input type="hidden" name={FIELDS.intent} value={props.intent} />
      {props.connectionId !== undefined && (
        <input type="hidden" name={FIELDS.connectionId} value={props.connectionId} />
      )}
      <input type="hidden" name={FIELDS.returnTo} value={props.returnTo ?? path} />
      {props.want !== undefined && <input type="hidden" name={FIELDS.want} value={props.want.join(' ')} />}
      <input type="hidden" name={FIELDS.csrf} value={session.csrfToken} />
      <IdempotencyKey formId={formId} />
      <button
        type="submit"
        className={`button-${props.variant ?? 'primary'}`}
        aria-disabled={!mayPress(phase)}
      >
        {mayPress(phase) ? props.children : t.connect.opening(provider)}
      </button>
      <span className="form-message" aria-hidden="true">
        {phase === 'opening' ? '' : message}
      </span>
    </form>
  )
}

/** The same for every press of one page, another after a return from the back/forward cache. */
function IdempotencyKey(props: { readonly formId: string }) {
  const { returns, pageId } = useSession()
  const plain = props.formId.replace(/[^\w-]/g, '')
  return <input type="hidden" name={FIELDS.idempotencyKey} value={`${pageId}-${plain}-${returns}`} />
}

function phaseMessage(
  phase: PendingPhase,
  provider: string,
  words: { readonly [K in 'opening' | 'slow' | 'failed']: (provider: string) => string },
): string {
  switch (phase) {
    case 'idle':
      return ''
    case 'opening':
      return words.opening(provider)
    case 'slow':
      return words.slow(provider)
    case 'failed':
      return words.failed(provider)
  }
}
