import { useLocation, useRouter } from 'wouter'
import type { SessionView } from '@counterfoil/bff-api/session'
import { useConnectResult } from '#data/connect-result.tsx'
import { useSession } from '#data/session.tsx'
import { decideScreen, type Screen } from '#navigation/decide-screen.ts'

/** The screen of this address in this state, and a name that is another for another screen. */
export function useCurrentScreen(): { readonly screen: Screen; readonly name: string } {
  const { session } = useSession()
  const told = useConnectResult()
  const { base } = useRouter()
  const [path] = useLocation()
  const screen = decideScreen(base + path, session, told)
  return { screen, name: [screen.kind, path, ...subjectOf(screen, session)].join(':') }
}

/** What a screen is about besides its address: another result or another business is another screen. */
function subjectOf(screen: Screen, session: SessionView): readonly string[] {
  switch (screen.kind) {
    case 'result':
      return [screen.connectResult.id, screen.connectResult.outcome]
    case 'left':
      return [screen.left.id]
    case 'home':
    case 'invoices':
    case 'customers':
    case 'products':
    case 'transactions':
    case 'accounts':
    case 'estimates':
    case 'invoice':
    case 'customer':
    case 'account':
    case 'estimate':
      return [session.selectedConnectionId ?? '']
    default:
      return []
  }
}
