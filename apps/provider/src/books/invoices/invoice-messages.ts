import type { BooksTransaction } from '#books/command.ts'
import type { MessageDraft, NewMessage } from '#books/messages/message.ts'
import type { PrintedDocument } from '#books/printing/printed-document.ts'
import { printedWords } from '#books/printing/printed-words.ts'
import { invoicePath, type Invoice } from './invoice.ts'

/** A message with an invoice, or with the receipt of a payment of it. */
export function invoiceMessage(
  { author }: BooksTransaction,
  invoice: Invoice,
  { document, draft }: { readonly document: PrintedDocument; readonly draft: MessageDraft },
): NewMessage {
  return {
    kind: document.kind,
    documentId: invoice.id,
    document,
    draft,
    senderId: author.userId,
    viewPath: invoicePath(invoice.anonymousId),
  }
}

/** The receipt of one payment of the invoice that is printed. */
export function receiptOf(
  document: PrintedDocument,
  payment: { readonly day: string; readonly amount: string },
): PrintedDocument {
  return {
    ...document,
    kind: 'RECEIPT',
    title: printedWords(document.locale).receipt,
    day: payment.day,
    dueDay: null,
    payments: [{ ...payment, method: null }],
  }
}
