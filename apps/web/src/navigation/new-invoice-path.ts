import { formPath } from './paths.ts'

/** The parameter with the customer's id in the address of a new invoice. */
export const INVOICE_FOR = 'customer'
/** The parameter with the id of the copied invoice in the address of a new invoice. */
export const COPY_OF = 'copy'

/** Returns the address of a new invoice for a customer, or of one that begins as a copy of an invoice. */
export function newInvoicePath(
  from: { readonly [INVOICE_FOR]: string } | { readonly [COPY_OF]: string },
): string {
  return `${formPath('invoice', null)}?${new URLSearchParams({ ...from }).toString()}`
}
