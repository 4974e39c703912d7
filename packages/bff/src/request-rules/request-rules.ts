import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { BffError } from '#http/errors.ts'
import { networkOf } from '@counterfoil/service/http/network'
import { isPrefetch } from '@counterfoil/service/http/prefetch'
import type { RequestId } from '@counterfoil/service/telemetry/request-id-middleware'
import { clientAddress } from '#limits/client-address.ts'
import type { ConcurrencyLimit } from '#limits/concurrency.ts'
import type { LimitVerdict } from '#limits/batched-quota.ts'
import { FREE_BODY_BYTES, type BodyBudget } from '#request-body/body-budget.ts'
import { readBody } from '#request-body/body-reader.ts'
import { findFramingFault } from '#request-body/framing.ts'
import type { OriginGuard } from '#security/origin-guard.ts'
import type { Address } from './addresses.ts'

/** One request on its way through the rules. */
export interface RuledRequest<Session = unknown, Taken extends Address = Address> {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly address: Taken
  readonly requestId: RequestId
  /** As it was asked for, with its query. */
  readonly url: string
  /** Reads the session behind the cookie; undefined when nobody is signed in. */
  readonly openSession: () => Promise<Session | undefined>
}

/** What the rules found of a request that broke none. */
export interface PassedRequest<Session, Taken extends Address> {
  readonly session: Taken['session'] extends 'needed' | 'looked-at' ? Session : Session | undefined
  readonly body: Taken['body'] extends 'query' | 'json' | 'form' ? string : string | undefined
}

interface Checked extends RuledRequest {
  /** Represents the session in limits; by the cookie's signature alone. Set by `cookie-signature`. */
  sessionDigest?: string | undefined
  /** Set by `session`. */
  session?: unknown
  /** Set by `body`; stays undefined when the address takes none, and when the browser has gone. */
  body?: string | undefined
}

/** What the rules need of the world. */
interface RuleWorld {
  readonly limits: {
    consume(name: 'address' | 'graphql' | 'api', key: string): LimitVerdict | Promise<LimitVerdict>
  }
  readonly clock: () => number
  /** Number of proxies in front whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: number
  readonly guardOrigin: OriginGuard
  /** The digest of the session a cookie names, by its signature alone; the store is not asked. */
  readonly sessionDigestOf: (request: Pick<IncomingMessage, 'headers'>) => string | undefined
  /** Does the request carry any cookie that pages of ours give to a browser? */
  readonly hasOurCookie: (headers: IncomingHttpHeaders) => boolean
  /** By session digest: what goes on at the same time. */
  readonly concurrency: Readonly<Record<'graphql' | 'api', ConcurrencyLimit>>
  /** Of a query; of any other body, `FREE_BODY_BYTES`. */
  readonly maxBodyBytes: number
  readonly bodies: BodyBudget
}

/** Lets a request go on, or throws the `BffError` that it is refused with. */
type Check = (request: Checked) => void | Promise<void>

interface RequestRule {
  readonly name: string
  readonly create: (world: RuleWorld) => Check
}

/**
 * Every protection of a request, in the order in which they are asked: what costs least and needs no trust comes first,
 * the store after the cookie's signature, the body last. Both ways of the app run this list, the Express one and the short
 * one of `/graphql`; `ADDRESSES` says what each address takes.
 */
export const REQUEST_RULES: readonly RequestRule[] = [
  { name: 'address-limit', create: limitAddress },
  { name: 'method', create: () => checkMethod },
  { name: 'prefetch', create: () => refusePrefetch },
  { name: 'own-page', create: checkSender },
  { name: 'framing', create: checkFraming },
  { name: 'cookie-signature', create: checkSignature },
  { name: 'browser-cookie', create: checkBrowserCookie },
  { name: 'session-limit', create: limitSession },
  { name: 'concurrency', create: limitConcurrency },
  { name: 'session', create: () => checkSession },
  { name: 'body', create: readWholeBody },
]

/**
 * Answers how to run {@link REQUEST_RULES}.
 * @throws BffError of the first rule that refuses
 * @returns undefined when the browser has gone meanwhile
 */
export function createRequestRules(
  world: RuleWorld,
): <Session, Taken extends Address>(
  request: RuledRequest<Session, Taken>,
) => Promise<PassedRequest<Session, Taken> | undefined> {
  const checks = REQUEST_RULES.map(({ create }) => create(world))
  return async (request) => {
    const checked: Checked = { ...request }
    for (const check of checks) {
      const waiting = check(checked)
      // Most have nothing to wait for, and this is done for every query.
      if (waiting !== undefined) await waiting
    }
    const { session, body } = checked
    if (request.address.body !== 'none' && body === undefined) return undefined
    return { session, body } as PassedRequest<never, Address> as never
  }
}

function limitAddress({ limits, clock, trustedProxies }: RuleWorld): Check {
  return ({ req }) => {
    const network = networkOf(clientAddress(req, trustedProxies))
    return refuseWhenKnown(limits.consume('address', network), 'address', clock)
  }
}

