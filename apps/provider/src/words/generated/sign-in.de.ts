/* Generated from messages/sign-in.de.arb by packages/messages. Do not edit. */
import { html, type HtmlValue } from '#html/html.ts'

export const signInDe = (harbour: string) => ({
  title: `Bei ${harbour} anmelden`,
  toContinue: (app: string, host: string) => html`um mit <b>${app}</b> (${host}) fortzufahren`,
  email: "E-Mail",
  password: "Passwort",
  show: "Anzeigen",
  hide: "Verbergen",
  button: "Anmelden",
  passwordAgain: (email: string) => html`Sie sind abgemeldet. Geben Sie das Passwort für <b>${email}</b> ein.`,
  enterEmail: "Geben Sie Ihre E-Mail-Adresse ein",
  enterPassword: "Geben Sie Ihr Passwort ein",
  noMatch: "E-Mail-Adresse oder Passwort ist falsch.",
  tooMany: {
    title: "Zu viele Versuche",
    body: (clock: HtmlValue) => html`Zu viele Versuche. Um ${clock} können Sie es erneut versuchen.`,
    safe: "Ihr Passwort hat sich nicht geändert. Die Anfrage, die Sie hierher geführt hat, bleibt erhalten.",
    mailed: "Gehört das Konto Ihnen? Fordern Sie einen Link per E-Mail an und öffnen Sie ihn in diesem Browser: Danach funktioniert Ihr Passwort hier sofort.",
    again: "Zurück zur Anmeldung",
  },
  which: "Welches Konto?",
  businesses: (count: number) => count === 0 ? "Keine Unternehmen" : count === 1 ? `${count} Unternehmen` : `${count} Unternehmen`,
  signedOutAccount: "Abgemeldet – Passwort eingeben",
  another: "Ein anderes Konto verwenden",
  signOut: {
    title: `Von ${harbour} abmelden?`,
    separate: "Apps, die Sie verbunden haben, bleiben verbunden.",
    all: "Alle abmelden",
    stay: "Angemeldet bleiben",
  },
  signedOut: {
    title: `Sie sind von ${harbour} abgemeldet.`,
    body: (app: string | null | undefined) => `${app == null ? "Eine App, die Sie verbunden haben," : `${app}`} kann noch verbunden sein; das ist davon getrennt.`,
  },
  confirm: {
    title: "Geben Sie Ihr Passwort ein, um fortzufahren.",
    body: (email: string) => html`Angemeldet als <b>${email}</b>.`,
    button: "Fortfahren",
    wrong: "Dieses Passwort ist falsch.",
    keep: "Zurück",
  },
})
