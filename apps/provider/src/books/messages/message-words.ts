import { printedAmount, printedDay } from '#books/printing/printed-text.ts'
import type { PrintedDocument } from '#books/printing/printed-document.ts'

/** Subject and text of a message for which the sender wrote none. */
export function defaultSubject(document: PrintedDocument): string {
  const { kind, number, business } = document
  if (document.locale === 'fr') {
    const noun = {
      INVOICE: 'Facture',
      ESTIMATE: 'Devis',
      RECEIPT: 'Reçu pour la facture',
      DEPOSIT_RECEIPT: 'Reçu pour le devis',
    }[kind]
    return `${noun} ${number} de ${business.name}`
  }
  const noun = {
    INVOICE: 'Invoice',
    ESTIMATE: 'Estimate',
    RECEIPT: 'Receipt for invoice',
    DEPOSIT_RECEIPT: 'Receipt for estimate',
  }[kind]
  return `${noun} ${number} from ${business.name}`
}

/** What the message says of the document, under the sender's own words. */
export function messageFacts(document: PrintedDocument): readonly string[] {
  const amount = (value: string) => printedAmount(value, document)
  const { kind, locale, total, amountDue, dueDay, payments } = document
  const isFrench = locale === 'fr'
  if (kind === 'RECEIPT' || kind === 'DEPOSIT_RECEIPT') {
    const [payment] = payments
    const paid = payment === undefined ? [] : [amount(payment.amount)]
    return paid.map((text) => (isFrench ? `Paiement reçu : ${text}` : `Payment received: ${text}`))
  }
  if (kind === 'ESTIMATE') {
    return [
      ...(document.hidesTotal === true
        ? []
        : [isFrench ? `Total : ${amount(total)}` : `Total: ${amount(total)}`]),
      ...(dueDay === null
        ? []
        : [
            isFrench
              ? `Valable jusqu’au ${printedDay(dueDay, locale)}`
              : `Valid until ${printedDay(dueDay, locale)}`,
          ]),
    ]
  }
  return [
    isFrench ? `Montant dû : ${amount(amountDue ?? total)}` : `Amount due: ${amount(amountDue ?? total)}`,
    ...(dueDay === null
      ? []
      : [
          isFrench
            ? `À payer au plus tard le ${printedDay(dueDay, locale)}`
            : `Due by ${printedDay(dueDay, locale)}`,
        ]),
  ]
}

/** Leads to the customer's page. */
export function linkWords({ kind, locale }: PrintedDocument): string {
  const isFrench = locale === 'fr'
  if (kind === 'ESTIMATE' || kind === 'DEPOSIT_RECEIPT')
    return isFrench ? 'Voir le devis' : 'View the estimate'
  return isFrench ? 'Voir la facture' : 'View the invoice'
}
