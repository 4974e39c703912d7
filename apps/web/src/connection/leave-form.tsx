import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { LEAVE_FORM_FIELDS } from '@counterfoil/bff-api/leave'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import type { ReactNode } from 'react'
import { liveConnections, useSession } from '#data/session/session.tsx'
import { PATHS } from '#navigation/paths.ts'
import { usePartWords, useWords } from '#words/words.tsx'
import { type ButtonVariant, PostForm } from './post-form.tsx'
import { businessName, byName } from './state-words.ts'

/** Typed by the schema's module but written out here: importing it would load a validator that the browser does not need. */
const FIELDS: typeof LEAVE_FORM_FIELDS = {
  csrf: 'csrf',
  returnTo: 'return_to',
  connectionId: 'connection_id',
  everywhere: 'everywhere',
  disconnectAll: 'disconnect_all',
}

/** The way of leaving: signing out here or everywhere, with or without disconnecting, or forgetting the person or device. */
export type Leaving =
  | { readonly kind: 'sign_out'; readonly everywhere: boolean; readonly disconnectAll: boolean }
  | { readonly kind: 'forget_me' }
  | { readonly kind: 'forget_device' }

const ACTIONS = {
  sign_out: BFF_PATHS.signOutForm,
  forget_me: BFF_PATHS.forgetMeForm,
  forget_device: BFF_PATHS.deviceForgetForm,
} as const

/** Shows the form that signs out or forgets the person or the device, and leads to the page with the outcome. */
export function LeaveForm(props: {
  readonly leaving: Leaving
  readonly variant?: ButtonVariant
  readonly children: ReactNode
}) {
  const { leaving } = props
  const { session } = useSession()
  const { t } = useWords()
  const signsOut = leaving.kind === 'sign_out'
  return (
    <PostForm
      action={ACTIONS[leaving.kind]}
      variant={props.variant ?? 'plain'}
      fields={{
        [FIELDS.csrf]: session.csrfToken,
        [FIELDS.returnTo]: PATHS.overview,
        [FIELDS.everywhere]: signsOut && leaving.everywhere ? '1' : undefined,
        [FIELDS.disconnectAll]: signsOut && leaving.disconnectAll ? '1' : undefined,
      }}
      words={{
        opening: t.leave.working,
        slow: t.leave.working,
        failed: t.leave.failed,
        offline: t.leave.offline,
      }}
    >
      {props.children}
    </PostForm>
  )
}

/** Shows the ways to sign out, with the businesses that stay connected or must be connected again. */
export function SignOutChoices({ everywhere }: { readonly everywhere: boolean }) {
  const { session } = useSession()
  const { t, format, locale } = useWords()
  const live = byName(liveConnections(session), t, locale)
  const { leaving: words, alone } = usePartWords('leaving')
  const { hasBusinesses, name } = session.provider
  const namesOf = (connections: readonly ConnectionView[]) =>
    format.list(connections.map((connection) => businessName(connection, t)))
  const staying = live.filter(({ state }) => state !== 'reconnect')
  const broken = live.filter(({ state }) => state === 'reconnect')
  return (
    <>
      <p>
        {[
          live.length === 0 && (hasBusinesses ? words.none : alone.none),
          staying.length > 0 &&
            (hasBusinesses ? words.stays(staying.length, namesOf(staying)) : alone.stays(name)),
          broken.length > 0 &&
            (hasBusinesses ? words.again(broken.length, namesOf(broken)) : alone.again(name)),
          live.length > 0 && (everywhere ? words.meanwhileEverywhere : words.meanwhile),
        ]
          .filter((sentence) => sentence !== false)
          .join(' ')}
      </p>
      <LeaveForm leaving={{ kind: 'sign_out', everywhere, disconnectAll: false }}>
        {everywhere ? words.everywhere : words.here}
      </LeaveForm>
      {live.length > 0 && (
        <details>
          <summary>{words.disconnectAll}</summary>
          <p>{hasBusinesses ? words.disconnectAllNote(live.length) : alone.disconnectNote(name)}</p>
          <LeaveForm leaving={{ kind: 'sign_out', everywhere, disconnectAll: true }} variant="danger">
            {everywhere ? words.disconnectAllEverywhere : words.disconnectAllHere}
          </LeaveForm>
        </details>
      )}
    </>
  )
}