function checkMethod({ req, res, address: { methods } }: Checked): void {
  if (methods === undefined || methods.includes(req.method ?? '')) return
  res.setHeader('Allow', methods.join(', '))
  throw new BffError('method-not-allowed')
}

/** What begins or finishes something, or tells of a person, is asked for by a person or by a script. */
function refusePrefetch({ req, address }: Checked): void {
  // A page may be loaded ahead of time; what takes no HEAD begins or finishes something.
  if (address.from === 'anywhere' && address.methods?.includes('HEAD') !== false) return
  if (isPrefetch(req)) throw new BffError('cross-site-request', { log: { layer: 'prefetch' } })
}

/** Fetch Metadata, then `Origin`, then the header of our scripts; forms have their own token in its place. */
function checkSender({ guardOrigin }: RuleWorld): Check {
  return (request) => {
    const { from } = request.address
    if (from !== 'anywhere') guardOrigin(from, request)
  }
}

function checkFraming({ maxBodyBytes }: RuleWorld): Check {
  return ({ req, address: { body } }) => {
    const fault =
      body === 'none' ? undefined : findFramingFault(req.headers, body, limitOf(body, maxBodyBytes))
    if (fault !== undefined) throw new BffError(fault)
  }
}

/** Who has no cookie of ours is refused before anything is read for them, also in the store. */
function checkSignature({ sessionDigestOf }: RuleWorld): Check {
  return (request) => {
    const { limit, session } = request.address
    if (limit === undefined) return
    request.sessionDigest = sessionDigestOf(request.req)
    const isNeeded = session === 'needed' || session === 'looked-at'
    if (isNeeded && request.sessionDigest === undefined) throw new BffError('session-ended')
  }
}

/** Every page of ours gives its browser a cookie: who has none sends no body of ours, or blocks cookies. */
function checkBrowserCookie({ hasOurCookie }: RuleWorld): Check {
  return ({ req, address, sessionDigest }) => {
    if (address.body === 'none' || sessionDigest !== undefined) return
    if (!hasOurCookie(req.headers))
      throw new BffError('csrf-token-mismatch', { log: { layer: 'csrf', hasCookie: false } })
  }
}

function limitSession({ limits, clock }: RuleWorld): Check {
  return ({ sessionDigest, address: { limit } }) => {
    if (sessionDigest === undefined || limit === undefined) return undefined
    return refuseWhenKnown(limits.consume(limit, sessionDigest), limit, clock)
  }
}

/** Queries and other calls of one session that go on at the same time; event streams have a limit of their own. */
function limitConcurrency({ concurrency }: RuleWorld): Check {
  return ({ res, sessionDigest, address: { limit, from } }) => {
    if (sessionDigest === undefined || limit === undefined || from === 'event-stream') return
    const leave = concurrency[limit].enter(sessionDigest)
    if (leave === undefined)
      throw new BffError('rate-limited', { retryAfterSeconds: 1, log: { limit: 'concurrency' } })
    res.on('close', leave)
  }
}

function checkSession(request: Checked): void | Promise<void> {
  const { session } = request.address
  if (session === 'unread') return undefined
  return request.openSession().then((found) => {
    if (found === undefined && session !== 'optional') throw new BffError('session-ended')
    request.session = found
  })
}

function readWholeBody({ bodies, maxBodyBytes }: RuleWorld): Check {
  return (request) => {
    const { body: kind } = request.address
    if (kind === 'none') return undefined
    const { req, res } = request
    const share = bodies.open()
    res.on('close', share.giveBack)
    // Lets a caller who asked first send it: RFC 9110 section 10.1.1, Expect.
    if (req.headers.expect !== undefined) res.writeContinue()
    return readBody(req, limitOf(kind, maxBodyBytes), share).then((body) => {
      switch (body.kind) {
        case 'body':
          request.body = body.text
          return
        case 'too-large':
          throw new BffError('payload-too-large')
        case 'crowded':
          throw new BffError('rate-limited', { retryAfterSeconds: 1, log: { limit: 'bodies' } })
        case 'gone':
      }
    })
  }
}

function refuseWhenKnown(
  verdict: LimitVerdict | Promise<LimitVerdict>,
  limit: string,
  clock: () => number,
): void | Promise<void> {
  if (verdict instanceof Promise) return verdict.then((known) => refuseBeyond(known, limit, clock))
  return refuseBeyond(verdict, limit, clock)
}

/** @throws BffError `rate-limited` for a verdict that refuses */
export function refuseBeyond(verdict: LimitVerdict, limit: string, clock: () => number): void {
  if (verdict.allowed) return
  const retryAfterSeconds = (verdict.retryAtMs - clock()) / 1000
  throw new BffError('rate-limited', { retryAfterSeconds, log: { limit } })
}

const limitOf = (body: Address['body'], maxBodyBytes: number) =>
  body === 'query' ? maxBodyBytes : FREE_BODY_BYTES

/** Ends the connection of a request that was answered before its body was read: nobody keeps it open with the rest. */
export function endWithUnreadBody(req: IncomingMessage, res: ServerResponse): void {
  res.once('finish', () => {
    if (!req.complete) req.socket.destroySoon()
  })
}
