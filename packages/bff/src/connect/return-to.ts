import type { Intent } from '@counterfoil/bff-api/connect-result'
import { addressOf, pageElsewhere, readAddress } from '@counterfoil/bff-api/paths'
import type { AttemptId, LeaveId } from '@counterfoil/oauth/ids'

/** Where people land when nothing better is known. */
export const HOME = '/'
const MAX_LENGTH = 512
/** Nobody returns to these: they act, or answer data. */
const NOT_PAGES = /^\/(?:connect|api|graphql|health|metrics|assets)(?:\/|$)/i

/**
 * The path of this app to return to; {@link HOME} for anything that could leave the app.
 *
 * Browsers read `//host`, `/\host` and text with control characters as other addresses, so the text must survive
 * parsing unchanged.
 */
export function chooseReturnTo(value: string | undefined): string {
  if (value === undefined || value.length > MAX_LENGTH || !value.startsWith('/')) return HOME
  if (/[\p{Cc} \\]/u.test(value) || value.startsWith('//')) return HOME
  const base = 'http://app.invalid'
  const url = new URL(value, base)
  if (url.origin !== base || `${url.pathname}${url.search}${url.hash}` !== value) return HOME
  if (NOT_PAGES.test(url.pathname) || /%(?:2f|5c|00|0a|0d)/i.test(url.pathname)) return HOME
  url.searchParams.delete('result')
  url.searchParams.delete('left')
  return `${url.pathname}${url.search}`
}

/**
 * Where an attempt leads once it opened the connection of the business `key`: back to the page it began at, of this business.
 * Who signs in goes to the business of the address, whichever they came back with.
 */
export function returnToBusiness({
  returnTo,
  key,
  intent,
}: {
  readonly returnTo: string
  readonly key: string
  readonly intent: Intent
}): string {
  const { business, page } = readAddress(returnTo)
  if (business === undefined) return addressOf({ business: key, page })
  const isMeant = business === key || intent === 'sign_in'
  return isMeant ? returnTo : addressOf({ business: key, page: pageElsewhere(page) })
}

export function withConnectResult(returnTo: string, resultId: AttemptId): string {
  return `${returnTo}${returnTo.includes('?') ? '&' : '?'}result=${encodeURIComponent(resultId)}`
}

export function withLeave(returnTo: string, leaveId: LeaveId): string {
  return `${returnTo}${returnTo.includes('?') ? '&' : '?'}left=${encodeURIComponent(leaveId)}`
}
