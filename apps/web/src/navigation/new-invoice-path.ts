import { formPath } from './paths.ts'

/** The parameter with the customer's id in the address of a new invoice. */
export const INVOICE_FOR = 'customer'
/** The parameter with the id of the copied invoice in the address of a new invoice. */
export const COPY_OF = 'copy'

export const newInvoicePath = (customerId: string): string => pathWith({ name: INVOICE_FOR, id: customerId })

/** Returns the address of a new invoice that begins as a copy of an invoice. */
export const copyPath = (id: string): string => pathWith({ name: COPY_OF, id })

function pathWith({ name, id }: { readonly name: string; readonly id: string }): string {
  return `${formPath('invoice', null)}?${new URLSearchParams({ [name]: id }).toString()}`
}
