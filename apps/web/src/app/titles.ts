import type { SessionView } from '@counterfoil/bff-api/session'
import { badgeState, isSignedOut } from '#connection/connection-state.ts'
import { businessName, type ReportedState, stateTitle } from '#connection/state-words.ts'
import { selectedConnection } from '#data/session/session.tsx'
import { isWelcomedBack, type Screen } from '#navigation/decide-screen.ts'
import { listOf } from '#navigation/paths.ts'
import type { Catalogue } from '#words/en.ts'

/**
 * Returns the title of the window: state, screen, business, app; the same in the first HTML and after it. The state is left out
 * while the connection needs nothing. On the overview the state replaces the screen's name. Screens that report an outcome set the
 * title themselves (`namesWindow`), since their words are loaded with them.
 */
export function documentTitle(
  screen: Exclude<Screen, { kind: 'result' | 'left' }>,
  session: SessionView,
  t: Catalogue,
): string {
  const connection = selectedConnection(session)
  const name = connection === undefined ? undefined : businessName(connection, t)
  const parts = (...texts: readonly (string | undefined)[]) =>
    [...texts, t.app.name].filter((text) => text !== undefined && text !== '').join(' – ')
  const stateOf = (seen: ReportedState | undefined) =>
    seen === undefined || seen.state === 'connected' ? undefined : stateTitle(seen, session.provider.name, t)

  switch (screen.kind) {
    case 'start':
      if (isWelcomedBack(session)) return parts(t.start.welcomeTitle)
      return parts(
        session.openAttempt === null ? undefined : t.state.connecting,
        session.provider.offers.includes('books') ? t.start.title : session.provider.name,
      )
    case 'home':
      return parts(stateOf(connection) ?? t.app.overview, name)
    case 'search':
    case 'periods':
      return parts(t.app[screen.kind], name)
    case 'profile':
      return parts(t.profile.title, name)
    case 'businesses':
      return parts(t.businesses.title)
    case 'connection': {
      const reported = badgeState(session)
      const state = isSignedOut(session) ? t.state.signedOut : stateOf(reported)
      // An open attempt is not about the business that was disconnected before.
      return parts(state, t.app.connection, reported === connection ? name : undefined)
    }
    case 'disconnect':
      if (name === undefined) return parts(t.connectionPage.titleNone)
      return parts(t.disconnect[connection?.state === 'disconnected' ? 'doneTitle' : 'title'](name))
    case 'invoices':
    case 'customers':
    case 'products':
    case 'transactions':
    case 'accounts':
    case 'estimates':
      return parts(stateOf(connection), t.app.lists[screen.kind], name)
    case 'invoice':
    case 'customer':
    case 'account':
    case 'estimate':
    case 'transaction':
    case 'statement':
      return parts(stateOf(connection), t.app.lists[listOf(screen.kind)], name)
    case 'signed_in':
      return parts(t.signedIn.title)
    case 'not_connected':
      return parts(t.app.notConnected)
    case 'not_found':
      return parts(t.notFound.title)
    default:
      return parts(name)
  }
}
