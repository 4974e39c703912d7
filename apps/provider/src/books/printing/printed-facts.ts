import {
  paymentDetailsOf,
  type PrintedDocument,
  type PrintedItem,
  type PrintedLine,
} from './printed-document.ts'
import { printedAmount, printedDay, printedNumber } from './printed-text.ts'
import { printedWords } from './printed-words.ts'

/** A document with formatted amounts and days, for pages and PDFs alike. */
export type PrintedFacts = {
  /** The labels and values of the document's number and days. */
  readonly facts: readonly (readonly [label: string, value: string])[]
  readonly columns: readonly PrintedColumn[]
  /** The labels and amounts of the subtotal, reductions and taxes. */
  readonly sums: readonly (readonly [label: string, amount: string])[]
  readonly total: readonly [label: string, amount: string]
  readonly payments: readonly (readonly [label: string, amount: string])[]
  readonly amountDue: readonly [label: string, amount: string] | undefined
  /** The heading and text of the payment details. */
  readonly howToPay: readonly [heading: string, details: string] | undefined
}

/** A visible column and its cells. */
export type PrintedColumn = {
  readonly heading: string
  readonly isAmount: boolean
  readonly cell: (item: PrintedItem) => { readonly text: string; readonly note: string | null }
}

export function buildPrintedFacts(document: PrintedDocument): PrintedFacts {
  const { kind, locale } = document
  const words = printedWords(locale)
  const amount = (value: string) => printedAmount(value, document)
  const day = (value: string) => printedDay(value, document)
  const details = paymentDetailsOf(document)
  const lines = (of: readonly PrintedLine[], sign = '') =>
    of.map((line) => [line.name, amount(sign + line.amount)] as const)
  return {
    facts: [
      [words.numberOf[kind], document.number],
      ...(document.poNumber === null ? [] : [[words.poNumber, document.poNumber] as const]),
      [words.dayOf[kind], day(document.day)],
      ...(document.dueDay === null ? [] : [[words.dueDayOf[kind], day(document.dueDay)] as const]),
    ],
    columns: buildColumns(document, amount),
    sums: [
      [words.subtotal, amount(document.subtotal)],
      ...lines(document.discounts, '-'),
      ...lines(document.taxes),
    ],
    total: [words.total, amount(document.total)],
    payments: document.payments.map(
      (payment) => [words.payment(day(payment.day), payment.method), amount(payment.amount)] as const,
    ),
    amountDue:
      document.amountDue === null ? undefined : [words.amountDueOf[kind], amount(document.amountDue)],
    howToPay: details === null ? undefined : [words.howToPay, details],
  }
}

function buildColumns(
  document: PrintedDocument,
  amount: (value: string) => string,
): readonly PrintedColumn[] {
  const { columns } = document
  const all: readonly (PrintedColumn & { readonly isHidden: boolean })[] = [
    {
      heading: columns.item,
      isAmount: false,
      isHidden: columns.hidesName && columns.hidesDescription,
      cell: ({ name, description }) =>
        columns.hidesName
          ? { text: description ?? '', note: null }
          : { text: name, note: columns.hidesDescription ? null : description },
    },
    {
      heading: columns.unit,
      isAmount: true,
      isHidden: columns.hidesUnit,
      cell: ({ quantity }) => ({ text: printedNumber(quantity, document), note: null }),
    },
    {
      heading: columns.price,
      isAmount: true,
      isHidden: columns.hidesPrice,
      cell: ({ unitPrice }) => ({ text: amount(unitPrice), note: null }),
    },
    {
      heading: columns.amount,
      isAmount: true,
      isHidden: columns.hidesAmount,
      cell: (item) => ({ text: amount(item.amount), note: null }),
    },
  ]
  return all.filter(({ isHidden }) => !isHidden)
}
