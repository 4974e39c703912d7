/* Generated from messages/letter-page.de.arb by packages/messages. Do not edit. */
export const letterPageDe = {
  stop: "Diesen Brief abbestellen",
  asks: "Montagsbrief abbestellen?",
  asksBody: "Zu diesem Unternehmen werden dann keine Briefe mehr gesendet.",
  stopped: "Der Montagsbrief ist abbestellt",
  stoppedBody: "In Counterfoil können Sie ihn auf der Verbindungsseite des Unternehmens wieder einschalten.",
  unknown: "Dieser Link bewirkt nichts mehr",
  unknownBody: "Er gehört zu einem älteren Brief, oder das Unternehmen ist nicht mehr verbunden. In Counterfoil zeigt die Verbindungsseite eines Unternehmens, ob sein Brief an ist.",
  home: "Zu Counterfoil",
}
