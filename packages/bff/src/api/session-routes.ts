import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import { type Preferences, PreferencesSchema, type SignedInSession } from '@counterfoil/bff-api/session'
import type { SessionId } from '@counterfoil/oauth/ids'
import { readCookie } from '@counterfoil/service/http/cookies'
import { type Request, type Response, Router } from 'express'
import { formatPreferences, parsePreferences } from '#browser/preferences.ts'
import { digestOf } from '#crypto/signature.ts'
import { BffError } from '#http/errors.ts'
import { parseSessionDigest } from '#http/given-id.ts'
import { readBody } from '#http/request-parts.ts'
import type { CheckUps } from '#check-up/check-up.ts'
import type { Connections } from '#connections/connections.ts'
import type { BffMetrics } from '#operations/bff-metrics.ts'
import { createConcurrencyLimit } from '#limits/concurrency.ts'
import { BROWSER_COOKIE_SECONDS, type CookieNames } from '#session/cookie-names.ts'
import { setCookie } from '#session/cookies-responder.ts'
import type { SessionLifecycle } from '#session/session-lifecycle-store.ts'
import type { SessionEvents } from '#session/session-events-store.ts'
import type { ReadSession, SessionReader } from '#session/session-reader.ts'
import { sessionOf } from '#session/session-responder.ts'
import type { SessionStore } from '#session/session-store.ts'
import { isReservation } from '#session/session.ts'
import { type SessionViews, openView } from './session-view-responder.ts'

interface SessionRoutesDeps extends EventStreamDeps {
  readonly cookies: CookieNames
  readonly reader: SessionReader
  readonly sessions: Pick<SessionStore, 'extend' | 'leftMs'>
  readonly changes: SessionLifecycle
  readonly views: SessionViews
  readonly metrics: Pick<BffMetrics, 'sessionEnded'>
}

/** Builds the routes of the session and of the browser's preferences. Reading a session never extends it. */
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
    // 204 makes an EventSource stop reconnecting; the page opens another one after sign-in.
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
    deps.metrics.sessionEnded('ended_elsewhere')
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

/** Stores language, theme and time zone in cookies, no matter who is signed in. Returns the preferences that now apply. */
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

interface EventStreamDeps {
  readonly sessions: Pick<SessionStore, 'leftMs'>
  readonly events: SessionEvents
  readonly heartbeatMs: number
  readonly connections: Pick<Connections, 'list'>
  readonly checkUp: Pick<CheckUps, 'checkUpDue'>
  /** A signal that is aborted when the process stops. */
  readonly stopping: AbortSignal
}

/** The maximum number of open event streams of one session: about one per tab. */
const MAX_STREAMS = 20
const CHANGED = 'event: session\ndata: {}\n\n'

/**
 * Builds the function that sends a page every change of its session as server-sent events.
 * @throws BffError `rate-limited` beyond {@link MAX_STREAMS}
 */
function createEventStreams(deps: EventStreamDeps): (res: Response, session: ReadSession) => void {
  const open = createConcurrencyLimit(MAX_STREAMS)

  return (res, session) => {
    const leave = open.enter(session.sessionDigest)
    if (leave === undefined) throw new BffError('rate-limited', { retryAfterSeconds: 30 })
    res.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    })
    res.write(`retry: 3000\n\n${CHANGED}`)
    /** Ends the stream of a session that has ended; the page then reads the session. */
    const lookAgain = () => {
      deps.sessions.leftMs(session.id).then(
        (leftMs) => {
          // Several reads may be in flight; a write after the end of the response would be an unhandled error.
          if (leftMs === undefined && !res.writableEnded) res.end(CHANGED)
        },
        () => undefined,
      )
    }
    // Ending the stream makes the browser reconnect, and the app is asked again who the person is.
    const isOwned = session.owner !== undefined
    const unsubscribe = deps.events.subscribe(session.principalId, () => {
      if (isOwned) return void res.end(CHANGED)
      if (!res.writableEnded) res.write(CHANGED)
      lookAgain()
    })
    const heartbeat = setInterval(() => {
      if (isOwned) return void res.end()
      if (!res.writableEnded) res.write(':\n\n')
      lookAgain()
      // An open page sends no request by itself: its stream starts the check-ups that are due.
      deps.connections.list(session.principalId).then(deps.checkUp.checkUpDue, () => undefined)
    }, deps.heartbeatMs)
    const end = () => void res.end()
    deps.stopping.addEventListener('abort', end)
    res.once('close', () => {
      deps.stopping.removeEventListener('abort', end)
      clearInterval(heartbeat)
      unsubscribe()
      leave()
    })
  }
}
