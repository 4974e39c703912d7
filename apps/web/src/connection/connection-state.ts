import type { ConnectionReason, ConnectionState, ConnectionView } from '@counterfoil/bff-api/connection'
import type { SessionView } from '@counterfoil/bff-api/session'
import { selectedConnection } from '#data/session/session.tsx'

/** Returns true if nobody is signed in on a device that remembers a business. Its connections are then unknown. */
export function isSignedOut(session: SessionView): boolean {
  return session.person === null && session.returning !== null && session.openAttempt === null
}

/**
 * Returns the state that the badge in the header shows. An open attempt is shown only while nothing is connected: adding a second
 * business must not hide the state of the first.
 */
export function badgeState(session: SessionView): Pick<ConnectionView, 'state' | 'reason'> {
  const selected = selectedConnection(session)
  if (selected !== undefined && selected.state !== 'disconnected') return selected
  if (session.openAttempt !== null) return { state: 'connecting', reason: null }
  return selected ?? { state: 'none', reason: null }
}

/** Returns true if figures of this connection may be requested; false if those on the page are frozen. */
export function isReadable(state: ConnectionState): boolean {
  switch (state) {
    case 'connected':
    case 'limited':
    case 'trouble':
      return true
    case 'none':
    case 'connecting':
    case 'reconnect':
    case 'plan_ended':
    case 'disconnected':
      return false
  }
}

/** An action that the person can take in a state. The first one of a state is its primary button. */
export type StateAction =
  | 'connect'
  | 'continue'
  | 'allow_more'
  | 'reconnect'
  | 'switch'
  | 'connect_another'
  | 'see_plan'
  | 'try_now'
  | 'remove'
  | 'connect_again'
  | 'contact'

/** Returns the actions of a state, most useful first; none where nothing needs doing. */
export function actionsFor(state: ConnectionState, reason: ConnectionReason | null): readonly StateAction[] {
  switch (state) {
    case 'none':
      return ['connect']
    case 'connecting':
      return ['continue']
    case 'connected':
      return []
    case 'limited':
      return ['allow_more']
    case 'reconnect':
      if (reason === 'business_access_lost') return ['switch', 'remove']
      return reason === 'removed_at_provider' ? ['reconnect', 'remove'] : ['reconnect']
    case 'plan_ended':
      return ['see_plan', 'connect_another']
    case 'trouble':
      if (reason === 'misconfigured') return ['contact']
      return reason === 'provider_down' || reason === 'partial' ? ['try_now'] : []
    case 'disconnected':
      return ['connect_again']
  }
}

/**
 * Returns true if the problem is reported at the top of every page of figures. A partial or delayed answer is reported by the part
 * of the page that asked: it knows what is missing and when it asks again.
 */
export function isShownAbove(state: ConnectionState, reason: ConnectionReason | null): boolean {
  return needsPerson(state) || (state === 'trouble' && reason !== 'partial' && reason !== 'rate_limited')
}

/** Returns true if the state needs an action of the person, so that it is reported at the top of every page of figures. */
export function needsPerson(state: ConnectionState): boolean {
  return state === 'reconnect' || state === 'plan_ended'
}

/** Returns true if figures can be read normally; false while the provider is silent, although they may be requested. */
export function isReadWell(state: ConnectionState): boolean {
  return state === 'connected' || state === 'limited'
}
