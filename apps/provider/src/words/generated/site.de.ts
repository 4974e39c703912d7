/* Generated from messages/site.de.arb by packages/messages. Do not edit. */
import { html } from '#html/html.ts'

export const siteDe = (harbour: string) => ({
  home: {
    title: `${harbour}`,
    lede: `${harbour} führt die Buchhaltung kleiner Unternehmen: Rechnungen, Kunden, Konten.`,
    hello: (name: string) => `Guten Tag, ${name}`,
    yours: "Ihre Unternehmen",
    none: "Dieses Konto hat noch kein Unternehmen.",
    apps: "Sehen, welche Apps Ihre Unternehmen sehen dürfen, und sie stoppen.",
    plans: "Den Tarif jedes Unternehmens sehen und verlängern.",
    developers: "Eine App registrieren, festlegen, wohin sie Personen zurückschicken darf, und ihr Protokoll lesen.",
    signIn: "Anmelden",
  },
  help: {
    title: "Hilfe",
    sections: {
      meaning: {
        title: "Was bedeutet es, eine App zuzulassen?",
        body: "Die App darf nur, was auf der Seite stand, und nur für das Unternehmen, das Sie gewählt haben. Ihr Passwort erfährt sie nie, und Geld kann sie nicht bewegen.",
      },
      stopping: {
        title: "Wie stoppe ich eine App?",
        body: "Öffnen Sie „Verbundene Apps“, wählen Sie die App und drücken Sie „Zugriff entziehen“. Sie hört sofort auf.",
      },
      choosing: {
        title: "Warum kann ich ein Unternehmen nicht wählen?",
        body: "Verbundene Apps brauchen einen aktiven Tarif Pro oder Advisor, und Sie müssen Inhaber oder Administrator des Unternehmens sein. Die Seite sagt, was davon fehlt, und unter „Tarife“ ändern Sie es.",
      },
      signedOut: {
        title: "Ich habe mich abgemeldet. Ist die App getrennt?",
        body: "Nein. Sich abzumelden und einer App den Zugriff zu entziehen sind zwei verschiedene Dinge.",
      },
      report: {
        title: "Wie melde ich eine App?",
        body: `Entziehen Sie ihr zuerst den Zugriff: Sie hört sofort auf. Nennen Sie dann der Person, die ${harbour} für Sie betreut, den Namen der App und die Referenz des Belegs; beides steht auf ihrer Seite unter „Verbundene Apps“.`,
      },
      reference: {
        title: "Eine Seite hat mir eine Referenz genannt",
        body: "Nennen Sie sie der Person, die Ihnen hilft. Sie führt zu der Zeile in unserem Protokoll, in der steht, was geschehen ist, und zu nichts Privatem.",
      },
    },
  },
  privacy: {
    title: "Datenschutz",
    sections: {
      shared: {
        title: "Was eine App bekommt",
        body: "Nur, was Sie erlaubt haben, nur solange Sie es erlauben, und nur für Unternehmen mit aktivem Tarif. Nie Ihr Passwort.",
      },
      kept: {
        title: "Was wir darüber aufbewahren",
        body: "Was Sie erlaubt haben, wann, mit welcher Art von Browser, und wie oft die App an jedem Tag gelesen hat. Alles davon können Sie unter „Verbundene Apps“ sehen. Einen Monat lang wissen wir auch, in welcher Viertelstunde sie gelesen hat, damit die Tage, die Sie sehen, Ihre eigenen sind.",
      },
      cookies: {
        title: "Cookies",
        body: "Eines hält Sie angemeldet, eines kennt diesen Browser, damit kein Fremder Sie aussperren kann, und eines merkt sich Ihre Sprache. Während Sie ein vergessenes Passwort neu festlegen, hält ein weiteres Ihren Link; während ein Code von Ihnen verlangt wird, weiß eines, dass Ihr Passwort richtig war. Keines verfolgt Sie. Beim ersten bewahren wir die Zeitzone Ihres Browsers auf, damit Uhrzeiten und Tage Ihre eigenen sind.",
      },
    },
  },
  plans: {
    title: "Tarife",
    lede: "Verbundene Apps brauchen einen aktiven Tarif Pro oder Advisor.",
    demo: "Dies ist eine Demonstration: Verlängern braucht einen Klick und kostet nichts.",
    forApp: (app: string) => html`Sie sind von <b>${app}</b> hierher gekommen. Die Anfrage bleibt erhalten; wir bringen Sie gleich dorthin zurück.`,
    active: (plan: string, day: string | null | undefined) => day == null ? `Tarif ${plan}, aktiv` : `Tarif ${plan}, aktiv bis ${day}`,
    renewed: (business: string) => html`<b>${business}</b> hat jetzt einen aktiven Tarif.`,
    button: {
      plan_ended: "Verlängern",
      trial_over: "Pro wählen",
      payment_failed: "Karte aktualisieren",
      plan_too_small: "Auf Pro umstellen",
    },
    buttonFor: (business: string) => ` für ${business}`,
    ownerOnly: "Nur Inhaber oder Administratoren können diesen Tarif ändern.",
    archived: "Dieses Unternehmen ist archiviert.",
    none: "Dieses Konto hat noch kein Unternehmen.",
    create: "Unternehmen anlegen",
    name: "Name des Unternehmens",
    nameMissing: "Geben Sie einen Namen für das Unternehmen ein",
    nameTooLong: "Geben Sie einen Namen aus höchstens 100 Buchstaben, Ziffern und Zeichen ein",
    createButton: "Unternehmen anlegen",
    created: (business: string) => html`<b>${business}</b> ist bereit, mit einem aktiven Tarif Pro.`,
    backToRequest: (app: string) => `Zurück zur Anfrage von ${app}`,
  },
  details: {
    title: "Zahlungsangaben",
    howToPay: "So zahlen Ihre Kunden",
    hint: {
      paymentDetails: "Steht auf Ihren Rechnungen und in den E-Mails dazu, zum Beispiel Ihre Bankverbindung.",
      taxNumber: "Steht unter Ihrer Anschrift.",
    },
    taxNumber: "Steuernummer",
    save: "Speichern",
    saved: "Gespeichert. Neue Rechnungen und E-Mails zeigen es.",
    fault: {
      too_long: "Das ist zu lang.",
      link: "Lassen Sie Webadressen weg. E-Mails verweisen nur auf die Rechnung.",
      unreadable: "Das enthält Zeichen, die sich nicht drucken lassen.",
    },
  },
})
