import type { Locale } from '@counterfoil/bff-api/session'

interface InvoiceActionWords {
  readonly edit: string
  readonly approve: string
  readonly send: string
  readonly pay: string
  readonly remove: string
  readonly removePayment: (amount: string) => string
}

/** Words of the buttons on an invoice: what they open comes later, with its own words. */
export const INVOICE_ACTION_WORDS: Readonly<Record<Locale, InvoiceActionWords>> = {
  en: {
    edit: 'Change',
    approve: 'Approve',
    send: 'Send',
    pay: 'Record a payment',
    remove: 'Delete',
    removePayment: (amount) => `Delete the payment of ${amount}`,
  },
  fr: {
    edit: 'Modifier',
    approve: 'Valider',
    send: 'Envoyer',
    pay: 'Noter un paiement',
    remove: 'Supprimer',
    removePayment: (amount) => `Supprimer le paiement de ${amount}`,
  },
}
