import { useMutation } from '@tanstack/react-query'
import type { SessionView } from '@counterfoil/bff-api/session'
import { ConnectForm } from '#connect/connect-form.tsx'
import { Screen } from '#connect/screen.tsx'
import { bff } from '#data/bff-client.ts'
import { useSession } from '#data/session.tsx'
import { ActionButton } from '#ui/action-button.tsx'
import { useAnnouncer } from '#ui/live-regions.tsx'
import { Notice } from '#ui/notice.tsx'
import { useWords } from '#words/words.tsx'
import { BrowserNotices } from './browser-notices.tsx'
import { SamplePictures } from './sample-pictures.tsx'

/** Before anything is connected: what it is for, what it may and may not do, one button. */
export function StartScreen() {
  const { session } = useSession()
  const { t } = useWords()
  const provider = session.provider.name
  return (
    <div className="start">
      <Screen title={t.start.title} lede={t.start.lede(provider)}>
        {session.openAttempt !== null && <HalfFinished attempt={session.openAttempt} />}
        <BrowserNotices />
        <ConnectForm intent="connect" variant={session.openAttempt === null ? 'primary' : 'plain'}>
          {session.openAttempt === null ? t.connect.business : t.connect.startAgain}
        </ConnectForm>
        <p className="note before">{t.start.before(provider)}</p>
        <ul className="facts">
          {[...t.start.facts, { term: t.start.stop.term, detail: t.start.stop.detail(provider) }].map(
            (fact) => (
              <li key={fact.term}>
                <strong>{fact.term}</strong>
                <span>{fact.detail}</span>
              </li>
            ),
          )}
        </ul>
        <p className="note">{t.start.plan(provider)}</p>
      </Screen>
      <SamplePictures />
    </div>
  )
}

type Attempt = NonNullable<SessionView['openAttempt']>

/** The person went to the provider and did not come back. */
function HalfFinished(props: { readonly attempt: Attempt }) {
  const { attempt } = props
  const { session, changed } = useSession()
  const { t, format } = useWords()
  const { alert } = useAnnouncer()
  const dismiss = useMutation({
    mutationFn: () => bff.dismissAttempt(attempt.id),
    onSuccess: changed,
    onError: () => alert(t.app.changeFailed),
  })
  return (
    <Notice
      tone="info"
      title={t.start.half.title}
      actions={
        <>
          <ConnectForm intent="connect">{t.connect.continue}</ConnectForm>
          <ActionButton
            variant="quiet"
            pending={dismiss.isPending}
            pendingLabel={t.start.half.dismiss}
            onPress={() => dismiss.mutate()}
          >
            {t.start.half.dismiss}
          </ActionButton>
        </>
      }
    >
      <p>{t.start.half.body(format.clock(attempt.startedAt), session.provider.name)}</p>
    </Notice>
  )
}
