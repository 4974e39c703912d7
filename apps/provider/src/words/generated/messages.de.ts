/* Generated from messages/messages.de.arb by packages/messages. Do not edit. */
import { html, type HtmlValue } from '#html/html.ts'

export const messagesDe = {
  title: "Gesendete Nachrichten",
  lede: "Rechnungen, Angebote und Zahlungsbelege an Ihre Kunden.",
  limits: (addresses: string, fresh: string, ofApp: string) => `Innerhalb von 24 Stunden kann ein Unternehmen an ${addresses} Adressen senden, davon ${fresh} neue; ebenso eine Person für alle ihre Unternehmen zusammen. Eine App kann an ${ofApp} Adressen senden.`,
  used: (business: HtmlValue, addresses: number, fresh: number) => html`${business}, letzte 24 Stunden: ${addresses} Adressen, davon ${fresh} neue.`,
  none: "Es wurde noch nichts gesendet.",
  newest: (count: number) => `Angezeigt werden die neuesten ${count}.`,
  business: "Unternehmen",
  to: "An",
  copy: "Kopie an",
  answers: "Antworten gehen an",
  made: "Erstellt am",
  text: "Nachricht",
  fault: (code: string, tries: number) => `${tries === 1 ? "Ein Versuch ist fehlgeschlagen" : `${tries} Versuche sind fehlgeschlagen`} (${code}).`,
  download: "PDF herunterladen",
  back: "Alle Nachrichten",
  states: {
    SENT: "Gesendet",
    WAITING: "Wartet",
    FAILED: "Nicht gesendet",
  },
}
