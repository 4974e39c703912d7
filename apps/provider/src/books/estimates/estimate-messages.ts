import { formatAmount } from '@counterfoil/money/money'
import type { BooksTransaction } from '#books/command.ts'
import type { MessageDraft, NewMessage } from '#books/messages/message.ts'
import { messageWords } from '#books/messages/message-words.ts'
import type { PrintedDocument } from '#books/printing/printed-document.ts'
import { printedWords } from '#books/printing/printed-words.ts'
import type { Estimate, EstimatePayment } from './estimate.ts'

/** The page of an estimate for its customer, below the address of the provider. */
export function estimatePath({ anonymousId }: Pick<Estimate, 'anonymousId'>): string {
  return `/estimates/${anonymousId}`
}

/** The same as a PDF. */
export function estimatePdfPath(estimate: Pick<Estimate, 'anonymousId'>): string {
  return `${estimatePath(estimate)}/pdf`
}

/** A message with an estimate. */
export function estimateMessage(
  { author }: BooksTransaction,
  estimate: Estimate,
  { document, draft }: { readonly document: PrintedDocument; readonly draft: MessageDraft },
): NewMessage {
  const { id: documentId } = estimate
  return {
    kind: 'ESTIMATE',
    documentId,
    document,
    draft,
    senderId: author.userId,
    viewPath: estimatePath(estimate),
  }
}

/** A message with the receipt of a payment of its deposit. */
export function receiptMessage(
  transaction: BooksTransaction,
  estimate: Estimate,
  {
    payment,
    document,
    draft,
  }: {
    readonly payment: EstimatePayment
    /** The estimate as it is printed. */
    readonly document: PrintedDocument
    readonly draft: MessageDraft
  },
): NewMessage {
  const { currency, totalMinor, paidMinor } = estimate
  const amount = formatAmount({ minorUnits: payment.amountMinor, currency })
  const receipt: PrintedDocument = {
    ...document,
    kind: 'DEPOSIT_RECEIPT',
    title: printedWords(document.locale).receipt,
    day: payment.paymentDate,
    dueDay: null,
    payments: [{ day: payment.paymentDate, method: null, amount }],
    amountDue: formatAmount({ minorUnits: totalMinor - paidMinor, currency }),
  }
  return { ...estimateMessage(transaction, estimate, { document: receipt, draft }), kind: 'RECEIPT' }
}

/** Tells a customer that the acceptance has arrived. */
export function acceptanceDraft(to: string, { locale, number, business }: PrintedDocument): MessageDraft {
  const { accepted } = messageWords(locale)
  return {
    to: [to],
    copiesSender: false,
    replyTo: null,
    subject: accepted.subject(number, business.name),
    text: accepted.text(number),
    attachesPdf: true,
  }
}
