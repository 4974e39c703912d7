/* Generated from messages/sold.de.arb by packages/messages. Do not edit. */
export const soldDe = {
  items: "Positionen",
  item: "Produkt",
  quantity: "Menge",
  price: "Preis",
  lineTotal: "Betrag",
  subtotal: "Zwischensumme",
  discount: "Rabatt",
  tax: (percent: string, amount: string) => `${percent} Steuer: ${amount}`,
  taxes: "Steuern",
  total: "Gesamtbetrag",
  paid: "Bisher bezahlt",
  leftToPay: "Noch zu zahlen",
  leftToPayBack: "Noch zurückzuzahlen",
  overpaid: "Überzahlt",
}
