import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import { PreferencesSchema, type Preferences, type SignedInSession } from '@counterfoil/bff-api/session'
import type { SessionId } from '@counterfoil/oauth/ids'
import { readCookie } from '@counterfoil/service/cookies'
import { Router, type Request, type Response } from 'express'
import { formatPreferences, parsePreferences } from '#browser/preferences.ts'
import { digestOf } from '#crypto/signature.ts'
import { BffError } from '#http/errors.ts'
import { parseSessionDigest } from '#http/given-id.ts'
import { readBody } from '#http/request-parts.ts'
import { BROWSER_COOKIE_SECONDS, type CookieNames } from '#session/cookie-names.ts'
import { setCookie } from '#session/cookies-responder.ts'
import type { SessionChanges } from '#session/session-changes-store.ts'
import type { SessionReader } from '#session/session-reader.ts'
import { sessionOf } from '#session/session-responder.ts'
import type { SessionStore } from '#session/session-store.ts'
import { isReservation } from '#session/session.ts'
import { createEventStreams, type EventStreamDeps } from './event-stream-responder.ts'
import { openView, type SessionViews } from './view-responder.ts'

export interface SessionRoutesDeps extends EventStreamDeps {
  readonly cookies: CookieNames
  readonly reader: SessionReader
  readonly sessions: Pick<SessionStore, 'extend' | 'leftMs'>
  readonly changes: SessionChanges
  readonly views: SessionViews
  readonly onEnded: (why: 'ended_elsewhere') => void
}

/** Everything about the session itself, and what its browser prefers. Reading it never extends it. */
export function createSessionRoutes(deps: SessionRoutesDeps): Router {
  const { changes } = deps
  const router = Router()
  const openStream = createEventStreams(deps)
  const sendView = async (req: Request, res: Response) => {
    res.json((await openView(deps, { req, res })).view)
  }

  router.get(BFF_PATHS.session, sendView)

  router.get(BFF_PATHS.events, async (req, res) => {
    const session = await deps.reader.read(req)
    // 204 tells an EventSource to stop trying; the page opens another one once somebody is signed in.
    if (session === undefined) res.status(204).end()
    else openStream(res, session)
  })

  router.get(BFF_PATHS.sessions, async (_req, res) => {
    const session = sessionOf(res)
    const entries = await changes.list(session.principalId)
    const list: SignedInSession[] = entries
      .filter((entry) => !isReservation(entry.sessionId))
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
    const { principalId, id } = sessionOf(res)
    const entries = await changes.list(principalId)
    const asked = parseSessionDigest(req.params['id'])
    const entry = entries.find(({ sessionId }) => digestOf(sessionId) === asked)
    if (entry === undefined || entry.sessionId === id) throw new BffError('not-found')
    await changes.endEntry(principalId, entry.sessionId)
    deps.onEnded('ended_elsewhere')
    res.status(204).end()
  })

  router.post(BFF_PATHS.sessionExtend, async (req, res) => {
    await deps.sessions.extend(req.sessionID as SessionId, sessionOf(res))
    await sendView(req, res)
  })

  router.post(BFF_PATHS.preferences, (req, res) => {
    res.json(keepPreferences(deps.cookies, req, res))
  })
  return router
}

/** Keeps language, colours and time zone in the browser, no matter who is signed in there. Returns them as they are from now on. */
function keepPreferences(cookies: CookieNames, req: Request, res: Response): Preferences {
  const wanted = readBody(PreferencesSchema, req.body)
  const before = parsePreferences(readCookie(req.headers, cookies.preferences))
  const maxAgeSeconds = BROWSER_COOKIE_SECONDS
  if (wanted.timeZone !== undefined)
    setCookie(res, cookies, { name: cookies.timeZone, value: wanted.timeZone, maxAgeSeconds })
  if (wanted.locale !== undefined || wanted.theme !== undefined) {
    const value = formatPreferences({ ...before, ...wanted })
    setCookie(res, cookies, { name: cookies.preferences, value, maxAgeSeconds })
  }
  return { ...before, ...wanted }
}
