import type { Locale } from '@counterfoil/bff-api/session'
import type { Names } from './list-words.ts'

/** What the list of transactions says. */
const en = {
  title: 'Transactions',
  rows: (shown: string, count: number) => `${shown} ${count === 1 ? 'transaction' : 'transactions'}`,
  getting: (b: string) => `Getting the transactions of ${b}`,
  stillGetting: (b: string) => `Still getting the transactions of ${b}…`,
  empty: ({ owner: b, provider: p }: Names) =>
    `No transactions yet. When something is entered in the books of ${b} in ${p}, it shows here.`,
  which: 'Which transactions',
  all: 'All',
  date: 'Day',
  description: 'What it was',
  kind: 'Kind',
  accounts: 'Accounts',
  cash: 'Cash in or out',
  noCash: 'No cash moved',
  cashAfter: 'Cash after the day',
  endOfDay: 'End of day',
  currency: 'Currency',
  kinds: {
    DEPOSIT: 'Money in',
    WITHDRAWAL: 'Money out',
    INVOICE: 'Invoice',
    INVOICE_PAYMENT: 'Invoice payment',
    ESTIMATE_PAYMENT: 'Estimate payment',
    DEPOSIT_APPLIED: 'Deposit used',
    REVERSAL: 'Undoing',
  },
  otherKind: 'Another kind',
}

const fr: typeof en = {
  title: 'Opérations',
  rows: (shown, count) => `${shown} ${count < 2 ? 'opération' : 'opérations'}`,
  getting: (b) => `Lecture des opérations de ${b}`,
  stillGetting: (b) => `Toujours en train de lire les opérations de ${b}…`,
  empty: ({ owner: b, provider: p }) =>
    `Pas encore d’opération. Quand quelque chose sera inscrit dans la comptabilité de ${b} dans ${p}, cela s’affichera ici.`,
  which: 'Quelles opérations',
  all: 'Toutes',
  date: 'Jour',
  description: 'De quoi il s’agit',
  kind: 'Genre',
  accounts: 'Comptes',
  cash: 'Entrée ou sortie',
  noCash: 'Pas d’argent déplacé',
  cashAfter: 'Trésorerie en fin de jour',
  endOfDay: 'Fin de jour',
  currency: 'Devise',
  kinds: {
    DEPOSIT: 'Entrée d’argent',
    WITHDRAWAL: 'Sortie d’argent',
    INVOICE: 'Facture',
    INVOICE_PAYMENT: 'Paiement de facture',
    ESTIMATE_PAYMENT: 'Paiement de devis',
    DEPOSIT_APPLIED: 'Acompte utilisé',
    REVERSAL: 'Annulation',
  },
  otherKind: 'Un autre genre',
}

export const TRANSACTION_WORDS: Readonly<Record<Locale, typeof en>> = { en, fr }
