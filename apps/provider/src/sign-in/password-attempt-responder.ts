import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '@counterfoil/service/clock'
import type { Secrets } from '@counterfoil/service/config-faults'
import { randomId } from '@counterfoil/service/random'
import type { Request } from 'express'
import { sha256Hex } from '#crypto/signed-text.ts'
import type { Database } from '#database/database.ts'
import { formText } from '#http/form-fields.ts'
import type { PageResponder } from '#pages/page-responder.ts'
import { hashPassword, verifyPassword } from '#users/password-hash.ts'
import { createThrottleStore } from '#users/sign-in-throttle-store.ts'
import { attemptSignIn, type SignInOutcome, type SignInPorts } from '#users/sign-in.ts'
import { createAccountStore } from '#users/user-store.ts'
import { createDeviceReader } from './tries-responder.ts'

/** Nobody's password. */
const DECOY_BYTES = 32

/** One try of a posted password: throttled, and the same work for known and unknown accounts. */
export function createPasswordAttempts(deps: {
  readonly db: Database
  readonly clock: Clock
  readonly secrets: Secrets
  readonly responder: PageResponder
}): (req: Request, email: string) => Promise<SignInOutcome> {
  const { responder, secrets } = deps
  const accounts = createAccountStore(deps.db)
  const throttles = createThrottleStore(deps.db, deps.clock)
  const decoyHash = hashPassword(randomId(DECOY_BYTES))
  const deviceIdOf = createDeviceReader({ secrets, responder })

  return async (req, email) => {
    const ports: SignInPorts = {
      findByEmail: (address) => accounts.findByEmail(address),
      countTry: (buckets) => throttles.count(buckets),
      forgive: (buckets) => throttles.forgive(buckets),
      giveBack: (buckets) => throttles.giveBack(buckets),
      takePlace: (account, spacingMs) => throttles.takePlace(account, spacingMs),
      verifyPassword,
      decoyHash: await decoyHash,
      digest: sha256Hex,
      wait: (milliseconds) => sleep(milliseconds),
    }
    const deviceId = await deviceIdOf(req, email)
    const password = formText(req.body, 'password') ?? ''
    return attemptSignIn({ email, password, address: req.ip ?? 'unknown', deviceId }, ports)
  }
}
