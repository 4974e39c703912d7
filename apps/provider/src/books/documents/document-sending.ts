import { refuse, type BooksTransaction } from '#books/command.ts'
import { inputFault, type InputFault } from '#books/input-faults.ts'
import type { MessageWriter } from '#books/messages/message-store.ts'
import type { MessageDraft } from '#books/messages/message.ts'
import type { PrintedDocument } from '#books/printing/printed-document.ts'
import { printedWords } from '#books/printing/printed-words.ts'
import { readPrintedDocument } from './document-on-paper-store.ts'
import { documentPath, type DocumentKind, type DocumentSendMethod, type AnyDocument } from './document.ts'

/** Sends a document as it is printed, or as changed by `printedAs`, for example into a receipt. */
export async function sendDocument(
  messages: MessageWriter,
  transaction: BooksTransaction,
  sent: {
    readonly noun: DocumentKind
    readonly document: AnyDocument
    /** The draft of the sender, or a function that writes the draft from the printed document. */
    readonly draft: MessageDraft | ((printed: PrintedDocument) => MessageDraft)
    readonly printedAs?: (printed: PrintedDocument) => PrintedDocument
  },
): Promise<void> {
  const { noun, document, draft, printedAs = (printed) => printed } = sent
  const { businessId, id } = document
  await checkSending(messages, transaction, noun)
  const printed = printedAs(await readPrintedDocument(transaction.trx, { noun, businessId, id }))
  await messages.enqueue(transaction, {
    kind: printed.kind === 'DEPOSIT_RECEIPT' ? 'RECEIPT' : printed.kind,
    documentId: id,
    document: printed,
    draft: typeof draft === 'function' ? draft(printed) : draft,
    senderId: transaction.author.userId,
    viewPath: documentPath(noun, document),
  })
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

/** Returns the receipt of one payment of a document. */
export function receiptOf(
  document: PrintedDocument,
  payment: { readonly day: string; readonly amount: string },
): PrintedDocument {
  return {
    ...document,
    kind: document.kind === 'ESTIMATE' ? 'DEPOSIT_RECEIPT' : 'RECEIPT',
    title: printedWords(document.locale).receipt,
    day: payment.day,
    dueDay: null,
    payments: [{ ...payment, method: null }],
  }
}

/** Returns a fault for `NOT_SENT`, which is a state of documents and not a method of sending. */
export function findMethodFaults(noun: DocumentKind, method: DocumentSendMethod): readonly InputFault[] {
  return method === 'NOT_SENT'
    ? [inputFault('sendMethod', 'INVALID', `NOT_SENT is no way to send an ${noun}.`)]
    : []
}
