import type { DocumentLocale, PrintedKind } from './printed-document.ts'

/** Every word that we ourselves put on a document, in one language. */
export type PrintedWords = {
  readonly numberOf: Readonly<Record<PrintedKind, string>>
  readonly customerOf: Readonly<Record<PrintedKind, string>>
  readonly dayOf: Readonly<Record<PrintedKind, string>>
  readonly dueDayOf: Readonly<Record<PrintedKind, string>>
  readonly amountDueOf: Readonly<Record<PrintedKind, string>>
  readonly poNumber: string
  readonly subtotal: string
  readonly total: string
  readonly payment: (day: string, method: string | null) => string
  readonly noItems: string
  readonly page: (page: number, pages: number) => string
}

const EN: PrintedWords = {
  numberOf: {
    INVOICE: 'Invoice number',
    ESTIMATE: 'Estimate number',
    RECEIPT: 'Invoice number',
    DEPOSIT_RECEIPT: 'Estimate number',
  },
  customerOf: {
    INVOICE: 'Bill to',
    ESTIMATE: 'Prepared for',
    RECEIPT: 'Received from',
    DEPOSIT_RECEIPT: 'Received from',
  },
  dayOf: {
    INVOICE: 'Invoice date',
    ESTIMATE: 'Date',
    RECEIPT: 'Payment date',
    DEPOSIT_RECEIPT: 'Payment date',
  },
  dueDayOf: {
    INVOICE: 'Payment due',
    ESTIMATE: 'Valid until',
    RECEIPT: 'Payment due',
    DEPOSIT_RECEIPT: 'Payment due',
  },
  amountDueOf: {
    INVOICE: 'Amount due',
    ESTIMATE: 'Deposit asked for',
    RECEIPT: 'Left to pay',
    DEPOSIT_RECEIPT: 'Left to pay',
  },
  poNumber: 'P.O. number',
  subtotal: 'Subtotal',
  total: 'Total',
  payment: (day, method) => (method === null ? `Payment on ${day}` : `Payment on ${day} (${method})`),
  noItems: 'No items',
  page: (page, pages) => `Page ${page} of ${pages}`,
}

const FR: PrintedWords = {
  numberOf: {
    INVOICE: 'Numéro de facture',
    ESTIMATE: 'Numéro de devis',
    RECEIPT: 'Numéro de facture',
    DEPOSIT_RECEIPT: 'Numéro de devis',
  },
  customerOf: {
    INVOICE: 'Facturé à',
    ESTIMATE: 'Préparé pour',
    RECEIPT: 'Reçu de',
    DEPOSIT_RECEIPT: 'Reçu de',
  },
  dayOf: {
    INVOICE: 'Date de la facture',
    ESTIMATE: 'Date',
    RECEIPT: 'Date du paiement',
    DEPOSIT_RECEIPT: 'Date du paiement',
  },
  dueDayOf: {
    INVOICE: 'À payer au plus tard le',
    ESTIMATE: 'Valable jusqu’au',
    RECEIPT: 'À payer au plus tard le',
    DEPOSIT_RECEIPT: 'À payer au plus tard le',
  },
  amountDueOf: {
    INVOICE: 'Montant dû',
    ESTIMATE: 'Acompte demandé',
    RECEIPT: 'Reste à payer',
    DEPOSIT_RECEIPT: 'Reste à payer',
  },
  poNumber: 'Bon de commande',
  subtotal: 'Sous-total',
  total: 'Total',
  payment: (day, method) => (method === null ? `Paiement du ${day}` : `Paiement du ${day} (${method})`),
  noItems: 'Aucun article',
  page: (page, pages) => `Page ${page} sur ${pages}`,
}

export function printedWords(locale: DocumentLocale): PrintedWords {
  return locale === 'fr' ? FR : EN
}
