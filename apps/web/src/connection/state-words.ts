import type { ConnectionReason, ConnectionState, ConnectionView } from '@counterfoil/bff-api/connection'
import type { Locale } from '@counterfoil/bff-api/session'
import type { BusinessWireId } from '@counterfoil/oauth/ids'
import type { Catalogue } from '#words/en.ts'
import type { Format } from '#words/format.ts'
import { keptBy } from '#loading/lazily.ts'

export interface StateWords {
  readonly title: string
  readonly body: string
}

/** A state with its reason, as decided by the BFF. */
export interface ReportedState {
  readonly state: ConnectionState
  readonly reason: ConnectionReason | null
}

/** Returns the name of a state for the badge, lists and headings of notices. No other function names states. */
export function stateTitle({ state, reason }: ReportedState, provider: string, t: Catalogue): string {
  if (state !== 'trouble') return t.state[state]
  switch (reason) {
    case 'rate_limited':
    case 'partial':
    case 'misconfigured':
      return t.state[reason]
    default:
      return t.state.provider_down(provider)
  }
}

/** Returns the texts of the badge: the full form, and the short one for narrow screens. */
export function markWords(
  reported: ReportedState,
  provider: string,
  t: Catalogue,
): { full: string; short: string } {
  const full = stateTitle(reported, provider, t)
  return { full, short: reported.state === 'limited' ? t.state.limitedShort : full }
}

/**
 * Returns the name of a connection's business. A connection that covers all businesses has none; neither has one whose plan ended
 * before anything was read.
 */
export function businessName(
  connection: { readonly businessId: BusinessWireId | null; readonly businessName: string | null },
  t: Catalogue,
): string {
  return (
    connection.businessName ?? (connection.businessId === null ? t.app.allBusinesses : t.app.yourBusiness)
  )
}

/** Returns sentences for a state's reason: what happened, what it means for the figures, what to do. */
export function stateWords(
  connection: ConnectionView,
  provider: string,
  t: Catalogue,
  format: Format,
): StateWords {
  return { title: stateTitle(connection, provider, t), body: stateBody(connection, provider, t, format) }
}

function stateBody(connection: ConnectionView, provider: string, t: Catalogue, format: Format): string {
  const name = businessName(connection, t)
  const date = format.dateWithAge(connection.since)
  switch (connection.state) {
    case 'none':
    case 'connecting':
      return t.connectionPage.none
    case 'connected':
      return t.stateBody.connected(provider)
    case 'limited':
      return t.stateBody.limited
    case 'reconnect':
      return reconnectBody(connection, provider, t, date)
    case 'plan_ended':
      return t.stateBody.plan_ended(name, date)
    case 'trouble':
      return troubleBody(connection, provider, t, format)
    case 'disconnected':
      return connection.reason === 'unused'
        ? t.stateBody.unused(name, date, unusedDays(connection))
        : t.stateBody.disconnected(name, date)
  }
}

const DAY_MS = 86_400_000

/** Returns the number of whole days for which a connection was unused when it ended. */
function unusedDays({ since, lastUsedAt }: ConnectionView): number {
  return Math.floor((Date.parse(since) - Date.parse(lastUsedAt)) / DAY_MS)
}

function reconnectBody(connection: ConnectionView, provider: string, t: Catalogue, date: string): string {
  const words = t.stateBody.reconnect
  const name = businessName(connection, t)
  switch (connection.reason) {
    case 'removed_at_provider':
      return words.removed_at_provider(provider, date)
    case 'business_access_lost':
      return words.business_access_lost(provider, name, date)
    default:
      return words.ended(name, date)
  }
}

function troubleBody(connection: ConnectionView, provider: string, t: Catalogue, format: Format): string {
  const words = t.stateBody.trouble
  switch (connection.reason) {
    case 'rate_limited':
      return connection.canRetryAt === null
        ? words.rate_limited_soon(provider)
        : words.rate_limited(provider, format.clock(connection.canRetryAt))
    case 'partial':
      return words.partial(provider)
    case 'misconfigured':
      return words.misconfigured
    default:
      return words.provider_down
  }
}

const namesIn = keptBy((locale: Locale) => new Intl.Collator(locale, { numeric: true }))

/** Sorts connections by name in natural order: "Wharf 2" before "Wharf 10", accents beside their letters. */
export function byName(
  connections: readonly ConnectionView[],
  t: Catalogue,
  locale: Locale,
): readonly ConnectionView[] {
  const { compare } = namesIn(locale)
  return connections.toSorted((one, other) => compare(businessName(one, t), businessName(other, t)))
}
