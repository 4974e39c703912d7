/* Generated from messages/connection-page.fr.arb by packages/messages. Do not edit. */
export const connectionPageFr = {
  ends: {
    by: "À reconnecter avant",
  },
  checkUp: {
    title: "Vérification",
    body: (provider: string) => `Quatre vérifications en direct\u00a0: votre compte, l’autorisation, le forfait, et ce que ${provider} dit de cette entreprise.`,
    run: "Lancer la vérification",
    running: "Vérification…",
    done: "La vérification est terminée.",
    row: {
      sign_in: {
        ok: "Votre compte est connecté",
        failed: "Votre compte n’est pas connecté",
        unknown: "Compte non vérifié",
      },
      permission: {
        ok: "Counterfoil peut lire",
        failed: "Counterfoil ne peut plus lire",
        unknown: "Autorisation non vérifiée",
      },
      plan: {
        ok: "Le forfait est actif",
        failed: "Le forfait est terminé",
        unknown: "Forfait non vérifié",
      },
    },
    data: {
      ok: (provider: string, seconds: string) => `${provider} a répondu en ${seconds}`,
      failed: (provider: string) => `${provider} ne trouve pas cette entreprise`,
      unknown: (provider: string) => `${provider} n’a rien dit de cette entreprise`,
    },
    advice: {
      fine: "Tout fonctionne. Si un chiffre semble ancien, rouvrez la page.",
      reconnect: "Une seule chose à faire\u00a0: reconnecter.",
      plan: (provider: string) => `Une seule chose à faire\u00a0: regarder le forfait dans ${provider}.`,
      wait: "Rien à faire maintenant. Counterfoil réessaie quand vous ouvrez une page.",
    },
    outcome: {
      ok: "En ordre",
      failed: "Problème",
      unknown: "Inconnu",
    },
    copy: "Copier pour l’assistance",
  },
  days: {
    title: (days: number) => `Les ${days} derniers jours`,
    readToday: "Counterfoil a lu aujourd’hui.",
    noneToday: "Rien n’a encore été lu aujourd’hui.",
    read: ({ count, shown }: { readonly count: number; readonly shown: number }) => `Counterfoil a lu ${count < 2 ? `${count} jour` : `${count} jours`} sur les ${shown} derniers.`,
    none: (shown: number) => `Counterfoil n’a rien lu pendant les ${shown} derniers jours.`,
    readSince: ({ count, shown }: { readonly count: number; readonly shown: number }) => `Counterfoil a lu ${count < 2 ? `${count} jour` : `${count} jours`} sur les ${shown} depuis la connexion.`,
    noneSince: (shown: number) => `Counterfoil n’a rien lu pendant les ${shown} jours depuis la connexion.`,
    failed: (count: number, date: string) => count < 2 ? `Le ${date}, il a essayé sans rien obtenir.` : `Pendant ${count} jours, il a essayé sans rien obtenir, la dernière fois le ${date}.`,
    key: "Un carré par jour\u00a0: vide, rien n’a été demandé\u00a0; plein, la lecture a réussi\u00a0; rayé, elle a échoué.",
    utc: "Un jour commence à minuit UTC.",
    day: ({ date, outcome }: { readonly date: string; readonly outcome: string }) => `${date}\u00a0: ${outcome}`,
    outcome: {
      read: "lecture réussie",
      failed: "lecture échouée",
      quiet: "rien demandé",
    },
    today: "Aujourd’hui",
  },
  connect: (provider: string) => `Connecter ${provider}`,
  may: {
    now: "Ce que Counterfoil peut faire",
    before: "Ce que Counterfoil était autorisé à faire",
  },
}
