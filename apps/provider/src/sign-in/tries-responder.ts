import type { Secrets } from '@counterfoil/service/settings/config-faults'
import { formatCookie, readCookie } from '@counterfoil/service/http/cookies'
import { randomId } from '@counterfoil/service/values/random'
import type { Request } from 'express'
import { sha256Hex } from '#crypto/signed-text.ts'
import { cookieName } from '#http/cookies.ts'
import type { PageResponder, Visit } from '#pages/page-responder.ts'
import { DEVICE_COOKIE, DEVICE_COOKIE_SECONDS, readDeviceId, rememberDevice } from '#users/known-device.ts'
import type { createThrottleStore } from '#users/sign-in-throttle-store.ts'
import {
  bucketsFor,
  findBlock,
  type Bucket,
  type ThrottleLimits,
  type TriedThing,
} from '#users/sign-in-throttle.ts'

const DEVICE_ID_BYTES = 16

type Tried = { readonly tried: TriedThing; readonly email: string }

export type Tries = ReturnType<typeof createTries>

/** Counts attempts at an account in the bucket of the browser, and remembers in which browsers an account has signed in. */
export function createTries({
  secrets,
  throttles,
  responder: { isSecure },
}: {
  readonly secrets: Secrets
  readonly throttles: Pick<ReturnType<typeof createThrottleStore>, 'count' | 'forgive'>
  readonly responder: Pick<PageResponder, 'isSecure'>
}) {
  const name = cookieName(DEVICE_COOKIE, isSecure)

  /** Returns this browser's device id if the account has signed in here; otherwise undefined. */
  function deviceIdOf(req: Request, email: string): Promise<string | undefined> {
    return readDeviceId(secrets, { cookie: readCookie(req.headers, name), email })
  }

  async function bucketsOf(req: Request, { tried, email }: Tried): Promise<readonly Bucket[]> {
    const deviceId = await deviceIdOf(req, email)
    return bucketsFor({ email, address: req.ip ?? 'unknown', deviceId }, sha256Hex, tried)
  }

  return {
    deviceIdOf,

    /** Counts an attempt. Returns until when further ones are blocked, if this one is over the limit. */
    async count(req: Request, tried: Tried, limits: ThrottleLimits) {
      const counts = await throttles.count(await bucketsOf(req, tried))
      return findBlock(counts, limits) ?? ({ kind: 'counted' } as const)
    },

    /** Resets the bucket of this browser after a successful attempt. */
    async forgive(req: Request, tried: Tried): Promise<void> {
      await throttles.forgive(await bucketsOf(req, tried))
    },

    /** Marks the browser as a known device of `email`, so that attempts of others do not block it there. */
    async keepDevice({ req, res }: Visit, email: string): Promise<void> {
      const cookie = readCookie(req.headers, name)
      const value = await rememberDevice(secrets, { cookie, email, newId: randomId(DEVICE_ID_BYTES) })
      const rules = { isSecure, maxAgeSeconds: DEVICE_COOKIE_SECONDS }
      res.append('Set-Cookie', formatCookie({ name, value }, rules))
    },
  }
}
