/* Generated from messages/shared.de.arb by packages/messages. Do not edit. */
export const sharedDe = {
  download: "PDF herunterladen",
  print: "Drucken",
  memberLooks: "So sieht es Ihr Kunde. Sie sind angemeldet, deshalb zählt es nicht als angesehen.",
  accept: "Angebot annehmen",
  reject: "Ablehnen",
  accepted: "Dieses Angebot ist angenommen.",
  rejected: "Dieses Angebot ist abgelehnt.",
  expired: "Dieses Angebot ist nicht mehr gültig. Bitten Sie um ein neues.",
  link: {
    endless: "Dieser Link endet nicht",
    ends: (moment: string) => `Dieser Link endet am ${moment}`,
    ended: (moment: string) => `Dieser Link endete am ${moment}: Ihr Kunde sieht diese Seite nicht mehr`,
    label: "Der Link endet",
    never: "nie",
    now: "jetzt",
    same: (moment: string) => `am ${moment}`,
    days: (count: number) => `in ${count === 1 ? `${count} Tag` : `${count} Tagen`}`,
    hint: "Ein neuer Link beendet diesen sofort. Senden Sie das Dokument danach noch einmal an Ihren Kunden.",
    save: "Speichern",
    renew: "Neuen Link erstellen",
  },
}
