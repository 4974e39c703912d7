/* Generated from messages/letter-card.de.arb by packages/messages. Do not edit. */
export const letterCardDe = {
  title: "Montagsbrief",
  what: "Guthaben, offene Beträge, Gewinn, die nächsten 14 Tage und was zu tun ist, per E-Mail am Montag um 7:00\u00a0Uhr. Counterfoil liest das Unternehmen dafür, ohne dass Sie da sind.",
  next: (provider: string, date: string, time: string) => `Der nächste geht am ${date} um ${time} an Ihre E-Mail-Adresse bei ${provider}.`,
  off: "Er ist aus.",
  waiting: "Es wird nachgesehen, ob er an ist\u00a0…",
  unread: "Solange die Verbindung nicht gelesen werden kann, wird kein Brief gesendet.",
  switchOn: "Brief einschalten",
  switchOff: "Brief ausschalten",
  trouble: {
    connection: "Der letzte wurde nicht gesendet: Die Verbindung konnte an jenem Morgen nicht gelesen werden.",
    provider: (provider: string) => `Der letzte wurde nicht gesendet: ${provider} hat an jenem Morgen nicht geantwortet.`,
    mail: "Der letzte wurde nicht gesendet: Der Mailserver hat ihn nicht angenommen.",
    address: (provider: string) => `Ihre E-Mail-Adresse bei ${provider} hat sich geändert oder ist dort nicht bestätigt, deshalb wird kein Brief gesendet. Schalten Sie ihn für eine bestätigte Adresse ein.`,
  },
  nextRead: (date: string) => `Wenn Sie eine Seite öffnen, und für den Brief am ${date}`,
}
