import type { ConnectionReason, ConnectionState, ConnectionView } from '@counterfoil/bff-api/connection'
import type { SessionView } from '@counterfoil/bff-api/session'
import { selectedConnection } from '#data/session/session.tsx'

/** Is nobody signed in on a device that remembers a business? What is connected is not known here, and not denied. */
export function isSignedOut(session: SessionView): boolean {
  return session.person === null && session.returning !== null && session.openAttempt === null
}

/**
 * The one state the mark at the top shows. An attempt that is open is shown only while nothing is connected:
 * adding a second business must not hide the state of the first.
 */
export function badgeState(session: SessionView): Pick<ConnectionView, 'state' | 'reason'> {
  const selected = selectedConnection(session)
  if (selected !== undefined && selected.state !== 'disconnected') return selected
  if (session.openAttempt !== null) return { state: 'connecting', reason: null }
  return selected ?? { state: 'none', reason: null }
}

/** May figures of this connection be asked for at all, or are those on the page frozen? */
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

/** What the person can do about a state; the first is the one primary button. */
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

/** The actions of a state, most useful first. None where nothing needs doing. */
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
 * Is what is wrong reported at the top of every page of figures? An answer that came in part, or must be waited for, is
 * reported by the part of the page that asked: it knows what is missing and when it asks again.
 */
export function isShownAbove(state: ConnectionState, reason: ConnectionReason | null): boolean {
  return needsPerson(state) || (state === 'trouble' && reason !== 'partial' && reason !== 'rate_limited')
}

/** Does this state ask something of the person, so that it is reported at the top of every page of figures? */
export function needsPerson(state: ConnectionState): boolean {
  return state === 'reconnect' || state === 'plan_ended'
}

/** Are figures of this connection read as ever? Not while the provider is silent, although they may be asked for. */
export function isReadWell(state: ConnectionState): boolean {
  return state === 'connected' || state === 'limited'
}
