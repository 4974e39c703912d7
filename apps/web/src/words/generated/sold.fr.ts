/* Generated from messages/sold.fr.arb by packages/messages. Do not edit. */
export const soldFr = {
  items: "Articles",
  item: "Produit",
  quantity: "Quantité",
  price: "Prix",
  lineTotal: "Montant",
  subtotal: "Sous-total",
  discount: "Remise",
  tax: (percent: string, amount: string) => `Taxe de ${percent}\u00a0: ${amount}`,
  taxes: "Taxes",
  total: "Total",
  paid: "Déjà payé",
  leftToPay: "Reste à payer",
  leftToPayBack: "Reste à rembourser",
  overpaid: "Trop-perçu",
}
