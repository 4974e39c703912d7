/* Generated from messages/document-mails.de.arb by packages/messages. Do not edit. */
export const documentMailsDe = {
  subject: {
    INVOICE: (number: string, business: string) => `Rechnung ${number} von ${business}`,
    ESTIMATE: (number: string, business: string) => `Angebot ${number} von ${business}`,
    RECEIPT: (number: string, business: string) => `Zahlungsbeleg zur Rechnung ${number} von ${business}`,
    DEPOSIT_RECEIPT: (number: string, business: string) => `Zahlungsbeleg zum Angebot ${number} von ${business}`,
  },
  received: (amount: string) => `Zahlung erhalten: ${amount}`,
  total: (amount: string) => `Gesamtbetrag: ${amount}`,
  validUntil: (day: string) => `Gültig bis ${day}`,
  due: (amount: string) => `Zu zahlen: ${amount}`,
  dueBy: (day: string) => `Zahlbar bis ${day}`,
  viewInvoice: "Rechnung ansehen",
  viewEstimate: "Angebot ansehen",
  accepted: {
    subject: (number: string, business: string) => `Angebot ${number} von ${business}: angenommen`,
    text: (number: string) => `vielen Dank, dass Sie das Angebot ${number} angenommen haben.`,
  },
  greeting: (name: string) => `Guten Tag ${name},`,
  brings: {
    INVOICE: (number: string, business: string) => `anbei erhalten Sie die Rechnung ${number} von ${business}.`,
    ESTIMATE: (number: string, business: string) => `anbei erhalten Sie das Angebot ${number} von ${business}.`,
    RECEIPT: (number: string, business: string) => `${business} hat Ihre Zahlung zur Rechnung ${number} erhalten. Vielen Dank.`,
    DEPOSIT_RECEIPT: (number: string, business: string) => `${business} hat Ihre Anzahlung zum Angebot ${number} erhalten. Vielen Dank.`,
  },
}
