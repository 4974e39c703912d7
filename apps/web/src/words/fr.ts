import type { Catalogue } from './en.ts'

/** Tous les textes en français ; mêmes clés et mêmes règles que `en.ts`. */

const rules = new Intl.PluralRules('fr')
const many = (n: number, one: string, other: string) => `${n} ${rules.select(n) === 'one' ? one : other}`

export const fr: Catalogue = {
  app: {
    name: 'Counterfoil',
    skip: 'Aller au contenu',
    navigation: 'Menu principal',
    overview: 'Vue d’ensemble',
    businesses: 'Entreprises',
    profile: 'Profil',
    connection: 'Connexion',
    language: 'Langue',
    theme: 'Couleurs',
    themes: { system: 'Celles de l’appareil', light: 'Claires', dark: 'Sombres' },
    languages: { en: 'English', fr: 'Français' },
    footer: 'Counterfoil se contente de lire. Il ne modifie jamais votre comptabilité.',
    settings: 'Affichage',
    needsScripts:
      'Connecter ou déconnecter une entreprise et se déconnecter fonctionnent sans JavaScript. Le reste de cette page en a besoin.',
    changeFailed: 'Votre modification n’a peut-être pas été enregistrée. Réessayez.',
    copy: 'Copier',
    copied: 'Copié',
    copyByHand: 'Ce navigateur ne peut pas copier à votre place. Sélectionnez ce texte et copiez-le.',
    contact: 'Nous écrire',
    reference: (reference) => `Référence ${reference}`,
    before: (name) => `${name}\u00a0: `,
    allBusinesses: 'Toutes vos entreprises',
    yourBusiness: 'Votre entreprise',
  },

  state: {
    label: 'Connexion',
    none: 'Aucune connexion',
    signedOut: 'Compte déconnecté',
    connecting: 'Connexion à terminer',
    connected: 'Connectée',
    limited: 'Connectée en partie',
    limitedShort: 'En partie',
    reconnect: 'À reconnecter',
    plan_ended: 'Forfait terminé',
    disconnected: 'Déconnectée',
    provider_down: (p) => `${p} ne répond pas`,
    rate_limited: 'Une courte pause',
    partial: 'Une partie ne s’est pas affichée',
    misconfigured: 'Un réglage est incorrect de notre côté',
    justRead: 'lue à l’instant',
  },

  connect: {
    opening: (p) => `Ouverture de ${p}…`,
    slow: (p) => `${p} met du temps à s’ouvrir…`,
    failed: (p) => `${p} ne s’est pas encore ouvert. Vous pouvez réessayer.`,
    offline: 'Vous êtes hors ligne. Il faut être en ligne pour connecter une entreprise.',
    business: 'Connecter une entreprise',
    another: 'Connecter une autre entreprise',
    again: 'Connecter de nouveau',
    reconnect: (b) => `Reconnecter ${b}`,
    switch: 'Changer d’entreprise',
    allowMore: (p) => `Continuer vers ${p}`,
    askAgain: (p) => `Revoir la demande dans ${p}`,
    tryAgain: 'Réessayer',
    startAgain: 'Recommencer',
    continue: 'Continuer',
  },

  start: {
    title: 'Votre entreprise en un coup d’œil',
    lede: (p) =>
      `Connectez ${p} pour retrouver votre entreprise ici\u00a0: laquelle, ce qui peut en être lu, et quand elle l’a été.`,
    before: (p) => `${p} s’ouvre, vous choisissez l’entreprise, et vous revenez aussitôt ici.`,
    sees: 'Ce que Counterfoil voit',
    cant: {
      term: 'Ce qu’il ne peut pas faire',
      detail: 'Déplacer de l’argent, modifier votre comptabilité ou voir votre mot de passe.',
    },
    stop: {
      term: 'Comment arrêter',
      detail: (p, days) =>
        `Déconnectez quand vous voulez, ici ou dans ${p}. Une connexion inutilisée pendant ${many(days, 'jour', 'jours')} est déconnectée d’elle-même.`,
    },
    plan: (p) => `${p} ne connecte des applications qu’aux entreprises dont le forfait actif le prévoit.`,
    connectedBefore: 'Déjà connectée\u00a0?',
    welcome: {
      title: 'Heureux de vous revoir',
      lede: (b) => `Connectez-vous pour voir **${b}**.`,
      ledeAny: 'Connectez-vous pour voir vos entreprises.',
      note: (p) => `${p} nous dit qui vous êtes. Avant cela, personne n’en voit rien ici.`,
      other: 'Ce n’est pas vous\u00a0?',
      forget: 'Oublier cet appareil',
      forgetNote: 'Seul le nom est oublié ici. Ce qui est connecté le reste.',
    },
    half: {
      title: 'La connexion n’est pas terminée',
      body: (time, p) =>
        `Vous avez commencé à ${time} et n’êtes pas encore de retour de ${p}. Rien n’a été transmis à Counterfoil.`,
      dismiss: 'Ignorer',
    },
    inApp: {
      title: 'Cette page est ouverte dans une autre application',
      body: 'La connexion à un compte y échoue souvent. Ouvrez-la plutôt dans Safari ou Chrome.',
      copy: 'Copier le lien',
      open: (browser) => `Ouvrir dans ${browser}`,
    },
    cookies: {
      title: 'Votre navigateur bloque un cookie',
      body: 'Counterfoil a besoin d’un cookie pour terminer la connexion. Votre navigateur le bloque pour ce site.',
      how: 'Acceptez les cookies de cette adresse dans les réglages de confidentialité de votre navigateur, puis appuyez de nouveau sur Connecter.',
    },
    sample: 'Exemple',
    sampleNote: 'Des chiffres inventés\u00a0: Counterfoil ne dessine pas encore les vôtres.',
    sampleCash: 'Trésorerie',
    sampleInOut: 'Entrées et sorties',
    sampleOwed: 'Qui vous doit de l’argent',
    sampleTotal: 'On vous doit',
    sampleAges: ['Pas encore échu', '1 à 30 jours de retard', 'Plus de 30 jours'],
  },

  home: {
    lede: (p, date, count) =>
      `Connectée à ${p} depuis le **${date}**. Counterfoil peut voir ${many(count, 'chose', 'choses')} et n’en modifier aucune.`,
    ledeChanges: (p, date, count) =>
      `Connectée à ${p} depuis le **${date}**. Counterfoil peut voir ou modifier ${many(count, 'chose', 'choses')}.`,
    proofTitle: 'Est-ce la bonne\u00a0?',
    detailsTitle: 'Cette entreprise',
    proofNote: (p) => `Lu dans ${p} à l’instant.`,
    name: 'Nom',
    address: 'Adresse',
    currency: 'Devise',
    timezone: 'Fuseau horaire',
    trade: 'Activité',
    plan: 'Forfait',
    planActive: 'Actif',
    planUnknown: 'Inconnu tant que Counterfoil ne peut pas lire de nouveau.',
    planEnded: (date) => `Terminé. Constaté le ${date}.`,
    notGiven: 'Non renseigné',
    notRead: 'Pas encore lu',
    notThisOne: 'Pas la bonne\u00a0? En changer',
    seesTitle: 'Ce que Counterfoil peut voir',
    sawTitle: 'Ce que Counterfoil pouvait voir',
    seesNote: (p) => `D’après la dernière réponse de ${p}.`,
    manage: 'Gérer la connexion',
    figuresTitle: 'Chiffres',
    figuresBody:
      'C’est la place de la trésorerie, des montants qu’on vous doit et du bénéfice par mois. Counterfoil ne les dessine pas encore.',
    othersTitle: 'Vos autres entreprises',
    frozen: (date) => `Données lues\u00a0: ${date}.`,
    updateNow: 'Actualiser',
    getting: (b) => `Lecture de ${b}`,
    stillGetting: (b) => `La lecture de ${b} continue…`,
  },

  businesses: {
    title: 'Entreprises',
    lede: (count) => `${many(count, 'entreprise', 'entreprises')} dans Counterfoil.`,
    empty: 'Aucune entreprise n’est encore connectée. La première que vous connecterez s’affichera ici.',
    showing: 'Affichée',
    show: (b) => `Afficher ${b}`,
    switched: (b) => `${b} est maintenant affichée.`,
    since: (date) => `Connectée le ${date}`,
    forget: (b) => `Retirer ${b} de cette liste`,
    by: (email, date) => `Connectée par ${email} le ${date}`,
  },

  profile: {
    title: 'Profil',
    account: (p) => `Votre compte ${p}`,
    name: 'Nom',
    email: 'Adresse courriel',
    since: (p) => `Dans ${p} depuis`,
    readOnly: (p) => `Ces données viennent de ${p} et se modifient dans ${p}.`,
    notGiven: 'Non renseigné',
    businesses: 'Vos entreprises',
    display: 'Affichage',
    signedIn: 'Appareils connectés',
    signedInLink: 'Voir vos appareils connectés',
    getting: 'Lecture de votre profil',
  },

  signedIn: {
    title: 'Appareils connectés',
  },

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

  failure: {
    offline: {
      title: 'Vous êtes hors ligne',
      body: 'Ce que vous voyez a été lu plus tôt. Ce sera relu dès votre retour en ligne.',
      bar: 'Vous êtes hors ligne.',
      barSince: (time) => `Vous êtes hors ligne. Dernière lecture\u00a0: ${time}.`,
      page: 'Cette page n’est pas encore sur votre appareil. Elle s’ouvrira dès votre retour en ligne.',
      back: 'Vous êtes de retour en ligne.',
    },
    provider_down: {
      body: 'La connexion est conservée. Tant que cette page est ouverte, nous réessayons.',
      once: 'La connexion est conservée. Vous pouvez réessayer.',
    },
    rate_limited: {
      body: (p, time) => `Nous avons beaucoup sollicité ${p} en peu de temps. Nouvel essai à ${time}.`,
      soon: (p) =>
        `Nous avons beaucoup sollicité ${p} en peu de temps. Un nouvel essai suit dans un instant.`,
      from: (p, time) =>
        `Nous avons beaucoup sollicité ${p} en peu de temps. Vous pourrez réessayer à ${time}.`,
      later: (p) => `Nous avons beaucoup sollicité ${p} en peu de temps. Attendez un peu, puis réessayez.`,
    },
    partial: {
      body: (p) =>
        `${p} n’a répondu qu’en partie. Ce qui manque est indiqué. Tant que cette page est ouverte, nous réessayons.`,
      once: (p) => `${p} n’a répondu qu’en partie. Ce qui manque est indiqué.`,
      load: 'Charger le reste',
      row: 'Non chargé',
    },
    not_allowed: {
      title: 'Pas encore autorisé',
      body: 'Counterfoil ne peut pas voir cela. Une fois l’autorisation donnée, cela s’affiche ici.',
    },
    unknown: {
      title: 'Désolés, il y a un problème',
      body: (p) => `Counterfoil ne fait que lire\u00a0: vos chiffres dans ${p} restent intacts.`,
      bodyHere: (p) =>
        `Cette page a rencontré un problème. Counterfoil ne fait que lire\u00a0: vos chiffres dans ${p} restent intacts.`,
      overview: 'Aller à la vue d’ensemble',
    },
    retry: 'Réessayer',
    tryNow: 'Essayer maintenant',
    waiting: (seconds) => `Vous pourrez réessayer dans ${many(seconds, 'seconde', 'secondes')}.`,
  },

  ended: {
    title: 'Votre compte a été déconnecté',
    body: 'Connectez-vous et vous reviendrez exactement à cette page.',
    stays:
      'Cela seul ne déconnecte aucune entreprise. Entre-temps rien n’est lu, sauf si votre compte est connecté ailleurs.',
    disconnectAll: 'Se connecter pour tout déconnecter',
    elsewhereTitle: 'Vous vous êtes déconnecté dans un autre onglet',
    elsewhereBody: 'Plus rien de personnel n’est affiché ici.',
    signIn: 'Se connecter',
    leave: 'Aller à la page d’accueil',
    warnTitle: 'Toujours là\u00a0?',
    warnBody: (time) => `Votre compte sera déconnecté à ${time}.`,
    stay: 'Rester connecté',
    stayed: 'Vous restez connecté.',
  },

  notFound: {
    title: 'Cette page est introuvable',
    body: 'L’adresse est peut-être ancienne, ou mène à quelque chose que vous ne pouvez pas voir.',
    overview: 'Vue d’ensemble',
    businesses: 'Entreprises',
  },

  update: {
    title: 'Une partie de cette page manque',
    body: 'Counterfoil a peut-être été mis à jour. Rechargez la page pour continuer.',
    reload: 'Recharger',
  },
}
