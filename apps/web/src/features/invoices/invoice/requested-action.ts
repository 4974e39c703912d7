import type { OneInvoice } from '#features/invoices/invoice-figures.ts'
import type { FormWords } from '#forms/form-fields.tsx'
import type { Format } from '#words/format.ts'

/** What somebody wants done with an invoice. */
export type RequestedAction =
  | { readonly kind: 'invoice-approve' | 'invoice-send' | 'invoice-delete' | 'payment-create' }
  | { readonly kind: 'payment-delete'; readonly paymentId: string; readonly amount: string }

/** What is asked before it is done: of which invoice, of whom, over how much. */
export function actionWords(about: {
  readonly action: RequestedAction
  readonly invoice: OneInvoice
  readonly f: FormWords
  readonly format: Format
}): { readonly title: string; readonly about: string; readonly save: string } {
  const { action, invoice, f, format } = about
  const { invoiceNumber: number, currency } = invoice
  const customer = invoice.customer?.name ?? ''
  const total = format.money(invoice.total.value, currency.code)
  switch (action.kind) {
    case 'invoice-approve':
      return {
        title: f.title[action.kind](number),
        about: f.about.approve(customer, total),
        save: f.act.approve,
      }
    case 'invoice-send':
      return { title: f.title[action.kind](number), about: f.about.send(customer, total), save: f.act.send }
    case 'invoice-delete':
      return {
        title: f.title[action.kind](number),
        about: f.about.remove(customer, total),
        save: f.act.remove,
      }
    case 'payment-create':
      return { title: f.title[action.kind], about: f.about.pay(number, customer), save: f.act.save }
    case 'payment-delete':
      return {
        title: f.title[action.kind](format.money(action.amount, currency.code)),
        about: f.about.removePayment(number, customer),
        save: f.act.remove,
      }
  }
}

/** The content sent for an action that asks nothing. */
export function actionInput(action: RequestedAction, invoiceId: string) {
  return action.kind === 'payment-delete' ? { id: action.paymentId } : { invoiceId }
}
