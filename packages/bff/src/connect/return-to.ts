import type { Intent } from '@counterfoil/bff-api/connect-result'
import { addressOf, pageElsewhere, readAddress } from '@counterfoil/bff-api/paths'
import type { AttemptId, LeaveId } from '@counterfoil/oauth/ids'

/** The page that people return to if no other is known. */
export const HOME = '/'
const MAX_LENGTH = 512
/** Paths that are no pages: they perform actions or return data. */
const NOT_PAGES = /^\/(?:connect|api|graphql|health|metrics|assets)(?:\/|$)/i

/**
 * Returns the path of this app to return to; {@link HOME} for a value that could leave the app.
 *
 * Browsers read `//host`, `/\host` and text with control characters as other addresses, so the value must survive parsing
 * unchanged.
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
 * Returns the page to show after an attempt opened the connection of the business `key`: the page it began at, of this business. A
 * sign-in returns to the business of the address, whichever business came back.
 */
export function returnToBusiness(opened: {
  readonly returnTo: string
  readonly key: string
  readonly intent: Intent
}): string {
  const { returnTo, key, intent } = opened
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
