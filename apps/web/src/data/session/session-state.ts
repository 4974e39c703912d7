import type { SessionView } from '@counterfoil/bff-api/session'
import type { BusinessWireId, UserWireId } from '@counterfoil/oauth/ids'

/** The reason why the person of this page is not signed in any more. */
export type SessionEnd = 'expired' | 'signed_out_elsewhere'

export interface SessionState {
  /** The session that the page shows. Behind the dialog of an ended session it is the person's last one. */
  readonly shown: SessionView
  readonly ended: SessionEnd | null
}

type SessionChange =
  | { readonly kind: 'read'; readonly session: SessionView }
  /** The person signed out deliberately in another tab. */
  | { readonly kind: 'signed_out_elsewhere' }

/**
 * Returns the state of the page after a change. An expired session keeps the page, so that nothing is lost; after a deliberate
 * sign-out nothing of the person is shown. Another person's session replaces everything.
 */
export function nextSessionState(state: SessionState, change: SessionChange): SessionState {
  if (change.kind === 'signed_out_elsewhere') {
    if (state.shown.person === null) return state
    return { shown: withoutPerson(state.shown), ended: 'signed_out_elsewhere' }
  }
  const { session } = change
  if (session.person !== null) return { shown: session, ended: null }
  if (state.ended !== null) return { ...state, shown: keepForm(state.shown, session) }
  if (state.shown.person === null) return { shown: session, ended: null }
  return { shown: keepForm(state.shown, session), ended: 'expired' }
}

/** Keeps the shown session, with the CSRF token of the current one for the form that signs in again. */
function keepForm(shown: SessionView, read: SessionView): SessionView {
  return { ...shown, csrfToken: read.csrfToken, idleEndsAt: null }
}

function withoutPerson(session: SessionView): SessionView {
  return {
    ...session,
    person: null,
    connections: [],
    selectedConnectionId: null,
    openAttempt: null,
    idleEndsAt: null,
  }
}

/** Returns the key of caches: another person, business or version of a connection never shares one. */
export function cacheKeyOf(connection: {
  readonly id: string
  readonly userId: UserWireId
  readonly businessId: BusinessWireId | null
  readonly version: number
}): string {
  return JSON.stringify([connection.userId, connection.businessId, connection.id, connection.version])
}
