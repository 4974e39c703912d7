import type { Locale } from '@counterfoil/bff-api/session'
import { wordOf } from './plural.ts'

interface SinceWords {
  readonly title: (moment: string) => string
  readonly paid: (of: { readonly who: string; readonly amount: string }) => string
  readonly late: (of: { readonly text: string; readonly count: number; readonly amount: string }) => string
  readonly opened: (of: { readonly number: string; readonly who: string }) => string
  readonly morePaid: (text: string, count: number) => string
  readonly moreOpened: (text: string, count: number) => string
}

const en = wordOf('en')
const fr = wordOf('fr')

/** What has changed since the person looked last. */
export const SINCE_WORDS: Readonly<Record<Locale, SinceWords>> = {
  en: {
    title: (moment) => `Since you last looked, ${moment}`,
    paid: ({ who, amount }) => `${who} paid ${amount}`,
    late: ({ text, count, amount }) =>
      `${text} ${en(count, 'invoice', 'invoices')} became late, ${amount}${count === 1 ? '' : ' together'}`,
    opened: ({ number, who }) => `Invoice ${number} to ${who} was opened`,
    morePaid: (text, count) => `${text} more ${en(count, 'customer', 'customers')} paid`,
    moreOpened: (text, count) => `${text} more ${en(count, 'invoice was', 'invoices were')} opened`,
  },
  fr: {
    title: (moment) => `Depuis votre dernier passage, ${moment}`,
    paid: ({ who, amount }) => `${who} a payé ${amount}`,
    late: ({ text, count, amount }) =>
      `${text} ${fr(count, 'facture est maintenant en retard', 'factures sont maintenant en retard')}, ${amount}${count === 1 ? '' : ' ensemble'}`,
    opened: ({ number, who }) => `La facture ${number} à ${who} a été ouverte`,
    morePaid: (text, count) => `${text} ${fr(count, 'autre client a payé', 'autres clients ont payé')}`,
    moreOpened: (text, count) =>
      `${text} ${fr(count, 'autre facture a été ouverte', 'autres factures ont été ouvertes')}`,
  },
}
