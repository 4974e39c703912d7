import type { Locale } from '@counterfoil/bff-api/session'

/** What invoices and estimates say of what they are made of. */
const en = {
  items: 'What was sold',
  item: 'Product',
  quantity: 'Quantity',
  price: 'Price',
  lineTotal: 'Amount',
  subtotal: 'Subtotal',
  discount: 'Discount',
  tax: (percent: string, amount: string) => `${percent} tax: ${amount}`,
  taxes: 'Taxes',
  total: 'Total',
  paid: 'Paid so far',
  leftToPay: 'Left to pay',
  overpaid: 'Paid too much',
}

const fr: typeof en = {
  items: 'Ce qui a été vendu',
  item: 'Produit',
  quantity: 'Quantité',
  price: 'Prix',
  lineTotal: 'Montant',
  subtotal: 'Sous-total',
  discount: 'Remise',
  tax: (percent, amount) => `Taxe de ${percent}\u00a0: ${amount}`,
  taxes: 'Taxes',
  total: 'Total',
  paid: 'Payé jusqu’ici',
  leftToPay: 'Reste à payer',
  overpaid: 'Payé en trop',
}

export const SOLD_WORDS: Readonly<Record<Locale, typeof en>> = { en, fr }
