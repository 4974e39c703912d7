import type { PrincipalId } from '@counterfoil/oauth/ids'
import type { Response } from 'express'
import { BffError } from '#http/errors.ts'
import type { SessionEvents } from '#session/session-events-store.ts'
import type { ReadSession } from '#session/session-reader.ts'
import type { SessionStore } from '#session/session-store.ts'
import { createConcurrencyLimit } from '#limits/concurrency.ts'

export interface EventStreamDeps {
  readonly sessions: Pick<SessionStore, 'leftMs'>
  readonly events: SessionEvents
  readonly heartbeatMs: number
  /** Asks the provider again about connections of the principal whose time for it has come. Never throws. */
  readonly lookAfter: (principalId: PrincipalId) => void
  /** Aborted when the process stops. */
  readonly stopping: AbortSignal
}

/** Open event streams of one session: about one per tab. */
const MAX_STREAMS = 20
const CHANGED = 'event: session\ndata: {}\n\n'

/**
 * Answers how to tell a page of every change of its session, as server-sent events.
 * @throws BffError `rate-limited` beyond {@link MAX_STREAMS}
 */
export function createEventStreams(deps: EventStreamDeps): (res: Response, session: ReadSession) => void {
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
          // Several readings may be under way; a write after the end of the response would be an unhandled error.
          if (leftMs === undefined && !res.writableEnded) res.end(CHANGED)
        },
        () => undefined,
      )
    }
    // The app is asked again whose the browser is: it comes again by itself when the stream ends.
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
      // An open page sends no request by itself: its stream is what has the provider asked again.
      deps.lookAfter(session.principalId)
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
