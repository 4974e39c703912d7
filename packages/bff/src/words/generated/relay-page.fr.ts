/* Generated from messages/relay-page.fr.arb by packages/messages. Do not edit. */
export const relayPageFr = {
  title: "Dernière étape",
  goOn: "Continuer",
}
