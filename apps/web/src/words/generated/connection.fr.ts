/* Generated from messages/connection.fr.arb by packages/messages. Do not edit. */
export const connectionFr = {
  connectionPage: {
    titleNone: "Connexion",
    allow: (thing: string) => `Autoriser\u00a0: ${thing}`,
    seeAll: "Voir toutes les entreprises",
    inHarbour: (provider: string) => `Applications connectées dans ${provider}`,
    none: "Rien n’est connecté. Rien n’est lu.",
  },
  stateBody: {
    connected: (provider: string) => `Counterfoil lit dans ${provider} quand vous ouvrez une page.`,
    limited: "Ce que vous avez autorisé peut être lu. Le reste ne le peut pas.",
    reconnect: {
      ended: (business: string, date: string) => `L’accès à ${business} ne fonctionne plus. Nous l’avons constaté le ${date}. Reconnectez-la pour lire de nouveau.`,
      removed_at_provider: (provider: string, date: string) => `${provider} indique que l’accès de Counterfoil a pris fin\u00a0: quelqu’un l’y a retiré, ou il a expiré. Nous l’avons constaté le ${date}. Counterfoil a cessé de lire.`,
      business_access_lost: (provider: string, business: string, date: string) => `${provider} ne trouve plus ${business} pour vous\u00a0: vous l’avez peut-être quittée, ou elle a été archivée. Nous l’avons constaté le ${date}. Regardez dans ${provider}, ou changez d’entreprise.`,
    },
    plan_ended: (business: string, date: string) => `Le forfait de ${business} est terminé. Nous l’avons constaté le ${date}. Les applications connectées en ont besoin\u00a0: Counterfoil ne peut plus lire de nouveaux chiffres. La connexion est conservée.`,
    trouble: {
      provider_down: "La connexion est conservée. Tant que cette page est ouverte, nous réessayons.",
      rate_limited: (provider: string, time: string) => `Nous avons envoyé trop de requêtes à ${provider} en peu de temps. La lecture reprendra à partir de ${time}. La connexion est conservée.`,
      rate_limited_soon: (provider: string) => `Nous avons envoyé trop de requêtes à ${provider} en peu de temps. La lecture reprendra dans un instant. La connexion est conservée.`,
      partial: (provider: string) => `${provider} n’a répondu qu’en partie la dernière fois. La connexion est conservée. Tant que cette page est ouverte, nous réessayons.`,
      misconfigured: "Vous n’y êtes pour rien, et la connexion est conservée. C’est noté dans notre journal.",
    },
    disconnected: (business: string, date: string) => `Vous avez déconnecté ${business} le ${date}. Counterfoil ne peut plus la lire.`,
    unused: (business: string, date: string, days: number) => `Personne n’a utilisé ${business} pendant ${days < 2 ? `${days} jour` : `${days} jours`}\u00a0: Counterfoil l’a déconnectée le ${date} et ne peut plus la lire.`,
  },
  notice: {
    seePlan: "Voir le forfait",
    removeForGood: "Déconnecter définitivement",
    remove: (business: string) => `Retirer ${business} de Counterfoil`,
    allowOff: "Autoriser ce qui manque",
    dismiss: "Masquer",
    dismissed: "Masqué. L’état de la connexion, en haut de la page, le rappelle.",
    tryNow: "Essayer maintenant",
    trying: "Essai en cours…",
  },
  permission: {
    user: {
      name: "Votre nom et votre adresse courriel",
      detail: "Pour afficher la bonne personne",
    },
    business: {
      name: "Coordonnées de l’entreprise",
      detail: "Nom, adresse, devise",
    },
    account: {
      name: "Comptes et soldes",
      detail: "Noms, types et soldes des comptes",
    },
    customer: {
      name: "Clients",
      detail: "Noms, adresses courriel, ce qu’ils doivent",
    },
    invoice: {
      name: "Factures et paiements",
      detail: "Montants, échéances, ce qui a été payé",
    },
    customers_invoices: {
      name: "Clients et factures",
      detail: "Noms, adresses courriel, montants, échéances, ce qui a été payé",
    },
    product: {
      name: "Produits et services",
      detail: "Noms et prix",
    },
    transaction: {
      name: "Opérations",
      detail: "Dates, libellés, montants",
    },
    estimate: {
      name: "Devis",
      detail: "Montants et dates",
    },
    sales_tax: {
      name: "Taxes de vente",
      detail: "Noms et taux",
    },
    vendor: {
      name: "Fournisseurs",
      detail: "Noms et coordonnées",
    },
    other: {
      name: "Autre chose",
      detail: "Une autorisation que cette page ne sait pas nommer",
    },
    change: (thing: string) => `Modifier\u00a0: ${thing}`,
    send: (thing: string) => `Envoyer\u00a0: ${thing}`,
    kind: {
      change: "Ce qui peut être modifié",
      send: "Ce qui peut être envoyé",
    },
  },
  allowMore: {
    ask: (thing: string, detail: string) => `Pour l’afficher, Counterfoil doit pouvoir voir\u00a0: **${thing}** (${detail}). Vos autres autorisations ne changent pas.`,
    locked: (thing: string) => `Counterfoil ne peut pas voir\u00a0: ${thing}. Une fois l’autorisation donnée, cela s’affiche ici.`,
    notNow: "Pas maintenant",
    later: (thing: string) => `${thing}\u00a0: toujours non autorisé. Vous pouvez l’autoriser sur la page de connexion.`,
  },
  disconnect: {
    title: (business: string) => `Déconnecter ${business}\u00a0?`,
    doneTitle: (business: string) => `${business} est déconnectée`,
    done: (business: string) => `Counterfoil ne peut plus lire ${business}.`,
    confirmed: (provider: string) => `${provider} l’a confirmé.`,
    confirming: (provider: string) => `Counterfoil a cessé de lire. ${provider} ne l’a pas encore confirmé\u00a0; nous continuons de le lui demander. Pour en être sûr, retirez Counterfoil des applications connectées de ${provider}.`,
  },
}
