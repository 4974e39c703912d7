/* Generated from messages/password-reset.de.arb by packages/messages. Do not edit. */
import { html, type HtmlValue } from '#html/html.ts'

export const passwordResetDe = (harbour: string) => ({
  forgot: {
    link: "Passwort vergessen?",
    title: "Link zum Festlegen eines neuen Passworts anfordern",
    body: `Geben Sie die E-Mail-Adresse ein, mit der Sie sich bei ${harbour} anmelden.`,
    button: "Link senden",
    back: "Zurück zur Anmeldung",
  },
  noMail: {
    title: "Jemand muss ein neues Passwort für Sie festlegen",
    body: `${harbour} kann Ihnen keinen Link per E-Mail senden. Bitten Sie die Person, die es für Sie betreut, ein neues Passwort festzulegen.`,
  },
  sent: {
    title: "Sehen Sie in Ihren E-Mails nach",
    body: (email: string) => html`Wenn <b>${email}</b> die Adresse eines Kontos bei ${harbour} ist, senden wir jetzt einen Link dorthin.`,
    works: "Der Link funktioniert einmal, 30 Minuten lang. Wenn Sie einen weiteren anfordern, wird er ungültig. Bis Sie ihn benutzen, bleibt Ihr Passwort unverändert.",
    nothing: "Nach ein paar Minuten noch nichts da? Sehen Sie im Spam-Ordner nach und prüfen Sie die Adresse oben.",
    again: "Eine andere Adresse verwenden",
  },
  tooMany: {
    title: "Zu viele Links",
    body: (clock: HtmlValue) => html`Um ${clock} können Sie einen weiteren Link anfordern.`,
    newest: "Falls schon ein Link gesendet wurde, funktioniert der neueste 30 Minuten lang.",
  },
  set: {
    title: "Neues Passwort festlegen",
    forAccount: (email: string) => html`Für das Konto <b>${email}</b>.`,
    label: "Neues Passwort",
    hint: "Mindestens 8 Zeichen.",
    ends: "Sie werden überall abgemeldet. Apps, die Sie zugelassen haben, behalten ihren Zugriff.",
    tokens: (count: number) => `Auch den Zugriff ${count === 1 ? "meines Skripts" : `meiner ${count} Skripte`} beenden. Er funktioniert dann sofort nicht mehr.`,
    button: "Passwort festlegen",
    known: "Wenn Sie Ihr Passwort noch wissen, können Sie sich hier damit anmelden.",
    fault: {
      blank: "Geben Sie ein neues Passwort ein",
      too_short: "Geben Sie mindestens 8 Zeichen ein",
      too_long: "Geben Sie höchstens 1024 Zeichen ein",
      common: "Wählen Sie ein Passwort, das weniger verbreitet ist",
      like_address: "Wählen Sie ein Passwort, das Ihrer E-Mail-Adresse weniger ähnelt",
    },
    change: "Passwort ändern",
    keep: "Passwort behalten",
  },
  dead: {
    title: "Dieser Link funktioniert nicht mehr",
    body: "Ein Link zum Festlegen eines Passworts funktioniert einmal, 30 Minuten lang, in einem Browser, der Cookies annimmt. Er wird früher ungültig, wenn Sie einen weiteren anfordern oder das Passwort ändern.",
    again: "Neuen Link anfordern",
  },
  done: {
    title: "Ihr neues Passwort ist festgelegt",
    body: (email: string) => html`<b>${email}</b> ist in jedem Browser abgemeldet. Melden Sie sich mit dem neuen Passwort an.`,
    nothing: "Sonst hat nichts Zugriff auf dieses Konto.",
    left: "Was weiterhin Zugriff hat",
    leftBody: "Nichts davon braucht Ihr Passwort. Wenn jemand anderes es gekannt haben könnte, prüfen Sie jedes Datum und beenden Sie, was Sie nicht kennen. Dafür melden Sie sich zuerst an.",
    application: "Von diesem Konto registriert",
    secret: (app: string, hint: string) => `Secret von ${app}, endet auf ${hint}`,
    link: (business: string) => `Link zu einem Dokument von ${business}, in Ihrem Namen verschickt oder erstellt`,
    change: "Prüfen",
  },
})
