import type { Clock } from '@counterfoil/service/values/clock'
import type { Secrets } from '@counterfoil/service/settings/config-faults'
import { formatCookie, readCookie } from '@counterfoil/service/http/cookies'
import { randomId } from '@counterfoil/service/values/random'
import type { Request } from 'express'
import { sha256Hex } from '#crypto/signed-text.ts'
import type { Database } from '#database/database.ts'
import { cookieName } from '#http/cookies.ts'
import type { PageResponder, Visit } from '#pages/page-responder.ts'
import { DEVICE_COOKIE, DEVICE_COOKIE_SECONDS, readDeviceId, rememberDevice } from '#users/known-device.ts'
import { createThrottleStore } from '#users/sign-in-throttle-store.ts'
import {
  bucketsFor,
  findBlock,
  type Bucket,
  type ThrottleLimits,
  type TriedThing,
} from '#users/sign-in-throttle.ts'

const DEVICE_ID_BYTES = 16

type Tried = { readonly tried: TriedThing; readonly email: string }

/** A try that was counted, or one too many. */
type CountedTry =
  | { readonly kind: 'counted'; readonly buckets: readonly Bucket[] }
  | { readonly kind: 'blocked'; readonly untilMs: number }

/** What counting tries needs. */
export type TriesParts = DeviceParts & { readonly db: Database; readonly clock: Clock }

type DeviceParts = { readonly secrets: Secrets; readonly responder: Pick<PageResponder, 'isSecure'> }

/** Counts what is tried for an account, in the bucket of the browser that tries. */
export function createTries(deps: TriesParts) {
  const throttles = createThrottleStore(deps.db, deps.clock)
  const deviceIdOf = createDeviceReader(deps)

  async function bucketsOf(req: Request, { tried, email }: Tried): Promise<readonly Bucket[]> {
    const deviceId = await deviceIdOf(req, email)
    return bucketsFor({ email, address: req.ip ?? 'unknown', deviceId }, sha256Hex, tried)
  }

  return {
    async count(req: Request, tried: Tried, limits: ThrottleLimits): Promise<CountedTry> {
      const buckets = await bucketsOf(req, tried)
      return findBlock(await throttles.count(buckets), limits) ?? { kind: 'counted', buckets }
    },

    /** Empties the bucket of this browser: its person has shown who they are. */
    async forgive(req: Request, tried: Tried): Promise<void> {
      await throttles.forgive(await bucketsOf(req, tried))
    },
  }
}

/** The id of this browser for an account that has signed in here; undefined for everybody else's. */
export function createDeviceReader({
  secrets,
  responder,
}: DeviceParts): (req: Request, email: string) => Promise<string | undefined> {
  const name = cookieName(DEVICE_COOKIE, responder.isSecure)
  return (req, email) => readDeviceId(secrets, { cookie: readCookie(req.headers, name), email })
}

/** Remembers in a browser that its person is known to own the account of `email`: nobody else's tries keep them out of it there. */
export function createDeviceKeeper({
  secrets,
  responder: { isSecure },
}: DeviceParts): (visit: Visit, email: string) => Promise<void> {
  const name = cookieName(DEVICE_COOKIE, isSecure)
  return async ({ req, res }, email) => {
    const cookie = readCookie(req.headers, name)
    const value = await rememberDevice(secrets, { cookie, email, newId: randomId(DEVICE_ID_BYTES) })
    res.append(
      'Set-Cookie',
      formatCookie({ name, value }, { isSecure, maxAgeSeconds: DEVICE_COOKIE_SECONDS }),
    )
  }
}
