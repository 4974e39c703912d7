import { formatAmount } from '@counterfoil/money/money'
import { refuse, type BooksTransaction } from '#books/command.ts'
import { inputFault, type InputFault } from '#books/input-faults.ts'
import type { MessageWriter } from '#books/messages/message-store.ts'
import type { MessageDraft } from '#books/messages/message.ts'
import type { PrintedDocument } from '#books/printing/printed-document.ts'
import { printedWords } from '#books/printing/printed-words.ts'
import { readPrintedDocument } from './document-on-paper-store.ts'
import { documentPath, type DocumentKind, type DocumentSendMethod, type AnyDocument } from './document.ts'

/** A document to send, and the draft of the sender or a function that writes the draft from the printed document. */
type Sent = {
  readonly noun: DocumentKind
  readonly document: AnyDocument
  readonly draft: MessageDraft | ((printed: PrintedDocument) => MessageDraft)
}

/** Sends a document as it is printed, or as changed by `printedAs`, for example into a receipt. */
export async function sendDocument(
  messages: MessageWriter,
  transaction: BooksTransaction,
  { noun, document, draft, printedAs }: Sent & { readonly printedAs?: typeof asPrinted },
): Promise<void> {
  const { businessId, id } = document
  await checkSending(messages, transaction, noun)
  const printed = (printedAs ?? asPrinted)(
    await readPrintedDocument(transaction.trx, { noun, businessId, id }),
  )
  await messages.enqueue(transaction, {
    kind: printed.kind === 'DEPOSIT_RECEIPT' ? 'RECEIPT' : printed.kind,
    documentId: id,
    document: printed,
    draft: typeof draft === 'function' ? draft(printed) : draft,
    senderId: transaction.author.userId,
    viewPath: documentPath(noun, document),
  })
}

function asPrinted(printed: PrintedDocument): PrintedDocument {
  return printed
}

/** Sends the receipt of one payment of a document. */
export function sendReceipt(
  messages: MessageWriter,
  transaction: BooksTransaction,
  {
    payment,
    ...sent
  }: Sent & { readonly payment: { readonly paymentDate: string; readonly amountMinor: bigint } },
): Promise<void> {
  const { currency, totalMinor, paidMinor } = sent.document
  const amountOf = (minorUnits: bigint) => formatAmount({ minorUnits, currency })
  const isDeposit = sent.noun === 'estimate'
  const printedAs = (printed: PrintedDocument): PrintedDocument => ({
    ...printed,
    kind: isDeposit ? 'DEPOSIT_RECEIPT' : 'RECEIPT',
    // On the receipt of a deposit, the unpaid part of the whole estimate is due.
    amountDue: isDeposit ? amountOf(totalMinor - paidMinor) : printed.amountDue,
    title: printedWords(printed.locale).receipt,
    day: payment.paymentDate,
    dueDay: null,
    payments: [{ day: payment.paymentDate, amount: amountOf(payment.amountMinor), method: null }],
  })
  return sendDocument(messages, transaction, { ...sent, printedAs })
}

/** Ends the running command with a fault if the business does not allow messages. */
export async function checkSending(
  messages: MessageWriter,
  transaction: BooksTransaction,
  noun: DocumentKind,
): Promise<void> {
  if (await messages.isEnabled(transaction)) return
  refuse(inputFault(`${noun}Id`, 'NOT_ENABLED', 'The business does not let messages be sent for it.'))
}

/** Returns a fault for `NOT_SENT`, which is a state of documents and not a method of sending. */
export function findMethodFaults(noun: DocumentKind, method: DocumentSendMethod): readonly InputFault[] {
  return method === 'NOT_SENT'
    ? [inputFault('sendMethod', 'INVALID', `NOT_SENT is no way to send an ${noun}.`)]
    : []
}
