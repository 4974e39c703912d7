/* Generated from messages/sold.en.arb by packages/messages. Do not edit. */
export const soldEn = {
  items: "Items",
  item: "Product",
  quantity: "Quantity",
  price: "Price",
  lineTotal: "Amount",
  subtotal: "Subtotal",
  discount: "Discount",
  tax: (percent: string, amount: string) => `${percent} tax: ${amount}`,
  taxes: "Taxes",
  total: "Total",
  paid: "Paid so far",
  leftToPay: "Left to pay",
  leftToPayBack: "Left to pay back",
  overpaid: "Overpaid",
}
