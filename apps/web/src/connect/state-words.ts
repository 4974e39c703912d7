import type { ConnectionState, ConnectionView } from '@counterfoil/bff-api/connection'
import type { Catalogue } from '#words/en.ts'
import type { Format } from '#words/format.ts'

export interface StateWords {
  readonly title: string
  readonly body: string
}

/** The words of the mark: the full form, and the short one for narrow screens. */
export function markWords(
  state: ConnectionState,
  provider: string,
  t: Catalogue,
): { full: string; short: string } {
  switch (state) {
    case 'trouble': {
      const text = t.chip.trouble(provider)
      return { full: text, short: text }
    }
    case 'limited':
      return { full: t.chip.limited, short: t.chip.limitedShort }
    default:
      return { full: t.chip[state], short: t.chip[state] }
  }
}

/**
 * Name of a connection's business. A connection that covers all of them has none of its own; one whose plan ended
 * before anything was read has one that nobody has told yet.
 */
export function businessName(
  connection: { readonly businessId: string | null; readonly businessName: string | null },
  t: Catalogue,
): string {
  return (
    connection.businessName ?? (connection.businessId === null ? t.app.allBusinesses : t.app.yourBusiness)
  )
}

/** What happened, what it means for the figures, what to do: in the words of the state's reason. */
export function stateWords(
  connection: ConnectionView,
  provider: string,
  t: Catalogue,
  format: Format,
): StateWords {
  const name = businessName(connection, t)
  const date = format.dateWithAge(connection.since)
  switch (connection.state) {
    case 'none':
    case 'connecting':
      return { title: t.stateTitle[connection.state], body: t.connectionPage.none }
    case 'connected':
      return { title: t.stateTitle.connected, body: t.stateBody.connected(provider) }
    case 'limited':
      return { title: t.stateTitle.limited, body: t.stateBody.limited }
    case 'reconnect':
      return { title: t.stateTitle.reconnect, body: reconnectBody(connection, provider, t, date) }
    case 'plan_ended':
      return { title: t.stateTitle.plan_ended, body: t.stateBody.plan_ended(name, date) }
    case 'trouble':
      return {
        title: troubleTitle(connection, provider, t),
        body: troubleBody(connection, provider, t, format),
      }
    case 'disconnected':
      return { title: t.stateTitle.disconnected, body: t.stateBody.disconnected(name, date) }
  }
}

function reconnectBody(connection: ConnectionView, provider: string, t: Catalogue, date: string): string {
  const words = t.stateBody.reconnect
  const name = businessName(connection, t)
  switch (connection.reason) {
    case 'removed_at_provider':
      return words.removed_at_provider(provider, date)
    case 'security_change':
      return words.security_change(provider, date)
    case 'business_access_lost':
      return words.business_access_lost(provider, name)
    default:
      return words.ended(provider, name, date)
  }
}

/** Not every trouble is silence: each reason has its own heading. */
function troubleTitle(connection: ConnectionView, provider: string, t: Catalogue): string {
  switch (connection.reason) {
    case 'rate_limited':
      return t.failure.rate_limited.title
    case 'partial':
      return t.failure.partial.title
    case 'misconfigured':
      return t.result.misconfigured.title
    default:
      return t.stateTitle.trouble(provider)
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
