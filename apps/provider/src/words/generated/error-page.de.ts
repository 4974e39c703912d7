/* Generated from messages/error-page.de.arb by packages/messages. Do not edit. */
import { html, type HtmlValue } from '#html/html.ts'

export const errorPageDe = (harbour: string) => ({
  backToApp: (app: string) => `Zurück zu ${app}`,
  badLink: {
    title: `Dieser Link zu ${harbour} stimmt nicht`,
    body: "Die App, die Sie hierher geschickt hat, muss das in Ordnung bringen. Es wurde nichts weitergegeben.",
  },
  expired: {
    title: "Diese Anfrage ist abgelaufen",
    body: (app: string) => `Gehen Sie zurück zu ${app} und beginnen Sie von vorn. Es wurde nichts weitergegeben.`,
    someApp: "der App",
  },
  answered: {
    title: "Das haben Sie schon beantwortet",
    body: "Hier ist nichts mehr zu tun.",
  },
  seeApps: "Verbundene Apps ansehen",
  formTooOld: {
    title: "Es fehlt etwas",
    body: (host: string) => `Ihr Browser hat nicht zurückgeschickt, was wir brauchen. Erlauben Sie Cookies für ${host} und drücken Sie „Erneut versuchen“.`,
    again: "Erneut versuchen",
  },
  foreignForm: {
    title: "Wir haben das zu Ihrem Schutz blockiert",
    body: "Diese Antwort kam nicht von einer unserer Seiten. Es wurde nichts geändert oder weitergegeben.",
  },
  tooMany: {
    title: "Zu viele Versuche",
    body: (clock: HtmlValue) => html`Um ${clock} funktioniert es wieder. Es wurde nichts geändert oder weitergegeben.`,
  },
  badRequest: {
    title: "Das konnten wir nicht lesen",
    body: "Was Ihr Browser geschickt hat, war nicht vollständig. Es wurde nichts geändert oder weitergegeben. Gehen Sie zurück und versuchen Sie es erneut.",
  },
  notFound: {
    title: "Seite nicht gefunden",
    body: "Prüfen Sie die Adresse oder beginnen Sie auf einer dieser Seiten.",
  },
  linkEnded: {
    title: "Dieser Link funktioniert nicht mehr",
    body: (business: string) => `Bitten Sie ${business} um einen neuen Link, um das Dokument zu sehen.`,
  },
  fault: {
    title: `Leider gibt es ein Problem mit ${harbour}`,
    body: (app: string | null | undefined) => app == null ? "Versuchen Sie es später erneut." : `An ${app} wurde nichts weitergegeben. Versuchen Sie es später erneut.`,
  },
  closed: {
    title: `Leider ist ${harbour} kurz geschlossen`,
    body: "Es wurde nichts weitergegeben. Wenn Sie auf etwas gedrückt haben, wurde es vielleicht nicht ausgeführt. Versuchen Sie es in ein paar Minuten erneut.",
    plannedTitle: `Leider ist ${harbour} geschlossen`,
    until: (clock: HtmlValue, day: string) => html`Leider ist ${harbour} bis ${clock} am ${day} geschlossen. Es wurde nichts weitergegeben. Wenn Sie auf etwas gedrückt haben, wurde es vielleicht nicht ausgeführt.`,
  },
  notAllowed: {
    title: "Dieses Konto kann nicht verwendet werden",
    body: "Es wurde nichts weitergegeben. Melden Sie sich mit einem anderen Konto an oder fragen Sie die Person, die es betreut.",
  },
  goingBack: {
    title: (app: string) => `Wir bringen Sie zurück zu ${app}`,
    link: (host: string) => `Weiter zu ${host}`,
    denied: "Sie haben den Zugriff nicht erlaubt.",
  },
})
