/* Generated from messages/result.de.arb by packages/messages. Do not edit. */
export const resultDe = {
  seeOverview: "Übersicht ansehen",
  goOn: "Weiter",
  notNow: "Nicht jetzt",
  back: "Zurück",
  connected: {
    title: (business: string) => `Verbunden mit ${business}`,
    body: (provider: string) => `Prüfen Sie, ob es das richtige ist. Das sagt ${provider} darüber.`,
    receipt: (count: number, things: string, date: string, reference: string) => `Erlaubt am ${date}, ${count === 1 ? `${count} Berechtigung` : `${count} Berechtigungen`}: ${things}. Referenz ${reference}.`,
    save: "Kopie speichern",
    switch: "Nicht dieses? Wechseln",
  },
  connected_less: {
    body: (business: string, things: string) => `${business} ist verbunden. Nicht erlaubt haben Sie: ${things}.`,
  },
  still_connected: {
    title: (business: string) => `Weiterhin verbunden mit ${business}`,
    body: "Es hat sich nichts geändert. Der Zugriff wurde verlängert.",
  },
  switched: {
    title: (business: string) => `Gewechselt zu ${business}`,
    confirmed: (business: string, provider: string) => `Counterfoil liest **${business}** nicht mehr, und ${provider} hat es bestätigt. Prüfen Sie, ob dies das richtige ist.`,
    confirming: (business: string, provider: string) => `Counterfoil liest **${business}** nicht mehr. ${provider} hat es noch nicht bestätigt; wir fragen weiter. Prüfen Sie, ob dies das richtige ist.`,
  },
  declined: {
    title: "Es wurde nichts verbunden",
    titleStill: "Es hat sich nichts geändert",
    titleMore: "Weiterhin nicht erlaubt",
    titleSignIn: "Sie haben sich nicht angemeldet",
    body: "An Counterfoil wurde nichts weitergegeben.",
    bodySignIn: "Was verbunden ist, bleibt verbunden.",
    bodyMore: "Sonst hat sich nichts geändert.",
    bodyStill: (business: string) => `${business} bleibt, wie es war.`,
  },
  no_business: {
    title: "Noch kein Unternehmen zum Verbinden",
    body: (provider: string) => `${provider} hat uns gesagt, dass keines Ihrer Unternehmen verbunden werden kann. Warum, sehen Sie bei ${provider}; ändern Sie es dort und kommen Sie zurück.`,
    plans: (provider: string) => `Tarife bei ${provider} ansehen`,
    other: "Ein anderes Konto verwenden",
  },
  expired: {
    title: "Das hat etwas zu lange gedauert",
    body: (minutes: number) => `Zur Sicherheit muss das Verbinden innerhalb von ${minutes} Minuten abgeschlossen sein. Es wurde nichts weitergegeben.`,
  },
  mismatch: {
    title: "Zu Ihrer Sicherheit haben wir das angehalten",
    body: (provider: string) => `Die Antwort von ${provider} gehört zu keiner Anfrage dieses Browsers. Das geschieht, wenn Sie in einem anderen Browser begonnen oder einen alten Link geöffnet haben. Es wurde nichts weitergegeben.`,
    action: "Hier von vorn beginnen",
  },
  other_business: {
    title: "Sie haben ein anderes Unternehmen gewählt",
    body: (expected: string, received: string) => `Sie wollten **${expected}** neu verbinden, haben aber **${received}** gewählt. Noch hat sich nichts geändert.`,
    keep: (expected: string) => `${expected} behalten`,
    switch: (received: string) => `${received} verbinden`,
  },
  other_account: {
    title: (provider: string) => `Sie haben hier ein anderes Konto bei ${provider}`,
    body: (expected: string, received: string) => `Sie waren als **${expected}** angemeldet und kamen als **${received}** zurück. Noch hat sich nichts geändert.`,
    bodyUnknown: (business: string, received: string) => `Dieses Gerät kennt **${business}** von einem anderen Konto. Sie kamen als **${received}** zurück. Noch hat sich nichts geändert.`,
    stay: (count: number, expected: string) => count === 1 ? `Was Sie auch wählen, das eine Unternehmen von **${expected}** bleibt verbunden: Melden Sie sich als ${expected} an, um es zu sehen.` : `Was Sie auch wählen, die ${count} Unternehmen von **${expected}** bleiben verbunden: Melden Sie sich als ${expected} an, um sie zu sehen.`,
    stop: (business: string) => `Counterfoil sieht **${business}** dann nicht mehr.`,
    keep: (expected: string) => `Bei ${expected} bleiben`,
    keepUnknown: "Nicht dieses Konto",
    switch: (received: string) => `Als ${received} weitermachen`,
  },
  other_person: {
    title: (provider: string) => `Das ist ein anderes Konto bei ${provider}`,
    body: (business: string, expected: string, received: string) => `**${business}** wurde von **${expected}** verbunden. Sie haben sich als **${received}** angemeldet. Wenn sich ab jetzt ${received} darum kümmern soll, machen Sie weiter.`,
    keep: (expected: string) => `${expected} verwenden`,
    switch: (received: string) => `Als ${received} weitermachen`,
  },
  decided: {
    kept: (business: string) => `${business} bleibt erhalten`,
    keptBody: "Es hat sich nichts geändert. Sie können es jetzt neu verbinden und noch einmal wählen.",
    keptAccount: "Das andere Konto wurde nicht verwendet",
    keptAccountBody: (received: string) => `Von ${received} wurde nichts verbunden.`,
    closed: "Diese Frage ist schon beantwortet oder wartet nicht mehr. Hier ist nichts mehr zu tun.",
    switching: "Wird gewechselt\u00a0…",
  },
  plan_ended: {
    title: (business: string) => `Der Tarif für ${business} ist abgelaufen`,
    body: (provider: string) => `Verbundene Apps brauchen einen aktiven Tarif, der sie vorsieht, deshalb hat ${provider} es nicht verbunden. An Counterfoil wurde nichts weitergegeben.`,
    bodyStill: "Verbundene Apps brauchen einen aktiven Tarif, der sie vorsieht, deshalb kann Counterfoil keine neuen Zahlen lesen. Die Verbindung bleibt bestehen und kann wieder gelesen werden, sobald der Tarif aktiv ist.",
  },
  provider_failed: {
    title: (provider: string) => `${provider} konnte das nicht abschließen`,
    body: "Es liegt nicht an Ihnen. Hier hat sich nichts geändert.",
    action: "In einer Minute erneut versuchen",
  },
  misconfigured: {
    body: "Das Verbinden funktioniert nicht, bis wir es in Ordnung gebracht haben. Es liegt nicht an Ihnen, und hier hat sich nichts geändert. Es steht in unserem Protokoll.",
  },
  rate_limited: {
    title: "Zu viele Versuche",
    body: (time: string) => `Es hat sich nichts geändert. Ab ${time} können Sie von vorn beginnen.`,
    bodySoon: "Es hat sich nichts geändert. In ein paar Minuten können Sie von vorn beginnen.",
  },
  again: {
    title: "Zweimal dasselbe Ergebnis",
    body: (provider: string) => `Ein weiterer Versuch hilft wahrscheinlich nicht. Prüfen Sie bei ${provider}, ob das Unternehmen und sein Tarif da sind, oder warten Sie ein wenig und kommen Sie wieder.`,
    link: (provider: string) => `${provider} öffnen`,
  },
}
