/* Generated from messages/printed.en.arb by packages/messages. Do not edit. */
export const printedEn = {
  numberOf: {
    INVOICE: "Invoice number",
    ESTIMATE: "Estimate number",
    RECEIPT: "Invoice number",
    DEPOSIT_RECEIPT: "Estimate number",
  },
  customerOf: {
    INVOICE: "Bill to",
    ESTIMATE: "Prepared for",
    RECEIPT: "Received from",
    DEPOSIT_RECEIPT: "Received from",
  },
  dayOf: {
    INVOICE: "Invoice date",
    ESTIMATE: "Date",
    RECEIPT: "Payment date",
    DEPOSIT_RECEIPT: "Payment date",
  },
  dueDayOf: {
    INVOICE: "Payment due",
    ESTIMATE: "Valid until",
    RECEIPT: "Payment due",
    DEPOSIT_RECEIPT: "Payment due",
  },
  amountDueOf: {
    INVOICE: "Amount due",
    ESTIMATE: "Deposit requested",
    RECEIPT: "Amount due",
    DEPOSIT_RECEIPT: "Amount due",
  },
  poNumber: "P.O. number",
  subtotal: "Subtotal",
  total: "Total",
  payment: (day: string, method: string | null | undefined) => method == null ? `Payment on ${day}` : `Payment on ${day} (${method})`,
  noItems: "No items",
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  receipt: "Receipt",
  discount: "Discount",
  fileName: {
    INVOICE: "invoice",
    ESTIMATE: "estimate",
    RECEIPT: "receipt",
    DEPOSIT_RECEIPT: "receipt",
  },
  starts: {
    title: {
      invoice: "Invoice",
      estimate: "Estimate",
    },
    columns: {
      item: "Items",
      unit: "Quantity",
      price: "Price",
      amount: "Amount",
    },
  },
  howToPay: "How to pay",
  taxNumber: (number: string) => `Tax number: ${number}`,
  entryOf: {
    INVOICE: (number: string) => `Invoice ${number}`,
    PAYMENT: (number: string) => `Payment of invoice ${number}`,
    REFUND: (number: string) => `Refund of invoice ${number}`,
    DEPOSIT: (number: string) => `Deposit for estimate ${number}`,
  },
}
