/* Generated from messages/connection.de.arb by packages/messages. Do not edit. */
export const connectionDe = {
  connectionPage: {
    titleNone: "Verbindung",
    allow: (thing: string) => `${thing} erlauben`,
    seeAll: "Alle Unternehmen ansehen",
    inHarbour: (provider: string) => `Verbundene Apps bei ${provider}`,
    none: "Nichts ist verbunden. Es wird nichts gelesen.",
  },
  stateBody: {
    connected: (provider: string) => `Counterfoil liest bei ${provider}, wenn Sie eine Seite öffnen.`,
    limited: "Was Sie erlaubt haben, kann gelesen werden. Alles andere nicht.",
    reconnect: {
      ended: (business: string, date: string) => `Der Zugriff auf ${business} funktioniert nicht mehr. Das haben wir am ${date} bemerkt. Verbinden Sie es neu, um wieder zu lesen.`,
      removed_at_provider: (provider: string, date: string) => `${provider} meldet, dass der Zugriff von Counterfoil beendet ist: Jemand hat ihn dort entzogen, oder er ist abgelaufen. Das haben wir am ${date} bemerkt. Counterfoil liest nicht mehr.`,
      business_access_lost: (provider: string, business: string, date: string) => `${provider} findet ${business} nicht mehr für Sie: Vielleicht gehören Sie nicht mehr dazu, oder es wurde archiviert. Das haben wir am ${date} bemerkt. Sehen Sie bei ${provider} nach, oder wechseln Sie zu einem anderen Unternehmen.`,
    },
    plan_ended: (business: string, date: string) => `Der Tarif für ${business} ist abgelaufen. Das haben wir am ${date} bemerkt. Verbundene Apps brauchen ihn, deshalb kann Counterfoil keine neuen Zahlen lesen. Die Verbindung bleibt bestehen.`,
    trouble: {
      provider_down: "Die Verbindung bleibt bestehen. Solange diese Seite offen ist, versuchen wir es erneut.",
      rate_limited: (provider: string, time: string) => `Wir haben in kurzer Zeit zu viele Anfragen an ${provider} gesendet. Ab ${time} kann wieder gelesen werden. Die Verbindung bleibt bestehen.`,
      rate_limited_soon: (provider: string) => `Wir haben in kurzer Zeit zu viele Anfragen an ${provider} gesendet. Gleich kann wieder gelesen werden. Die Verbindung bleibt bestehen.`,
      partial: (provider: string) => `${provider} hat zuletzt nur zum Teil geantwortet. Die Verbindung bleibt bestehen. Solange diese Seite offen ist, versuchen wir es erneut.`,
      misconfigured: "Es liegt nicht an Ihnen, und die Verbindung bleibt bestehen. Es steht in unserem Protokoll.",
    },
    disconnected: (business: string, date: string) => `Sie haben ${business} am ${date} getrennt. Counterfoil kann es nicht mehr lesen.`,
    unused: (business: string, date: string, days: number) => `Niemand hat ${business} in ${days === 1 ? `${days} Tag` : `${days} Tagen`} benutzt, deshalb hat Counterfoil es am ${date} getrennt und kann es nicht mehr lesen.`,
  },
  notice: {
    seePlan: "Tarif ansehen",
    removeForGood: "Endgültig trennen",
    remove: (business: string) => `${business} aus Counterfoil entfernen`,
    allowOff: "Fehlendes erlauben",
    dismiss: "Ausblenden",
    dismissed: "Ausgeblendet. Die Verbindungsanzeige oben zeigt es weiterhin.",
    tryNow: "Jetzt versuchen",
    trying: "Wird versucht\u00a0…",
  },
  permission: {
    user: {
      name: "Ihr Name und Ihre E-Mail-Adresse",
      detail: "Damit die richtige Person angezeigt wird",
    },
    business: {
      name: "Angaben zum Unternehmen",
      detail: "Name, Adresse, Währung",
    },
    account: {
      name: "Konten und Salden",
      detail: "Namen, Arten und Salden der Konten",
    },
    customer: {
      name: "Kunden",
      detail: "Namen, E-Mail-Adressen, was sie schulden",
    },
    invoice: {
      name: "Rechnungen und Zahlungen",
      detail: "Beträge, Fälligkeiten, was bezahlt wurde",
    },
    customers_invoices: {
      name: "Kunden und Rechnungen",
      detail: "Namen, E-Mail-Adressen, Beträge, Fälligkeiten, was bezahlt wurde",
    },
    product: {
      name: "Produkte und Leistungen",
      detail: "Namen und Preise",
    },
    transaction: {
      name: "Buchungen",
      detail: "Tage, Beschreibungen, Beträge",
    },
    estimate: {
      name: "Angebote",
      detail: "Beträge und Daten",
    },
    sales_tax: {
      name: "Steuersätze",
      detail: "Namen und Prozentsätze",
    },
    vendor: {
      name: "Lieferanten",
      detail: "Namen und Kontaktdaten",
    },
    other: {
      name: "Etwas anderes",
      detail: "Eine Berechtigung, für die diese Seite keinen Namen hat",
    },
    change: (thing: string) => `Ändern: ${thing}`,
    send: (thing: string) => `Senden: ${thing}`,
    kind: {
      change: "Was geändert werden kann",
      send: "Was gesendet werden kann",
    },
  },
  allowMore: {
    ask: (thing: string, detail: string) => `Um das anzuzeigen, muss Counterfoil **${thing}** sehen (${detail}). Ihre anderen Berechtigungen bleiben, wie sie sind.`,
    locked: (thing: string) => `Counterfoil kann ${thing} nicht sehen. Erlauben Sie es, und es erscheint hier.`,
    notNow: "Nicht jetzt",
    later: (thing: string) => `${thing}: weiterhin nicht erlaubt. Sie können es auf der Seite der Verbindung erlauben.`,
  },
  disconnect: {
    title: (business: string) => `${business} trennen?`,
    doneTitle: (business: string) => `${business} ist getrennt`,
    done: (business: string) => `Counterfoil kann ${business} nicht mehr lesen.`,
    confirmed: (provider: string) => `${provider} hat es bestätigt.`,
    confirming: (provider: string) => `Counterfoil liest nicht mehr. ${provider} hat es noch nicht bestätigt; wir fragen weiter. Um sicherzugehen, entfernen Sie Counterfoil bei ${provider} aus den verbundenen Apps.`,
  },
}
