import { readMailFault } from '@counterfoil/service/mail/smtp'
import type { Clock } from '@counterfoil/service/values/clock'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import type { PasswordResetToken } from '@counterfoil/oauth/ids'
import { createDueWorker, type DueWorker, nextTryAt } from '#mail/due-worker.ts'
import type { MailCarrier } from '#mail/mail-worker.ts'
import type { AccountMailStore } from './account-mail-store.ts'
import { type AccountMail, type Addressee, writeAccountMail } from './account-mail.ts'

/** Creates the account's only valid reset link for a mail; undefined if there is no such account or the request has expired. */
export type OpenReset = (
  mail: Extract<AccountMail, { kind: 'password_reset' }>,
) => Promise<{ readonly to: Addressee; readonly token: PasswordResetToken } | undefined>

/**
 * Sends mails about accounts at least once, each retry with the same Message-ID. A typed address is looked up here, in the
 * background.
 */
export function createAccountMailWorker(deps: {
  readonly mails: Pick<AccountMailStore, 'takeDue' | 'remove' | 'tryAgainAt' | 'findAddressee'>
  readonly openReset: OpenReset
  readonly carrier: MailCarrier
  readonly from: string
  readonly harbour: string
  readonly publicUrl: () => string
  readonly clock: Clock
  readonly logger: Logger
}): DueWorker {
  const { mails, logger, clock, from, harbour } = deps

  async function resolve(mail: AccountMail) {
    if (mail.kind === 'password_reset') return deps.openReset(mail)
    const to = await mails.findAddressee(mail.userId)
    return to && { to, token: undefined }
  }

  async function send(mail: AccountMail): Promise<void> {
    const found = await resolve(mail)
    if (found === undefined) return mails.remove(mail)
    const facts = { mailId: mail.id, kind: mail.kind, attempts: mail.attempts }
    const { to, token: resetToken } = found
    try {
      await deps.carrier.carry(
        writeAccountMail({ mail, to, resetToken, harbour, from, origin: deps.publicUrl() }),
      )
    } catch (error) {
      const fault = readMailFault(error)
      const nextTryMs = nextTryAt(fault, { attempts: mail.attempts, nowMs: clock() })
      logger.warn({
        event: 'account_mail.failed',
        ...facts,
        fault: fault.code,
        isLast: nextTryMs === undefined,
      })
      return nextTryMs === undefined ? mails.remove(mail) : mails.tryAgainAt(mail, nextTryMs)
    }
    await mails.remove(mail)
    logger.info({ event: 'account_mail.sent', ...facts })
  }

  return createDueWorker({ takeDue: () => mails.takeDue(), send })
}
