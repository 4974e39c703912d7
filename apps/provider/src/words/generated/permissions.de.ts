/* Generated from messages/permissions.de.arb by packages/messages. Do not edit. */
export const permissionsDe = (harbour: string) => ({
  see_profile: {
    name: "Sehen, wer Sie sind",
    what: "Ihr Name und Ihre E-Mail-Adresse",
  },
  see_business: {
    name: "Die Angaben zu Ihrem Unternehmen sehen",
    what: "Name, Adresse, Währung",
  },
  see_accounts: {
    name: "Konten und Salden sehen",
    what: "Namen, Arten und heutige Salden der Konten",
  },
  see_customers_invoices: {
    name: "Kunden und Rechnungen sehen",
    what: "Namen, E-Mail-Adressen, Beträge, Fälligkeiten",
  },
  see_customers: {
    name: "Kunden sehen",
    what: "Namen, E-Mail-Adressen, Anschriften, offene Beträge",
  },
  see_invoices: {
    name: "Rechnungen sehen",
    what: "Namen der Kunden, Beträge, Fälligkeiten, Zahlungen",
  },
  see_estimates: {
    name: "Angebote sehen",
    what: "Namen der Kunden, Beträge, Gültigkeit",
  },
  see_products: {
    name: "Produkte und Leistungen sehen",
    what: "Namen, Beschreibungen, Preise",
  },
  see_sales_taxes: {
    name: "Steuersätze sehen",
    what: "Namen und Sätze",
  },
  see_vendors: {
    name: "Lieferanten sehen",
    what: "Namen, E-Mail-Adressen, Anschriften",
  },
  see_transactions: {
    name: "Buchungen sehen",
    what: "Tage, Beschreibungen, Beträge",
  },
  change_profile: {
    name: "Ihr Profil ändern",
    what: "Ihr Name und Ihre Einstellungen",
  },
  change_business: {
    name: "Die Angaben zu Ihrem Unternehmen ändern",
    what: "Name, Adresse und Einstellungen",
  },
  change_accounts: {
    name: "Konten hinzufügen und ändern",
    what: "Namen, Beschreibungen; Archivieren",
  },
  change_customers: {
    name: "Kunden hinzufügen und ändern",
    what: "Namen, E-Mail-Adressen, Anschriften; Löschen",
  },
  change_invoices: {
    name: "Rechnungen hinzufügen und ändern",
    what: "Auch die Zahlungen, die darauf erfasst sind; Löschen",
  },
  send_invoices: {
    name: "Rechnungen per E-Mail senden",
    what: "Von Ihrem Unternehmen, in dessen Namen",
  },
  change_estimates: {
    name: "Angebote hinzufügen und ändern",
    what: "Auch sie löschen",
  },
  send_estimates: {
    name: "Angebote per E-Mail senden",
    what: "Von Ihrem Unternehmen, in dessen Namen",
  },
  change_products: {
    name: "Produkte und Leistungen hinzufügen und ändern",
    what: "Namen, Preise; Archivieren",
  },
  change_sales_taxes: {
    name: "Steuersätze hinzufügen und ändern",
    what: "Namen und Sätze; Archivieren",
  },
  change_vendors: {
    name: "Lieferanten hinzufügen und ändern",
    what: "Namen, E-Mail-Adressen, Anschriften",
  },
  change_transactions: {
    name: "Buchungen zu Ihrer Buchhaltung hinzufügen",
    what: "Tage, Beschreibungen, Beträge",
  },
  later: `und was ${harbour} hier später hinzufügt`,
})
