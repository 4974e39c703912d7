import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { SignInForm } from '#connection/connect-form.tsx'
import { bff } from '#data/bff-client.ts'
import { useSession } from '#data/session/session.tsx'
import { PATHS } from '#navigation/paths.ts'
import { ActionButton } from '#ui/action-button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useAnnouncer, useSaid } from '#ui/live-regions.tsx'
import { useWords } from '#words/words.tsx'

/** Shows a dialog over the page when the session has ended or is about to. */
export function SignInDialogs() {
  const { ended } = useSession()
  if (ended !== null) return <EndedDialog />
  return <IdleWarning />
}

function EndedDialog() {
  const { ended } = useSession()
  const { t } = useWords()
  const elsewhere = ended === 'signed_out_elsewhere'
  return (
    <Dialog
      isWhole
      title={elsewhere ? t.ended.elsewhereTitle : t.ended.title}
      actions={
        <>
          <SignInForm>{t.ended.signIn}</SignInForm>
          {!elsewhere && (
            <SignInForm variant="plain" returnTo={PATHS.profile}>
              {t.ended.disconnectAll}
            </SignInForm>
          )}
          <a className="button-quiet" href={PATHS.overview}>
            {t.ended.leave}
          </a>
        </>
      }
    >
      <p>{elsewhere ? t.ended.elsewhereBody : t.ended.body}</p>
      {!elsewhere && <p>{t.ended.stays}</p>}
    </Dialog>
  )
}

/** Warns two minutes before an idle session ends. */
function IdleWarning() {
  const { session, changed } = useSession()
  const { t, format } = useWords()
  const { alert, announce } = useAnnouncer()
  const endsAt = session.idleEndsAt
  const [warns, stopWarning] = useIdleWarning(endsAt)
  const extend = useMutation({
    mutationFn: bff.extendSession,
    onSuccess: () => {
      stopWarning()
      announce(t.ended.stayed)
      void changed()
    },
    onError: () => alert(t.app.changeFailed),
  })
  const sentence = endsAt === null ? '' : t.ended.warnBody(format.clock(endsAt))
  useSaid(alert, warns ? sentence : undefined)

  if (!warns) return null
  return (
    <Dialog
      title={t.ended.warnTitle}
      onClose={() => extend.mutate()}
      actions={
        <ActionButton
          variant="primary"
          pending={extend.isPending}
          pendingLabel={t.ended.stay}
          onPress={() => extend.mutate()}
        >
          {t.ended.stay}
        </ActionButton>
      }
    >
      <p>{sentence}</p>
    </Dialog>
  )
}

/**
 * Decides when to warn of the end of an idle session. Another tab may have extended it, so the session is read again when the
 * warning begins and when the time is over.
 *
 * @param endsAt The end of the session if it stays idle; null if it has none.
 * @returns Whether to warn, and a function that removes the warning.
 */
function useIdleWarning(endsAt: string | null): readonly [warns: boolean, stop: () => void] {
  const { refresh } = useSession()
  const { clock } = useWords()
  const [warnedFor, setWarnedFor] = useState<string>()

  useEffect(() => {
    if (endsAt === null) return
    let asked = false
    let timer: ReturnType<typeof setTimeout>
    const look = () => {
      const phase = idlePhase({ idleEndsAtMs: Date.parse(endsAt), nowMs: clock() })
      switch (phase.kind) {
        case 'quiet':
          timer = setTimeout(look, phase.forMs)
          return
        case 'warn':
          if (!asked) {
            asked = true
            refresh()
          }
          setWarnedFor(endsAt)
          timer = setTimeout(look, phase.forMs)
          return
        case 'over':
          refresh()
      }
    }
    look()
    return () => clearTimeout(timer)
  }, [endsAt, refresh, clock])

  return [endsAt !== null && warnedFor === endsAt, () => setWarnedFor(undefined)]
}

/** The time in milliseconds before the end of an idle session at which people are warned. */
export const WARN_BEFORE_MS = 2 * 60 * 1000
/** The longest delay in milliseconds that `setTimeout` supports. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Returns the phase of an idle session and the time in milliseconds until it changes. */
export function idlePhase(times: { readonly idleEndsAtMs: number; readonly nowMs: number }) {
  const leftMs = times.idleEndsAtMs - times.nowMs
  if (leftMs <= 0) return { kind: 'over' } as const
  if (leftMs <= WARN_BEFORE_MS) return { kind: 'warn', forMs: leftMs } as const
  return { kind: 'quiet', forMs: Math.min(leftMs - WARN_BEFORE_MS, LONGEST_TIMER_MS) } as const
}
