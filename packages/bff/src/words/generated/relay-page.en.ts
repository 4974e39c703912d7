/* Generated from messages/relay-page.en.arb by packages/messages. Do not edit. */
export const relayPageEn = {
  title: "Finishing",
  goOn: "Continue",
}
