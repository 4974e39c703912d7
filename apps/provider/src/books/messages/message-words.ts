import {
  paymentDetailsOf,
  type DocumentLocale,
  type PrintedDocument,
} from '#books/printing/printed-document.ts'
import { printedAmount, printedDay } from '#books/printing/printed-text.ts'
import { printedWords } from '#books/printing/printed-words.ts'
import { documentMailsDe } from '#words/generated/document-mails.de.ts'
import { documentMailsEn } from '#words/generated/document-mails.en.ts'
import { documentMailsFr } from '#words/generated/document-mails.fr.ts'

const WORDS: Readonly<Record<DocumentLocale, typeof documentMailsEn>> = {
  en: documentMailsEn,
  fr: documentMailsFr,
  de: documentMailsDe,
}

/** Returns the fixed texts of messages in one language. */
export function messageWords(locale: DocumentLocale): typeof documentMailsEn {
  return WORDS[locale]
}

/** Returns the default subject of a message. */
export function defaultSubject({ kind, locale, number, business }: PrintedDocument): string {
  return messageWords(locale).subject[kind](number, business.name)
}

/** Returns the text of the sender, or by default a greeting and a sentence about the document. */
export function messageText(
  { kind, locale, number, business, customer }: PrintedDocument,
  text: string,
): string {
  if (text.trim() !== '') return text
  const words = messageWords(locale)
  return `${words.greeting(customer.name)}\n\n${words.brings[kind](number, business.name)}`
}

/** Returns the lines of the payment details: a heading and the text of the business. Empty if nothing is due. */
export function messagePayment(document: PrintedDocument): readonly string[] {
  const details = paymentDetailsOf(document)
  return details === null ? [] : [printedWords(document.locale).howToPay, ...details.split('\n')]
}

/** Returns the facts of the document that follow the text of the sender. */
export function messageFacts(document: PrintedDocument): readonly string[] {
  const amount = (value: string) => printedAmount(value, document)
  const { kind, locale, title, number, total, amountDue, dueDay, payments } = document
  const words = messageWords(locale)
  const day = dueDay === null ? undefined : printedDay(dueDay, document)
  switch (kind) {
    case 'RECEIPT':
    case 'DEPOSIT_RECEIPT':
      return payments.slice(0, 1).map((payment) => words.received(amount(payment.amount)))
    case 'ESTIMATE':
      return [
        `${title} ${number}`,
        ...(document.hidesTotal === true ? [] : [words.total(amount(total))]),
        ...(day === undefined ? [] : [words.validUntil(day)]),
      ]
    case 'INVOICE':
      return [
        `${title} ${number}`,
        words.due(amount(amountDue ?? total)),
        ...(day === undefined ? [] : [words.dueBy(day)]),
      ]
  }
}

/** Returns the label of the link to the customer's page. */
export function linkWords({ kind, locale }: PrintedDocument): string {
  const { viewEstimate, viewInvoice } = messageWords(locale)
  return kind === 'ESTIMATE' || kind === 'DEPOSIT_RECEIPT' ? viewEstimate : viewInvoice
}
