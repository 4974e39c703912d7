/* Generated from messages/document-mails.fr.arb by packages/messages. Do not edit. */
export const documentMailsFr = {
  subject: {
    INVOICE: (number: string, business: string) => `Facture ${number} de ${business}`,
    ESTIMATE: (number: string, business: string) => `Devis ${number} de ${business}`,
    RECEIPT: (number: string, business: string) => `Reçu pour la facture ${number} de ${business}`,
    DEPOSIT_RECEIPT: (number: string, business: string) => `Reçu pour le devis ${number} de ${business}`,
  },
  received: (amount: string) => `Paiement reçu\u00a0: ${amount}`,
  total: (amount: string) => `Total\u00a0: ${amount}`,
  validUntil: (day: string) => `Valable jusqu’au ${day}`,
  due: (amount: string) => `Montant dû\u00a0: ${amount}`,
  dueBy: (day: string) => `À payer au plus tard le ${day}`,
  viewInvoice: "Voir la facture",
  viewEstimate: "Voir le devis",
  accepted: {
    subject: (number: string, business: string) => `Devis ${number} de ${business}\u00a0: accepté`,
    text: (number: string) => `Merci d’avoir accepté le devis ${number}.`,
  },
  greeting: (name: string) => `Bonjour ${name},`,
  brings: {
    INVOICE: (number: string, business: string) => `Voici la facture ${number} de ${business}.`,
    ESTIMATE: (number: string, business: string) => `Voici le devis ${number} de ${business}.`,
    RECEIPT: (number: string, business: string) => `${business} a bien reçu votre paiement pour la facture ${number}. Merci.`,
    DEPOSIT_RECEIPT: (number: string, business: string) => `${business} a bien reçu votre acompte pour le devis ${number}. Merci.`,
  },
}
