/* Generated from messages/shared.de.arb by packages/messages. Do not edit. */
export const sharedDe = {
  download: "PDF herunterladen",
  print: "Drucken",
  memberLooks: "So sieht es Ihr Kunde. Weil Sie angemeldet sind, zählt Ihr Besuch nicht.",
  accept: "Angebot annehmen",
  reject: "Ablehnen",
  accepted: "Dieses Angebot wurde angenommen.",
  rejected: "Dieses Angebot wurde abgelehnt.",
  expired: "Dieses Angebot ist nicht mehr gültig. Bitten Sie um ein neues.",
  link: {
    endless: "Dieser Link läuft nicht ab",
    ends: (moment: string) => `Dieser Link läuft am ${moment} ab`,
    ended: (moment: string) => `Dieser Link ist am ${moment} abgelaufen: Ihr Kunde sieht diese Seite nicht mehr`,
    label: "Der Link läuft ab",
    never: "nie",
    now: "jetzt",
    same: (moment: string) => `am ${moment}`,
    days: (count: number) => `in ${count === 1 ? `${count} Tag` : `${count} Tagen`}`,
    hint: "Ein neuer Link macht diesen sofort ungültig. Senden Sie das Dokument danach noch einmal an Ihren Kunden.",
    save: "Speichern",
    renew: "Neuen Link erstellen",
  },
}
