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
  'apps/provider/src/books/ledger/entry.ts': [
    {
      original: 'sum + line.baseMinor',
      replacement: 'sum - line.baseMinor',
      why: 'it is only asked whether the sum is nothing',
    },
  ],
  'apps/provider/src/books/messages/message-draft.ts': [
    { original: 'subject === null', replacement: 'false', why: 'the word "null" is one line' },
  ],
  'apps/provider/src/books/ledger/average-cost.ts': [
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
  'apps/provider/src/books/reports/report-days.ts': [
    { original: 'end < to', replacement: 'end <= to', why: 'where both are the same, either counts' },
    { original: 'end < to', replacement: 'true', why: 'from a day to one before it are no days' },
    { original: 'from === firstWhole', replacement: 'false', why: 'from a day to one before it are no days' },
  ],
  'apps/provider/src/books/reports/report-rules.ts': [
    { original: '[]', replacement: '["Stryker was here"]', why: 'a text is a sum of no type of account' },
  ],
  'apps/provider/src/books/sales-taxes/sales-tax-rules.ts': [
    {
      original: "abbreviation.normalize('NFKC').toLowerCase()",
      replacement: "abbreviation.normalize('NFKC').toUpperCase()",
      why: 'one spelling for all; which one does not matter',
    },
    {
      original: 'one.effective < other.effective',
      replacement: 'one.effective <= other.effective',
      why: 'two rates of one day are refused',
    },
  ],
  'apps/provider/src/books/transactions/money-digest.ts': [
    {
      original: 'named.sent.trim().toLowerCase()',
      replacement: 'named.sent.trim().toUpperCase()',
      why: 'one spelling for all; which one does not matter',
    },
  ],
  'apps/provider/src/books/transactions/money-input.ts': [
    {
      original: '[]',
      replacement: '["Stryker was here"]',
      why: 'only counted, and one is as little too many as none',
    },
  ],
  'apps/provider/src/books/transactions/money-rules.ts': [
    {
      original: '[]',
      replacement: '["Stryker was here"]',
      why: 'of what is refused nothing is entered, and there is always an anchor',
    },
    { original: 'sum + signed', replacement: 'sum - signed', why: 'it is only asked whether it is nothing' },
    {
      original: 'account === undefined || faults.length > 0',
      replacement: 'account === undefined && faults.length > 0',
      why: 'of what is refused nothing is entered; the line is for the compiler',
    },
    {
      original: 'account === undefined',
      replacement: 'false',
      why: 'of what is refused nothing is entered; the line is for the compiler',
    },
    {
      original: 'faults.length > 0',
      replacement: 'false',
      why: 'of what is refused nothing is entered; the line is for the compiler',
    },
    {
      original: 'tax === undefined',
      replacement: 'false',
      why: 'of what is refused nothing is entered; the line is for the compiler',
    },
    {
      original: 'draft === undefined',
      replacement: 'false',
      why: 'each tax has its draft; the line is for the compiler',
    },
    { original: "'CREDIT'", replacement: '""', why: 'no answer counts as no' },
    { original: 'anchor === undefined', replacement: 'false', why: 'there is always an anchor' },
  ],
}
