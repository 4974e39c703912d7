/* Generated from messages/account-mails.de.arb by packages/messages. Do not edit. */
export const accountMailsDe = (harbour: string) => ({
  reset: {
    subject: `Neues Passwort für ${harbour} festlegen`,
    asked: (day: string, clock: string, email: string) => `Am ${day} um ${clock} hat jemand einen Link angefordert, um ein neues Passwort für das ${harbour}-Konto ${email} festzulegen.`,
    open: "Wenn Sie das waren, öffnen Sie diesen Link innerhalb von 30 Minuten. Er funktioniert einmal:",
    newest: "Nur der neueste Link funktioniert. Wenn Sie einen weiteren anfordern, wird dieser ungültig.",
    notYou: "Wenn Sie das nicht waren, müssen Sie nichts tun: Ihr Passwort bleibt unverändert, und die Person hat nicht erfahren, ob es dieses Konto gibt.",
  },
  changed: {
    subject: `Ihr Passwort für ${harbour} wurde geändert`,
    changed: (day: string, clock: string, email: string) => `Am ${day} um ${clock} wurde das Passwort des ${harbour}-Kontos ${email} geändert, mit einem Link, der an diese Adresse gesendet wurde.`,
    signedOut: "Alle, die mit diesem Konto angemeldet waren, wurden in jedem Browser abgemeldet.",
    stays: "Apps, die Sie zugelassen haben, haben weiterhin Zugriff, ebenso Ihre eigenen Skripte. Sehen Sie sie durch und entfernen Sie, was Sie nicht kennen:",
    notYou: `Wenn Sie das nicht waren, kann jemand anderes Ihre E-Mails lesen. Sichern Sie zuerst Ihr Postfach, sagen Sie dann der Person Bescheid, die ${harbour} für Sie betreut, und legen Sie ein neues Passwort fest:`,
  },
  codesOn: {
    subject: `Codes sind für Ihr ${harbour}-Konto eingeschaltet`,
    body: (day: string, clock: string, email: string) => `Am ${day} um ${clock} wurden Codes aus einer App für das ${harbour}-Konto ${email} eingeschaltet. Ab jetzt brauchen Sie zum Anmelden außer dem Passwort auch einen Code.`,
    notYou: `Wenn Sie das nicht waren, kennt jemand anderes Ihr Passwort. Sagen Sie der Person, die ${harbour} für Sie betreut, sofort Bescheid.`,
  },
  codesOff: {
    subject: `Codes sind für Ihr ${harbour}-Konto ausgeschaltet`,
    body: (day: string, clock: string, email: string) => `Am ${day} um ${clock} wurden Codes aus einer App für das ${harbour}-Konto ${email} ausgeschaltet. Zum Anmelden genügt jetzt das Passwort.`,
    notYou: `Wenn weder Sie das waren noch die Person, die ${harbour} für Sie betreut, sagen Sie ihr sofort Bescheid und legen Sie ein neues Passwort fest:`,
  },
  codesRenewed: {
    subject: `Neue Wiederherstellungscodes für Ihr ${harbour}-Konto`,
    body: (day: string, clock: string, email: string) => `Am ${day} um ${clock} wurden neue Wiederherstellungscodes für das ${harbour}-Konto ${email} erstellt. Die bisherigen funktionieren nicht mehr.`,
    notYou: `Wenn Sie das nicht waren, kennt jemand anderes Ihr Passwort und hatte einen Ihrer Codes. Sagen Sie der Person, die ${harbour} für Sie betreut, sofort Bescheid und legen Sie ein neues Passwort fest:`,
  },
  newBrowser: {
    subject: `Neue Anmeldung bei Ihrem ${harbour}-Konto`,
    body: (day: string, clock: string, email: string) => `Am ${day} um ${clock} hat sich jemand beim ${harbour}-Konto ${email} in einem Browser angemeldet, der dafür bisher nicht benutzt wurde.`,
    browser: (browser: string) => `Browser: ${browser}`,
    unknown: "unbekannt",
    address: (begin: string) => `Internetadresse: beginnt mit ${begin}`,
    you: "Wenn Sie das waren, müssen Sie nichts tun.",
    notYou: "Wenn Sie das nicht waren, kennt jemand anderes Ihre Anmeldedaten. Ändern Sie sofort Ihr Passwort; damit werden alle abgemeldet:",
  },
  tokenMade: {
    subject: `Für Ihr ${harbour}-Konto wurde ein persönliches Token erstellt`,
    body: (day: string, clock: string, email: string) => `Am ${day} um ${clock} wurde für das ${harbour}-Konto ${email} ein persönliches Token erstellt. Damit kann ein Skript Ihre Unternehmen ohne Ihr Passwort erreichen.`,
    look: "Was es darf und wie Sie es beenden:",
    notYou: "Wenn Sie das nicht waren, kennt jemand anderes Ihr Passwort. Beenden Sie das Token und legen Sie ein neues Passwort fest:",
  },
  passkeyAdded: {
    subject: `Ihrem ${harbour}-Konto wurde ein Passkey hinzugefügt`,
    body: (day: string, clock: string, email: string) => `Am ${day} um ${clock} wurde dem ${harbour}-Konto ${email} ein Passkey hinzugefügt. Damit kann man sich ohne Passwort anmelden.`,
    notYou: "Wenn Sie das nicht waren, entfernen Sie den Passkey und ändern Sie sofort Ihr Passwort:",
  },
  passkeyRemoved: {
    subject: `Ein Passkey Ihres ${harbour}-Kontos wurde entfernt`,
    body: (day: string, clock: string, email: string) => `Am ${day} um ${clock} wurde ein Passkey des ${harbour}-Kontos ${email} entfernt. Er funktioniert nicht mehr zum Anmelden.`,
    notYou: "Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort und prüfen Sie, mit welchen Passkeys die Anmeldung möglich ist:",
  },
})
