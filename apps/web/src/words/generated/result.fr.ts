/* Generated from messages/result.fr.arb by packages/messages. Do not edit. */
export const resultFr = {
  seeOverview: "Voir la vue d’ensemble",
  goOn: "Continuer",
  notNow: "Pas maintenant",
  back: "Revenir",
  connected: {
    title: (business: string) => `${business} est connectée`,
    body: (provider: string) => `Vérifiez que c’est bien celle que vous vouliez. Voici ce que ${provider} en dit.`,
    receipt: (count: number, things: string, date: string, reference: string) => `Autorisé le ${date}, ${count < 2 ? `${count} chose` : `${count} choses`}\u00a0: ${things}. Référence ${reference}.`,
    save: "Garder une copie",
    switch: "Pas la bonne\u00a0? En changer",
  },
  connected_less: {
    body: (business: string, things: string) => `${business} est connectée. Vous n’avez pas autorisé\u00a0: ${things}.`,
  },
  still_connected: {
    title: (business: string) => `${business} est toujours connectée`,
    body: "Rien n’a changé. L’accès a été renouvelé.",
  },
  switched: {
    title: (business: string) => `${business} remplace la précédente`,
    confirmed: (business: string, provider: string) => `Counterfoil ne lit plus **${business}**, et ${provider} l’a confirmé. Vérifiez que c’est bien celle que vous vouliez.`,
    confirming: (business: string, provider: string) => `Counterfoil ne lit plus **${business}**. ${provider} ne l’a pas encore confirmé\u00a0; nous continuons de le lui demander. Vérifiez que c’est bien celle que vous vouliez.`,
  },
  declined: {
    title: "Rien n’a été connecté",
    titleStill: "Rien n’a changé",
    titleMore: "Toujours non autorisé",
    titleSignIn: "Vous ne vous êtes pas connecté",
    body: "Rien n’a été transmis à Counterfoil.",
    bodySignIn: "Ce qui est connecté le reste.",
    bodyMore: "Rien d’autre n’a changé.",
    bodyStill: (business: string) => `${business} reste comme avant.`,
  },
  no_business: {
    title: "Pas encore d’entreprise à connecter",
    body: (provider: string) => `${provider} nous a répondu qu’aucune de vos entreprises ne peut être connectée. Regardez pourquoi dans ${provider}, changez-le là-bas, puis revenez.`,
    plans: (provider: string) => `Voir les forfaits dans ${provider}`,
    other: "Utiliser un autre compte",
  },
  expired: {
    title: "Cela a pris un peu trop de temps",
    body: (minutes: number) => `Par sécurité, la connexion doit se terminer en ${minutes} minutes. Rien n’a été transmis.`,
  },
  mismatch: {
    title: "Nous avons tout arrêté, pour votre sécurité",
    body: (provider: string) => `La réponse de ${provider} ne correspondait à aucune demande de ce navigateur. Cela arrive quand on a commencé dans un autre navigateur ou suivi un ancien lien. Rien n’a été transmis.`,
    action: "Recommencer ici",
  },
  other_business: {
    title: "Vous avez choisi une autre entreprise",
    body: (expected: string, received: string) => `Vous reconnectiez **${expected}**, mais vous avez choisi **${received}**. Rien n’a encore changé.`,
    keep: (expected: string) => `Garder ${expected}`,
    switch: (received: string) => `Connecter ${received}`,
  },
  other_account: {
    title: (provider: string) => `Vous avez un autre compte ${provider} ici`,
    body: (expected: string, received: string) => `Vous étiez connecté avec **${expected}**, et vous revenez avec **${received}**. Rien n’a encore changé.`,
    bodyUnknown: (business: string, received: string) => `Cet appareil connaît **${business}**, d’un autre compte. Vous revenez avec **${received}**. Rien n’a encore changé.`,
    stay: (count: number, expected: string) => count < 2 ? `Quel que soit votre choix, l’entreprise de **${expected}** reste connectée\u00a0: connectez-vous avec ${expected} pour la voir.` : `Quel que soit votre choix, les ${count} entreprises de **${expected}** restent connectées\u00a0: connectez-vous avec ${expected} pour les voir.`,
    stop: (business: string) => `Counterfoil cesse alors de voir **${business}**.`,
    keep: (expected: string) => `Rester avec ${expected}`,
    keepUnknown: "Pas ce compte",
    switch: (received: string) => `Continuer avec ${received}`,
  },
  other_person: {
    title: (provider: string) => `C’est un autre compte ${provider}`,
    body: (business: string, expected: string, received: string) => `**${business}** a été connectée par **${expected}**. Vous revenez avec **${received}**. Si ${received} doit s’en occuper désormais, continuez.`,
    keep: (expected: string) => `Utiliser ${expected}`,
    switch: (received: string) => `Continuer avec ${received}`,
  },
  decided: {
    kept: (business: string) => `${business} est gardée`,
    keptBody: "Rien n’a changé. Vous pouvez la reconnecter maintenant, et la choisir de nouveau.",
    keptAccount: "L’autre compte n’a pas été utilisé",
    keptAccountBody: (received: string) => `Rien de ${received} n’a été connecté.`,
    closed: "Cette question a déjà reçu une réponse, ou n’en attend plus. Il n’y a plus rien à faire ici.",
    switching: "Un instant…",
  },
  plan_ended: {
    title: (business: string) => `Forfait terminé\u00a0: ${business}`,
    body: (provider: string) => `Les applications connectées demandent un forfait actif qui les prévoit\u00a0: ${provider} ne l’a pas connectée. Rien n’a été transmis à Counterfoil.`,
    bodyStill: "Les applications connectées demandent un forfait actif qui les prévoit\u00a0: Counterfoil ne peut pas lire de nouveaux chiffres. La connexion est conservée et pourra de nouveau être lue dès que le forfait sera actif.",
  },
  provider_failed: {
    title: (provider: string) => `${provider} n’a pas pu terminer`,
    body: "Vous n’y êtes pour rien. Rien n’a changé ici.",
    action: "Réessayer dans une minute",
  },
  misconfigured: {
    body: "La connexion ne fonctionnera pas tant que nous n’aurons pas réglé le problème. Vous n’y êtes pour rien, et rien n’a changé ici. C’est noté dans notre journal.",
  },
  rate_limited: {
    title: "Trop d’essais",
    body: (time: string) => `Rien n’a changé. Vous pourrez recommencer à ${time}.`,
    bodySoon: "Rien n’a changé. Vous pourrez recommencer dans quelques minutes.",
  },
  again: {
    title: "Deux fois le même résultat",
    body: (provider: string) => `Un essai de plus a peu de chances d’aboutir. Vérifiez dans ${provider} que l’entreprise et son forfait y sont, ou attendez un peu et revenez.`,
    link: (provider: string) => `Ouvrir ${provider}`,
  },
}
