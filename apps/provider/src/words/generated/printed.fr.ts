/* Generated from messages/printed.fr.arb by packages/messages. Do not edit. */
export const printedFr = {
  numberOf: {
    INVOICE: "Numéro de facture",
    ESTIMATE: "Numéro de devis",
    RECEIPT: "Numéro de facture",
    DEPOSIT_RECEIPT: "Numéro de devis",
  },
  customerOf: {
    INVOICE: "Facturé à",
    ESTIMATE: "Préparé pour",
    RECEIPT: "Reçu de",
    DEPOSIT_RECEIPT: "Reçu de",
  },
  dayOf: {
    INVOICE: "Date de la facture",
    ESTIMATE: "Date",
    RECEIPT: "Date du paiement",
    DEPOSIT_RECEIPT: "Date du paiement",
  },
  dueDayOf: {
    INVOICE: "À payer au plus tard le",
    ESTIMATE: "Valable jusqu’au",
    RECEIPT: "À payer au plus tard le",
    DEPOSIT_RECEIPT: "À payer au plus tard le",
  },
  amountDueOf: {
    INVOICE: "Montant dû",
    ESTIMATE: "Acompte demandé",
    RECEIPT: "Reste à payer",
    DEPOSIT_RECEIPT: "Reste à payer",
  },
  poNumber: "Bon de commande",
  subtotal: "Sous-total",
  total: "Total",
  payment: (day: string, method: string | null | undefined) => method == null ? `Paiement du ${day}` : `Paiement du ${day} (${method})`,
  noItems: "Aucun article",
  page: (page: number, pages: number) => `Page ${page} sur ${pages}`,
  receipt: "Reçu",
  discount: "Remise",
  fileName: {
    INVOICE: "facture",
    ESTIMATE: "devis",
    RECEIPT: "recu",
    DEPOSIT_RECEIPT: "recu",
  },
  starts: {
    title: {
      invoice: "Facture",
      estimate: "Devis",
    },
    columns: {
      item: "Articles",
      unit: "Quantité",
      price: "Prix",
      amount: "Montant",
    },
  },
  howToPay: "Modalités de paiement",
  taxNumber: (number: string) => `Numéro fiscal\u00a0: ${number}`,
  entryOf: {
    INVOICE: (number: string) => `Facture ${number}`,
    PAYMENT: (number: string) => `Paiement de la facture ${number}`,
    REFUND: (number: string) => `Remboursement de la facture ${number}`,
    DEPOSIT: (number: string) => `Acompte pour le devis ${number}`,
  },
}
