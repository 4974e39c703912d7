import { formPath } from './paths.ts'

/** The part of the address of a new invoice that names its customer. */
export const INVOICE_FOR = 'customer'
/** The part of the address of a new invoice that names the one it begins as a copy of. */
export const COPY_OF = 'copy'

export const newInvoicePath = (customerId: string): string => pathWith({ name: INVOICE_FOR, id: customerId })

/** The address of a new invoice that begins as a copy of this one. */
export const copyPath = (id: string): string => pathWith({ name: COPY_OF, id })

function pathWith({ name, id }: { readonly name: string; readonly id: string }): string {
  return `${formPath('invoice', null)}?${new URLSearchParams({ [name]: id }).toString()}`
}
