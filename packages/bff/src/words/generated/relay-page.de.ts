/* Generated from messages/relay-page.de.arb by packages/messages. Do not edit. */
export const relayPageDe = {
  title: "Letzter Schritt",
  goOn: "Weiter",
}
