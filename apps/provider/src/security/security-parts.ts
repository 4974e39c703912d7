import type { Clock } from '@counterfoil/service/values/clock'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import type { Response } from 'express'
import type { PageResponder } from '#pages/page-responder.ts'
import type { Passkeys } from '#passkeys/passkey-responder.ts'
import type { PasskeyStore } from '#passkeys/passkey-store.ts'
import type { PasswordResetStore } from '#password-reset/password-reset-store.ts'
import type { RemainingAccessParts } from '#password-reset/remaining-access.ts'
import type { SecondFactorStore } from '#second-factor/second-factor-store.ts'
import type { SecurityOverviewParts } from './security-overview-routes.ts'
import type { SecondStep } from '#sign-in/second-step-responder.ts'
import type { AccountReader } from '#sign-in/session-responder.ts'
import type { SignInService } from '#sign-in/sign-in-responder.ts'
import { type BrowserAccount, needsStepUp } from '#users/browser-session.ts'

/** What the pages under `/security` use. */
export interface SecurityParts extends SecurityOverviewParts, Omit<RemainingAccessParts, 'secondFactors'> {
  readonly passkeys: Passkeys
  readonly passkeyStore: PasskeyStore
  readonly clock: Clock
  readonly logger: Logger
  readonly accountOf: AccountReader
  readonly signIns: Pick<SignInService, 'confirm'>
  readonly secondStep: Pick<SecondStep, 'check' | 'countTry'>
  readonly secondFactors: SecondFactorStore
  readonly passwordResets: Pick<PasswordResetStore, 'change'>
}

/** Returns the account if its password was typed recently; otherwise sends the person to type it, and then back to `path`. */
export function confirmedAccount(
  { responder, clock }: { readonly responder: Pick<PageResponder, 'seeOther'>; readonly clock: Clock },
  res: Response,
  { account, path }: { readonly account: BrowserAccount; readonly path: string },
): BrowserAccount | undefined {
  if (!needsStepUp(account, clock())) return account
  responder.seeOther(res, `/confirm-password?return_to=${encodeURIComponent(path)}`)
  return undefined
}
