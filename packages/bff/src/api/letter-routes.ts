import { LetterChoiceSchema } from '@counterfoil/bff-api/letter'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import type { ConnectionId } from '@counterfoil/oauth/ids'
import { policyHeaders, smallPagePolicy } from '@counterfoil/service/http/content-security-policy'
import { readCookie } from '@counterfoil/service/http/cookies'
import { randomId } from '@counterfoil/service/values/random'
import { type Request, Router } from 'express'
import { findOwnConnection } from './own-connection-responder.ts'
import { chooseAppearance, parseTimeZone } from '#browser/preferences.ts'
import type { ConnectionRecord } from '#connections/connection.ts'
import type { Connections } from '#connections/connections.ts'
import { digestOf } from '#crypto/signature.ts'
import { BffError } from '#http/errors.ts'
import { parseConnectionId } from '#http/given-id.ts'
import { readBody, readQuery } from '#http/request-parts.ts'
import type { StoreTime } from '#redis/store-time.ts'
import type { Exchange } from '#session/cookies-responder.ts'
import type { CookieNames } from '#session/cookie-names.ts'
import type { FindLetterAddress } from '#letter/letter-job.ts'
import type { LetterStore } from '#letter/letter-store.ts'
import { nextMondayMs } from '#letter/monday.ts'
import { renderStopPage } from '#letter/stop-page.ts'

interface LetterRoutesDeps {
  readonly letters: LetterStore
  readonly connections: Pick<Connections, 'find'>
  readonly findAddress: FindLetterAddress
  readonly cookies: Pick<CookieNames, 'preferences' | 'timeZone'>
  readonly storeTime: StoreTime
  readonly appName: string
}

/** Builds the routes that turn the Monday letter on and off, and those of its unsubscribe link. */
export function createLetterRoutes(deps: LetterRoutesDeps): Router {
  const { letters } = deps
  const router = Router()

  router.get(BFF_PATHS.connectionLetter, async (req, res) => {
    res.json(await letters.view((await findOwnConnection(deps, req, res)).id))
  })

  router.post(BFF_PATHS.connectionLetterChoice, async (req, res) => {
    const record = await findOwnConnection(deps, req, res)
    if (readBody(LetterChoiceSchema, req.body).isWanted) await switchOn(deps, req, record)
    else await letters.switchOff(record.id)
    res.json(await letters.view(record.id))
  })

  router.get(BFF_PATHS.letterStop, async (req, res) => {
    sendPage(deps, { req, res }, (await findStopped(deps, req)) === undefined ? 'unknown' : 'asks')
  })

  // RFC 8058: sent by a mail service (one-click unsubscribe), or by the button of the page above.
  router.post(BFF_PATHS.letterStop, async (req, res) => {
    const connectionId = await findStopped(deps, req)
    if (connectionId !== undefined) await letters.switchOff(connectionId)
    sendPage(deps, { req, res }, connectionId === undefined ? 'unknown' : 'stopped')
  })
  return router
}

/** Turns the letter on: for the address that the provider verifies now, in the language and time zone of this browser. */
async function switchOn(deps: LetterRoutesDeps, req: Request, record: ConnectionRecord): Promise<void> {
  const { letters, cookies } = deps
  const address = await deps.findAddress(record)
  if (address.kind === 'connection') throw new BffError('reconnect-required')
  if (address.kind === 'provider') throw new BffError('provider-unavailable')
  if (address.kind === 'none') {
    await letters.switchOff(record.id, 'address')
    return
  }
  const { theme: _, ...language } = appearanceOf(deps, req)
  const timeZone = parseTimeZone(readCookie(req.headers, cookies.timeZone)) ?? 'UTC'
  const wanted = { reader: { ...language, timeZone }, address: digestOf(address.email) }
  await letters.switchOn(record.id, wanted, nextMondayMs(await deps.storeTime(), timeZone))
}

/** Returns the connection whose letter an unsubscribe link stops; undefined if the link is invalid or too old. */
async function findStopped({ letters }: LetterRoutesDeps, req: Request): Promise<ConnectionId | undefined> {
  const [id, secret = ''] = (readQuery(req).get('t') ?? '').split('.')
  const connectionId = parseConnectionId(id)
  if (connectionId === undefined || !(await letters.isStop(connectionId, digestOf(secret)))) return undefined
  return connectionId
}

function appearanceOf({ cookies }: Pick<LetterRoutesDeps, 'cookies'>, req: Request) {
  const cookie = readCookie(req.headers, cookies.preferences)
  return chooseAppearance({ cookie, acceptLanguage: req.get('accept-language') })
}

function sendPage(
  deps: LetterRoutesDeps,
  { req, res }: Exchange,
  kind: 'asks' | 'stopped' | 'unknown',
): void {
  const nonce = randomId()
  res.set(policyHeaders(smallPagePolicy(nonce, "'self'")))
  res.setHeader('Cache-Control', 'no-store')
  // The address holds the secret that stops the letter.
  res.setHeader('Referrer-Policy', 'no-referrer')
  const appearance = appearanceOf(deps, req)
  const status = kind === 'unknown' ? 404 : 200
  res
    .status(status)
    .type('html')
    .send(renderStopPage({ kind, nonce, appearance, app: deps.appName }))
}
