import type { connectionEn } from './connection-words.ts'
import { pluralOf } from './plural.ts'

const many = pluralOf('fr')

/** D’une connexion : sa page, ses états, ses autorisations et sa fin. */
export const connectionFr: typeof connectionEn = {
  connectionPage: {
    title: (b) => `Connexion\u00a0: ${b}`,
    titleNone: 'Connexion',
    state: 'État',
    since: 'Depuis',
    lastRead: 'Dernière lecture',
    nextRead: 'Prochaine lecture',
    whenOpened: 'Quand vous ouvrez une page',
    never: 'Pas encore',
    connectedBy: 'Connectée par',
    endsUnused: 'Prend fin si inutilisée',
    off: 'Non autorisé',
    offTitle: 'Ce qui n’est pas autorisé',
    couldTitle: 'Ce que vous pourriez ajouter',
    cant: 'Il ne peut ni déplacer d’argent, ni modifier votre comptabilité, ni voir votre mot de passe.',
    allow: (thing) => `Autoriser\u00a0: ${thing}`,
    allowOne: 'Autoriser',
    havingTrouble: 'Un problème\u00a0?',
    troubleBody: (p) => `Reconnecter renouvelle l’accès dans ${p}.`,
    actions: 'Changer ou arrêter',
    disconnectLink: (b) => `Déconnecter ${b}`,
    seeAll: 'Voir toutes les entreprises',
    inHarbour: (p) => `Applications connectées dans ${p}`,
    none: 'Aucune entreprise n’est connectée. Rien n’est lu.',
    signedOut:
      'Aucun compte n’est connecté ici. Ce qui est connecté le reste, et ce navigateur n’en lit rien.',
  },

  stateBody: {
    connected: (p) => `Counterfoil lit dans ${p} quand vous ouvrez une page.`,
    limited: 'Ce que vous avez autorisé peut être lu. Le reste ne le peut pas.',
    reconnect: {
      ended: (b, date) =>
        `L’accès à ${b} ne fonctionne plus. Nous l’avons constaté le ${date}. Reconnectez-la pour lire de nouveau.`,
      removed_at_provider: (p, date) =>
        `${p} indique que l’accès de Counterfoil a pris fin\u00a0: quelqu’un l’y a retiré, ou il a expiré. Nous l’avons constaté le ${date}. Counterfoil a cessé de lire.`,
      business_access_lost: (p, b, date) =>
        `${p} ne trouve plus ${b} pour vous\u00a0: vous l’avez peut-être quittée, ou elle a été archivée. Nous l’avons constaté le ${date}. Regardez dans ${p}, ou changez d’entreprise.`,
    },
    plan_ended: (b, date) =>
      `Le forfait de ${b} est terminé. Nous l’avons constaté le ${date}. Les applications connectées en ont besoin\u00a0: Counterfoil ne peut plus lire de nouveaux chiffres. La connexion est conservée.`,
    trouble: {
      provider_down: 'La connexion est conservée. Tant que cette page est ouverte, nous réessayons.',
      rate_limited: (p, time) =>
        `Nous avons beaucoup sollicité ${p} en peu de temps. La lecture reprendra à partir de ${time}. La connexion est conservée.`,
      rate_limited_soon: (p) =>
        `Nous avons beaucoup sollicité ${p} en peu de temps. La lecture reprendra dans un instant. La connexion est conservée.`,
      partial: (p) =>
        `${p} n’a répondu qu’en partie la dernière fois. La connexion est conservée. Tant que cette page est ouverte, nous réessayons.`,
      misconfigured: 'Vous n’y êtes pour rien, et la connexion est conservée. C’est noté dans notre journal.',
    },
    disconnected: (b, date) => `Vous avez déconnecté ${b} le ${date}. Counterfoil ne peut plus la lire.`,
    unused: (b, date, days) =>
      `Personne n’a utilisé ${b} pendant ${many(days, 'jour', 'jours')}\u00a0: Counterfoil l’a déconnectée le ${date} et ne peut plus la lire.`,
  },

  notice: {
    seePlan: (b) => `Voir le forfait de ${b}`,
    removeForGood: 'Déconnecter définitivement',
    remove: (b) => `Retirer ${b} de Counterfoil`,
    allowOff: 'Autoriser ce qui manque',
    dismiss: 'Masquer',
    dismissed: 'Masqué. L’état de la connexion, en haut de la page, le rappelle.',
    tryNow: 'Essayer maintenant',
    trying: 'Essai en cours…',
  },

  permission: {
    user: { name: 'Votre nom et votre adresse courriel', detail: 'Pour afficher la bonne personne' },
    business: { name: 'Coordonnées de l’entreprise', detail: 'Nom, adresse, devise' },
    account: { name: 'Comptes et soldes', detail: 'Noms, types et soldes des comptes' },
    customer: { name: 'Clients', detail: 'Noms, adresses courriel, ce qu’ils doivent' },
    invoice: { name: 'Factures et paiements', detail: 'Montants, échéances, ce qui a été payé' },
    customers_invoices: {
      name: 'Clients et factures',
      detail: 'Noms, adresses courriel, montants, échéances, ce qui a été payé',
    },
    product: { name: 'Produits et services', detail: 'Noms et prix' },
    transaction: { name: 'Opérations', detail: 'Dates, libellés, montants' },
    estimate: { name: 'Devis', detail: 'Montants et dates' },
    sales_tax: { name: 'Taxes de vente', detail: 'Noms et taux' },
    vendor: { name: 'Fournisseurs', detail: 'Noms et coordonnées' },
    other: { name: 'Autre chose', detail: 'Une autorisation que cette page ne sait pas nommer' },
    change: (thing) => `Modifier\u00a0: ${thing}`,
    send: (thing) => `Envoyer\u00a0: ${thing}`,
  },

  allowMore: {
    ask: (thing, detail) =>
      `Pour l’afficher, Counterfoil doit pouvoir voir\u00a0: **${thing}** (${detail}). Vos autres autorisations ne changent pas.`,
    locked: (thing) =>
      `Counterfoil ne peut pas voir\u00a0: ${thing}. Une fois l’autorisation donnée, cela s’affiche ici.`,
    notNow: 'Pas maintenant',
    later: (thing) =>
      `${thing}\u00a0: toujours non autorisé. Vous pouvez l’autoriser sur la page de connexion.`,
  },

  disconnect: {
    title: (b) => `Déconnecter ${b}\u00a0?`,
    stopsTitle: 'Ce qui s’arrête',
    stops: (p, b, count) => [
      `Counterfoil cesse aussitôt de lire ${b}. ${many(count, 'autorisation prend fin', 'autorisations prennent fin')}.`,
      `Sa clé ne sert plus qu’à demander à ${p} d’y mettre fin. Elle est ensuite effacée ici.`,
      'Ce qui a été lu en dernier est effacé avec elle.',
    ],
    staysTitle: 'Ce qui reste',
    stays: (p) => [
      `Votre comptabilité dans ${p} reste intacte.`,
      'Le nom, la personne qui l’a connectée et les dates restent dans votre liste, jusqu’à ce que vous les retiriez, ou que votre compte soit déconnecté sans aucune entreprise connectée.',
    ],
    others: (count) =>
      `${many(count, 'autre entreprise reste comme elle est', 'autres entreprises restent comme elles sont')}.`,
    confirm: (b) => `Déconnecter ${b}`,
    working: 'Déconnexion…',
    stay: 'Garder la connexion',
    doneTitle: (b) => `${b} est déconnectée`,
    done: (b) => `Counterfoil ne peut plus lire ${b}.`,
    confirmed: (p) => `${p} l’a confirmé.`,
    confirming: (p) =>
      `Counterfoil a cessé de lire. ${p} ne l’a pas encore confirmé\u00a0; nous continuons de le lui demander. Pour en être sûr, retirez Counterfoil des applications connectées de ${p}.`,
    offline: 'Vous êtes hors ligne. Il faut être en ligne pour déconnecter. Rien n’a changé.',
    failed: 'Nous n’avons pas de réponse\u00a0: ce n’est peut-être pas fait. Réessayez.',
    toOverview: 'Aller à la vue d’ensemble',
    gone: 'Il n’y a rien à déconnecter ici.',
  },
}
