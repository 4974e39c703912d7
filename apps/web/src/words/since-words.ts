import { wordOf } from './plural.ts'

/** What has changed since the person looked last. */
export interface SinceWords {
  readonly title: (moment: string) => string
  readonly paid: (of: { readonly who: string; readonly amount: string }) => string
  readonly late: (of: { readonly text: string; readonly count: number; readonly amount: string }) => string
  readonly opened: (of: { readonly number: string; readonly who: string }) => string
  readonly morePaid: (text: string, count: number) => string
  readonly moreOpened: (text: string, count: number) => string
}

const en = wordOf('en')

export const sinceEn: SinceWords = {
  title: (moment) => `Since you last looked, ${moment}`,
  paid: ({ who, amount }) => `${who} paid ${amount}`,
  late: ({ text, count, amount }) =>
    `${text} ${en(count, 'invoice', 'invoices')} became late, ${amount}${count === 1 ? '' : ' together'}`,
  opened: ({ number, who }) => `Invoice ${number} to ${who} was opened`,
  morePaid: (text, count) => `${text} more ${en(count, 'customer', 'customers')} paid`,
  moreOpened: (text, count) => `${text} more ${en(count, 'invoice was', 'invoices were')} opened`,
}
