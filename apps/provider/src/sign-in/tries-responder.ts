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

/** A counted attempt, or one over the limit. */
type CountedTry =
  | { readonly kind: 'counted'; readonly buckets: readonly Bucket[] }
  | { readonly kind: 'blocked'; readonly untilMs: number }

/** The dependencies of {@link createTries}. */
export type TriesParts = DeviceParts & { readonly db: Database; readonly clock: Clock }

type DeviceParts = { readonly secrets: Secrets; readonly responder: Pick<PageResponder, 'isSecure'> }

/** Counts attempts at an account, in the bucket of the browser. */
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

    /** Resets the bucket of this browser after a successful attempt. */
    async forgive(req: Request, tried: Tried): Promise<void> {
      await throttles.forgive(await bucketsOf(req, tried))
    },
  }
}

/** Creates a function that returns this browser's device id if the account has signed in here; otherwise undefined. */
export function createDeviceReader({
  secrets,
  responder,
}: DeviceParts): (req: Request, email: string) => Promise<string | undefined> {
  const name = cookieName(DEVICE_COOKIE, responder.isSecure)
  return (req, email) => readDeviceId(secrets, { cookie: readCookie(req.headers, name), email })
}

/** Creates a function that marks a browser as a known device of `email`, so that attempts of others do not block it there. */
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
