import { useMutation } from '@tanstack/react-query'
import type { SessionView } from '@counterfoil/bff-api/session'
import { ContinueForm } from '#connection/continue-form.tsx'
import { bff } from '#data/bff-client.ts'
import { useSession } from '#data/session.tsx'
import { ActionButton } from '#ui/action-button.tsx'
import { useAnnouncer } from '#ui/live-regions.tsx'
import { Notice } from '#ui/notice.tsx'
import { usePartWords, useWords } from '#words/words.tsx'

type Attempt = NonNullable<SessionView['openAttempt']>

/** The person went to the provider and did not come back. */
export function HalfFinished(props: { readonly attempt: Attempt }) {
  const { attempt } = props
  const { session, changed } = useSession()
  const { t, format } = useWords()
  const words = usePartWords('start')
  const { alert } = useAnnouncer()
  const dismiss = useMutation({
    mutationFn: () => bff.dismissAttempt(attempt.id),
    onSuccess: changed,
    onError: () => alert(t.app.changeFailed),
  })
  return (
    <Notice
      tone="info"
      title={words.half.title}
      actions={
        <>
          <ContinueForm />
          <ActionButton
            variant="quiet"
            pending={dismiss.isPending}
            pendingLabel={words.half.dismiss}
            onPress={() => dismiss.mutate()}
          >
            {words.half.dismiss}
          </ActionButton>
        </>
      }
    >
      <p>{words.half.body(format.clock(attempt.startedAt), session.provider.name)}</p>
    </Notice>
  )
}
