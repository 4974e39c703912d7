/* Generated from messages/document-mails.en.arb by packages/messages. Do not edit. */
export const documentMailsEn = {
  subject: {
    INVOICE: (number: string, business: string) => `Invoice ${number} from ${business}`,
    ESTIMATE: (number: string, business: string) => `Estimate ${number} from ${business}`,
    RECEIPT: (number: string, business: string) => `Receipt for invoice ${number} from ${business}`,
    DEPOSIT_RECEIPT: (number: string, business: string) => `Receipt for estimate ${number} from ${business}`,
  },
  received: (amount: string) => `Payment received: ${amount}`,
  total: (amount: string) => `Total: ${amount}`,
  validUntil: (day: string) => `Valid until ${day}`,
  due: (amount: string) => `Amount due: ${amount}`,
  dueBy: (day: string) => `Due by ${day}`,
  viewInvoice: "View the invoice",
  viewEstimate: "View the estimate",
  accepted: {
    subject: (number: string, business: string) => `Estimate ${number} from ${business}: accepted`,
    text: (number: string) => `Thank you for accepting estimate ${number}.`,
  },
  greeting: (name: string) => `Hello ${name},`,
  brings: {
    INVOICE: (number: string, business: string) => `Here is invoice ${number} from ${business}.`,
    ESTIMATE: (number: string, business: string) => `Here is estimate ${number} from ${business}.`,
    RECEIPT: (number: string, business: string) => `${business} has received your payment for invoice ${number}. Thank you.`,
    DEPOSIT_RECEIPT: (number: string, business: string) => `${business} has received your deposit for estimate ${number}. Thank you.`,
  },
}
