/* Generated from messages/shared.de.arb by packages/messages. Do not edit. */
export const sharedDe = {
  download: "PDF herunterladen",
  print: "Drucken",
  memberLooks: "So sieht es Ihr Kunde. Sie sind angemeldet, daher zählt es nicht als angesehen.",
  accept: "Angebot annehmen",
  reject: "Ablehnen",
  accepted: "Dieses Angebot ist angenommen.",
  rejected: "Dieses Angebot ist abgelehnt.",
  expired: "Dieses Angebot ist nicht mehr gültig. Bitten Sie um ein neues.",
}
