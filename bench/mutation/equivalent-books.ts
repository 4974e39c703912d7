import type { EquivalentMutant } from './equivalent-mutant.ts'

/** Of the rules of the books, by file. */
export const EQUIVALENT_IN_BOOKS: Readonly<Record<string, readonly EquivalentMutant[]>> = {
  'apps/provider/src/books/documents/amounts.ts': [
    {
      original: 'decimal.units < 0n',
      replacement: 'decimal.units <= 0n',
      why: 'nothing with a minus is nothing',
    },
  ],
  'apps/provider/src/books/documents/document-judgement.ts': [
    {
      original: "typeof amountMinor === 'bigint'",
      replacement: 'true',
      why: 'a word is not more than a number',
    },
  ],
  'apps/provider/src/books/documents/document-number.ts': [
    {
      original: "''",
      replacement: '"Stryker was here!"',
      why: 'a text without a digit at its end, as the empty one',
    },
    {
      original: 'largest === undefined',
      replacement: 'false',
      why: 'where there is no number there are no digits of it either',
    },
  ],
  'apps/provider/src/books/documents/document-totals.ts': [
    {
      original: 'subtotalMinor > 0n',
      replacement: 'subtotalMinor >= 0n',
      why: 'of nothing, nothing can be taken either way',
    },
  ],
  'apps/provider/src/books/estimates/deposit-terms.ts': [
    { original: 'totalMinor <= 0n', replacement: 'totalMinor < 0n', why: 'a share of nothing is nothing' },
  ],
  'apps/provider/src/books/estimates/estimate-life.ts': [
    { original: 'to === life', replacement: 'false', why: 'no row of the table leads to where it begins' },
  ],
  'apps/provider/src/books/messages/message-draft.ts': [
    { original: 'subject === null', replacement: 'false', why: 'the word "null" is one line' },
  ],
  'apps/provider/src/books/ledger/entry.ts': [
    {
      original: 'sum + line.baseMinor',
      replacement: 'sum - line.baseMinor',
      why: 'it is only asked whether the sum is nothing',
    },
  ],
  'apps/provider/src/books/receivables/credit.ts': [
    { original: 'standing > 0n', replacement: 'standing >= 0n', why: 'of nothing, nothing is taken' },
    { original: 'standing < 0n', replacement: 'standing <= 0n', why: 'of nothing, nothing is taken' },
    { original: 'change < 0n', replacement: 'change <= 0n', why: 'nothing is taken by nothing' },
    { original: 'change > 0n', replacement: 'change >= 0n', why: 'nothing is taken by nothing' },
    {
      original: 'change < -standing',
      replacement: 'change <= -standing',
      why: 'where both are the same, either is taken',
    },
    {
      original: 'change > -standing',
      replacement: 'change >= -standing',
      why: 'where both are the same, either is taken',
    },
  ],
  'apps/provider/src/books/receivables/settlement.ts': [
    { original: 'totalMinor < 0n', replacement: 'totalMinor <= 0n', why: 'nothing is both ends of nothing' },
    {
      original: 'paidMinor < least',
      replacement: 'paidMinor <= least',
      why: 'where both are the same, either counts',
    },
    {
      original: 'paidMinor > most',
      replacement: 'paidMinor >= most',
      why: 'where both are the same, either counts',
    },
    { original: 'amountMinor < 0n', replacement: 'amountMinor <= 0n', why: 'no payment is nothing' },
    { original: 'gainMinor > 0n', replacement: 'gainMinor >= 0n', why: 'a line of nothing falls away' },
  ],
}
