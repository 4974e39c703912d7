/* Generated from messages/problem-page.de.arb by packages/messages. Do not edit. */
export const problemPageDe = {
  home: (app: string) => `Zu ${app}`,
  contact: "Kontakt",
  reference: "Referenz",
  other: {
    title: "Entschuldigung, es gibt ein Problem",
    meaning: "Es liegt nicht an Ihnen. Ihre Zahlen sind nicht betroffen.",
    advice: "Gehen Sie zurück und versuchen Sie es noch einmal. Geschieht es wieder, nennen Sie uns die Referenz.",
  },
  words: {
    "store-unavailable": {
      title: (app: string) => `${app} ist gerade nicht erreichbar`,
      meaning: "Es liegt nicht an Ihnen. Wenn Sie etwas gedrückt haben, ist es vielleicht nicht geschehen.",
      advice: "Warten Sie einen Moment und laden Sie diese Seite dann neu.",
    },
    "rate-limited": {
      title: "Das war viel auf einmal",
      meaning: "Es wurde nichts geändert.",
      advice: "Warten Sie eine Minute und laden Sie diese Seite dann neu.",
    },
    "csrf-token-mismatch": {
      title: "Diese Seite war zu lange offen, oder Cookies sind blockiert",
      meaning: "Es wurde nichts geändert.",
      advice: (app: string) => `${app} braucht ein Cookie, um weiterzumachen. Erlauben Sie Cookies für diese Website und beginnen Sie dann von vorn.`,
    },
    "cross-site-request": {
      title: "Etwas anderes wollte das starten",
      meaning: "Wir haben es angehalten, und es wurde nichts geändert.",
      advice: (app: string) => `Öffnen Sie ${app} und beginnen Sie von dort.`,
    },
    "session-ended": {
      title: "Sie wurden abgemeldet",
      meaning: "Was verbunden ist, bleibt verbunden.",
      advice: (app: string) => `Öffnen Sie ${app} und melden Sie sich wieder an.`,
    },
    "not-found": {
      title: "Diese Seite finden wir nicht",
      meaning: "Die Adresse ist vielleicht falsch, oder die Seite gibt es nicht mehr.",
      advice: (app: string) => `Öffnen Sie ${app} und machen Sie von dort weiter.`,
    },
  },
}
