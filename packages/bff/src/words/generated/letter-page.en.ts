/* Generated from messages/letter-page.en.arb by packages/messages. Do not edit. */
export const letterPageEn = {
  stop: "Stop this letter",
  asks: "Stop the Monday letter?",
  asksBody: "No more of these letters will be sent about this business.",
  stopped: "The Monday letter is stopped",
  stoppedBody: "You can switch it on again in Counterfoil, on the connection page of the business.",
  unknown: "This link stops nothing",
  unknownBody: "It belongs to an older letter, or the business is no longer connected. In Counterfoil, the connection page of a business shows whether its letter is on.",
  home: "Go to Counterfoil",
}
