import type { ConnectResult } from '@counterfoil/bff-api/connect-result'
import type { LeaveResult } from '@counterfoil/bff-api/leave'
import { readAddress, withoutSlashesAtEnd } from '@counterfoil/bff-api/paths'
import type { SessionView } from '@counterfoil/bff-api/session'
import type { LastOutcome } from '#data/connect-result.tsx'
import { atBusiness, selectedConnection } from '#data/session/session.tsx'
import type { FormPart, PartName, PlainScreen } from './lazy-parts.tsx'
import { type DetailName, type ListName, listOf, LISTS, PATHS, readBooksPath, readFormPath } from './paths.ts'

/** The screen that an address shows in a given session. Server and browser share this decision. */
export type Screen =
  | { readonly kind: 'result'; readonly connectResult: ConnectResult }
  | { readonly kind: 'left'; readonly left: LeaveResult }
  | { readonly kind: PlainScreen | 'home' | 'search' | 'periods' | ListName | 'not_found' }
  | { readonly kind: DetailName; readonly id: string }
  | { readonly kind: FormPart; readonly id: string | null }

/** @param pathname The path of the whole address; a trailing slash makes no difference. */
export function decideScreen(pathname: string, read: SessionView, outcome: LastOutcome): Screen {
  const { connectResult, left } = outcome
  const { business, page } = readAddress(pathname)
  const path = withoutSlashesAtEnd(page)
  const session = atBusiness(read, business)
  if (left !== null) return { kind: 'left', left }
  if (connectResult !== null && !isAlreadyThere(connectResult, session))
    return { kind: 'result', connectResult }
  const isSignedIn = session.person !== null
  if (isSignedIn && business !== undefined && selectedConnection(session) === undefined)
    return { kind: 'not_connected' }
  switch (path) {
    case PATHS.overview:
      if (selectedConnection(session) === undefined) return { kind: 'start' }
      return { kind: session.provider.offers.includes('books') ? 'home' : 'connection' }
    case PATHS.profile:
      return isSignedIn ? { kind: 'profile' } : { kind: 'start' }
    case PATHS.businesses:
      if (!session.provider.hasBusinesses) return { kind: 'not_found' }
      return isSignedIn ? { kind: 'businesses' } : { kind: 'start' }
    case PATHS.connection:
      return { kind: 'connection' }
    case PATHS.disconnect:
      return isSignedIn ? { kind: 'disconnect' } : { kind: 'connection' }
    case PATHS.signedIn:
      return isSignedIn ? { kind: 'signed_in' } : { kind: 'start' }
    default:
      return formScreen(path, session) ?? booksScreen(path, session) ?? { kind: 'not_found' }
  }
}

/** Returns the page about the books of the selected business; undefined if that business was disconnected. */
function booksScreen(path: string, session: SessionView): Screen | undefined {
  const page = booksPage(path)
  if (page === undefined) return undefined
  const connection = selectedConnection(session)
  if (connection === undefined) return { kind: 'start' }
  if (connection.state === 'disconnected') return { kind: 'home' }
  const lists = shownLists(session)
  const isShown = page.list === undefined ? lists.length > 0 : lists.includes(page.list)
  return isShown ? page.screen : undefined
}

/** Returns the page of an address, with the list to which it belongs. */
function booksPage(path: string): { readonly screen: Screen; readonly list?: ListName } | undefined {
  const kind = (['search', 'periods'] as const).find((name) => PATHS[name] === path)
  if (kind !== undefined) return { screen: { kind } }
  const asked = readBooksPath(path)
  if (asked === undefined) return undefined
  if ('list' in asked) return { screen: { kind: asked.list }, list: asked.list }
  return { screen: { kind: asked.detail, id: asked.id }, list: listOf(asked.detail) }
}

/** Returns the form of an address that changes data of the selected business. */
function formScreen(path: string, session: SessionView): Screen | undefined {
  const asked = readFormPath(path)
  if (asked === undefined || !session.provider.offers.includes('books')) return undefined
  const connection = selectedConnection(session)
  if (connection === undefined) return { kind: 'start' }
  if (connection.state === 'disconnected') return { kind: 'home' }
  return { kind: `${asked.form}_form`, id: asked.id }
}

/** Returns true if the start page greets a person whom this device remembers and who has no open attempt. */
export function isWelcomedBack({ returning, openAttempt }: SessionView): boolean {
  return returning !== null && openAttempt === null
}

/**
 * Returns true if a result needs no screen of its own: a sign-in that found everything as needed, or a permission that a form
 * requested. The requested page is shown instead.
 */
function isAlreadyThere(connectResult: ConnectResult, session: SessionView): boolean {
  const { intent, outcome, returnTo } = connectResult
  if (session.person === null) return false
  if (intent === 'allow_more') return outcome === 'connected' && returnsToForm(returnTo)
  return intent === 'sign_in' && outcome === 'still_connected'
}

function returnsToForm(returnTo: string): boolean {
  const path = readAddress(returnTo).page
  const asked = readBooksPath(path)
  return readFormPath(path) !== undefined || (asked !== undefined && 'detail' in asked)
}

/** Returns the part of a screen; `not_found` is small enough to be always loaded. */
export function partOf(screen: Screen): PartName | undefined {
  return screen.kind === 'not_found' ? undefined : screen.kind
}

/** Returns the lists of the selected business: none without a business, and none that its provider does not offer. */
export function shownLists(session: SessionView): readonly ListName[] {
  const connection = selectedConnection(session)
  const { offers } = session.provider
  if (connection === undefined || connection.state === 'disconnected' || !offers.includes('books')) return []
  return LISTS.filter((name) => name !== 'transactions' || offers.includes('transactions'))
}
