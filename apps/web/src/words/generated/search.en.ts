/* Generated from messages/search.en.arb by packages/messages. Do not edit. */
export const searchEn = {
  label: "Customer, product, invoice number or amount due",
  customers: "Customers",
  products: "Products",
  invoices: "Invoices",
  theirInvoices: "Invoices",
  invoice: (number: string) => `Invoice ${number}`,
  due: (amount: string) => `${amount} due`,
  searching: "Searching…",
  found: (count: number) => count === 1 ? `${count} found.` : `${count} found.`,
  foundAtLeast: (count: number) => `At least ${count} found. Type more to find fewer.`,
  unread: "Not all names could be read, so something may be missing here.",
  none: ({ text, places }: { readonly text: string; readonly places: string }) => `Nothing found for “${text}” among ${places}.`,
  onlyBeginnings: "In long lists, only names that begin with it are found.",
  place: {
    customers: "customers",
    products: "products you sell",
    numbers: "invoice numbers",
    amounts: "amounts due",
  },
}
