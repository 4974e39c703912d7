import { wordOf } from './plural.ts'

/** What all pictures say around their figures. */
export interface PictureWords {
  readonly asTable: string
  readonly asPicture: string
  readonly saveImage: string
  readonly saveTable: string
  /** Heading of the column that says it in a file. */
  readonly currency: string
  /** Before the name of the picture, for people who hear the page. */
  readonly of: (title: string) => string
  readonly month: string
  readonly soFar: string
  readonly notKnown: string
  readonly atLeast: (amount: string) => string
  /** "From 1,204 transactions and 412 invoices, read at 09:41." */
  readonly source: (parts: { readonly from: string; readonly moment: string }) => string
  readonly transactions: (text: string, count: number) => string
  readonly invoices: (text: string, count: number) => string
  readonly accounts: (text: string, count: number) => string
  readonly payments: (text: string, count: number) => string
  readonly drafts: (text: string, count: number) => string
  readonly unknownStatus: (text: string, count: number) => string
  /** `list` is "2 in USD and 1 in EUR". */
  readonly otherCurrency: (list: string, count: number) => string
  readonly inCurrency: (text: string, code: string) => string
  readonly partial: string
  readonly failed: string
  readonly broken: string
  readonly refused: string
  readonly notAllowed: (provider: string) => string
  readonly notOffered: (provider: string) => string
}

const en = wordOf('en')

export const pictureEn: PictureWords = {
  asTable: 'Show as table',
  asPicture: 'Show as picture',
  saveImage: 'Save as PNG',
  saveTable: 'Save as CSV',
  currency: 'Currency',
  of: (title) => `: ${title}`,
  month: 'Month',
  soFar: 'so far',
  notKnown: 'not known',
  atLeast: (amount) => `at least ${amount}`,
  source: ({ from, moment }) => `From ${from}, read at ${moment}.`,
  transactions: (text, count) => `${text} ${en(count, 'transaction', 'transactions')}`,
  invoices: (text, count) => `${text} ${en(count, 'invoice', 'invoices')}`,
  accounts: (text, count) => `${text} ${en(count, 'account', 'accounts')}`,
  payments: (text, count) => `${text} ${en(count, 'payment', 'payments')}`,
  drafts: (text, count) => `${text} ${en(count, 'draft is', 'drafts are')} not counted.`,
  unknownStatus: (text, count) =>
    `${text} ${en(count, 'invoice has a status that Counterfoil doesn’t know and is', 'invoices have a status that Counterfoil doesn’t know and are')} not counted.`,
  otherCurrency: (list, count) =>
    `${en(count, 'Invoice', 'Invoices')} in other currencies not counted: ${list}.`,
  inCurrency: (text, code) => `${text} in ${code}`,
  partial: 'Some of it didn’t load, so these are at least the amounts.',
  failed: 'These figures didn’t load. The others on this page are not affected.',
  broken: 'This picture can’t be drawn because of a fault of ours. Your figures are not affected.',
  refused: 'An amount is too large to be shown exactly, so nothing is shown.',
  notAllowed: (provider) => `Allow it at ${provider} and the picture appears here.`,
  notOffered: (provider) => `${provider} doesn’t offer what this picture needs.`,
}
