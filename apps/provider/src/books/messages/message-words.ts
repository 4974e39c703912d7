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

/** What we ourselves write in a message with a document, in one language. */
export function messageWords(locale: DocumentLocale): typeof documentMailsEn {
  return WORDS[locale]
}

/** Subject of a message for which the sender wrote none. */
export function defaultSubject({ kind, locale, number, business }: PrintedDocument): string {
  return messageWords(locale).subject[kind](number, business.name)
}

/** The sender's own words; without any a greeting, and what the message brings. */
export function messageText(
  { kind, locale, number, business, customer }: PrintedDocument,
  text: string,
): string {
  if (text.trim() !== '') return text
  const words = messageWords(locale)
  return `${words.greeting(customer.name)}\n\n${words.brings[kind](number, business.name)}`
}

/** How to pay, under what the message says of the document: a heading and the lines of the business. None where nothing is left. */
export function messagePayment(document: PrintedDocument): readonly string[] {
  const details = paymentDetailsOf(document)
  return details === null ? [] : [printedWords(document.locale).howToPay, ...details.split('\n')]
}

/** What the message says of the document, under the sender's own words. */
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

/** Leads to the customer's page. */
export function linkWords({ kind, locale }: PrintedDocument): string {
  const { viewEstimate, viewInvoice } = messageWords(locale)
  return kind === 'ESTIMATE' || kind === 'DEPOSIT_RECEIPT' ? viewEstimate : viewInvoice
}
