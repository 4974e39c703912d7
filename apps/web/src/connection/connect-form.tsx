import { CONNECT_FORM_FIELDS as FIELDS } from '@counterfoil/bff-api/connect-form'
import type { Intent } from '@counterfoil/bff-api/connect-result'
import { BFF_PATHS, readAddress } from '@counterfoil/bff-api/paths'
import type { AttemptId, ConnectionId } from '@counterfoil/oauth/ids'
import { type ReactNode, useId } from 'react'
import { useLocation, useRouter } from 'wouter'
import { selectedConnection, useSession } from '#data/session/session.tsx'
import { useWords } from '#words/words.tsx'
import { type ButtonVariant, PostForm } from './post-form.tsx'

/** Shows the form that leads to the provider. */
export function ConnectForm(props: {
  readonly intent: Intent
  readonly connectionId?: ConnectionId | undefined
  /** The attempt that is continued; undefined begins another. */
  readonly attemptId?: AttemptId | undefined
  readonly returnTo?: string
  /** The permissions requested by `allow_more`; no others are requested. */
  readonly want?: readonly string[]
  readonly variant?: ButtonVariant
  readonly children: ReactNode
}) {
  const { session, pageId, returns } = useSession()
  const { t } = useWords()
  const { base } = useRouter()
  const [path] = useLocation()
  // The person followed a link to a business that is not connected.
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
        // The same for every press on one page; it changes after a return from the back/forward cache.
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

/** Shows the button that continues the open attempt of this browser: the same request, for the same page. */
export function ContinueForm(props: { readonly variant?: ButtonVariant }) {
  const { session } = useSession()
  const { t } = useWords()
  return (
    <ConnectForm intent="connect" attemptId={session.openAttempt?.id} variant={props.variant ?? 'primary'}>
      {t.connect.continue}
    </ConnectForm>
  )
}

/** Shows the button that signs in again and returns to the requested page. */
export function SignInForm(props: {
  readonly returnTo?: string
  readonly variant?: ButtonVariant
  readonly children: ReactNode
}) {
  return <ConnectForm variant="primary" {...props} intent="sign_in" />
}
