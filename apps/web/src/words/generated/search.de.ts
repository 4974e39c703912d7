/* Generated from messages/search.de.arb by packages/messages. Do not edit. */
export const searchDe = {
  label: "Kunde, Produkt, Rechnungsnummer oder offener Betrag",
  customers: "Kunden",
  products: "Produkte",
  invoices: "Rechnungen",
  theirInvoices: "Rechnungen",
  invoice: (number: string) => `Rechnung ${number}`,
  due: (amount: string) => `${amount} offen`,
  searching: "Suche läuft\u00a0…",
  found: (count: number) => count === 1 ? `${count} gefunden.` : `${count} gefunden.`,
  foundAtLeast: (count: number) => `Mindestens ${count} gefunden. Tippen Sie mehr, um weniger zu finden.`,
  unread: "Nicht alle Namen konnten gelesen werden, hier kann also etwas fehlen.",
  none: ({ text, places }: { readonly text: string; readonly places: string }) => `Nichts gefunden zu „${text}“ (gesucht in: ${places}).`,
  onlyBeginnings: "In langen Listen werden nur Namen gefunden, die so beginnen.",
  place: {
    customers: "Kunden",
    products: "verkaufte Produkte",
    numbers: "Rechnungsnummern",
    amounts: "offene Beträge",
  },
}
