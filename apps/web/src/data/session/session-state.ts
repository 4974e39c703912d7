import type { SessionView } from '@counterfoil/bff-api/session'
import type { BusinessWireId, UserWireId } from '@counterfoil/oauth/ids'

/** Why nobody is signed in any more, although this page was made for somebody. */
export type SessionEnd = 'expired' | 'signed_out_elsewhere'

export interface SessionState {
  /** What the page shows. Behind the dialog of an ended sign-in it is the last view of the person. */
  readonly shown: SessionView
  readonly ended: SessionEnd | null
}

type SessionChange =
  | { readonly kind: 'read'; readonly session: SessionView }
  /** The person signed out in another tab, on purpose. */
  | { readonly kind: 'signed_out_elsewhere' }

/**
 * What the page shows after a change.
 *
 * A sign-in that ran out keeps the page, so that nothing is lost; one that was ended on purpose shows nothing of the
 * person any more. Somebody else's view replaces everything.
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

/** The form that signs in again needs the token of the session that is there now. */
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

/** Caches are keyed by this: another person, business or version of a connection never shares one. */
export function cacheKeyOf(connection: {
  readonly id: string
  readonly userId: UserWireId
  readonly businessId: BusinessWireId | null
  readonly version: number
}): string {
  return JSON.stringify([connection.userId, connection.businessId, connection.id, connection.version])
}
