/* Generated from messages/printed.de.arb by packages/messages. Do not edit. */
export const printedDe = {
  numberOf: {
    INVOICE: "Rechnungsnummer",
    ESTIMATE: "Angebotsnummer",
    RECEIPT: "Rechnungsnummer",
    DEPOSIT_RECEIPT: "Angebotsnummer",
  },
  customerOf: {
    INVOICE: "Rechnung an",
    ESTIMATE: "Angebot für",
    RECEIPT: "Erhalten von",
    DEPOSIT_RECEIPT: "Erhalten von",
  },
  dayOf: {
    INVOICE: "Rechnungsdatum",
    ESTIMATE: "Datum",
    RECEIPT: "Zahlungsdatum",
    DEPOSIT_RECEIPT: "Zahlungsdatum",
  },
  dueDayOf: {
    INVOICE: "Zahlbar bis",
    ESTIMATE: "Gültig bis",
    RECEIPT: "Zahlbar bis",
    DEPOSIT_RECEIPT: "Zahlbar bis",
  },
  amountDueOf: {
    INVOICE: "Zu zahlen",
    ESTIMATE: "Angeforderte Anzahlung",
    RECEIPT: "Noch zu zahlen",
    DEPOSIT_RECEIPT: "Noch zu zahlen",
  },
  poNumber: "Bestellnummer",
  subtotal: "Zwischensumme",
  total: "Gesamtbetrag",
  payment: (day: string, method: string | null | undefined) => method == null ? `Zahlung vom ${day}` : `Zahlung vom ${day} (${method})`,
  noItems: "Keine Positionen",
  page: (page: number, pages: number) => `Seite ${page} von ${pages}`,
  receipt: "Zahlungsbeleg",
  discount: "Rabatt",
  fileName: {
    INVOICE: "rechnung",
    ESTIMATE: "angebot",
    RECEIPT: "zahlungsbeleg",
    DEPOSIT_RECEIPT: "zahlungsbeleg",
  },
  starts: {
    title: {
      invoice: "Rechnung",
      estimate: "Angebot",
    },
    columns: {
      item: "Bezeichnung",
      unit: "Menge",
      price: "Einzelpreis",
      amount: "Betrag",
    },
  },
  howToPay: "So zahlen Sie",
  taxNumber: (number: string) => `Steuernummer: ${number}`,
  entryOf: {
    INVOICE: (number: string) => `Rechnung ${number}`,
    PAYMENT: (number: string) => `Zahlung zur Rechnung ${number}`,
    REFUND: (number: string) => `Erstattung zur Rechnung ${number}`,
    DEPOSIT: (number: string) => `Anzahlung zum Angebot ${number}`,
  },
}
