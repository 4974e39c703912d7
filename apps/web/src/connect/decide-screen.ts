import type { FlowResult } from '@counterfoil/bff-api/flow'
import { withoutSlashesAtEnd } from '@counterfoil/bff-api/paths'
import type { SessionView } from '@counterfoil/bff-api/session'
import { selectedConnection } from './connection-state.ts'
import { PATHS } from './paths.ts'
import type { PartName } from './screen-parts.tsx'

/** Which screen an address shows, given what is known. One place decides, for server and browser alike. */
export type Screen =
  | { readonly kind: 'result'; readonly flow: FlowResult }
  | { readonly kind: 'start' }
  | { readonly kind: 'home' }
  | { readonly kind: 'profile' }
  | { readonly kind: 'businesses' }
  | { readonly kind: 'connection' }
  | { readonly kind: 'disconnect' }
  | { readonly kind: 'signed_in' }
  | { readonly kind: 'not_found' }

/** @param path Without query; a trailing slash makes no difference. */
export function decideScreen(path: string, session: SessionView, flow: FlowResult | null): Screen {
  if (flow !== null) return { kind: 'result', flow }
  const isSignedIn = session.person !== null
  switch (withoutSlashesAtEnd(path)) {
    case PATHS.overview:
      return selectedConnection(session) === undefined ? { kind: 'start' } : { kind: 'home' }
    case PATHS.profile:
      return isSignedIn ? { kind: 'profile' } : { kind: 'start' }
    case PATHS.businesses:
      return isSignedIn ? { kind: 'businesses' } : { kind: 'start' }
    case PATHS.connection:
      return { kind: 'connection' }
    case PATHS.disconnect:
      return { kind: 'disconnect' }
    case PATHS.signedIn:
      return isSignedIn ? { kind: 'signed_in' } : { kind: 'start' }
    default:
      return { kind: 'not_found' }
  }
}

/** The part a screen needs; `not_found` is small enough to be always there. */
export function partOf(screen: Screen): PartName | undefined {
  return screen.kind === 'not_found' ? undefined : screen.kind
}
