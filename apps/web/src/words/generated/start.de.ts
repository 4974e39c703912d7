/* Generated from messages/start.de.arb by packages/messages. Do not edit. */
export const startDe = {
  lede: (provider: string) => `Verbinden Sie ${provider}, um Kontostand, offene Rechnungen und Gewinn je Monat zu sehen.`,
  ledeWithout: (provider: string) => `Verbinden Sie ${provider}, um offene Rechnungen, erwartete und eingegangene Zahlungen zu sehen.`,
  before: (provider: string) => `${provider} öffnet sich, Sie wählen das Unternehmen und kommen gleich wieder zurück.`,
  ledeAlone: (provider: string) => `Sie melden sich bei ${provider} an und entscheiden dort, was Counterfoil darf.`,
  beforeAlone: (provider: string) => `${provider} öffnet sich, Sie melden sich dort an, antworten und kommen gleich wieder zurück.`,
  sees: "Was Counterfoil sieht",
  connect: (provider: string) => `${provider} verbinden`,
  may: "Was Counterfoil darf",
  cant: {
    term: "Was es nicht kann",
    detail: "Geld bewegen, Ihre Buchhaltung ändern oder Ihr Passwort sehen.",
  },
  stop: {
    term: "So beenden Sie es",
    detail: (provider: string, days: number) => `Trennen Sie jederzeit, hier oder bei ${provider}. Eine Verbindung, die ${days === 1 ? `${days} Tag` : `${days} Tage`} lang nicht benutzt wird, wird automatisch getrennt.`,
  },
  plan: (provider: string) => `${provider} verbindet Apps nur mit Unternehmen, deren aktiver Tarif es vorsieht.`,
  connectedBefore: "Nutzen Sie Counterfoil schon?",
  welcome: {
    lede: (business: string) => `Melden Sie sich an, um **${business}** zu sehen.`,
    ledeAny: "Melden Sie sich an, um Ihre Unternehmen zu sehen.",
    note: (provider: string) => `${provider} bestätigt, wer Sie sind. Vorher sind hier keine Zahlen zu sehen.`,
    other: "Sind Sie das nicht?",
    forget: "Dieses Gerät vergessen",
    forgetNote: "Das entfernt den Namen nur von diesem Gerät. Was verbunden ist, bleibt verbunden.",
  },
  half: {
    title: "Die Verbindung ist noch nicht abgeschlossen",
    body: (time: string, provider: string) => `Sie haben um ${time} begonnen und sind noch nicht von ${provider} zurück. An Counterfoil wurde nichts weitergegeben.`,
    dismiss: "Verwerfen",
  },
  inApp: {
    title: "Diese Seite ist in einer anderen App geöffnet",
    body: "Anmelden klappt hier oft nicht. Öffnen Sie sie stattdessen in Safari oder Chrome.",
    copy: "Link kopieren",
    open: (browser: string) => `In ${browser} öffnen`,
  },
  cookies: {
    title: "Ihr Browser blockiert ein Cookie",
    body: "Counterfoil braucht ein Cookie, um die Verbindung abzuschließen. Ihr Browser blockiert es für diese Website.",
    how: "Erlauben Sie Cookies für diese Adresse in den Datenschutzeinstellungen Ihres Browsers und drücken Sie dann erneut auf „Verbinden“.",
  },
  notConnected: {
    body: "Mit dem Konto, bei dem Sie angemeldet sind, ist es nicht verbunden. Sobald Sie es verbinden, öffnet es sich über diesen Link.",
    connect: "Dieses Unternehmen verbinden",
  },
}
