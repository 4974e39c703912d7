import { useSession } from '#data/session.tsx'
import { useWords } from '#words/words.tsx'
import { ConnectForm } from './connect-form.tsx'
import type { ButtonVariant } from './post-form.tsx'

/** Goes on with the attempt that was begun in this browser: the same question, for the same page. */
export function ContinueForm(props: { readonly variant?: ButtonVariant }) {
  const { session } = useSession()
  const { t } = useWords()
  return (
    <ConnectForm intent="connect" attemptId={session.openAttempt?.id} variant={props.variant ?? 'primary'}>
      {t.connect.continue}
    </ConnectForm>
  )
}
