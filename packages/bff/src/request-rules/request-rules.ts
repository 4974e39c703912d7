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

/** A request to check, with what the rules need of it. */
export interface RuledRequest<Session = unknown, Taken extends Address = Address> {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly address: Taken
  readonly requestId: RequestId
  /** The path as requested, with its query. */
  readonly url: string
  /** Reads the session of the cookie; undefined if nobody is signed in. */
  readonly openSession: () => Promise<Session | undefined>
}

/** The session and body of a request that broke no rule. */
export interface PassedRequest<Session, Taken extends Address> {
  readonly session: Taken['session'] extends 'needed' | 'looked-at' ? Session : Session | undefined
  readonly body: Taken['body'] extends 'query' | 'json' | 'form' ? string : string | undefined
}

interface Checked extends RuledRequest {
  /** The digest that represents the session in limits, from the signed cookie alone. Set by `cookie-signature`. */
  sessionDigest?: string | undefined
  /** The session. Set by `session`. */
  session?: unknown
  /** The body. Set by `body`; undefined if the address takes none or the browser has gone. */
  body?: string | undefined
}

/** The dependencies of the rules. */
interface RuleWorld {
  readonly limits: {
    consume(name: 'address' | 'graphql' | 'api', key: string): LimitVerdict | Promise<LimitVerdict>
  }
  readonly clock: () => number
  /** The number of proxies before us whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: number
  readonly guardOrigin: OriginGuard
  /** Returns the digest of the session of a cookie from its signature alone, without the store. */
  readonly sessionDigestOf: (request: Pick<IncomingMessage, 'headers'>) => string | undefined
  /** Returns true if the request has any cookie that our pages give to a browser. */
  readonly hasOurCookie: (headers: IncomingHttpHeaders) => boolean
  /** The limits of simultaneous requests, by session digest. */
  readonly concurrency: Readonly<Record<'graphql' | 'api', ConcurrencyLimit>>
  /** The largest body of a query in bytes; that of other bodies is `FREE_BODY_BYTES`. */
  readonly maxBodyBytes: number
  readonly bodies: BodyBudget
}

/** Lets a request pass, or throws the `BffError` that refuses it. */
type Check = (request: Checked) => void | Promise<void>

interface RequestRule {
  readonly name: string
  readonly create: (world: RuleWorld) => Check
}

/**
 * All checks of a request, in their order: the cheapest that need no trust come first, the store after the signature of the cookie,
 * the body last. Both paths through the app run this list, that of Express and the short one of `/graphql`; `ADDRESSES` has the
 * rules of each address.
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
 * Creates the function that runs {@link REQUEST_RULES}.
 * @throws BffError of the first rule that refuses
 * @returns undefined if the browser has gone meanwhile
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
      // Most rules are synchronous, and this code runs for every query.
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

/** Refuses a prefetch, except of pages: other addresses change something or return data of a person. */
function refusePrefetch({ req, address }: Checked): void {
  // A page may be prefetched; an address without HEAD begins or finishes something.
  if (address.from === 'anywhere' && address.methods?.includes('HEAD') !== false) return
  if (isPrefetch(req)) throw new BffError('cross-site-request', { log: { layer: 'prefetch' } })
}

/** Checks the sender: Fetch Metadata, then `Origin`, then the header of our scripts; forms have their own token instead. */
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

/** Checks the signed cookie: without it no other data is read for the request, also not from the store. */
function checkSignature({ sessionDigestOf }: RuleWorld): Check {
  return (request) => {
    const { limit, session } = request.address
    if (limit === undefined) return
    request.sessionDigest = sessionDigestOf(request.req)
    const isNeeded = session === 'needed' || session === 'looked-at'
    if (isNeeded && request.sessionDigest === undefined) throw new BffError('session-ended')
  }
}

/** Checks for any cookie of ours, which every page sets: without it the body is not from our pages, or cookies are blocked. */
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

/** Limits the simultaneous queries and other calls of one session; event streams have another limit. */
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
    // Answers `Expect: 100-continue`, so that the caller sends the body: RFC 9110 section 10.1.1.
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

/** @throws BffError `rate-limited` if the verdict is a refusal */
export function refuseBeyond(verdict: LimitVerdict, limit: string, clock: () => number): void {
  if (verdict.allowed) return
  const retryAfterSeconds = (verdict.retryAtMs - clock()) / 1000
  throw new BffError('rate-limited', { retryAfterSeconds, log: { limit } })
}

const limitOf = (body: Address['body'], maxBodyBytes: number) =>
  body === 'query' ? maxBodyBytes : FREE_BODY_BYTES

/** Closes the connection of a request answered before its body was read, so that nobody keeps it open by sending the rest. */
export function endWithUnreadBody(req: IncomingMessage, res: ServerResponse): void {
  res.once('finish', () => {
    if (!req.complete) req.socket.destroySoon()
  })
}
