import { formPath } from './paths.ts'

/** The part of the address of a new invoice that names its customer. */
export const INVOICE_FOR = 'customer'

/** The address of a new invoice for this customer. */
export function newInvoicePath(customerId: string): string {
  return `${formPath('invoice', null)}?${new URLSearchParams({ [INVOICE_FOR]: customerId }).toString()}`
}
