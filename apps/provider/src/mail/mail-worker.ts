import { readMailFault } from '@counterfoil/service/mail/smtp'
import type { Clock } from '@counterfoil/service/values/clock'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import type { MessageStore } from '#books/messages/message-store.ts'
import type { Message } from '#books/messages/message.ts'
import type { PdfPrinter } from '#books/printing/pdf-printer.ts'
import { createDueWorker, type DueWorker, nextTryAt } from './due-worker.ts'
import { type Mail, writeMail } from './mail.ts'

/** Delivers mail to a mail server or to a folder. */
export interface MailCarrier {
  /** @throws an error that {@link readMailFault} classifies */
  carry(mail: Mail): Promise<void>
}

/**
 * Sends messages at least once: an unfinished attempt is repeated by the next free process, with the same Message-ID. Several
 * processes may work at the same time, each on other messages.
 */
export function createMailWorker(deps: {
  readonly messages: Pick<MessageStore, 'takeDue' | 'markSent' | 'markFailed'>
  readonly carrier: MailCarrier
  readonly printPdf: PdfPrinter
  readonly from: string
  readonly publicUrl: () => string
  readonly clock: Clock
  readonly logger: Logger
}): DueWorker {
  const { messages, logger, clock } = deps

  async function send(message: Message): Promise<void> {
    const facts = { messageId: message.id, businessId: message.businessId, attempts: message.attempts }
    try {
      const pdf = message.attachesPdf ? await deps.printPdf(message.document, 'mail') : undefined
      await deps.carrier.carry(writeMail(message, { from: deps.from, origin: deps.publicUrl(), pdf }))
    } catch (error) {
      const fault = readMailFault(error)
      const nextTryMs = nextTryAt(fault, { attempts: message.attempts, nowMs: clock() })
      await messages.markFailed(message, fault.code, nextTryMs)
      logger.warn({ event: 'mail.failed', ...facts, fault: fault.code, isLast: nextTryMs === undefined })
      return
    }
    await messages.markSent(message)
    logger.info({ event: 'mail.sent', ...facts, kind: message.kind })
  }

  return createDueWorker({ takeDue: () => messages.takeDue(), send })
}
