import { useMutation } from '@tanstack/react-query'
import { bff } from '#data/bff-client.ts'
import { useSession } from '#data/session.tsx'
import { ActionButton } from '#ui/action-button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useAnnouncer, useSaid } from '#ui/live-regions.tsx'
import { useWords } from '#words/words.tsx'
import { useIdleWarning } from './use-idle-warning.ts'

/** Two minutes before an idle sign-in ends. */
export function IdleWarning() {
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
