import { CONNECT_FORM_FIELDS as FIELDS } from '@counterfoil/bff-api/connect-form'
import type { Intent } from '@counterfoil/bff-api/connect-result'
import { BFF_PATHS, readAddress } from '@counterfoil/bff-api/paths'
import type { AttemptId, ConnectionId } from '@counterfoil/oauth/ids'
import { type ReactNode, useId } from 'react'
import { useLocation, useRouter } from 'wouter'
import { selectedConnection, useSession } from '#data/session/session.tsx'
import { useWords } from '#words/words.tsx'
import { type ButtonVariant, PostForm } from './post-form.tsx'

/** Leaves for the provider. */
export function ConnectForm(props: {
  readonly intent: Intent
  readonly connectionId?: ConnectionId | undefined
  /** Goes on with this attempt instead of beginning another. */
  readonly attemptId?: AttemptId | undefined
  readonly returnTo?: string
  /** For `allow_more`: the permissions that are wanted, and no others. */
  readonly want?: readonly string[]
  readonly variant?: ButtonVariant
  readonly children: ReactNode
}) {
  const { session, pageId, returns } = useSession()
  const { t } = useWords()
  const { base } = useRouter()
  const [path] = useLocation()
  // Somebody followed a link to a business that they have not connected.
  const wanted = selectedConnection(session) === undefined ? readAddress(path).business : undefined
  const plainId = useId().replace(/[^\w-]/g, '')
  const provider = session.provider.name
  return (
    <PostForm
      action={BFF_PATHS.connectStart}
      variant={props.variant}
      fields={{
        [FIELDS.intent]: props.intent,
        [FIELDS.connectionId]: props.connectionId,
        [FIELDS.attemptId]: props.attemptId,
        [FIELDS.returnTo]: props.returnTo ?? base + path,
        [FIELDS.business]: wanted,
        [FIELDS.want]: props.want?.join(' '),
        [FIELDS.csrf]: session.csrfToken,
        // The same for every press of one page, another after a return from the back/forward cache.
        [FIELDS.idempotencyKey]: `${pageId}-${plainId}-${returns}`,
      }}
      words={{
        opening: t.connect.opening(provider),
        slow: t.connect.slow(provider),
        failed: t.connect.failed(provider),
        offline: t.connect.offline,
      }}
    >
      {props.children}
    </PostForm>
  )
}

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

/** Signs in again, and comes back to the page that was asked for. */
export function SignInForm(props: {
  readonly returnTo?: string
  readonly variant?: ButtonVariant
  readonly children: ReactNode
}) {
  return <ConnectForm variant="primary" {...props} intent="sign_in" />
}
