/* Generated from messages/reminders.de.arb by packages/messages. Do not edit. */
export const remindersDe = {
  title: (customer: string) => `${customer} erinnern`,
  about: (count: number) => `Eine E-Mail nennt ${count === 1 ? "diese überfällige Rechnung" : `alle ${count} überfälligen Rechnungen`}. Gesendet wird erst, wenn Sie auf Senden drücken.`,
  tone: "Ton",
  tones: {
    friendly: "Freundlich",
    firm: "Bestimmt",
    final: "Letzte Erinnerung",
  },
  language: "Sprache der E-Mail",
  languages: {
    en: "Englisch",
    fr: "Französisch",
    de: "Deutsch",
  },
  send: "Senden",
  copy: "Text kopieren",
  copied: "Kopiert",
  hindrance: {
    paid: "Bei diesem Kunden ist nichts mehr überfällig. Es wurde nichts gesendet.",
    sent_today: "Sie haben diesem Kunden heute schon geschrieben. Es wurde nichts gesendet; versuchen Sie es morgen erneut.",
    changed: "Gerade wurde etwas bezahlt oder geändert. Die Nachricht ist wieder aktuell: Prüfen Sie sie und drücken Sie dann auf Senden.",
    unread: "Wir konnten nicht prüfen, ob inzwischen bezahlt wurde. Es wurde nichts gesendet; versuchen Sie es erneut.",
  },
  mail: {
    subject: ({ count, number }: { readonly count: number; readonly number: string }) => `Zahlungserinnerung: ${count === 1 ? `Rechnung ${number}` : `${count} offene Rechnungen`}`,
    greeting: (customer: string) => `Guten Tag ${customer},`,
    lead: {
      friendly: (count: number) => `vielleicht haben Sie ${count === 1 ? "diese Rechnung übersehen, sie ist" : "diese Rechnungen übersehen, sie sind"} noch offen:`,
      firm: (count: number) => `für ${count === 1 ? "diese Rechnung" : "diese Rechnungen"} haben wir noch keine Zahlung erhalten:`,
      final: (count: number) => `dies ist unsere letzte Erinnerung. ${count === 1 ? "Diese Rechnung ist" : "Diese Rechnungen sind"} weiterhin unbezahlt:`,
    },
    line: ({ number, amount, day, days }: { readonly number: string; readonly amount: string; readonly day: string; readonly days: number }) => `Rechnung ${number}: ${amount}, fällig am ${day} (seit ${days === 1 ? `${days} Tag` : `${days} Tagen`} überfällig)`,
    close: {
      friendly: "Falls Sie schon bezahlt haben, ist diese Nachricht gegenstandslos. Vielen Dank.",
      firm: "Wir möchten Sie ersuchen, innerhalb von 7 Tagen zu zahlen oder sich zu melden, falls etwas nicht stimmt.",
      final: "Zahlen Sie den Betrag innerhalb von 7 Tagen. Danach müssen wir weitere Schritte einleiten.",
    },
  },
}
