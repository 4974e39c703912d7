import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import { PreferencesSchema, type SignedInSession } from '@counterfoil/bff-api/session'
import { Router, type Request, type Response } from 'express'
import type { BrowserId, PrincipalId, SessionId } from '@counterfoil/oauth/ids'
import { BffError } from '#http/errors.ts'
import { readBody } from '#http/request-parts.ts'
import { formatPreferences, parsePreferences } from '#browser/preferences.ts'
import type { SessionChanges } from '#session/session-changes-store.ts'
import { isClaim } from '#session/session.ts'
import { formatCookie, parseCookies } from '@counterfoil/service/cookies'
import { BROWSER_COOKIE_SECONDS, type CookieNames } from '#session/cookie-names.ts'
import type { SessionEvents } from '#session/session-events-store.ts'
import type { ReadSession, SessionReader } from '#session/session-reader-store.ts'
import type { SessionStore } from '#session/session-store.ts'
import type { createSessionViews } from './session-view.ts'
import { digestOf } from '#crypto/signature.ts'
import { sessionOf } from '#session/session-responder.ts'

export interface SessionRoutesDeps {
  readonly cookies: CookieNames
  readonly reader: SessionReader
  readonly sessions: Pick<SessionStore, 'extend' | 'leftMs'>
  readonly changes: SessionChanges
  readonly events: SessionEvents
  readonly views: ReturnType<typeof createSessionViews<ReadSession>>
  readonly onEnded: (why: 'ended_elsewhere') => void
  readonly heartbeatMs: number
  /** Asks the provider again about connections of the principal whose time for it has come. Never throws. */
  readonly lookAfter: (principalId: PrincipalId) => void
  /** Aborted when the process stops. */
  readonly stopping: AbortSignal
}

/** Open event streams of one session: about one per tab. */
const MAX_STREAMS = 20

/** Writes the browser cookie of a view when the browser had none. */
export function setBrowserCookie(
  res: Response,
  cookies: CookieNames,
  loaded: { readonly isNewBrowser: boolean; readonly browserId: BrowserId },
): void {
  if (!loaded.isNewBrowser) return
  res.append(
    'Set-Cookie',
    formatCookie(
      { name: cookies.browser, value: loaded.browserId },
      {
        isSecure: cookies.isSecure,
        maxAgeSeconds: BROWSER_COOKIE_SECONDS,
      },
    ),
  )
}

/** Everything about the session itself. Reading it never extends it. */
export function createSessionRoutes(deps: SessionRoutesDeps): Router {
  const { cookies, reader, changes } = deps
  const router = Router()
  const streams = new Map<string, number>()

  const sendView = async (req: Request, res: Response) => {
    const loaded = await deps.views.load({
      cookieHeader: req.headers.cookie,
      acceptLanguage: req.get('accept-language'),
    })
    setBrowserCookie(res, cookies, loaded)
    res.json(loaded.view)
  }

  router.get(BFF_PATHS.session, sendView)

  router.get(BFF_PATHS.events, async (req, res) => {
    const session = await reader.read(req.headers.cookie)
    // 204 tells an EventSource to stop trying; the page opens another one once somebody is signed in.
    if (session === undefined) {
      res.status(204).end()
      return
    }
    const open = streams.get(session.sessionDigest) ?? 0
    if (open >= MAX_STREAMS) throw new BffError('rate-limited', { retryAfterSeconds: 30 })
    streams.set(session.sessionDigest, open + 1)
    openStream(res, session)
  })

  function openStream(res: Response, session: ReadSession): void {
    res.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    })
    res.write('retry: 3000\n\nevent: session\ndata: {}\n\n')
    const tell = () => {
      if (!res.writableEnded) res.write('event: session\ndata: {}\n\n')
      lookAgain()
    }
    /** Ends the stream of a session that is over; the page then reads the session and learns it. */
    const lookAgain = () => {
      deps.sessions.leftMs(session.id).then(
        (leftMs) => {
          // Several looks may be on their way; a write after the end is an error that nobody catches.
          if (leftMs === undefined && !res.writableEnded) res.end('event: session\ndata: {}\n\n')
        },
        () => undefined,
      )
    }
    const unsubscribe = deps.events.subscribe(session.principalId, tell)
    const heartbeat = setInterval(() => {
      if (!res.writableEnded) res.write(':\n\n')
      lookAgain()
      // A page that is only open asks for nothing, and waits all the same.
      deps.lookAfter(session.principalId)
    }, deps.heartbeatMs)
    const end = () => void res.end()
    deps.stopping.addEventListener('abort', end)
    res.once('close', () => {
      deps.stopping.removeEventListener('abort', end)
      clearInterval(heartbeat)
      unsubscribe()
      const left = (streams.get(session.sessionDigest) ?? 1) - 1
      if (left === 0) streams.delete(session.sessionDigest)
      else streams.set(session.sessionDigest, left)
    })
  }

  router.get(BFF_PATHS.sessions, async (_req, res) => {
    const session = sessionOf(res)
    const entries = await changes.list(session.principalId)
    const list: SignedInSession[] = entries
      .filter((entry) => !isClaim(entry.sessionId))
      .toSorted((one, other) => other.lastSeenAtMs - one.lastSeenAtMs)
      .map((entry) => ({
        id: digestOf(entry.sessionId),
        current: entry.sessionId === session.id,
        startedAt: new Date(entry.startedAtMs).toISOString(),
        lastSeenAt: new Date(entry.lastSeenAtMs).toISOString(),
        device: entry.device,
      }))
    res.json(list)
  })

  router.post(BFF_PATHS.sessionEnd, async (req, res) => {
    const session = sessionOf(res)
    const entries = await changes.list(session.principalId)
    const entry = entries.find(({ sessionId }) => digestOf(sessionId) === req.params['id'])
    if (entry === undefined || entry.sessionId === session.id) throw new BffError('not-found')
    await changes.endEntry(session.principalId, entry.sessionId)
    deps.onEnded('ended_elsewhere')
    res.status(204).end()
  })

  router.post(BFF_PATHS.sessionExtend, async (req, res) => {
    await deps.sessions.extend(req.sessionID as SessionId, sessionOf(res))
    await sendView(req, res)
  })

  router.post(BFF_PATHS.preferences, (req, res) => {
    const wanted = readBody(PreferencesSchema, req.body)
    const before = parsePreferences(parseCookies(req.headers.cookie).get(cookies.preferences))
    const keep = (name: string, value: string) =>
      res.append(
        'Set-Cookie',
        formatCookie({ name, value }, { isSecure: cookies.isSecure, maxAgeSeconds: BROWSER_COOKIE_SECONDS }),
      )
    if (wanted.timeZone !== undefined) keep(cookies.timeZone, wanted.timeZone)
    if (wanted.locale !== undefined || wanted.theme !== undefined)
      keep(cookies.preferences, formatPreferences({ ...before, ...wanted }))
    res.json({ ...before, ...wanted })
  })

  return router
}
