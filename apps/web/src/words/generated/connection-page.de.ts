/* Generated from messages/connection-page.de.arb by packages/messages. Do not edit. */
export const connectionPageDe = {
  ends: {
    by: "Neu verbinden bis",
  },
  checkUp: {
    title: "Prüfung",
    body: (provider: string) => `Vier Prüfungen, jetzt gleich: Ihre Anmeldung, die Berechtigung, der Tarif und was ${provider} über dieses Unternehmen sagt.`,
    run: "Prüfung starten",
    running: "Wird geprüft\u00a0…",
    done: "Die Prüfung ist fertig.",
    row: {
      sign_in: {
        ok: "Sie sind angemeldet",
        failed: "Sie sind nicht angemeldet",
        unknown: "Anmeldung nicht geprüft",
      },
      permission: {
        ok: "Counterfoil darf lesen",
        failed: "Counterfoil darf nicht mehr lesen",
        unknown: "Berechtigung nicht geprüft",
      },
      plan: {
        ok: "Der Tarif ist aktiv",
        failed: "Der Tarif ist abgelaufen",
        unknown: "Tarif nicht geprüft",
      },
    },
    data: {
      ok: (provider: string, seconds: string) => `${provider} hat nach ${seconds} geantwortet`,
      failed: (provider: string) => `${provider} findet dieses Unternehmen nicht`,
      unknown: (provider: string) => `${provider} hat nichts über dieses Unternehmen gesagt`,
    },
    advice: {
      fine: "Alles funktioniert. Wenn eine Zahl veraltet aussieht, öffnen Sie die Seite noch einmal.",
      reconnect: "Eines ist zu tun: neu verbinden.",
      plan: (provider: string) => `Eines ist zu tun: den Tarif bei ${provider} ansehen.`,
      wait: "Im Moment ist nichts zu tun. Counterfoil versucht es erneut, wenn Sie eine Seite öffnen.",
    },
    outcome: {
      ok: "In Ordnung",
      failed: "Problem",
      unknown: "Nicht bekannt",
    },
    copy: "Für den Support kopieren",
  },
  days: {
    title: (days: number) => `Die letzten ${days} Tage`,
    readToday: "Counterfoil hat heute gelesen.",
    noneToday: "Heute wurde noch nichts gelesen.",
    read: ({ count, shown }: { readonly count: number; readonly shown: number }) => `Counterfoil hat an ${count} der letzten ${shown} Tage gelesen.`,
    none: (shown: number) => `Counterfoil hat in den letzten ${shown} Tagen nichts gelesen.`,
    readSince: ({ count, shown }: { readonly count: number; readonly shown: number }) => `Counterfoil hat an ${count} der ${shown} Tage gelesen, seit es verbunden wurde.`,
    noneSince: (shown: number) => `Counterfoil hat in den ${shown} Tagen, seit es verbunden wurde, nichts gelesen.`,
    failed: (count: number, date: string) => count === 1 ? `Am ${date} hat Counterfoil es versucht und keine Daten erhalten.` : `An ${count} Tagen hat Counterfoil es versucht und keine Daten erhalten, zuletzt am ${date}.`,
    key: "Ein Quadrat je Tag: leer heißt nichts gelesen, gefüllt heißt gelesen, gestreift heißt fehlgeschlagen.",
    utc: "Ein Tag beginnt um Mitternacht UTC.",
    day: ({ date, outcome }: { readonly date: string; readonly outcome: string }) => `${date}: ${outcome}`,
    outcome: {
      read: "gelesen",
      failed: "fehlgeschlagen",
      quiet: "nichts gelesen",
    },
    today: "Heute",
  },
  connect: (provider: string) => `${provider} verbinden`,
  may: {
    now: "Was Counterfoil darf",
    before: "Was Counterfoil durfte",
  },
}
