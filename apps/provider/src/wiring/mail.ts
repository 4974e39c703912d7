import type { Clock } from '@counterfoil/service/clock'
import type { Logger } from '@counterfoil/service/logger'
import type { AccountMailStore } from '#account-mail/account-mail-store.ts'
import { createAccountMailWorker, type OpenReset } from '#account-mail/account-mail-worker.ts'
import type { MessageStore } from '#books/messages/message-store.ts'
import type { PdfPrinter } from '#books/printing/pdf-printer.ts'
import type { DueWorker } from '#mail/due-worker.ts'
import { createMailWorker } from '#mail/mail-worker.ts'
import type { MailSettings } from '#mail/mail-settings.ts'
import { createOutbox } from '#mail/outbox-files.ts'
import { createSmtpCarrier } from '#mail/smtp-client.ts'

/** How long a message waits at most until this process looks for it. */
const LOOK_INTERVAL_MS = 1_000
/** A mail server that is slow does not hold up the end of the process longer: the message is tried again after it. */
const STOP_GRACE_MS = 5_000

type MailDependencies = MailSettings & {
  readonly publicUrl: () => string
  readonly clock: Clock
  readonly logger: Logger
}

export function createMail(
  deps: MailDependencies & { readonly messages: MessageStore; readonly printPdf: PdfPrinter },
): DueWorker {
  const { carrier } = deps
  return createMailWorker({
    ...deps,
    carrier: carrier.kind === 'smtp' ? createSmtpCarrier(carrier.url) : createOutbox(carrier.folder),
  })
}

/** Mails about accounts go to a server alone: a link in a folder of this machine would reach nobody but who may read it. */
export function createAccountMail(
  deps: MailDependencies & {
    readonly harbour: string
    readonly mails: AccountMailStore
    readonly openReset: OpenReset
  },
): DueWorker | undefined {
  const { carrier } = deps
  if (carrier.kind !== 'smtp') return undefined
  return createAccountMailWorker({ ...deps, carrier: createSmtpCarrier(carrier.url) })
}

/** Looks for messages that are due, again and again. A fault is logged once until it is over. One that is being sent gets a while to finish when this ends. */
export function keepSending(worker: DueWorker, logger: Logger): { readonly close: () => Promise<void> } {
  let running: Promise<void> = Promise.resolve()
  let hasFailed = false
  const look = () => {
    running = worker.sendDue().then(
      () => {
        hasFailed = false
      },
      (error: unknown) => {
        if (!hasFailed) logger.warn({ event: 'mail.stopped', err: error })
        hasFailed = true
      },
    )
  }
  const timer = setInterval(look, LOOK_INTERVAL_MS)
  timer.unref()
  return {
    async close() {
      clearInterval(timer)
      worker.stop()
      const { promise: graceIsOver, resolve } = Promise.withResolvers<void>()
      const grace = setTimeout(resolve, STOP_GRACE_MS)
      await Promise.race([running, graceIsOver])
      clearTimeout(grace)
    },
  }
}
